#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare/renamed.h"
#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "analysis/shape/transform.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/parsing/operands.h"
#include "cli/parsing/option_fields.h"
#include "cli/queried.h"
#include "input/formats.h"
#include "input/plugin/plugin_readers.h"
#include "input/time_unit.h"

/* Both sides of --graph hot-cold are fixed, so refuse options that choose a side. */
static bool settle_hot_cold(struct settings *s, struct error *err)
{
	const char *other = s->asked.event	      ? "event"
			    : s->asked.against	      ? "against"
			    : s->asked.against_filter ? "against-filter"
						      : NULL;

	if (s->choice.waiting.states != STATES_HOT_COLD)
		return error_set(err, ERROR_USAGE,
				 "--graph hotcold is of running and blocked threads: "
				 "leave --state out");
	return !other || error_set(err, ERROR_USAGE,
				   "--graph hotcold holds what ran against what was "
				   "blocked: leave --%s out",
				   other);
}

/* Fill in implied choices and refuse contradictions, after all options are parsed. */
static bool waiting_options_settle(struct settings *s, bool all, struct error *err)
{
	struct waiting_choice *w = &s->choice.waiting;
	bool graphed = s->asked.given & CHOICE_SET(CHOICE_GRAPH);
	bool hot_cold = w->graph == GRAPH_HOT_COLD;

	if (graphed && !w->states)
		w->states = hot_cold ? STATES_HOT_COLD : STATES_BLOCKED;
	if (hot_cold && !settle_hot_cold(s, err))
		return false;
	if (graphed && !hot_cold && w->states & ~STATES_BLOCKED)
		return error_set(
		    err, ERROR_USAGE,
		    "--graph %s is of blocked threads: leave --state out, or "
		    "say blocked or disk",
		    wait_graph_names[w->graph]);
	if (s->reading.field && s->reading.switches)
		return error_set(err, ERROR_USAGE,
				 "--field is of samples; --state and --graph weigh "
				 "stacks by time");
	if (w->shorter && w->longer > w->shorter)
		return error_set(err, ERROR_USAGE,
				 "--longer and --shorter leave nothing between them");
	if ((w->longer || w->shorter) && !w->states && !all)
		return error_set(err, ERROR_USAGE,
				 "--%s: of what? Give --state, too, such as --state "
				 "blocked",
				 w->longer ? "longer" : "shorter");
	return true;
}

/* The options of a command in the form of getopt_long(). */
struct option_spelling {
	struct option rows[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 2];
};

/* getopt_long() returns OPTION_FIRST_LONG + id for long options, and the letter for others. */
#define OPTION_FIRST_LONG 256

static void option_spelling_build(struct option_spelling *sp, enum taker taker)
{
	size_t n = 0, letters = 0;

	sp->letters[letters++] = ':'; /* distinguish missing arguments */
	for (int id = 0; id < OPTION_COUNT; id++) {
		const struct option_info *o = &option_table[id];

		if (!option_is_taken((enum option_id)id, taker))
			continue;
		sp->rows[n++] = (struct option){
		    o->name, *o->argument ? required_argument : no_argument, NULL,
		    OPTION_FIRST_LONG + id};
		if (!o->letter)
			continue;
		sp->letters[letters++] = o->letter;
		if (*o->argument)
			sp->letters[letters++] = ':';
	}
	sp->rows[n] = (struct option){0};
	sp->letters[letters] = '\0';
}

/* The letter exists: getopt_long() has found it. */
static enum option_id option_of_letter(int letter, enum taker taker)
{
	enum option_id id = 0;

	while (option_table[id].letter != letter || !option_is_taken(id, taker))
		id++;
	return id;
}

/* List the options that `begin` abbreviates: "--colours, --color". */
static int list_longer(struct text begin, enum taker taker, char *list, size_t room)
{
	int count = 0;
	size_t len = 0;

	for (int id = 0; id < OPTION_COUNT; id++) {
		const char *name = option_table[id].name;

		if (!option_is_told((enum option_id)id, taker) ||
		    !text_starts(text_of(name), begin))
			continue;
		if (len < room)
			len += (size_t)snprintf(list + len, room - len, "%s--%s",
						count ? ", " : "", name);
		count++;
	}
	return count;
}

static const char *nearest_option(struct text name, enum taker taker)
{
	struct text_nearest n = {.given = name};

	for (int id = 0; id < OPTION_COUNT; id++)
		if (option_is_told((enum option_id)id, taker))
			text_nearest_offer(&n, text_of(option_table[id].name));
	return n.word.at;
}

/* Explain why getopt_long() refused "--name" or "--name=value". */
static bool refuse(struct text given, enum taker taker, struct error *err)
{
	const char *equals = memchr(given.at, '=', given.len), *nearest;
	struct text name = equals ? text_upto(given, (size_t)(equals - given.at)) : given;
	char list[160];

	for (int id = 0; id < OPTION_COUNT; id++) {
		if (text_equal(text_from(name, 2), text_of(option_table[id].name)) &&
		    !option_is_taken((enum option_id)id, taker))
			return error_set(err, ERROR_USAGE,
					 "this command has no option --%s%s",
					 option_table[id].name,
					 id == OPTION_JSON && (taker & TAKER_BATCH)
					     ? "; did you mean --format json?"
					     : "");
	}
	if (list_longer(text_from(name, 2), taker, list, sizeof list) > 1)
		return error_set(err, ERROR_USAGE, "'%.*s' is ambiguous: %s",
				 (int)name.len, name.at, list);
	nearest = nearest_option(text_from(name, 2), taker);
	if (nearest)
		return error_set(err, ERROR_USAGE,
				 "unknown option '%.*s'; did you mean --%s?",
				 (int)name.len, name.at, nearest);
	return error_set(err, ERROR_USAGE, "unknown option '%.*s'", (int)name.len,
			 name.at);
}

/*
 * Explain why getopt_long() refused the word `given`. `c` is its result: ':' for a missing
 * argument, '?' for an unknown option. Returns false.
 */
static bool option_spelling_complain(int c, const char *given, enum taker taker,
				     struct error *err)
{
	char words[OPTION_WORDS_MAX];

	if (c == '?' && optopt >= OPTION_FIRST_LONG)
		return error_set(err, ERROR_USAGE, "--%s takes no argument",
				 option_table[optopt - OPTION_FIRST_LONG].name);
	if (c == '?' && optopt)
		return error_set(err, ERROR_USAGE, "unknown option '-%c'", optopt);
	if (c == '?')
		return refuse(text_of(given), taker, err);
	if (optopt >= OPTION_FIRST_LONG)
		return error_set(
		    err, ERROR_USAGE, "--%s needs an argument: %s",
		    option_table[optopt - OPTION_FIRST_LONG].name,
		    option_argument((enum option_id)(optopt - OPTION_FIRST_LONG), words));
	return error_set(err, ERROR_USAGE, "-%c needs an argument: %s", optopt,
			 option_argument(option_of_letter(optopt, taker), words));
}

/* For info, --format is the format of the input. After --format json point to --json. */
static void option_spelling_explain_info(const char *arg, struct error *err)
{
	if (strcmp(arg, "json") != 0)
		return;
	*err = (struct error)ERROR_INIT;
	error_set(err, ERROR_USAGE,
		  "--format: no input is 'json'; info prints JSON with --json");
}

/* Append `arg` to `*all`, which may be NULL. */
static bool join(char **all, const char *between, const char *arg, struct error *err)
{
	char *joined =
	    mem_format(err, "%s%s%s", *all ? *all : "", *all ? between : "", arg);

	if (!joined)
		return false;
	mem_free(*all);
	*all = joined;
	return true;
}

static bool take_filter(struct options *o, const char *arg, struct error *err)
{
	struct filter *parsed = filter_new(text_of(arg), err);

	filter_free(parsed);
	if (!parsed)
		return error_at(err, "--filter");
	if (!join(&o->filter, " & ", arg, err))
		return false;
	o->settings.choice.filter = text_of(o->filter);
	return true;
}

static bool take_transform(struct options *o, const char *arg, struct error *err)
{
	struct transform t;

	if (strchr(arg, '\n'))
		return error_set(err, ERROR_USAGE, "--transform: a name of one line");
	if (!transform_parse(text_of(arg), &t, err))
		return error_at(err, "--transform");
	if (!join(&o->transform, "\n", arg, err))
		return false;
	o->settings.choice.transform = text_of(o->transform);
	return true;
}

static bool take_range(struct options *o, const char *arg, struct error *err)
{
	struct ranges also = {0};
	struct range range;

	if (!ranges_parse(text_of(arg), NULL, &range, &also, err))
		return error_at(err, "--range");
	ranges_release(&also);
	if (!join(&o->range, "/", arg, err))
		return false;
	o->settings.asked.range = o->range;
	return true;
}

static bool take_against(struct options *o, const char *arg, struct error *err)
{
	struct ranges also = {0};
	struct range range;
	bool rest = strcmp(arg, "rest") == 0;

	if (o->against && (rest || strcmp(o->against, "rest") == 0))
		return error_set(err, ERROR_USAGE,
				 "--against: the rest stands alone, without ranges");
	if (!rest && !ranges_parse(text_of(arg), NULL, &range, &also, err))
		return error_at(err, "--against");
	ranges_release(&also);
	if (!join(&o->against, "/", arg, err))
		return false;
	o->settings.asked.against = o->against;
	return true;
}

static bool take_compare_as(struct options *o, const char *arg, struct error *err)
{
	if (strchr(arg, '\n') || !renamed_is_wish(text_of(arg)))
		return error_set(
		    err, ERROR_USAGE,
		    "--compare-as: '%.80s': expected OLD=NEW, a program or "
		    "module of the second file and one of the first, or none",
		    arg);
	if (!join(&o->compare_as, "\n", arg, err))
		return false;
	o->settings.asked.compare_as = o->compare_as;
	return true;
}

/*
 * Take --range, --against, --filter, --compare-as or --transform. Returns ERROR_USAGE for an
 * invalid argument.
 */
static bool joined_options_take(struct options *o, enum option_id id, const char *arg,
				struct error *err)
{
	return id == OPTION_RANGE	 ? take_range(o, arg, err)
	       : id == OPTION_AGAINST	 ? take_against(o, arg, err)
	       : id == OPTION_FILTER	 ? take_filter(o, arg, err)
	       : id == OPTION_COMPARE_AS ? take_compare_as(o, arg, err)
					 : take_transform(o, arg, err);
}

/* "host~^\\Qweb1\\E$": matches exactly this host, whatever characters its name has. */
static char *host_term(const char *name, struct error *err)
{
	size_t room = filter_quote(text_of(name), NULL, 0) + sizeof "host~";
	char *term = mem_array(room, 1, "characters", err);

	if (!term)
		return NULL;
	memcpy(term, "host~", 5);
	filter_quote(text_of(name), term + 5, room - 5);
	return term;
}

/* Express --host by filters, after all options are parsed. */
static bool joined_options_settle(struct options *o, struct error *err)
{
	char *term;
	bool ok;

	if (!o->host)
		return true;
	if (o->settings.asked.against_filter || o->baseline_file)
		return error_set(err, ERROR_USAGE,
				 "--host: the baseline is all other hosts, and no other "
				 "file or filter");
	term = host_term(o->host, err);
	o->others = term ? mem_format(err, "%s%s!%s", o->filter ? o->filter : "",
				      o->filter ? " & " : "", term)
			 : NULL;
	ok = o->others && take_filter(o, term, err) &&
	     (!o->range || o->against || take_against(o, o->range, err));
	mem_free(term);
	o->settings.asked.against_filter = o->others;
	if (!options_has(o, OPTION_NORMALISE))
		o->settings.choice.baseline.normalised = NORMALISED_BY_SHARE;
	return ok;
}

/* When recordings are put together, the argument is a word. */
static bool take_align(struct options *o, const char *arg, struct error *err)
{
	for (int i = ALIGN_BEST + 1; i < RECORDINGS_ALIGNS; i++) {
		if (strcmp(arg, recordings_align_names[i]) == 0) {
			o->together.align = (enum recordings_align)i;
			return true;
		}
	}
	return choice_parse(&o->settings.choice, &o->settings.asked, CHOICE_ALIGN, arg,
			    err);
}

static bool take_fail_above(struct options *o, const char *arg, struct error *err)
{
	uint64_t whole;
	uint32_t billionths;

	o->fails = true;
	if (!number_parts(text_of(arg), &whole, &billionths) || whole > 100)
		return option_is_wrong(OPTION_FAIL_ABOVE, arg, "a number from 0 to 100",
				       err);
	o->fail_above = (double)whole + billionths / 1e9;
	return true;
}

static bool take_memory(struct options *o, const char *arg, struct error *err)
{
	o->settings.reading.sparing = false;
	return (number_size(text_of(arg), &o->memory) && o->memory >= 1 << 20) ||
	       option_is_wrong(OPTION_MEMORY, arg, "a size from 1M, such as 512M or 4G",
			       err);
}

static bool take_input_format(struct options *o, enum option_id id, const char *arg,
			      struct error *err)
{
	struct plugin_reader own = {0};
	bool known = formats_find(arg) || plugin_readers_find(arg, &own, err);

	o->settings.reading.format = arg;
	plugin_reader_release(&own);
	return known || error_at(err, "--%s", option_table[id].name);
}

/* Take the output formats that have no field of their own. */
static bool take_format(struct options *o, enum option_id id, const char *arg,
			struct error *err)
{
	static const char *const names[] = {[OUTPUT_ANSI] = "ansi",
					    [OUTPUT_TEXT] = "text",
					    [OUTPUT_JSON] = "json",
					    [OUTPUT_CSV] = "csv",
					    [OUTPUT_SCREEN_SVG] = "screen-svg"};
	unsigned n;

	if (id == OPTION_FORMAT_OPEN && strcmp(arg, option_table[id].argument) !=
					    0) /* formerly the format of the input */
		return take_input_format(o, id, arg, err);
	if (!option_choose(id, arg, &n, err))
		return false;
	if (id == OPTION_FORMAT_EXPORT) {
		o->notation = export_find(arg);
		return true;
	}
	o->format = OUTPUT_ANSI;
	while (strcmp(names[o->format], arg) != 0)
		o->format++;
	return true;
}

/* The words of tree --sort; the first is the default. */
static const enum sibling_order tree_orders[] = {ORDER_VALUE, ORDER_SELF, ORDER_NAME,
						 ORDER_START};

static bool take_word(struct options *o, enum option_id id, const char *arg,
		      struct error *err)
{
	unsigned n;

	if (!option_choose(id, arg, &n, err))
		return false;
	if (id == OPTION_SORT_TREE)
		o->settings.choice.order = tree_orders[n];
	else if (id == OPTION_KIND)
		o->odd_kinds = n < ODD_KINDS ? 1u << n : ODD_ALL_APART;
	else if (id == OPTION_ANNOTATE) /* a set of kinds: "all" is both */
		o->style.annotate = (enum annotate)(n + 1);
	else
		o->style.unit = time_unit_ns((enum time_unit)(n + TIME_UNIT_NS));
	return true;
}

static bool take_choice(struct options *o, enum choice_id id, const char *arg,
			struct error *err)
{
	struct settings *s = &o->settings;

	if (!choice_parse(&s->choice, &s->asked, id, arg, err))
		return false;
	if (id == CHOICE_STATE || id == CHOICE_GRAPH)
		s->reading.switches = true;
	o->fit_rows |= id == CHOICE_ROWS && !s->choice.rows;
	o->style.normalise |= id == CHOICE_NORMALISE;
	o->self |= id == CHOICE_SELF;
	return true;
}

bool options_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err)
{
	const struct option_field *field = option_field_of(id);

	if (field)
		return option_field_take(o, field, arg, err);
	switch (id) {
	case OPTION_AGAINST:
	case OPTION_RANGE:
	case OPTION_FILTER:
	case OPTION_TRANSFORM:
	case OPTION_COMPARE_AS:
		return joined_options_take(o, id, arg, err);
	case OPTION_ALIGN:
		return take_align(o, arg, err);
	case OPTION_LONGER_WAITS:
		return take_choice(o, CHOICE_LONGER, arg, err);
	case OPTION_SHORTER_WAITS:
		return take_choice(o, CHOICE_SHORTER, arg, err);
	case OPTION_SHOW_GRAPH:
		return take_choice(o, CHOICE_SHOW, arg, err);
	case OPTION_COLOR_BY:
		return take_choice(o, CHOICE_COLOUR_BY, arg, err);
	case OPTION_SELF_DIFF:
		return take_choice(o, CHOICE_SELF, arg, err);
	case OPTION_BASELINE:
		return recordings_add(&o->baselines, arg, err) ||
		       error_at(err, "--baseline");
	case OPTION_STARTED:
		return started_add(&o->started, arg, err) || error_at(err, "--started");
	case OPTION_FAIL_ABOVE:
		return take_fail_above(o, arg, err);
	case OPTION_FIELD: /* a later --weight overrides it */
		o->settings.reading.field = arg;
		o->settings.choice.weigh = WEIGH_PERIOD;
		return true;
	case OPTION_MEMORY:
		return take_memory(o, arg, err);
	case OPTION_THREAD:
	case OPTION_THREAD_WAITS:
		return APPEND_FIXED(o->charted, o->charted_count, arg) ||
		       error_set(err, ERROR_USAGE, "--thread: at most %d threads",
				 OPTIONS_THREADS_MOST);
	case OPTION_OUTPUT:
	case OPTION_OUTPUT_FLARE:
		o->piped = strcmp(arg, "-") == 0;
		o->output = o->piped ? NULL : arg;
		return true;
	case OPTION_JSON:
		o->format = OUTPUT_JSON;
		return true;
	case OPTION_FORMAT_IN:
	case OPTION_INPUT_FORMAT:
		return take_input_format(o, id, arg, err);
	case OPTION_FORMAT:
	case OPTION_FORMAT_OPEN:
	case OPTION_FORMAT_LIST:
	case OPTION_FORMAT_TOP:
	case OPTION_FORMAT_EXPORT:
		return take_format(o, id, arg, err);
	default:
		if (queried_takes(id))
			return queried_take(o, id, arg, err);
		return (int)id < CHOICE_COUNT
			   ? take_choice(o, (enum choice_id)id, arg, err)
			   : take_word(o, id, arg, err);
	}
}

/* Use the cache if there is one. The reason for its absence does not matter here. */
static void use_cache(struct options *o)
{
	struct error ignored = ERROR_INIT;

	if (!o->no_cache && options_find_cache(&o->cache, &ignored))
		o->settings.reading.cache = &o->cache;
}

bool options_parse(struct options *o, enum taker taker, int argc, char **argv,
		   struct error *err)
{
	struct option_spelling sp;
	int c;

	*o = (struct options){.settings.reading = {.symbols = true, .sparing = true},
			      .odd_kinds = ODD_ALL_APART};
	if (taker == TAKER_TREE)
		o->settings.choice.order = tree_orders[0];
	kept_choices_apply(o, taker);
	o->settings.reading.switches = taker == TAKER_WAITS;
	option_spelling_build(&sp, taker);
	opterr = 0;
	optind = 0; /* restart, in glibc and in musl */
	while ((c = getopt_long(argc, argv, sp.letters, sp.rows, NULL)) != -1) {
		enum option_id id;

		if (c == ':' || c == '?')
			return option_spelling_complain(c, argv[optind - 1], taker, err);
		id = c >= OPTION_FIRST_LONG ? (enum option_id)(c - OPTION_FIRST_LONG)
					    : option_of_letter(c, taker);
		if (!options_take(o, id, *option_table[id].argument ? optarg : NULL,
				  err)) {
			if (id == OPTION_FORMAT_IN && taker == TAKER_INFO)
				option_spelling_explain_info(optarg, err);
			return false;
		}
		o->kept.from[id].line = KEPT_BY_COMMAND;
		o->kept.from[id].value = optarg;
	}
	use_cache(o);
	return waiting_options_settle(&o->settings, taker == TAKER_WAITS, err) &&
	       operands_take(o, taker, optind, argc, argv, err) &&
	       joined_options_settle(o, err);
}

bool options_has(const struct options *o, enum option_id id)
{
	return o->kept.from[id].line != 0;
}

void options_release(struct options *o)
{
	mem_free(o->filter);
	mem_free(o->transform);
	mem_free(o->range);
	mem_free(o->against);
	mem_free(o->compare_as);
	mem_free(o->others);
	recordings_release(&o->together);
	recordings_release(&o->baselines);
	started_release(&o->started);
	o->filter = o->transform = o->range = o->against = o->compare_as = NULL;
	kept_choices_release(&o->kept);
}
