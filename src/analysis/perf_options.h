/* perf_options.h - the options of perf record that affect how a recording is interpreted. */

#ifndef ANALYSIS_PERF_OPTIONS_H
#define ANALYSIS_PERF_OPTIONS_H

#include "base/text.h"

/* The setting of perf record that an option controls. */
enum perf_role {
	PERF_ROLE_NONE,	   /* any other setting */
	PERF_ROLE_RATE,	   /* the sampling rate */
	PERF_ROLE_PROCESS, /* processes or threads to sample; overrides PERF_ROLE_CPUS */
	PERF_ROLE_CPUS,	   /* CPUs to sample */
	PERF_ROLE_CGROUP,  /* control groups: only their threads are sampled */
	PERF_ROLE_GRAPH,   /* the kind of call graph */
	PERF_ROLE_OUTPUT,
	PERF_ROLE_EVENT,
	PERF_ROLE_BUFFER,   /* the size of the kernel's buffer */
	PERF_ROLE_SWITCHES, /* a record for each context switch */
	PERF_ROLE_COUNT
};

enum perf_argument {
	PERF_ARGUMENT_WITHOUT,
	PERF_ARGUMENT_WITH,
	PERF_ARGUMENT_ATTACHED /* optional, in the same word: -z3 */
};

struct perf_option {
	char letter; /* 0: none */
	const char *name;
	enum perf_argument argument;
	enum perf_role role;
};

/* Find an option by its long name. NULL only if it has neither a role nor a separate argument. */
const struct perf_option *perf_option_by_name(struct text name);

/*
 * An iterator over the options in one word of a command line: "-ag", "-F99", "--cpu=0". If the last
 * option needs an argument and the word does not contain one, the argument is the next word.
 */
struct perf_word {
	struct text left;
	bool is_name; /* one long option, not a group of letters */
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
 * Does a command like "/usr/bin/perf record -F 99 -a -g -- sleep 30" sample whole CPUs? It does if
 * it has -a or -C, or no program to run, unless it has -p, -t, -u, --per-thread or -G. False for
 * commands other than perf record.
 */
bool perf_options_record_cpus(struct text command);

/*
 * Does -C restrict the recording to some of the CPUs? `online` is the number of online CPUs, as
 * text. If that number or the number of selected CPUs is unknown, any -C is a restriction.
 */
bool perf_options_leave_out_cpus(struct text command, struct text online);

#endif
