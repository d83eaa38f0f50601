/* perf_options.h - the options of perf record that matter for the interpretation of a recording. */

#ifndef ANALYSIS_PERF_OPTIONS_H
#define ANALYSIS_PERF_OPTIONS_H

#include "base/text.h"

/* The effect of an option: it replaces one of our defaults, or decides what is sampled. */
enum perf_role {
	PERF_ROLE_NONE,
	PERF_ROLE_RATE, /* the sampling rate */
	/* processes: no CPU is sampled as a whole, even with other options */
	PERF_ROLE_PROCESS,
	PERF_ROLE_CPUS,	  /* whole CPUs */
	PERF_ROLE_CGROUP, /* whole CPUs, but only while a control group runs on them */
	PERF_ROLE_GRAPH,  /* the kind of call graphs */
	PERF_ROLE_OUTPUT,
	PERF_ROLE_EVENT,
	PERF_ROLE_BUFFER,   /* the size of the kernel's buffer */
	PERF_ROLE_SWITCHES, /* a record for each context switch */
	PERF_ROLE_COUNT
};

enum perf_argument {
	PERF_ARGUMENT_WITHOUT,
	PERF_ARGUMENT_WITH,
	PERF_ARGUMENT_ATTACHED /* in the same word, as in -z3, or none */
};

struct perf_option {
	char letter; /* 0: none */
	const char *name;
	enum perf_argument argument;
	enum perf_role role;
};

/* NULL: the option has no role, and no argument that could be mistaken for a command. */
const struct perf_option *perf_option_by_name(struct text name);

/*
 * Iterates over the options in one word of a command line: "-ag", "-F99", "--cpu=0". If the last
 * option takes an argument that is not in the word, it is the next word.
 */
struct perf_word {
	struct text left;
	bool is_name; /* a single long option, not letters */
};
struct perf_word perf_word_of(struct text word); /* the word begins with '-' */

struct perf_use {
	struct text name;		  /* without dashes */
	const struct perf_option *option; /* NULL: see perf_option_by_name() */
	struct text argument; /* the text after the letter or the '=' in this word */
	bool has_argument;
};
bool perf_word_next(struct perf_word *w, struct perf_use *use);

/*
 * Does a command like "/usr/bin/perf record -F 99 -a -g -- sleep 30" record whole CPUs? It does
 * with -a, -C, or without a target, and does not with processes, threads or control groups (-p, -t,
 * -u, -G, a command).
 */
bool perf_options_record_cpus(struct text command);

/*
 * Does the command select CPUs (-C), but fewer than are `online` (a number; otherwise unknown)? The
 * activity of threads on the other CPUs is then not recorded.
 */
bool perf_options_leave_out_cpus(struct text command, struct text online);

#endif
