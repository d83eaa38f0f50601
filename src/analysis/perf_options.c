#include "analysis/perf_options.h"

#include <string.h>

#include "base/number.h"

/*
 * perf 6.17, record_options[] of tools/perf/builtin-record.c: the options that have a role, or that
 * take a separate argument which could be mistaken for the command. With "--" in front of the
 * command, perf may have other options.
 */
static const struct perf_option perf_options[] = {
    {'F', "freq", PERF_ARGUMENT_WITH, PERF_ROLE_RATE},
    {'c', "count", PERF_ARGUMENT_WITH, PERF_ROLE_RATE},
    {'p', "pid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {'t', "tid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {'u', "uid", PERF_ARGUMENT_WITH, PERF_ROLE_PROCESS},
    {0, "per-thread", PERF_ARGUMENT_WITHOUT, PERF_ROLE_PROCESS},
    {'a', "all-cpus", PERF_ARGUMENT_WITHOUT, PERF_ROLE_CPUS},
    {'C', "cpu", PERF_ARGUMENT_WITH, PERF_ROLE_CPUS},
    {'g', "", PERF_ARGUMENT_WITHOUT, PERF_ROLE_GRAPH},
    {0, "call-graph", PERF_ARGUMENT_WITH, PERF_ROLE_GRAPH},
    {0, "no-call-graph", PERF_ARGUMENT_WITHOUT, PERF_ROLE_GRAPH},
    {'o', "output", PERF_ARGUMENT_WITH, PERF_ROLE_OUTPUT},
    {'e', "event", PERF_ARGUMENT_WITH, PERF_ROLE_EVENT},
    {'D', "delay", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'G', "cgroup", PERF_ARGUMENT_WITH, PERF_ROLE_CGROUP},
    {'I', "intr-regs", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {'S', "snapshot", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {'j', "branch-filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'k', "clockid", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'m', "mmap-pages", PERF_ARGUMENT_WITH, PERF_ROLE_BUFFER},
    {'r', "realtime", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {'z', "compression-level", PERF_ARGUMENT_ATTACHED, PERF_ROLE_NONE},
    {0, "affinity", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "clang-opt", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "clang-path", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "control", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "max-size", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "mmap-flush", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "num-thread-synthesize", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "off-cpu-thresh", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "proc-map-timeout", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "setup-filter", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "switch-max-files", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "switch-events", PERF_ARGUMENT_WITHOUT, PERF_ROLE_SWITCHES},
    {0, "switch-output-event", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "synth", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
    {0, "vmlinux", PERF_ARGUMENT_WITH, PERF_ROLE_NONE},
};

const struct perf_option *perf_option_by_name(struct text name)
{
	for (size_t i = 0; i < sizeof perf_options / sizeof *perf_options; i++)
		if (name.len && text_equal(name, text_of(perf_options[i].name)))
			return &perf_options[i];
	return NULL;
}

/* ---- words ---- */

struct perf_word perf_word_of(struct text word)
{
	bool is_name = text_starts(word, TEXT("--"));

	return (struct perf_word){text_from(word, is_name ? 2 : 1), is_name};
}

bool perf_word_next(struct perf_word *w, struct perf_use *use)
{
	size_t len = 1;

	if (w->left.len == 0)
		return false;
	if (w->is_name) { /* "cpu=0" */
		const char *equals = memchr(w->left.at, '=', w->left.len);

		len = equals ? (size_t)(equals - w->left.at) : w->left.len;
		use->name = text_upto(w->left, len);
		use->option = perf_option_by_name(use->name);
		use->has_argument = equals != NULL;
		use->argument = text_from(w->left, len + use->has_argument);
		w->left = text_from(w->left, w->left.len);
		return true;
	}
	use->name = text_upto(w->left, len); /* "ag", "F99" */
	use->option = NULL;
	for (size_t i = 0; i < sizeof perf_options / sizeof *perf_options; i++)
		if (!use->option && perf_options[i].letter == w->left.at[0])
			use->option = &perf_options[i];
	w->left = text_from(w->left, len);
	use->argument = text_upto(w->left, 0);
	use->has_argument = false;
	if (!use->option || use->option->argument == PERF_ARGUMENT_WITHOUT)
		return true;
	use->argument = w->left;
	use->has_argument = w->left.len > 0;
	w->left = text_from(w->left, w->left.len);
	return true;
}

/* ---- the recorded CPUs ---- */

static bool cut_word(struct text *rest, struct text *word)
{
	size_t len = 0;

	*rest = text_trim(*rest);
	while (len < rest->len && rest->at[len] != ' ' && rest->at[len] != '\t')
		len++;
	*word = text_upto(*rest, len);
	*rest = text_from(*rest, len);
	return len > 0;
}

/* The contents of a command line. */
struct given_options {
	bool given[PERF_ROLE_COUNT];
	struct text cpus; /* "0-3,5" */
	bool names_cpus;  /* the CPUs are named */
	bool workload;	  /* a command to record */
};

/* Note the options in a word. True: the next word is the argument of the last one. */
static bool note_options(struct text word, struct given_options *a)
{
	struct perf_word w = perf_word_of(word);
	struct perf_use use;
	bool follows = false;

	while (perf_word_next(&w, &use)) {
		if (!use.option)
			continue;
		a->given[use.option->role] = true;
		if (use.option->letter == 'C') {
			a->names_cpus = true;
			a->cpus = use.argument; /* else it is the next word */
		}
		follows = use.option->argument == PERF_ARGUMENT_WITH && !use.has_argument;
	}
	return follows;
}

/* False: it is not a perf record command. */
static bool read_command(struct text command, struct given_options *a)
{
	struct text word = TEXT("");

	*a = (struct given_options){.names_cpus = false};
	while (!text_equal(word, TEXT("record")))
		if (!cut_word(&command, &word))
			return false;
	while (!a->workload && cut_word(&command, &word)) {
		a->workload = word.len < 2 || word.at[0] != '-';
		if (text_equal(word, TEXT("--")))
			a->workload = cut_word(&command, &word);
		else if (!a->workload && note_options(word, a) &&
			 cut_word(&command, &word) && a->names_cpus && !a->cpus.len)
			a->cpus = word;
	}
	return true;
}

bool perf_options_record_cpus(struct text command)
{
	struct given_options a;

	if (!read_command(command, &a) || a.given[PERF_ROLE_PROCESS] ||
	    a.given[PERF_ROLE_CGROUP])
		return false;
	return a.given[PERF_ROLE_CPUS] || !a.workload;
}

/* The number of CPUs in a list like "0-3,5"; 0: not a list. */
static uint64_t count_cpus(struct text list)
{
	uint64_t count = 0;

	while (list.len) {
		const char *comma = memchr(list.at, ',', list.len);
		struct text part =
		    text_upto(list, comma ? (size_t)(comma - list.at) : list.len);
		const char *dash = memchr(part.at, '-', part.len);
		size_t len = dash ? (size_t)(dash - part.at) : part.len;
		uint64_t from, to;

		if (!number_u64(text_upto(part, len), &from) ||
		    !number_u64(dash ? text_from(part, len + 1) : part, &to) || to < from)
			return 0;
		count = number_add(count, number_add(to - from, 1));
		list = text_from(list, part.len + 1);
	}
	return count;
}

bool perf_options_leave_out_cpus(struct text command, struct text online)
{
	struct given_options a;
	uint64_t there, named;

	if (!read_command(command, &a) || !a.names_cpus)
		return false;
	named = count_cpus(a.cpus);
	return !named || !number_u64(text_trim(online), &there) || named < there;
}
