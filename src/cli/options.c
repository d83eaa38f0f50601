#include "cli/options.h"
#include "cli/queried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/find/periods.h"
#include "analysis/filter.h"
#include "analysis/heatmap.h"
#include "analysis/hue.h"
#include "analysis/range_words.h"
#include "base/append.h"
#include "base/number.h"
#include "base/regex.h"
#include "base/text.h"
#include "cli/parsing/joined_options.h"
#include "cli/parsing/operands.h"
#include "cli/parsing/option_spelling.h"
#include "cli/waits/waiting_options.h"
#include "input/formats.h"
#include "input/plugin/plugin_readers.h"
#include "input/time_unit.h"

/* options.def writes sets of commands without their prefix. */
enum {
	OPEN = TAKER_OPEN,
	HEATMAP = TAKER_HEATMAP,
	TOP = TAKER_TOP,
	EXPORT = TAKER_EXPORT,
	DIFF = TAKER_DIFF,
	INFO = TAKER_INFO,
	CONVERT = TAKER_CONVERT | TAKER_MERGE,
	CACHE = TAKER_CACHE,
	RECORD = TAKER_RECORD,
	PUSH = TAKER_PUSH,
	LIVE = TAKER_LIVE,
	CONFIG = TAKER_CONFIG,
	PERIODS = TAKER_PERIODS,
	REPORT = TAKER_REPORT,
	FIND = TAKER_FIND,
	CHART = TAKER_CHART,
	TREE = TAKER_TREE,
	ANNOTATED = TAKER_ANNOTATE,
	WAITS = TAKER_WAITS,
	PICTURES = TAKER_HEATMAP | TAKER_FLAME | TAKER_CHART,
	GRAPHS = TAKER_OPEN | TAKER_FLAME,
	DRAWINGS = GRAPHS | TAKER_EXPORT,
	PRINTED = TAKER_OPEN | PICTURES,
	BATCH = TAKER_BATCH,
	VIEWS = BATCH | TAKER_OPEN,
	MAPS = TAKER_OPEN | TAKER_HEATMAP,
	CLOCKS = MAPS | TAKER_INFO,
	ADDERS = DRAWINGS | TAKER_TREE | TAKER_TOP | TAKER_DIFF,
	COMPARERS = TAKER_DIFF | TAKER_TOP | TAKER_EXPORT | TAKER_FLAME | TAKER_TREE,
	GRAPHS_OF_TWO = TAKER_EXPORT | TAKER_FLAME | TAKER_TREE,
	WRITERS = BATCH | CONVERT | TAKER_WAITS,
	QUERIED = TAKER_OPEN | TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		  TAKER_INFO | TAKER_TREE | TAKER_DIFF,
	ALL = VIEWS | TAKER_INFO | CONVERT | TAKER_WAITS,
	EVERY = ALL | TAKER_CACHE | TAKER_CONFIG,
	HELPED = EVERY | TAKER_RECORD | TAKER_PUSH | TAKER_LIVE,
};

#define SILENT(set) TAKER_SILENT(set)

const struct option_info option_table[OPTION_COUNT] = {
#define GROUP(title, id)
#define OPTION(id, name, letter, argument, takers, help)                                 \
	[OPTION_##id] = {name, letter, argument, (uint64_t)(takers), help},
#include "cli/options.def"
#undef OPTION
#undef GROUP
};

#define TOLD_MAX  70 /* columns of an argument */
#define TOLD_SOME 24 /* of one that is longer */

const char *option_argument(enum option_id id, char words[static OPTION_WORDS_MAX])
{
	return id == OPTION_FORMAT_EXPORT ? export_words(words)
					  : option_table[id].argument;
}

const char *option_told_argument(enum option_id id, char words[static OPTION_WORDS_MAX])
{
	const char *all = option_argument(id, words);
	size_t len = strlen(all);

	if (len <= TOLD_MAX)
		return all;
	for (len = TOLD_SOME; len > 0 && all[len - 1] != '|'; len--)
		;
	snprintf(words, OPTION_WORDS_MAX, "%.*s...", (int)len, all);
	return words;
}

bool option_is_told(enum option_id id, unsigned set)
{
	return option_table[id].takers & set;
}

bool option_is_taken(enum option_id id, unsigned set)
{
	return (option_table[id].takers & (set | TAKER_SILENT(set))) ||
	       ((set & TAKER_CONFIG) && kept_choices_where(id));
}

const char *option_group(enum option_id id)
{
	static const struct {
		const char *title;
		enum option_id first;
	} groups[] = {
#define GROUP(title, id) {title, OPTION_##id},
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
#undef OPTION
#undef GROUP
	};
	size_t i = sizeof groups / sizeof *groups - 1;

	while (groups[i].first > id)
		i--;
	return groups[i].title;
}

#define WIDTH_MIN  20
#define WIDTH_MAX  CANVAS_SIDE_MAX
#define HEIGHT_MIN 10
#define HEIGHT_MAX CANVAS_SIDE_MAX
#define MEMORY_MIN (1 << 20) /* bytes */

static bool wrong(enum option_id id, const char *arg, const char *expected,
		  struct error *err)
{
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not %s", option_table[id].name,
			 arg, expected);
}

/* The number of `arg` among the words of the option's argument, "hide|show|only". */
static bool choose(enum option_id id, const char *arg, int *chosen, struct error *err)
{
	char buf[OPTION_WORDS_MAX];
	const char *words = option_argument(id, buf);

	for (int i = 0;; i++) {
		size_t len = strcspn(words, "|");

		if (text_equal(text_of(arg), (struct text){words, len})) {
			*chosen = i;
			return true;
		}
		if (!words[len])
			break;
		words += len + 1;
	}
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not one of %s",
			 option_table[id].name, arg, option_argument(id, buf));
}

/* What a table has, and in which form. */
static bool take_table(struct options *o, enum option_id id, int chosen)
{
	static const enum output_format pictures[] = {OUTPUT_ANSI, OUTPUT_TEXT,
						      OUTPUT_JSON, OUTPUT_SCREEN_SVG};
	static const enum report_format reports[] = {REPORT_TEXT, REPORT_MARKDOWN,
						     REPORT_JSON};
	static const enum output_format tables[] = {OUTPUT_TEXT, OUTPUT_CSV, OUTPUT_JSON};
	static const enum output_format lists[] = {OUTPUT_TEXT, OUTPUT_JSON};

	if (id == OPTION_KIND)
		o->odd_kinds = chosen < ODD_KINDS ? 1u << chosen : ODD_ALL_APART;
	else if (id == OPTION_SORT_TOP)
		o->order = (enum top_order)chosen;
	else if (id == OPTION_SORT_WAITS)
		o->waits_order = (enum waits_order)chosen;
	else if (id == OPTION_FORMAT)
		o->format = pictures[chosen];
	else if (id == OPTION_FORMAT_LIST)
		o->format = lists[chosen];
	else if (id == OPTION_FORMAT_REPORT)
		o->report = reports[chosen];
	else
		o->format = tables[chosen];
	return true;
}

static bool take_notation(struct options *o, const char *arg, struct error *err)
{
	int n;

	if (!choose(OPTION_FORMAT_EXPORT, arg, &n, err))
		return false;
	o->notation = export_find(arg);
	return true;
}

/* How both sides are compared; what is left is how it is written. */
static bool take_comparing(struct options *o, enum option_id id, int n)
{
	if (id == OPTION_NORMALISE) {
		o->settings.normalised = (enum normalised)n;
		o->style.normalise = true;
	} else if (id == OPTION_SHOW || id == OPTION_SHOW_OPEN) {
		o->settings.plain = n == SHOWN_WIDTHS;
		o->settings.widths =
		    o->settings.plain ? SHOWN_DIFFERENTIAL : (enum shown_widths)n;
	} else if (id == OPTION_FAIL_ON) {
		o->fails_on_size = n == 1;
	} else if (id == OPTION_BY || id == OPTION_BY_TOP) {
		o->by = (enum keys_by)n;
		o->by_given = true;
	} else
		return take_table(o, id, n);
	return true;
}

/* Those of the heat map, and of what is below it; false: it is none. */
static bool take_map_word(struct settings *s, enum option_id id, int n, const char *arg)
{
	switch (id) {
	case OPTION_STATE:
		waiting_options_state(s, text_of(arg));
		break;
	case OPTION_GRAPH:
		waiting_options_graph(s, n);
		break;
	case OPTION_CELLS:
		s->counts = n == 1;
		break;
	case OPTION_LANES:
		s->lanes = true;
		s->lanes_by = (enum lanes_by)n;
		break;
	case OPTION_VALUE:
		s->shares = n == 1;
		break;
	case OPTION_COLOUR_BY:
	case OPTION_COLOR_BY:
		s->hues_by = (enum hues_by)n;
		break;
	case OPTION_DIRECTION:
		s->time_down = n == 1;
		break;
	case OPTION_BELOW:
		s->below = (enum below)n;
		break;
	case OPTION_SCALE:
		s->theme.chosen = n > 0;
		s->theme.scale = (enum heat_scale)(n ? n - 1 : 0);
		break;
	default:
		return false;
	}
	return true;
}

/* --sort of tree, whose default is the first. */
static const enum sibling_order tree_orders[] = {ORDER_VALUE, ORDER_SELF, ORDER_NAME,
						 ORDER_START};

static void set_idle(struct settings *s, enum idle_mode mode)
{
	s->idle = mode;
	s->idled = true;
}

/* Options whose argument is one of some words. */
static bool take_word(struct options *o, enum option_id id, const char *arg,
		      struct error *err)
{
	struct settings *s = &o->settings;
	int n = 0;

	if (!choose(id, arg, &n, err))
		return false;
	switch (id) {
	case OPTION_IDLE:
		set_idle(s, (enum idle_mode)n);
		break;
	case OPTION_ROOT:
		s->root = (enum root_mode)n;
		s->rooted = true;
		break;
	case OPTION_WEIGHT:
		s->weigh = (enum weigh)n;
		break;
	case OPTION_CLOCK:
		s->local = n == 1;
		break;
	case OPTION_TIME_UNIT:
		s->reading.time_unit = (enum time_unit)n;
		break;
	case OPTION_LAYOUT:
		s->icicle = n == 1;
		break;
	case OPTION_FOLD:
		s->fold = n == 0 ? FOLDING_ON : FOLDING_OFF;
		break;
	case OPTION_SORT:
		s->order = (enum sibling_order)n;
		break;
	case OPTION_SORT_TREE:
		s->order = tree_orders[n];
		break;
	case OPTION_PERCENT:
		s->percent = (enum percent_base)n;
		break;
	case OPTION_COLOURS:
		s->theme.flame = (enum flame_colours)n;
		break;
	case OPTION_COLOR:
		o->colouring = (enum colouring)n;
		break;
	case OPTION_ANNOTATE:
		o->style.annotate =
		    (enum annotate)(n + 1); /* the set of kinds: "all" is both */
		break;
	case OPTION_UNIT:
		o->style.unit = time_unit_ns((enum time_unit)(n + TIME_UNIT_NS));
		break;
	case OPTION_THEME:
		o->theme = (enum background_wish)n;
		break;
	case OPTION_MOUSE:
		o->mouse = (enum shell_mouse)n;
		break;
	default:
		return take_map_word(s, id, n, arg) || take_comparing(o, id, n);
	}
	return true;
}

static bool take_align(struct options *o, const char *arg, struct error *err)
{
	struct alignment align = {.follows = false};

	for (int i = ALIGN_BEST + 1; i < RECORDINGS_ALIGNS; i++) {
		if (strcmp(arg, recordings_align_names[i]) == 0) {
			o->together.align = (enum recordings_align)i;
			return true;
		}
	}
	o->settings.align = arg;
	return alignment_parse(text_of(arg), NULL, NULL, &align, err) ||
	       error_at(err, "--align");
}

static bool take_points(struct options *o, enum option_id id, const char *arg,
			struct error *err)
{
	uint64_t whole;
	uint32_t billionths;
	double points;

	if (!number_parts(text_of(arg), &whole, &billionths) || whole > 100)
		return wrong(id, arg, "a number from 0 to 100", err);
	points = (double)whole + billionths / 1e9;
	if (id == OPTION_HIDE) {
		o->settings.threshold = points / 100;
		return true;
	}
	if (id == OPTION_MIN_SHARE) {
		o->settings.least = points / 100;
		return true;
	}
	o->fails = true;
	o->fail_above = points;
	return true;
}

/* Compiled here only to refuse a bad one before a large file is read. */
static bool take_search(struct options *o, const char *arg, struct error *err)
{
	struct regex *re = regex_new(text_of(arg), err);

	o->settings.search = arg;
	regex_free(re);
	return re || error_at(err, "--search");
}

static bool take_against_filter(struct options *o, const char *arg, struct error *err)
{
	struct filter *parsed = filter_new(text_of(arg), err);

	filter_free(parsed);
	o->settings.against_filter = arg;
	return parsed || error_at(err, "--against-filter");
}

static bool take_rows(struct options *o, const char *arg, struct error *err)
{
	uint64_t rows;

	o->fit_rows = strcmp(arg, "auto") == 0;
	o->settings.rows = 0;
	if (o->fit_rows)
		return true;
	if (!number_u64(text_of(arg), &rows) || rows == 0 || rows > HEATMAP_ROWS_MAX)
		return wrong(OPTION_ROWS, arg, "a number from 1 to 1000, or auto", err);
	o->settings.rows = (uint32_t)rows;
	return true;
}

static bool take_threads(struct options *o, const char *arg, struct error *err)
{
	uint64_t threads;

	if (!number_u64(text_of(arg), &threads) || threads == 0 || threads > PARSERS_MOST)
		return wrong(OPTION_THREADS, arg, "a number from 1 to 16", err);
	o->settings.reading.threads = (unsigned)threads;
	return true;
}

static bool take_memory(struct options *o, const char *arg, struct error *err)
{
	if (!number_size(text_of(arg), &o->memory) || o->memory < MEMORY_MIN)
		return wrong(OPTION_MEMORY, arg, "a size from 1M, such as 512M or 4G",
			     err);
	o->settings.reading.sparing = false;
	return true;
}

static bool take_period(struct options *o, const char *arg, struct error *err)
{
	uint64_t ns;

	if (!number_seconds(text_of(arg), &ns) || ns == 0)
		return wrong(OPTION_PERIOD, arg, "a length in seconds, such as 1 or 0.25",
			     err);
	o->settings.period = ns;
	return true;
}

static bool take_thread(struct options *o, const char *arg, struct error *err)
{
	return APPEND_FIXED(o->charted, o->charted_count, arg) ||
	       error_set(err, ERROR_USAGE, "--thread: at most %d threads",
			 OPTIONS_THREADS_MOST);
}

/* Of what is printed. */
static bool take_extent(struct options *o, enum option_id id, const char *arg,
			struct error *err)
{
	uint64_t n = 0;
	bool is_number = number_u64(text_of(arg), &n);

	if (id == OPTION_LIMIT || id == OPTION_LIMIT_LANES) {
		o->limited = true;
		o->limit = n;
		return is_number || wrong(id, arg, "a number of rows", err);
	}
	if (id == OPTION_LONGER || id == OPTION_SHORTER || id == OPTION_LONGER_STATE ||
	    id == OPTION_SHORTER_STATE)
		return waiting_options_length(&o->settings, id, arg, err);
	if (id == OPTION_DEPTH && (!is_number || n == 0 || n > UINT32_MAX))
		return wrong(id, arg, "a number of levels, from 1", err);
	if (id == OPTION_WIDTH && (!is_number || n < WIDTH_MIN || n > WIDTH_MAX))
		return wrong(id, arg, "a number from 20 to 4096", err);
	if (id == OPTION_HEIGHT && (!is_number || n < HEIGHT_MIN || n > HEIGHT_MAX))
		return wrong(id, arg, "a number from 10 to 4096", err);
	if (id == OPTION_BURSTS && (!is_number || n == 0 || n > PERIODS_MOST))
		return wrong(id, arg, "the number of a period, from 1", err);
	if (id == OPTION_DEPTH)
		o->depth = (uint32_t)n;
	else if (id == OPTION_BURSTS)
		o->bursts = (uint32_t)n;
	else
		*(id == OPTION_WIDTH ? &o->width : &o->height) = (int)n;
	return true;
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

/* What is printed of the screen; or else the old name of --input-format. */
static bool take_open_format(struct options *o, const char *arg, struct error *err)
{
	if (strcmp(arg, option_table[OPTION_FORMAT_OPEN].argument) != 0)
		return take_input_format(o, OPTION_FORMAT_OPEN, arg, err);
	o->format = OUTPUT_SCREEN_SVG;
	return true;
}

/* Those of reading and showing; false: it is none. */
static bool take_setting_flag(struct settings *s, enum option_id id)
{
	switch (id) {
	case OPTION_SWAP:
		s->swapped = true;
		break;
	case OPTION_NO_SYMBOLS:
		s->reading.symbols = false;
		break;
	case OPTION_INLINE:
		s->reading.inlined = true;
		break;
	case OPTION_ADDRESSES:
		s->reading.addresses = true;
		break;
	case OPTION_LINES:
		s->reading.lines = true;
		break;
	case OPTION_TIMING:
		s->timing = true;
		break;
	case OPTION_REVERSE:
		s->reversed = true;
		break;
	default:
		return false;
	}
	return true;
}

/* Options that take no argument. */
static bool take_flag(struct options *o, enum option_id id)
{
	switch (id) {
	case OPTION_ASCII:
		o->ascii = true;
		break;
	case OPTION_TOGETHER:
		o->puts_together = true;
		break;
	case OPTION_JSON:
		o->format = OUTPUT_JSON;
		break;
	case OPTION_TIDY:
		o->style.tidy = true;
		break;
	case OPTION_LARGE:
		o->large = true;
		break;
	case OPTION_FORCE:
		o->force = true;
		break;
	case OPTION_NO_CACHE:
		o->no_cache = true;
		break;
	case OPTION_KEEP:
		o->keep = true;
		break;
	case OPTION_NICE:
		o->nice = true;
		break;
	case OPTION_NO_SANDBOX:
		o->no_sandbox = true;
		break;
	case OPTION_CALLERS_ONLY:
		o->callers_only = true;
		break;
	case OPTION_CALLEES_ONLY:
		o->callees_only = true;
		break;
	case OPTION_SELF:
	case OPTION_SELF_GRAPH:
		o->self = o->settings.self = true;
		break;
	case OPTION_LIST:
		o->clear = false;
		break;
	case OPTION_CLEAR:
		o->clear = true;
		break;
	case OPTION_HELP:
		o->help = true;
		break;
	default:
		o->version |= !take_setting_flag(&o->settings, id);
		break;
	}
	return true;
}

/* A --weight that stands behind it wins. */
static void set_field(struct settings *s, const char *name)
{
	s->reading.field = name;
	s->weigh = WEIGH_PERIOD;
}

/* Of an event, a frame or a file, which is looked for later. */
static bool take_name(struct options *o, enum option_id id, const char *arg)
{
	struct settings *s = &o->settings;

	if (id == OPTION_EVENT)
		s->event = arg;
	else if (id == OPTION_ZOOM)
		s->zoom = arg;
	else if (id == OPTION_FUNCTION || id == OPTION_CALLERS)
		o->function = arg;
	else if (id == OPTION_HOST)
		o->host = arg;
	else if (id == OPTION_OUTPUT || id == OPTION_OUTPUT_FLARE) {
		o->piped = strcmp(arg, "-") == 0;
		o->output = o->piped ? NULL : arg;
	} else if (id == OPTION_FIELD)
		set_field(s, arg);
	else if (id == OPTION_SYMFS)
		s->reading.symfs = arg;
	else if (id == OPTION_SOURCE)
		s->reading.source = arg;
	else
		s->reading.kallsyms = arg;
	return true;
}

static bool take_format(struct options *o, enum option_id id, const char *arg,
			struct error *err)
{
	return id == OPTION_FORMAT_OPEN ? take_open_format(o, arg, err)
					: take_notation(o, arg, err);
}

/* What no case is for. */
static bool take_other(struct options *o, enum option_id id, const char *arg,
		       struct error *err)
{
	if (queried_takes(id))
		return queried_take(o, id, arg, err);
	return arg ? take_word(o, id, arg, err) : take_flag(o, id);
}

bool options_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err)
{
	switch (id) {
	case OPTION_ALIGN:
		return take_align(o, arg, err);
	case OPTION_AGAINST_FILTER:
		return take_against_filter(o, arg, err);
	case OPTION_BASELINE:
		return recordings_add(&o->baselines, arg, err) ||
		       error_at(err, "--baseline");
	case OPTION_STARTED:
		return started_add(&o->started, arg, err) || error_at(err, "--started");
	case OPTION_FAIL_ABOVE:
	case OPTION_HIDE:
	case OPTION_MIN_SHARE:
		return take_points(o, id, arg, err);
	case OPTION_EVENT:
	case OPTION_ZOOM:
	case OPTION_FIELD:
	case OPTION_SYMFS:
	case OPTION_SOURCE:
	case OPTION_KALLSYMS:
	case OPTION_FUNCTION:
	case OPTION_CALLERS:
	case OPTION_HOST:
	case OPTION_OUTPUT:
	case OPTION_OUTPUT_FLARE:
		return take_name(o, id, arg);
	case OPTION_AGAINST:
	case OPTION_RANGE:
	case OPTION_FILTER:
	case OPTION_TRANSFORM:
	case OPTION_COMPARE_AS:
		return joined_options_take(o, id, arg, err);
	case OPTION_SEARCH:
		return take_search(o, arg, err);
	case OPTION_PERIOD:
		return take_period(o, arg, err);
	case OPTION_ROWS:
		return take_rows(o, arg, err);
	case OPTION_THREADS:
		return take_threads(o, arg, err);
	case OPTION_THREAD:
	case OPTION_THREAD_WAITS:
		return take_thread(o, arg, err);
	case OPTION_MEMORY:
		return take_memory(o, arg, err);
	case OPTION_WIDTH:
	case OPTION_HEIGHT:
	case OPTION_BURSTS:
	case OPTION_DEPTH:
	case OPTION_LONGER:
	case OPTION_SHORTER:
	case OPTION_LONGER_STATE:
	case OPTION_SHORTER_STATE:
	case OPTION_LIMIT:
	case OPTION_LIMIT_LANES:
		return take_extent(o, id, arg, err);
	case OPTION_FORMAT_OPEN:
	case OPTION_FORMAT_EXPORT:
		return take_format(o, id, arg, err);
	case OPTION_FORMAT_IN:
	case OPTION_INPUT_FORMAT:
		return take_input_format(o, id, arg, err);
	default:
		return take_other(o, id, arg, err);
	}
}

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* A relative path is not valid there, says the XDG Base Directory Specification. */
static bool place_cache(struct cache *c, struct error *err)
{
	const char *caches = environment("XDG_CACHE_HOME"), *home = environment("HOME");
	int n;

	if (*caches == '/')
		n = snprintf(c->dir, sizeof c->dir, "%s/flarescope", caches);
	else if (*home == '/')
		n = snprintf(c->dir, sizeof c->dir, "%s/.cache/flarescope", home);
	else
		return error_set(err, ERROR_SYSTEM,
				 "neither XDG_CACHE_HOME nor HOME is set");
	return (n > 0 && (size_t)n < sizeof c->dir) ||
	       error_set(err, ERROR_LIMIT, "the name of its directory is too long");
}

bool options_find_cache(struct cache *c, struct error *err)
{
	const char *max = environment("FLARESCOPE_CACHE_MAX"),
		   *on = environment("FLARESCOPE_CACHE");

	*c = (struct cache){.max = CACHE_SIZE_MAX};
	if (strcmp(on, "no") == 0 || strcmp(on, "off") == 0 || strcmp(on, "0") == 0)
		return error_set(err, ERROR_SYSTEM, "FLARESCOPE_CACHE=%s turns it off",
				 on);
	if (*max && !number_u64(text_of(max), &c->max))
		return error_set(err, ERROR_SYSTEM,
				 "FLARESCOPE_CACHE_MAX=%.40s: expected a number of bytes",
				 max);
	return place_cache(c, err);
}

/* Why there is no cache is of no interest to someone who only wants to see a profile. */
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
		o->settings.order = tree_orders[0];
	kept_choices_apply(o, taker);
	o->settings.reading.switches = taker == TAKER_WAITS;
	option_spelling_build(&sp, taker);
	opterr = 0;
	optind = 0; /* start over, in glibc and in musl */
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
