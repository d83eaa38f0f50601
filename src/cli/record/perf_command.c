#include "cli/record/perf_command.h"

#include <stdio.h>
#include <string.h>

#include "analysis/perf_options.h"
#include "base/mem.h"
#include "base/number.h"
#include "cli/options.h"
#include "choice/shell_line.h"

#define USUAL_RATE "49"

/* The command line, and the state of parsing it. */
struct perf_arguments {
	char **argv;
	int argc, at;
	int first;  /* index of the current option's word */
	bool apart; /* record all switches, and apply the rate to a separate clock */
	const char *rate; /* that rate; NULL: the default */
	bool given[PERF_ROLE_COUNT];
	bool tracepoint;
};

/*
 * True for "sched:sched_switch": without a rate, perf records every event of a tracepoint. False
 * for "cycles:pp" and "cpu/cycles/u"; see man perf-list for the letters of modifiers.
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

static bool take_role(struct perf_command *c, struct perf_arguments *w,
		      enum perf_role role, const char *argument, struct error *err)
{
	w->given[role] = true;
	if (role == PERF_ROLE_EVENT && argument && names_tracepoint(argument))
		w->tracepoint = true;
	if (role != PERF_ROLE_OUTPUT || !argument)
		return true;
	c->output = argument;
	return strcmp(argument, "-") != 0 ||
	       error_set(err, ERROR_USAGE,
			 "record opens the file that it writes; for a pipe: perf record "
			 "-g -o - | flarescope -");
}

/* The argument of an option: the rest of its word, otherwise the next word. */
static const char *argument_of(struct perf_arguments *w, struct text here)
{
	if (here.len)
		return here.at; /* extends to the end of the word */
	return w->at + 1 < w->argc ? w->argv[++w->at] : NULL;
}

/*
 * perf's -F would also apply to the switches, and drop most of them: instead it becomes a term of
 * the clock event. In "-aF 99", the word has other options too.
 */
static bool take_rate(struct perf_arguments *w, const struct perf_use *use,
		      const char *argument, bool *mine, struct error *err)
{
	const char *word = w->argv[w->first];
	uint64_t rate;

	if (use->option->letter == 'c')
		return error_set(err, ERROR_USAGE,
				 "--waiting records each context switch: -c would leave "
				 "some out; to set the sampling rate: -F 99");
	if (word[1] != '-' && word[1] != use->option->letter)
		return error_set(err, ERROR_USAGE,
				 "with --waiting, write -F as a separate word: -F 99");
	if (!argument || !number_u64(text_of(argument), &rate) || rate > 100000)
		return error_set(
		    err, ERROR_USAGE,
		    "with --waiting, -F needs a number of samples a second, such "
		    "as 99");
	w->given[PERF_ROLE_RATE] = true;
	w->rate = argument;
	*mine = true;
	return true;
}

static bool take_perf(struct perf_command *c, struct perf_arguments *w,
		      const struct perf_use *use, bool *mine, struct error *err)
{
	const char *argument = use->argument.at;

	if (!use->option)
		return true;
	if (use->option->argument == PERF_ARGUMENT_WITH)
		argument = argument_of(w, use->argument);
	if (w->apart && use->option->role == PERF_ROLE_RATE)
		return take_rate(w, use, argument, mine, err);
	return take_role(c, w, use->option->role, argument, err);
}

/* Take an option of flarescope; `*mine` is false for one of perf. */
static bool take_mine(struct perf_command *c, struct perf_arguments *w,
		      const struct perf_use *use, bool *mine, struct error *err)
{
	*mine = true;
	if (text_equal(use->name, text_of(option_table[OPTION_DURATION].name))) {
		c->sleep = argument_of(w, use->argument);
		return (c->sleep && number_seconds(text_of(c->sleep), &c->duration) &&
			c->duration > 0) ||
		       error_set(err, ERROR_USAGE,
				 "--duration needs a length in seconds, such as 30");
	}
	if (text_equal(use->name, text_of(option_table[OPTION_HOST_RECORD].name))) {
		c->hosts = argument_of(w, use->argument);
		return (c->hosts && *c->hosts) ||
		       error_set(err, ERROR_USAGE,
				 "--host needs names of hosts, as ssh takes them: "
				 "web1,root@web2");
	}
	if (text_equal(use->name, text_of(option_table[OPTION_PRINT].name)))
		c->print = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_HELP].name)))
		c->help = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_NO_SANDBOX].name)))
		c->no_sandbox = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_NICE].name)))
		c->nice = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_WAITING].name)))
		c->waiting = true;
	else if (text_equal(use->name, text_of(option_table[OPTION_YES].name)))
		c->yes = true;
	else
		*mine = false;
	return true;
}

/*
 * Take a word such as "-ag", "-gp 17" or "--cpu=0", or an option of flarescope, which is always
 * long.
 */
static bool take_word(struct perf_command *c, struct perf_arguments *w, bool *mine,
		      struct error *err)
{
	struct perf_word word = perf_word_of(text_of(w->argv[w->at]));
	struct perf_use use;

	while (perf_word_next(&word, &use)) {
		if (word.is_name && !take_mine(c, w, &use, mine, err))
			return false;
		if (!word.is_name && text_equal(use.name, TEXT("h")))
			c->help = true;
		if (!*mine && !take_perf(c, w, &use, mine, err))
			return false;
	}
	return true;
}

/* ---- the command ---- */

static bool add_argument(struct perf_command *c, const char *word, struct error *err)
{
	if (!mem_reserve(&c->argv, &c->room, c->count + 2, sizeof *c->argv,
			 "words of a command", err))
		return false;
	c->argv[c->count++] = word;
	c->argv[c->count] = NULL;
	return true;
}

/* Take the options before the command, if any: those of perf go to c->argv. */
static bool take_options(struct perf_command *c, struct perf_arguments *w,
			 struct error *err)
{
	for (; w->at < w->argc; w->at++) {
		const char *word = w->argv[w->at];
		bool mine = false;

		if (word[0] != '-' || !word[1])
			return true;
		if (strcmp(word, "--") == 0) {
			w->at++;
			return true;
		}
		w->first = w->at;
		if (!take_word(c, w, &mine, err))
			return false;
		for (int i = w->first; !mine && i <= w->at; i++)
			if (!add_argument(c, w->argv[i], err))
				return false;
	}
	return true;
}

/* Words to insert before the given ones. */
struct front {
	const char *words[20];
	size_t count;
};

static void put_front_word(struct front *f, const char *word)
{
	f->words[f->count++] = word;
}

/*
 * Add all switches and wake-ups, and a clock with its own rate. For single processes, perf records
 * only switches away from them, so switch records are added for those to them.
 */
static bool put_switches(struct perf_command *c, const struct perf_arguments *w,
			 bool narrow, struct front *f, struct error *err)
{
	static const char *const events[] = {"sched:sched_switch", "sched:sched_waking",
					     "sched:sched_wakeup_new"};

	if (w->given[PERF_ROLE_EVENT] && w->rate)
		return error_set(err, ERROR_USAGE,
				 "--waiting records each context switch: to set the rate "
				 "of another event: -e cycles/freq=%.20s/",
				 w->rate);
	if (narrow)
		put_front_word(f, "--switch-events");
	snprintf(c->clock, sizeof c->clock, "cpu-clock/freq=%.20s/",
		 w->rate ? w->rate : USUAL_RATE);
	if (!w->given[PERF_ROLE_EVENT]) {
		put_front_word(f, "-e");
		put_front_word(f, c->clock);
	}
	for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
		put_front_word(f, "-e");
		put_front_word(f, events[i]);
	}
	return true;
}

/* Add the defaults that no given option contradicts. */
static bool choose_front(struct perf_command *c, const struct perf_arguments *w,
			 struct front *f, struct error *err)
{
	bool processes = w->given[PERF_ROLE_PROCESS], cpus = w->given[PERF_ROLE_CPUS];

	put_front_word(f, "perf");
	put_front_word(f, "record");
	if (!w->given[PERF_ROLE_RATE] && !w->tracepoint && !w->apart) {
		put_front_word(f, "-F");
		put_front_word(f, USUAL_RATE);
	}
	c->has_workload = w->at < w->argc;
	c->system_wide = cpus;
	if (!processes && !cpus && !c->has_workload) {
		put_front_word(f, "-a");
		c->system_wide = true;
	}
	if (!w->given[PERF_ROLE_GRAPH])
		put_front_word(f, "-g");
	if (c->waiting && !w->given[PERF_ROLE_BUFFER] && (w->apart || c->system_wide)) {
		put_front_word(f, "-m");
		/* switches come in bursts: see man perf-record, -m */
		put_front_word(f, "8M");
	}
	if (w->apart && !put_switches(c, w, processes || !c->system_wide, f, err))
		return false;
	if (c->hosts) { /* the hosts need a common clock */
		put_front_word(f, "-k");
		put_front_word(f, "CLOCK_MONOTONIC");
	} else if (!w->given[PERF_ROLE_OUTPUT]) {
		/* otherwise perf would write to a pipe on its standard output */
		put_front_word(f, "-o");
		put_front_word(f, c->output);
	}
	return true;
}

static bool put_defaults(struct perf_command *c, const struct perf_arguments *w,
			 struct error *err)
{
	struct front f = {.count = 0};
	size_t given = c->count;

	if (!choose_front(c, w, &f, err))
		return false;
	for (size_t i = 0; i < f.count; i++)
		if (!add_argument(c, f.words[i], err))
			return false;
	memmove(c->argv + f.count, c->argv, given * sizeof *c->argv);
	memcpy(c->argv, f.words, f.count * sizeof *c->argv);
	return true;
}

/* The word before the command, if it may be an unknown long option of perf. */
static const char *unknown_before(const struct perf_arguments *w)
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

/* Add the command for perf to run, or the duration. */
static bool put_workload(struct perf_command *c, struct perf_arguments *w,
			 struct error *err)
{
	const char *unknown = unknown_before(w);
	uint64_t number;

	if (c->hosts && (!add_argument(c, "-o", err) || !add_argument(c, "-", err)))
		return false; /* perf uses the last -o */
	if (c->hosts && !c->has_workload && !c->sleep)
		return error_set(err, ERROR_USAGE,
				 "--host: for how long? Give --duration SECONDS");

	if (c->has_workload && unknown &&
	    number_seconds(text_of(w->argv[w->at]), &number))
		return error_set(
		    err, ERROR_USAGE,
		    "'%s' is not a command; if it is the argument of %s: %s=%s",
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
		return add_argument(c, "--", err) && add_argument(c, "sleep", err) &&
		       add_argument(c, c->sleep, err);
	if (c->has_workload && !add_argument(c, "--", err))
		return false;
	for (; w->at < w->argc; w->at++)
		if (!add_argument(c, w->argv[w->at], err))
			return false;
	return true;
}

bool perf_command_build(struct perf_command *c, int argc, char **argv, struct error *err)
{
	struct perf_arguments w = {.argv = argv, .argc = argc, .at = 1};

	*c = (struct perf_command){.output = NULL};
	if (!take_options(c, &w, err))
		return false;
	/* switches change the meaning of -F, so take the options again if they are requested */
	c->light = c->waiting && w.given[PERF_ROLE_SWITCHES];
	if (c->waiting && !c->light) {
		w = (struct perf_arguments){
		    .argv = argv, .argc = argc, .at = 1, .apart = true};
		c->count = 0;
		if (!take_options(c, &w, err))
			return false;
	}
	if (!c->output)
		c->output = c->hosts ? "perf.hosts" : "perf.data";
	return put_defaults(c, &w, err) && put_workload(c, &w, err);
}

const char **perf_command_into(const struct perf_command *c, const char *output,
			       char **joined, struct error *err)
{
	const char **argv =
	    mem_array(c->count + 1, sizeof *argv, "words of a command", err);
	size_t at = 0;

	*joined = NULL;
	if (!argv)
		return NULL;
	memcpy(argv, c->argv, (c->count + 1) * sizeof *argv);
	while (at < c->count &&
	       !(c->output >= argv[at] && c->output <= argv[at] + strlen(argv[at])))
		at++;
	if (at < c->count && c->output == argv[at]) {
		argv[at] = output;
	} else if (at < c->count) { /* as in "--output=perf.data" */
		*joined = mem_format(err, "%.*s%s", (int)(c->output - argv[at]), argv[at],
				     output);
		argv[at] = *joined;
	}
	if (!err->kind)
		return argv;
	mem_free(argv);
	return NULL;
}

void perf_command_release(struct perf_command *c)
{
	mem_free(c->argv);
	*c = (struct perf_command){0};
}

void perf_command_write(const struct perf_command *c, FILE *out)
{
	for (size_t i = 0; i < c->count; i++) {
		if (i)
			putc(' ', out);
		shell_line_word(text_of(c->argv[i]), false, out);
	}
}

void perf_command_print(const struct perf_command *c, FILE *out)
{
	perf_command_write(c, out);
	putc('\n', out);
}
