/* live_process.h - records this host in a separate process. */

#ifndef CLI_LIVE_PROCESS_H
#define CLI_LIVE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/live/live_words.h"
#include "cli/ssh_messages.h"

/* A recording process; all zero: none. */
struct live_process {
	pid_t pid;
	struct ssh_messages messages;
	/*
	 * Owned: a descriptor plus 1; 0: none. Writing a byte to it ends the recording process. For
	 * a stream from another recorder, it is /dev/null.
	 */
	int lifeline;
};

/*
 * Fork the recording process. Call this before this process is confined or starts a thread: the
 * child must be allowed to sample the host. The child ends with its parent, and its records replace
 * the parent's standard input. `*user_only` is set if kernel code is not sampled. Returns false and
 * an error if recording is impossible.
 */
bool live_process_start(struct live_process *p, const struct live_words *w,
			bool *user_only, struct error *err);

/*
 * From now on SIGINT, SIGTERM and SIGHUP end the recording; this process continues and reads the
 * remaining records.
 */
void live_process_heed(const struct live_process *p);

/*
 * Like live_process_heed(), but without live_process_start(), for a stream from another recorder:
 * the signals replace standard input with an empty file.
 */
void live_process_heed_stream(struct live_process *p);

/* End the recording process, if any, without waiting for it. The rest of its output is lost. */
void live_process_end(struct live_process *p);

/* The result of live_record(). `user_only`: kernel code was not sampled. */
struct live_recorded {
	uint64_t samples, lost;
	bool user_only;
};

/*
 * Record into `file` in the calling process until the duration ends, or until SIGINT, SIGTERM or
 * SIGHUP. `stream`: write the format of perf record -o - to a pipe.
 */
bool live_record(const struct live_words *w, int file, bool stream,
		 struct live_recorded *of, struct error *err);

#endif
