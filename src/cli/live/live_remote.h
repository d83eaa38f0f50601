/* live_remote.h - another host that is watched: what records it is started there, over ssh. */

#ifndef CLI_LIVE_LIVE_REMOTE_H
#define CLI_LIVE_LIVE_REMOTE_H

#include "cli/live/live_process.h"

/*
 * Start ssh to w->host, where flarescope records if it is there, else perf, which is asked for what it has ten times
 * a second. What comes is on our standard input from then on; a password is asked for before that. It ends when the
 * process's lifeline is written to or closed. False and a sentence when nothing comes.
 */
bool live_remote_start(struct live_process *p, const struct live_words *w,
		       struct error *err);

#endif
