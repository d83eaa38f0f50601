#include "workspace/menus/look.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "session/states.h"
#include "view/label.h"
#include "workspace/comparing.h"
#include "workspace/counting.h"

/* ---- values: get and set one by its place among the words ---- */

#define OTHER UINT_MAX /* none of the words: a number */

struct looks {
	struct open_profile *open;
	struct settings *settings; /* of it, to be changed */
	char *words;		   /* room for LOOK_WORDS */
};

static unsigned get_theme(const struct open_profile *o)
{
	return o->settings->theme.wish;
}

static bool set_theme(struct looks *c, unsigned n, struct error *err)
{
	struct theme *t = &c->settings->theme;

	(void)err;
	t->wish = (enum background_wish)n;
	theme_suit(t, t->told_light);
	return true;
}

static unsigned get_scale(const struct open_profile *o)
{
	const struct theme *t = &o->settings->theme;

	return t->chosen ? t->scale + 1u : 0;
}

static bool set_scale(struct looks *c, unsigned n, struct error *err)
{
	struct theme *t = &c->settings->theme;

	(void)err;
	t->chosen = n > 0;
	if (n)
		t->scale = (enum heat_scale)(n - 1);
	theme_suit(t, t->told_light);
	return true;
}

static unsigned get_colours(const struct open_profile *o)
{
	return o->settings->theme.flame;
}

static bool set_colours(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->theme.flame = (enum flame_colours)n;
	return true;
}

static unsigned get_cells(const struct open_profile *o)
{
	return o->settings->counts;
}

static bool set_cells(struct looks *c, unsigned n, struct error *err)
{
	return n == get_cells(c->open) ||
	       counting_next_cells(c->open, c->settings, c->words, err);
}

static unsigned get_hues(const struct open_profile *o)
{
	return o->settings->hues_by;
}

static bool set_hues(struct looks *c, unsigned n, struct error *err)
{
	return counting_set_hues(c->open, c->settings, (enum hues_by)n, c->words, err);
}

static unsigned get_clock(const struct open_profile *o)
{
	return o->heat.clock.local;
}

static bool set_clock(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	if (n != get_clock(c->open))
		look_next_zone(c->open, c->words);
	c->settings->local = c->open->heat.clock.local;
	return true;
}

static const uint32_t row_choices[] = {0, 10, 25, 49, 50, 99, 100};
#define ROWS_WORDS "auto|10|25|49|50|99|100"

static double number_of_rows(const struct open_profile *o)
{
	return o->rows;
}

static unsigned get_rows(const struct open_profile *o)
{
	for (unsigned i = 0; i < sizeof row_choices / sizeof *row_choices; i++)
		if (row_choices[i] == o->rows)
			return i;
	return OTHER;
}

static bool set_rows(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->open->rows = c->settings->rows = row_choices[n];
	return true;
}

static unsigned get_direction(const struct open_profile *o)
{
	return o->heat.time_down;
}

static bool set_direction(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->time_down = c->open->heat.time_down = c->open->other.heat.time_down =
	    n == 1;
	return true;
}

static unsigned get_root(const struct open_profile *o)
{
	return o->session->choice.root;
}

static bool set_root(struct looks *c, unsigned n, struct error *err)
{
	if (!open_profile_set_root(c->open, (enum root_mode)n, err))
		return false;
	c->settings->root = (enum root_mode)n;
	return true;
}

static unsigned get_layout(const struct open_profile *o)
{
	return o->flame.icicle;
}

static bool set_layout(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->icicle = c->open->flame.icicle = n == 1;
	return true;
}

static unsigned get_fold(const struct open_profile *o)
{
	return !o->flame.folds;
}

static bool set_fold(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->fold = n == 0 ? FOLDING_ON : FOLDING_OFF;
	flame_view_fold(&c->open->flame, n == 0);
	return true;
}

/* Thousandths of the graph. */
static const int shares[] = {0, 1, 5, 10, 20, 50};
#define SHARES_WORDS "0|0.1|0.5|1|2|5"

static double number_of_share(const struct open_profile *o)
{
	return o->flame.least * 100;
}

static unsigned get_share(const struct open_profile *o)
{
	for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
		if (fabs(o->flame.least * 1000 - shares[i]) < 1e-6)
			return i;
	return OTHER;
}

static bool set_share(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->least = c->open->flame.least = shares[n] / 1000.0;
	return true;
}

static unsigned get_sort(const struct open_profile *o)
{
	return o->flame.order;
}

static bool set_sort(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->order = c->open->flame.order = (enum sibling_order)n;
	return true;
}

static unsigned get_weight(const struct open_profile *o)
{
	return o->session->choice.weigh;
}

static bool set_weight(struct looks *c, unsigned n, struct error *err)
{
	if (n != get_weight(c->open) && !counting_next_weight(c->open, c->words, err))
		return false;
	c->settings->weigh = c->open->session->choice.weigh;
	return true;
}

static unsigned get_percent(const struct open_profile *o)
{
	return o->settings->percent;
}

static bool set_percent(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->percent = (enum percent_base)n;
	return true;
}

static unsigned get_timing(const struct open_profile *o)
{
	return o->settings->timing;
}

static bool set_timing(struct looks *c, unsigned n, struct error *err)
{
	(void)err;
	c->settings->timing = n == 1;
	return true;
}

static unsigned word_count(const char *words)
{
	unsigned n = 1;

	for (; *words; words++)
		n += *words == '|';
	return n;
}

/* ---- of threads' time; these are changed behind the screen ---- */

static unsigned get_part(const struct open_profile *o, enum state_part part)
{
	const struct waiting_choice now = states_choice(o->settings);
	unsigned n = state_change_word(&now, part);

	return n < word_count(part == STATE_OF	    ? STATE_OF_WORDS
			      : part == STATE_GRAPH ? STATE_GRAPH_WORDS
						    : STATE_LENGTH_WORDS)
		   ? n
		   : OTHER;
}

static unsigned get_states(const struct open_profile *o)
{
	return get_part(o, STATE_OF);
}

static unsigned get_graph(const struct open_profile *o)
{
	return get_part(o, STATE_GRAPH);
}

static unsigned get_longer(const struct open_profile *o)
{
	return get_part(o, STATE_LONGER);
}

static double number_of_longer(const struct open_profile *o)
{
	return (double)o->settings->longer / (double)NS_PER_SECOND;
}

static unsigned get_shorter(const struct open_profile *o)
{
	return get_part(o, STATE_SHORTER);
}

static double number_of_shorter(const struct open_profile *o)
{
	return (double)o->settings->shorter / (double)NS_PER_SECOND;
}

/* ---- rows ---- */

/* A row more is a line here; one that is kept has a KEPT row in options.def, too. */
static const struct {
	struct look_row row;
	unsigned (*get)(const struct open_profile *o);
	bool (*set)(struct looks *c, unsigned n, struct error *err);
	double (*number)(const struct open_profile *o); /* if it can be another one */
} rows[] = {
    /* these four in the order of enum state_part */
    {{"time of threads", "state", STATE_OF_WORDS, false}, get_states, NULL, NULL},
    {{"graph of waits", "graph", STATE_GRAPH_WORDS, false}, get_graph, NULL, NULL},
    {{"waits of at least", "longer", STATE_LENGTH_WORDS, false},
     get_longer,
     NULL,
     number_of_longer},
    {{"waits of at most", "shorter", STATE_LENGTH_WORDS, false},
     get_shorter,
     NULL,
     number_of_shorter},
    {{"theme", "theme", "auto|dark|light", true}, get_theme, set_theme, NULL},
    {{"colours of the map", "scale", "auto|default|enhanced|safe|dark", true},
     get_scale,
     set_scale,
     NULL},
    {{"hues of the map by", "colour-by", "heat|process|thread|module|function|kind|mode",
      true},
     get_hues,
     set_hues,
     NULL},
    {{"colours of the graph", "colours", FLAME_COLOURS_WORDS, true},
     get_colours,
     set_colours,
     NULL},
    {{"a cell of the map", "cells", "busy|counts", true}, get_cells, set_cells, NULL},
    {{"rows of a column", "rows", ROWS_WORDS, true}, get_rows, set_rows, number_of_rows},
    {{"time within a column", "direction", "up|down", true},
     get_direction,
     set_direction,
     NULL},
    {{"time of day", "clock", "utc|local", true}, get_clock, set_clock, NULL},
    {{"layout of the graph", "layout", "flame|icicle", true},
     get_layout,
     set_layout,
     NULL},
    {{"trunks and recursion", "fold", "on|off", true}, get_fold, set_fold, NULL},
    {{"narrowest frame, in %", "min-share", SHARES_WORDS, true},
     get_share,
     set_share,
     number_of_share},
    {{"root frames", "root", "comm|thread|pid|cpu|host|none", true},
     get_root,
     set_root,
     NULL},
    {{"order of siblings", "sort", "name|value|start", true}, get_sort, set_sort, NULL},
    {{"percentages are of", "percent", "range|kept|everything", true},
     get_percent,
     set_percent,
     NULL},
    {{"how long it takes", "timing", "no|yes", false}, get_timing, set_timing, NULL},
    {{"what a sample counts", "weight", "samples|period", false},
     get_weight,
     set_weight,
     NULL},
};

bool look_is_state(uint32_t row, enum state_part *part)
{
	*part = (enum state_part)row;
	return row <= STATE_SHORTER;
}

uint32_t look_count(void)
{
	return sizeof rows / sizeof *rows;
}

const struct look_row *look_row(uint32_t row)
{
	return &rows[row].row;
}

static struct text word_at(const char *words, unsigned n)
{
	for (; n > 0; n--)
		words += strcspn(words, "|") + 1;
	return (struct text){words, strcspn(words, "|")};
}

const char *look_value(const struct open_profile *o, uint32_t row,
		       char buf[LOOK_VALUE_MAX])
{
	unsigned n = rows[row].get(o);
	struct text word = n == OTHER ? TEXT("") : word_at(rows[row].row.values, n);

	if (n == OTHER && !rows[row].number) /* of several states */
		snprintf(buf, LOOK_VALUE_MAX, "both");
	else if (n == OTHER)
		snprintf(buf, LOOK_VALUE_MAX, "%.9g", rows[row].number(o));
	else
		snprintf(buf, LOOK_VALUE_MAX, "%.*s", (int)word.len, word.at);
	return buf;
}

bool look_step(struct open_profile *o, struct settings *settings, uint32_t row, int steps,
	       char words[LOOK_WORDS], struct error *err)
{
	struct looks c = {.open = o, .settings = settings, .words = words};
	int count = (int)word_count(rows[row].row.values);
	unsigned now = rows[row].get(o);
	int64_t to = (now == OTHER ? 0 : (int64_t)now) + steps % count + count;

	words[0] = '\0';
	return rows[row].set(&c, (unsigned)(to % count), err);
}

/* ---- the menu ---- */

#define DETAIL_MAX 64

/* What a line is about: the first letter of its key, and the number behind it. */
enum line_kind { LINE_WAY = 'w', LINE_ROW = 'r', LINE_KEEP = 'k' };

static enum line_kind kind_of(const struct menu_line *l, uint32_t *number)
{
	uint64_t n = 0;

	number_u64(text_of(l->key + 1), &n);
	*number = (uint32_t)n;
	return (enum line_kind)l->key[0];
}

static const char *detail_of(const struct open_profile *o, uint32_t row,
			     char buf[DETAIL_MAX])
{
	char value[LOOK_VALUE_MAX];

	snprintf(buf, DETAIL_MAX, "--%-11s %-9s", rows[row].row.option,
		 look_value(o, row, value));
	return buf;
}

/* Those that hold have a mark. */
static bool fill_ways(const struct open_profile *o, struct menu_view *menu,
		      struct error *err)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < COMPARING_WAYS; i++) {
		const struct comparing_way *w = &comparing_ways[i];
		char label[80], key[16];

		snprintf(label, sizeof label, "%s %s", comparing_is(o, i) ? "*" : " ",
			 w->label);
		snprintf(key, sizeof key, "%c%" PRIu32, LINE_WAY, i);
		ok = menu_view_add(menu, text_of(label), w->detail, key, err);
	}
	return ok;
}

bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err)
{
	bool has_states =
	    state_change_has_switches(o->session->profile, o->settings->states);
	bool ok = o->session->choice.baseline.against == AGAINST_NOTHING ||
		  fill_ways(o, menu, err);

	for (uint32_t i = 0; ok && i < look_count(); i++) {
		char key[16], detail[DETAIL_MAX];
		enum state_part part;

		if (look_is_state(i, &part) && !has_states)
			continue;
		snprintf(key, sizeof key, "%c%" PRIu32, LINE_ROW, i);
		ok = menu_view_add(menu, text_of(rows[i].row.label),
				   detail_of(o, i, detail), key, err);
	}
	if (ok)
		ok = menu_view_add(menu, TEXT("keep these for later commands"), "", "k",
				   err);
	menu->aside = true;
	menu->hint = " {enter}, {right 2}: next   {left 2}: before   {cancel}: close ";
	return ok;
}

bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < menu->list.count; i++) {
		char detail[DETAIL_MAX];
		uint32_t row;

		if (kind_of(&menu->lines[i], &row) == LINE_ROW)
			ok = menu_view_change(menu, i, detail_of(o, row, detail), err);
	}
	return ok;
}

struct request look_take(const struct menu_view *menu, uint32_t line, int steps)
{
	uint32_t number;

	if (kind_of(&menu->lines[line], &number) == LINE_ROW)
		return (struct request){
		    .kind = REQUEST_LOOK, .id = number, .steps = steps};
	if (kind_of(&menu->lines[line], &number) == LINE_KEEP)
		return REQUEST(KEEP);
	return (struct request){.kind = REQUEST_MEASURE, .id = number};
}

const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room)
{
	uint32_t row;
	size_t at, option;

	buf[0] = '\0';
	if (kind_of(&menu->lines[menu->list.cursor], &row) != LINE_ROW)
		return buf;
	option = at = (size_t)snprintf(buf, room, "--%s", rows[row].row.option);
	for (unsigned n = 0; n < word_count(rows[row].row.values); n++) {
		struct text word = word_at(rows[row].row.values, n);
		bool is_it = n == rows[row].get(o);

		if (at < room)
			at += (size_t)snprintf(buf + at, room - at,
					       is_it ? " [%.*s]" : " %.*s", (int)word.len,
					       word.at);
	}
	return at < (size_t)width ? buf : buf + option + 1;
}

/* ---- keeping ---- */

/* A line each; `words` has those that are not as usual. */
static void write_lines(const struct open_profile *o, FILE *lines, FILE *words)
{
	for (uint32_t i = 0; i < look_count(); i++) {
		const struct look_row *row = look_row(i);
		char value[LOOK_VALUE_MAX];

		if (row->kept && rows[i].get(o) == 0) {
			fprintf(lines, "!%s\n", row->option);
		} else if (row->kept) {
			look_value(o, i, value);
			fprintf(lines, "%s %s\n", row->option, value);
			fprintf(words, " --%s %s", row->option, value);
		}
	}
}

bool look_keep(const struct open_profile *o, char words[LOOK_KEPT_WORDS],
	       struct error *err)
{
	const struct keeper *k = o->settings->keeper;
	struct memory_stream lines, told;
	char *text = NULL, *kept = NULL;
	bool ok;

	words[0] = '\0';
	if (!k)
		return error_set(err, ERROR_NOTHING, "nothing is kept here");
	if (!memory_stream_open(&lines, err))
		return false;
	ok = memory_stream_open(&told, err);
	if (ok) {
		write_lines(o, lines.out, told.out);
		kept = memory_stream_take(&told, NULL, err);
	}
	text = memory_stream_take(&lines, NULL, err);
	ok = kept && text && k->keep(k->arg, text, err);
	if (ok)
		snprintf(words, LOOK_KEPT_WORDS, "kept in %.200s:%s", k->path,
			 *kept ? kept : " all as usual");
	mem_free(kept);
	mem_free(text);
	return ok;
}

/* ---- what keys change as well ---- */

void look_next_colours(struct settings *settings, bool graph, char words[LOOK_WORDS])
{
	struct theme *t = &settings->theme;

	if (graph) {
		t->flame = t->flame + 1 < FLAME_STEPS ? t->flame + 1 : FLAME_BY_KIND;
		snprintf(words, LOOK_WORDS, "graph colours by %s",
			 flame_colours_names[t->flame]);
		return;
	}
	t->scale = (enum heat_scale)((t->scale + 1) % HEAT_SCALES);
	t->chosen = true;
	snprintf(words, LOOK_WORDS, "heat map colours: %s", heat_scale_names[t->scale]);
}

void look_next_zone(struct open_profile *o, char words[LOOK_WORDS])
{
	struct heat_clock *c = &o->heat.clock;
	char zone[LABEL_MAX];

	if (heat_clock_has_zone(c)) /* the other map follows */
		c->local = !c->local;
	snprintf(words, LOOK_WORDS, "%s", heat_clock_zone_words(c, zone));
}
