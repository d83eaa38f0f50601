/* perf_process.h - starts, watches and stops perf, and explains its failures. */

#ifndef CLI_PERF_PROCESS_H
#define CLI_PERF_PROCESS_H

#include <signal.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/record/perf_command.h"

/* How perf ended. */
struct perf_exit {
	int status;  /* exit status; -1 when a signal killed it */
	int signal;  /* the signal that killed it */
	int end_us;  /* the signal that shall end this process as well; 0: none */
	bool killed; /* by a second Ctrl-C, before it had written everything */
};

/* Called every second, and at the first Ctrl-C. */
struct perf_watcher {
	void (*look)(void *arg, bool is_ending);
	void *arg; /* borrowed */
};

/*
 * Run `argv`, found in PATH, and wait for its end. Its standard error goes to `messages`; -1: to
 * ours. `watcher` may be NULL.
 *
 * Ctrl-C ends the recording, not this process; the second one kills perf. SIGTERM, SIGHUP and
 * SIGQUIT are passed on and stored in `end_us`. Signals that the caller ignores stay ignored.
 * Only for a process with one thread. Returns false and an error when perf cannot be started,
 * and sets `*missing` when there is no such program.
 */
bool perf_process_run(const char *const argv[], int messages,
		      const struct perf_watcher *watcher, struct perf_exit *end,
		      bool *missing, struct error *err);

/*
 * A recorder that replaces perf, run in a forked process. `record` returns its exit status, and
 * must return soon after `*stop` becomes non-zero. Signals are blocked in that process; `usual`
 * is the previous mask.
 */
struct perf_stand_in {
	int (*record)(void *arg, const volatile sig_atomic_t *stop,
		      const sigset_t *usual);
	void *arg; /* borrowed */
};

/* Like perf_process_run(), for a recorder of ours. */
bool perf_process_stand_in(const struct perf_stand_in *in,
			   const struct perf_watcher *watcher, struct perf_exit *end,
			   struct error *err);

/* Copy the messages of perf without its progress messages. */
void perf_refusal_show(FILE *messages, FILE *out);

/* Report that perf, which `what` ("-e cycles") needs, is missing. Always returns false. */
bool perf_refusal_missing(const char *what, struct error *err);

/*
 * Explain why perf ended without a recording. `messages` holds its messages; NULL: unknown.
 * Always returns false.
 */
bool perf_refusal_explain(const struct perf_command *c, const struct perf_exit *end,
			  FILE *messages, struct error *err);

#endif
