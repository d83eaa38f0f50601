/* flight_recorder.h - the minute around what was waited for, kept in a directory while nobody looks. */

#ifndef CLI_LIVE_FLIGHT_RECORDER_H
#define CLI_LIVE_FLIGHT_RECORDER_H

#include "cli/live/live_words.h"
#include "cli/options.h"
#include "input/reading.h"

/* What is recorded has to be kept for so long: half a minute before, as long after it, and a look or two. */
#define FLIGHT_KEEPS (UINT64_C(70) * 1000000000) /* ns */

/*
 * Read what is recorded until it ends, look at it once a second, and write each minute around a moment at which one of the
 * conditions held as DIRECTORY/20261128-083012-busy.flare, in UTC; further ones within its half minute are in it. When its
 * files are more than the words allow, the oldest of them go, also when the disk is full: those whose names are just like that (-busy.flare, -busy-2.flare), no
 * others (struct options has them). A line on standard error tells of each.
 */
bool flight_recorder_run(const struct options *o, const struct live_words *w,
			 struct error *err);

/*
 * The same beside a screen, for reading_options.witness: who reads shares it, and leaves by itself. What would be said
 * waits until the end. NULL and an error: a condition is none, or no memory.
 */
struct flight_recorder;
struct flight_recorder *flight_recorder_beside(const struct options *o,
					       const struct live_words *w,
					       struct error *err);
const struct audience *flight_recorder_audience(const struct flight_recorder *f);

/* The screen is gone: what was to be written is, and what was kept is told. Nothing that is borrowed is used any more. */
void flight_recorder_end(struct flight_recorder *f);

#endif
