/* flight_recorder.h - the minute around what was waited for, kept in a directory while nobody looks. */

#ifndef CLI_LIVE_FLIGHT_RECORDER_H
#define CLI_LIVE_FLIGHT_RECORDER_H

#include "cli/live/live_words.h"
#include "cli/options.h"

/*
 * Read what is recorded until it ends, look at it once a second, and write each minute around a moment at which one of the
 * conditions held as DIRECTORY/20261128-083012-busy.flare, in UTC; further ones within its half minute are in it. When its
 * files are more than the words allow, the oldest of them go: those whose names are like that, no others. A
 * line on standard error tells of each. `directory` is open.
 */
bool flight_recorder_run(const struct options *o, const struct live_words *w,
			 int directory, struct error *err);

#endif
