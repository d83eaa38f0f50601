/* live_process.h - the process that records this host while ours reads its output. */

#ifndef CLI_LIVE_PROCESS_H
#define CLI_LIVE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/live/live_words.h"
#include "cli/ssh_messages.h"

/* Zero: no process. */
struct live_process {
	pid_t pid;
	struct ssh_messages messages;
	/* Owned, + 1: a byte written to it ends the process. For a stream it is an empty file. */
	int lifeline;
};

/*
 * Fork the process before this one is confined or has a second thread: unlike this one, it must be
 * allowed to sample the host. It ends with this process. Its records replace our standard input.
 * `*user_only`: kernel code is not sampled. Returns false and sets an error when recording is
 * impossible.
 */
bool live_process_start(struct live_process *p, const struct live_words *w,
			bool *user_only, struct error *err);

/*
 * From now on SIGINT, SIGTERM and SIGHUP end the recording, and not this process, which reads
 * the rest.
 */
void live_process_heed(const struct live_process *p);

/*
 * The same for a stream from another recorder, without live_process_start(): standard input ends
 * immediately.
 */
void live_process_heed_stream(struct live_process *p);

/* End the process, as its output is no longer read. Does nothing without a process. */
void live_process_end(struct live_process *p);

/* The result. `user_only`: kernel code was not sampled. */
struct live_recorded {
	uint64_t samples, lost;
	bool user_only;
};

/*
 * Record into `file` in the calling process until the duration ends, or SIGINT or SIGTERM.
 * `stream`: it is a pipe, which is written round by round, as the process of live_process_start()
 * does.
 */
bool live_record(const struct live_words *w, int file, bool stream,
		 struct live_recorded *of, struct error *err);

#endif
