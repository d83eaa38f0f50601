/* perf_options.h - the options of perf record, as far as anything depends on them. */

#ifndef ANALYSIS_PERF_OPTIONS_H
#define ANALYSIS_PERF_OPTIONS_H

#include "base/text.h"

/* What an option means: for the defaults of ours, and for what its samples are of. */
enum perf_role {
	PERF_ROLE_NONE,
	PERF_ROLE_RATE,	   /* how often */
	PERF_ROLE_PROCESS, /* of what: not of whole CPUs, whatever else is given */
	PERF_ROLE_CPUS,	   /* of whole CPUs */
	PERF_ROLE_CGROUP,  /* of whole CPUs, but only while a group runs on them */
	PERF_ROLE_GRAPH,   /* which call graphs: not the usual ones */
	PERF_ROLE_OUTPUT,
	PERF_ROLE_EVENT,
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
const struct perf_option *perf_option_by_letter(char letter);
const struct perf_option *perf_option_by_name(struct text name);

#endif
