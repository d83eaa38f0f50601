/* perf_process.h - perf while it records: started, watched, stopped; and why it did not record. */

#ifndef CLI_PERF_PROCESS_H
#define CLI_PERF_PROCESS_H

#include <signal.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/record/perf_command.h"

/* How it ended. */
struct perf_end {
	int status;  /* its exit status; -1 when it died of a signal */
	int signal;  /* that signal */
	int end_us;  /* the signal that asks us to end as well, 0: none */
	bool killed; /* before it had written all, by a second Ctrl-C */
};

/* Who is told every second, and when the first Ctrl-C has come. */
struct perf_watcher {
	void (*look)(void *arg, bool is_ending);
	void *arg; /* borrowed */
};

/*
 * Run `argv`, looked for in PATH, and wait for its end. `messages` becomes its standard
 * error, -1: ours. `watcher` may be NULL.
 *
 * Ctrl-C ends the recording, not us; the second one kills perf. SIGTERM, SIGHUP and SIGQUIT
 * are passed on, and told in `end_us`. Signals that the caller ignores stay ignored. Only
 * for a process of one thread. False and an error when it cannot be started, with `*missing`
 * where there is no such program.
 */
bool perf_process_run(const char *const argv[], int messages,
		      const struct perf_watcher *watcher, struct perf_end *end,
		      bool *missing, struct error *err);

/*
 * What records in place of perf, in a process forked from ours: its exit status is what this returns.
 * It ends soon once `*stop` is not 0; signals are blocked there, `usual` are those that were before.
 */
struct perf_stand_in {
	int (*record)(void *arg, const volatile sig_atomic_t *stop,
		      const sigset_t *usual);
	void *arg; /* borrowed */
};

/* As perf_process_run(), of that. */
bool perf_process_stand_in(const struct perf_stand_in *in,
			   const struct perf_watcher *watcher, struct perf_end *end,
			   struct error *err);

/* Copy what perf has said, without its progress messages. */
void perf_refusal_show(FILE *messages, FILE *out);

/* There is no perf, which `what` needs: "-e cycles". Always false. */
bool perf_refusal_missing(const char *what, struct error *err);

/*
 * perf has ended without a recording. `messages` is what it has said, NULL where that is not
 * known. Always false.
 */
bool perf_refusal_explain(const struct perf_command *c, const struct perf_end *end,
			  FILE *messages, struct error *err);

#endif
