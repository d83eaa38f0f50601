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
	int signal;  /* the signal that killed it; 0: none */
	int end_us;  /* a signal that must end this process too; 0: none */
	bool killed; /* by a second signal, perhaps before all data was written */
};

/* look() is called every second and after each signal; `is_ending`: the recording is ending. */
struct perf_watcher {
	void (*look)(void *arg, bool is_ending);
	void *arg; /* borrowed */
};

/*
 * Run `argv`, whose program is searched for in PATH, and wait until it ends. Its standard error is
 * redirected to `messages`; -1: not redirected. `watcher` may be NULL.
 *
 * Ctrl-C ends the recording, not this process. SIGTERM, SIGHUP and SIGQUIT end the recording, too,
 * and are stored in `end_us`. A second signal, even Ctrl-C, kills perf and is stored. Ignored
 * signals stay ignored. This process must have only one thread. If perf cannot be started, returns
 * false and an error; `*missing` is set if there is no such program.
 */
bool perf_process_run(const char *const argv[], int messages,
		      const struct perf_watcher *watcher, struct perf_exit *end,
		      bool *missing, struct error *err);

/*
 * A built-in recorder that replaces perf, run in a forked process. `record` returns the exit
 * status, and must return soon after `*stop` becomes non-zero. Signals are blocked in that process;
 * `usual` is the previous mask.
 */
struct perf_stand_in {
	int (*record)(void *arg, const volatile sig_atomic_t *stop,
		      const sigset_t *usual);
	void *arg; /* borrowed */
};

/* Like perf_process_run(), for a built-in recorder. */
bool perf_process_stand_in(const struct perf_stand_in *in,
			   const struct perf_watcher *watcher, struct perf_exit *end,
			   struct error *err);

/* Copy perf's messages to `out`, without its progress messages and its usage text. */
void perf_refusal_show(FILE *messages, FILE *out);

/* Report that perf is missing but needed for `what` ("-e cycles"). Always returns false. */
bool perf_refusal_missing(const char *what, struct error *err);

/*
 * Explain why perf ended without a recording. `messages` are from perf; NULL: unknown. Always
 * returns false.
 */
bool perf_refusal_explain(const struct perf_command *c, const struct perf_exit *end,
			  FILE *messages, struct error *err);

#endif
