/* perf_options.h - the command line of perf record, as far as anything depends on it. */

#ifndef ANALYSIS_PERF_OPTIONS_H
#define ANALYSIS_PERF_OPTIONS_H

#include "base/text.h"

/* What an option decides: whether our defaults apply, and what is sampled. */
enum perf_role {
	PERF_ROLE_NONE,
	PERF_ROLE_RATE,	   /* the sampling rate */
	PERF_ROLE_PROCESS, /* processes: not whole CPUs, whatever else is given */
	PERF_ROLE_CPUS,	   /* of whole CPUs */
	PERF_ROLE_CGROUP,  /* of whole CPUs, but only while a group runs on them */
	PERF_ROLE_GRAPH,   /* which call graphs: not the usual ones */
	PERF_ROLE_OUTPUT,
	PERF_ROLE_EVENT,
	PERF_ROLE_BUFFER,   /* how much the kernel keeps until perf has read it */
	PERF_ROLE_SWITCHES, /* a record for each switch */
	PERF_ROLE_COUNT
};

enum perf_argument {
	PERF_ARGUMENT_WITHOUT,
	PERF_ARGUMENT_WITH,
	PERF_ARGUMENT_ATTACHED /* as in -z3, or none */
};

struct perf_option {
	char letter; /* 0: it has none */
	const char *name;
	enum perf_argument argument;
	enum perf_role role;
};

/* NULL: one without a role, and without an argument that could pass for a command. */
const struct perf_option *perf_option_by_name(struct text name);

/*
 * The options in one word of a command line, one after the other: those of "-ag", "-F99",
 * "--cpu=0". The argument of the last one is the next word if it takes one and has none
 * here.
 */
struct perf_word {
	struct text left;
	bool is_name; /* of one option; else letters */
};
struct perf_word perf_word_of(struct text word); /* which begins with '-' */

struct perf_use {
	struct text name;		  /* without dashes */
	const struct perf_option *option; /* NULL: as above */
	struct text argument; /* what follows the letter or the '=' in this word */
	bool has_argument;
};
bool perf_word_next(struct perf_word *w, struct perf_use *use);

/*
 * Does "/usr/bin/perf record -F 99 -a -g -- sleep 30" record whole CPUs, whatever runs
 * there: with -a, -C, or without a target, and not processes, threads or control groups
 * (-p, -t, -u, -G, a command)?
 */
bool perf_options_record_cpus(struct text command);

/*
 * Does it name CPUs (-C), and fewer than are `online` (a number; anything else: that is not known)? What
 * threads do on the others is not in the recording.
 */
bool perf_options_leave_out_cpus(struct text command, struct text online);

#endif
