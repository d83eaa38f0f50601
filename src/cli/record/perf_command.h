/* perf_command.h - the perf record that "flarescope record" runs. */

#ifndef CLI_PERF_COMMAND_H
#define CLI_PERF_COMMAND_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

struct perf_command {
	const char **argv; /* owned, the words borrowed: "perf", "record", ..., NULL */
	const char
	    *output; /* borrowed: the file that perf is to write; of hosts a directory */
	const char *hosts;  /* borrowed: where it is to run, "a,user@b"; NULL: here */
	const char *sleep;  /* borrowed: the seconds as they were given; NULL: no end */
	uint64_t duration;  /* those in nanoseconds; 0: no end */
	char clock[40];	    /* a word of argv: the clock beside switches */
	size_t count, room; /* of argv, without the NULL */
	bool system_wide;   /* all CPUs, or some of them */
	bool has_workload;  /* a command is run, and recorded until it ends */
	bool print, help;   /* do that instead */
	bool waiting;	    /* with all switches of the scheduler */
	bool light;	    /* ... as records alone, without stacks */
	bool yes;	    /* ... whatever that costs */
	bool nice;	    /* be the last that the host cares for then */
	bool no_sandbox;    /* keep all rights when the recording is opened */
};

/*
 * From the words after "record": options of perf are passed on as they are, after the defaults
 * that they do not replace. With --waiting the rate is of a clock beside the switches: `*c` must
 * not move. ERROR_USAGE and a sentence otherwise. `argv` is borrowed.
 * Release with perf_command_release(), also after a failure.
 */
bool perf_command_build(struct perf_command *c, int argc, char **argv, struct error *err);
void perf_command_release(struct perf_command *c);

/*
 * The words with `output`, borrowed, as the file; `*joined` is the one of them that has more in it than that, or NULL. NULL
 * and an error; release both with mem_free().
 */
const char **perf_command_into(const struct perf_command *c, const char *output,
			       char **joined, struct error *err);

/* In one line, quoted for a shell; and the same without its end. */
void perf_command_print(const struct perf_command *c, FILE *out);
void perf_command_write(const struct perf_command *c, FILE *out);

#endif
