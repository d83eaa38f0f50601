#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/parsing/implied_options.h"
#include "cli/parsing/operands.h"
#include "cli/parsing/option_fields.h"
#include "cli/parsing/option_spelling.h"
#include "cli/parsing/repeated_options.h"
#include "cli/query_options.h"
#include "input/formats.h"
#include "input/plugin/plugin_readers.h"
#include "input/time_unit.h"

/* Besides the values of the choice, --align takes the ways to align several recordings. */
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

/* Take the output formats that have no member of their own. */
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
		o->anomaly_kinds = n < ANOMALY_KINDS ? 1u << n : ANOMALY_ALL_APART;
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
		return repeated_option_take(o, id, arg, err);
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
		if (query_options_takes(id))
			return query_options_take(o, id, arg, err);
		return (int)id < CHOICE_COUNT
			   ? take_choice(o, (enum choice_id)id, arg, err)
			   : take_word(o, id, arg, err);
	}
}

/* Use the cache if there is one; without one, the reason is ignored. */
static void use_cache(struct options *o)
{
	struct error ignored = ERROR_INIT;

	if (!o->no_cache && options_find_cache(&o->cache, &ignored))
		o->settings.reading.cache = &o->cache;
}

/* Renamed options: the former names are accepted with a hint until 1.0. */
static enum option_id current_option(enum option_id id)
{
	static const enum option_id now[OPTION_COUNT] = {
	    [OPTION_BELOW_FORMER] = OPTION_LOWER_PANE,
	    [OPTION_HIDE_FORMER] = OPTION_MIN_CHANGE,
	    [OPTION_TIDY_FORMER] = OPTION_TIDY};

	if (!now[id])
		return id;
	fprintf(stderr, "flarescope: --%s is now --%s\n", option_table[id].name,
		option_table[now[id]].name);
	return now[id];
}

bool options_parse(struct options *o, enum taker taker, int argc, char **argv,
		   struct error *err)
{
	struct option_spelling sp;
	int c;

	*o = (struct options){.settings.reading = {.symbols = true, .sparing = true},
			      .anomaly_kinds = ANOMALY_ALL_APART};
	if (taker == TAKER_TREE)
		o->settings.choice.order = tree_orders[0];
	saved_choices_apply(o, taker);
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
		id = current_option(id);
		if (!options_take(o, id, *option_table[id].argument ? optarg : NULL,
				  err)) {
			if (id == OPTION_FORMAT_LIST && taker == TAKER_INFO)
				option_spelling_explain_info(optarg, err);
			return false;
		}
		o->kept.from[id].line = SET_BY_COMMAND;
		o->kept.from[id].value = optarg;
	}
	use_cache(o);
	return implied_options_of_waits(&o->settings, taker == TAKER_WAITS, err) &&
	       operands_take(o, taker, optind, argc, argv, err) &&
	       implied_options_of_host(o, err);
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
	saved_choices_release(&o->kept);
}
