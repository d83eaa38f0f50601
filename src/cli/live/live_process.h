/* live_process.h - the process that records this host, while ours reads what it writes. */

#ifndef CLI_LIVE_PROCESS_H
#define CLI_LIVE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/live/live_words.h"
#include "cli/ssh_messages.h"

/* Zero: there is none. */
struct live_process {
	pid_t pid;
	struct ssh_messages messages;
	int lifeline; /* owned, + 1: it ends when a byte comes there; of a stream, an empty file */
};

/*
 * Fork it, before this process is confined or has a second thread: it may sample the host, which ours need not. What
 * it records comes on our standard input from then on, in place of what was there. It ends with us. `user_only`: the
 * kernel's side is missing. False and a sentence when nothing can be recorded.
 */
bool live_process_start(struct live_process *p, const struct live_words *w,
			bool *user_only, struct error *err);

/* From now on SIGINT, SIGTERM and SIGHUP end what is recorded, and not us: what came is read to its end. */
void live_process_heed(const struct live_process *p);

/* The same of what somebody else records, in place of starting: nothing more is read of standard input. */
void live_process_heed_stream(struct live_process *p);

/* Nobody reads any more: it ends soon. Also where there is none. */
void live_process_end(struct live_process *p);

/* What was recorded; `user_only`: without the kernel's side. */
struct live_recorded {
	uint64_t samples, lost;
	bool user_only;
};

/* Record into this file in the process that calls: until the end that the words tell, SIGINT or SIGTERM. */
bool live_record_file(const struct live_words *w, int file, struct live_recorded *of,
		      struct error *err);

/* The same into a pipe, round by round: what live_process_start() has come to us. */
bool live_record_stream(const struct live_words *w, int out, struct live_recorded *of,
			struct error *err);

#endif
