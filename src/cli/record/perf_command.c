#include "cli/record/perf_command.h"

#include <string.h>

#include "analysis/perf_options.h"
#include "base/mem.h"
#include "base/number.h"
#include "cli/options.h"
#include "session/shell_line.h"

/* The words, and how far they have been parsed. */
struct words {
	char **argv;
	int argc, at;
	bool given[PERF_ROLE_COUNT];
	bool tracepoint;
};

/*
 * "sched:sched_switch", which perf takes every one of when no rate is given; "cycles:pp"
 * and "cpu/cycles/u" are not tracepoints. man perf-list: the letters of a modifier.
 */
static bool names_tracepoint(const char *events)
{
	const char *colon = events;

	while ((colon = strchr(colon, ':')) != NULL) {
		size_t modifier = strspn(++colon, "ukhpPGHIDSWebR");

		if (colon[modifier] && !strchr(",}:/", colon[modifier]))
			return true;
	}
	return false;
}

static bool take_role(struct perf_command *c, struct words *w, enum perf_role role,
		      const char *argument, struct error *err)
{
	w->given[role] = true;
	if (role == PERF_ROLE_EVENT && argument && names_tracepoint(argument))
		w->tracepoint = true;
	if (role != PERF_ROLE_OUTPUT || !argument)
		return true;
	c->output = argument;
	return strcmp(argument, "-") != 0 ||
	       error_set(err, ERROR_USAGE,
			 "record opens the file that it records; for a pipe: perf record "
			 "-g -o - | flarescope -");
}

/* The argument of an option: the rest of its word, else the next word. */
static const char *argument_of(struct words *w, struct text here)
{
	if (here.len)
		return here.at; /* to the end of the word */
	return w->at + 1 < w->argc ? w->argv[++w->at] : NULL;
}

static bool take_perf(struct perf_command *c, struct words *w, const struct perf_use *use,
		      struct error *err)
{
	const char *argument = use->argument.at;

	if (!use->option)
		return true;
	if (use->option->argument == PERF_ARGUMENT_WITH)
		argument = argument_of(w, use->argument);
	return take_role(c, w, use->option->role, argument, err);
}

static bool take_duration(struct perf_command *c, const char *seconds, struct error *err)
{
	if (!seconds || !number_seconds(text_of(seconds), &c->duration) ||
	    c->duration == 0)
		return error_set(err, ERROR_USAGE,
				 "--duration needs a length in seconds, such as 30");
	c->sleep = seconds;
	return true;
}

/* Options of flarescope; `*mine` is false for those of perf. */
static bool take_mine(struct perf_command *c, struct words *w, const struct perf_use *use,
		      bool *mine, struct error *err)
{
	*mine = true;
	if (text_equal(use->name, text_of(option_table[OPTION_DURATION].name)))
		return take_duration(c, argument_of(w, use->argument), err);
	if (text_equal(use->name, text_of(option_table[OPTION_PRINT].name)))
		c->print = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_HELP].name)))
		c->help = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_NO_SANDBOX].name)))
		c->no_sandbox = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_NICE].name)))
		c->nice = true;
	else
		*mine = false;
	return true;
}

/* "-ag", "-gp 17", "--cpu=0", and options of flarescope, which are long only */
static bool take_word(struct perf_command *c, struct words *w, bool *mine,
		      struct error *err)
{
	struct perf_word word = perf_word_of(text_of(w->argv[w->at]));
	struct perf_use use;

	while (perf_word_next(&word, &use)) {
		if (word.is_name && !take_mine(c, w, &use, mine, err))
			return false;
		if (!word.is_name && text_equal(use.name, TEXT("h")))
			c->help = true;
		if (!*mine && !take_perf(c, w, &use, err))
			return false;
	}
	return true;
}

/* ---- the command ---- */

static bool add(struct perf_command *c, const char *word, struct error *err)
{
	if (!mem_reserve(&c->argv, &c->room, c->count + 2, sizeof *c->argv,
			 "words of a command", err))
		return false;
	c->argv[c->count++] = word;
	c->argv[c->count] = NULL;
	return true;
}

/* The options up to the command, if there is one: perf's into c->argv. */
static bool take_options(struct perf_command *c, struct words *w, struct error *err)
{
	for (; w->at < w->argc; w->at++) {
		const char *word = w->argv[w->at];
		int first = w->at;
		bool mine = false;

		if (word[0] != '-' || !word[1])
			return true;
		if (strcmp(word, "--") == 0) {
			w->at++;
			return true;
		}
		if (!take_word(c, w, &mine, err))
			return false;
		for (int i = first; !mine && i <= w->at; i++)
			if (!add(c, w->argv[i], err))
				return false;
	}
	return true;
}

/* Defaults that no given option contradicts, before the given ones. */
static bool put_defaults(struct perf_command *c, const struct words *w, struct error *err)
{
	const char *front[9] = {"perf", "record"};
	size_t n = 2, given = c->count;

	if (!w->given[PERF_ROLE_RATE] && !w->tracepoint) {
		front[n++] = "-F";
		front[n++] = "49";
	}
	c->has_workload = w->at < w->argc;
	if (!w->given[PERF_ROLE_PROCESS] && !w->given[PERF_ROLE_CPUS] &&
	    !c->has_workload) {
		front[n++] = "-a";
		c->system_wide = true;
	}
	if (!w->given[PERF_ROLE_GRAPH])
		front[n++] = "-g";
	if (!w->given[PERF_ROLE_OUTPUT]) {
		/* perf would write the recording to a pipe on its standard output */
		front[n++] = "-o";
		front[n++] = c->output;
	}
	for (size_t i = 0; i < n; i++)
		if (!add(c, front[i], err))
			return false;
	memmove(c->argv + n, c->argv, given * sizeof *c->argv);
	memcpy(c->argv, front, n * sizeof *c->argv);
	c->system_wide |= w->given[PERF_ROLE_CPUS];
	return true;
}

/* The word before the command, if it may be a long option of perf that we do not know. */
static const char *unknown_before(const struct words *w)
{
	const char *word = w->at > 1 ? w->argv[w->at - 1] : "";
	struct text name = text_of(word);

	if (!text_starts(name, TEXT("--")) || name.len == 2 || strchr(word, '='))
		return NULL;
	name = text_from(name, 2);
	for (int id = 0; id < OPTION_COUNT; id++)
		if (option_is_taken((enum option_id)id, TAKER_RECORD) &&
		    text_equal(name, text_of(option_table[id].name)))
			return NULL;
	return perf_option_by_name(name) ? NULL : word;
}

/* The command that perf runs, or the time that it is to run. */
static bool put_workload(struct perf_command *c, struct words *w, struct error *err)
{
	const char *unknown = unknown_before(w);
	uint64_t number;

	if (c->has_workload && unknown &&
	    number_seconds(text_of(w->argv[w->at]), &number))
		return error_set(err, ERROR_USAGE,
				 "'%s' is not a command; if it is what %s takes: %s=%s",
				 w->argv[w->at], unknown, unknown, w->argv[w->at]);
	if (c->has_workload && number_seconds(text_of(w->argv[w->at]), &number))
		return error_set(
		    err, ERROR_USAGE,
		    "'%s' is not a command; to record for that long: --duration %s",
		    w->argv[w->at], w->argv[w->at]);
	if (c->has_workload && c->sleep)
		return error_set(err, ERROR_USAGE,
				 "--duration cannot limit a command, which is recorded "
				 "until it ends; try: -- timeout %s %s ...",
				 c->sleep, w->argv[w->at]);
	if (c->sleep)
		return add(c, "--", err) && add(c, "sleep", err) && add(c, c->sleep, err);
	if (c->has_workload && !add(c, "--", err))
		return false;
	for (; w->at < w->argc; w->at++)
		if (!add(c, w->argv[w->at], err))
			return false;
	return true;
}

bool perf_command_build(struct perf_command *c, int argc, char **argv, struct error *err)
{
	struct words w = {.argv = argv, .argc = argc, .at = 1};

	*c = (struct perf_command){.output = "perf.data"};
	return take_options(c, &w, err) && put_defaults(c, &w, err) &&
	       put_workload(c, &w, err);
}

void perf_command_release(struct perf_command *c)
{
	mem_free(c->argv);
	*c = (struct perf_command){0};
}

void perf_command_print(const struct perf_command *c, FILE *out)
{
	for (size_t i = 0; i < c->count; i++) {
		if (i)
			putc(' ', out);
		shell_line_word(text_of(c->argv[i]), false, out);
	}
	putc('\n', out);
}
