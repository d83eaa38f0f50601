/* perf_command.h - the perf record that "flarescope record" runs. */

#ifndef CLI_PERF_COMMAND_H
#define CLI_PERF_COMMAND_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

struct perf_command {
	const char **argv; /* owned, the words borrowed: "perf", "record", ..., NULL */
	/* Borrowed: the output file of perf; for several hosts a directory. */
	const char *output;
	const char *hosts; /* borrowed: the hosts to record, "a,user@b"; NULL: this one */
	const char *sleep; /* borrowed: the seconds as given; NULL: no limit */
	uint64_t duration; /* the same in nanoseconds; 0: no limit */
	char clock[40];	   /* used as a word of argv: the clock event beside switches */
	size_t count, room; /* of argv, without the NULL */
	bool system_wide;   /* records all or some CPUs */
	bool has_workload;  /* runs a command and records until it ends */
	bool print, help;   /* only print the command line, or help */
	bool waiting;	    /* with all switches of the scheduler */
	bool light;	    /* ... as plain records without stacks */
	bool yes;	    /* ... without asking about the cost */
	bool nice;	    /* lower the priority afterwards */
	bool no_sandbox;    /* open the recording without confinement */
};

/*
 * Build the command from the words after "record". Options of perf are passed on unchanged,
 * after the defaults that they do not replace. With --waiting the rate applies to a clock beside
 * the switches, stored in `c`, so `*c` must not move. Returns ERROR_USAGE for wrong words.
 * `argv` is borrowed. Release with perf_command_release(), also after a failure.
 */
bool perf_command_build(struct perf_command *c, int argc, char **argv, struct error *err);
void perf_command_release(struct perf_command *c);

/*
 * The words with `output` (borrowed) as the output file. `*joined` becomes the word that
 * contains it ("--output=FILE"), or NULL. Returns NULL and an error on failure. Release both
 * with mem_free().
 */
const char **perf_command_into(const struct perf_command *c, const char *output,
			       char **joined, struct error *err);

/* Print the command in one line, quoted for a shell; the second function omits the newline. */
void perf_command_print(const struct perf_command *c, FILE *out);
void perf_command_write(const struct perf_command *c, FILE *out);

#endif
