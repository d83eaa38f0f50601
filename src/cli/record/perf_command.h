/* perf_command.h - the command line of perf record that "flarescope record" runs. */

#ifndef CLI_PERF_COMMAND_H
#define CLI_PERF_COMMAND_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

struct perf_command {
	/* owned array of borrowed words, NULL-terminated */
	const char **argv;
	/* Borrowed: the output file of perf; with `hosts`, a directory. */
	const char *output;
	const char *hosts; /* borrowed: hosts to record, "a,user@b"; NULL: this host */
	/* borrowed: the duration in seconds, as given; NULL: no limit */
	const char *sleep;
	uint64_t duration;  /* the duration in ns; 0: no limit */
	char clock[40];	    /* a word of `argv`: the clock event recorded with switches */
	size_t count, room; /* of `argv`, without the final NULL */
	bool system_wide;   /* records all or some CPUs */
	bool has_workload;  /* runs a command, and ends with it */
	bool print, help;   /* only print the command line, or the help */
	bool waiting;	    /* also record context switches */
	bool light;	    /* with `waiting`: no stacks of switches */
	bool yes;	    /* do not ask about the cost */
	bool nice;	    /* lower the priority after recording */
	bool no_sandbox;    /* open the recording without confinement */
};

/*
 * Build the command from the words after "record", which are borrowed. Options of perf are passed
 * on unchanged and override the defaults. But if --waiting records stacks, -F becomes the rate of a
 * clock event, whose name is stored in `c`, so `*c` must not move. Returns false and ERROR_USAGE
 * for invalid words. Release `c` with perf_command_release() even after a failure.
 */
bool perf_command_build(struct perf_command *c, int argc, char **argv, struct error *err);
void perf_command_release(struct perf_command *c);

/*
 * A copy of `argv` with `output` (borrowed) as the output file. `*joined` becomes the word that
 * contains it ("--output=FILE"), or NULL. Release both with mem_free(). Returns NULL and an error
 * on failure.
 */
const char **perf_command_into(const struct perf_command *c, const char *output,
			       char **joined, struct error *err);

/* Print the command on one line, quoted for a shell. perf_command_write() omits the newline. */
void perf_command_print(const struct perf_command *c, FILE *out);
void perf_command_write(const struct perf_command *c, FILE *out);

#endif
