/*
 * why_view.c - the differences of a range: functions, threads, modules, the surest changes first.
 */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/search.h"
#include "analysis/waiting/wait_keys.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "view/difference.h"
#include "view/label.h"
#include "view/list.h"
#include "view/status.h"

#define NARROW 64  /* columns: in a narrower pane a row has only its change and name */
#define WIDE   120 /* columns: panes this wide have intervals, too */
#define HEADER 2   /* lines above the rows: the verdict, and the heads of the columns */

/* Either the rows of one enum keys_by are listed, or all. */
#define KINDS (KEYS_BY + 1)

static const char *const kind_words[KINDS] = {
    "functions", "threads", "processes", "CPUs",  "hosts",
    "modules",	 "kinds",   "modes",	 "waits", "all"};

/* The change of a row when it was counted. */
struct counted_change {
	struct change change;
	struct difference difference;
};

struct why_view {
	struct difference_rows rows;	     /* owned */
	const struct comparison *comparison; /* borrowed: of the rows; or NULL */
	const struct comparison *next; /* borrowed: for finish_why_view(); or NULL */
	const struct search *search;   /* borrowed, of `next`; or NULL */
	const struct theme *theme;     /* borrowed */
	const char *instead;	       /* borrowed: drawn in place of the rows; or NULL */
	struct counted_change *changes; /* owned: by row */
	uint64_t all[SIDES];		/* the bases of shares */
	uint32_t *lines;		/* owned: the listed rows, in their order */
	struct bits found; /* owned: keys of the functions that match the search */
	struct list list;
	unsigned kind;	/* of the listed rows: waits, if there are any, or functions, */
	bool is_chosen; /* unless the user has chosen it */
	bool has_waits, has_hosts;
	bool self; /* changes are of self values */
	bool old;  /* the rows belong to an earlier range */
	bool focused;
};

/* The row of a line; NULL if the line does not exist. */
static const struct difference_row *row_at(const struct why_view *v, uint32_t line)
{
	return line < v->list.count ? &v->rows.rows[v->lines[line]] : NULL;
}

static bool is_listed(const struct why_view *v, unsigned kind)
{
	if (kind == KEYS_HOST)
		return v->has_hosts;
	return kind != KEYS_MODE && (kind != KEYS_WAIT || v->has_waits);
}

static void choose_lines(struct why_view *v)
{
	uint32_t n = 0;

	v->has_waits = v->rows.keys[KEYS_WAIT].count > 0;
	v->has_hosts = v->rows.keys[KEYS_HOST].count > 0;
	if (!v->is_chosen || !is_listed(v, v->kind))
		v->kind = v->has_waits ? KEYS_WAIT : KEYS_FUNCTION;

	for (uint32_t i = 0; i < v->rows.count; i++)
		if (v->kind == KEYS_BY || v->rows.rows[i].by == v->kind)
			v->lines[n++] = i; /* room: for all rows */
	list_resize(&v->list, n);
}

static void forget_differences(struct why_view *v)
{
	difference_rows_release(&v->rows);
	mem_free(v->changes);
	mem_free(v->lines);
	bits_release(&v->found);
	v->changes = NULL;
	v->lines = NULL;
	v->comparison = NULL;
	list_resize(&v->list, 0);
}

static bool count_difference_rows(struct why_view *v, const struct comparison *c,
				  struct time_limit *limit, struct error *err)
{
	struct why_view new = {.comparison = c};

	if (difference_rows_explain(&new.rows, c, v->self, limit, err))
		new.lines = mem_array(new.rows.count, sizeof *new.lines, "rows", err);
	if (new.lines)
		new.changes = mem_array(new.rows.count, sizeof *new.changes, "rows", err);
	if (!new.changes) {
		forget_differences(&new);
		return false;
	}
	for (uint32_t i = 0; i < new.rows.count; i++) {
		struct counted_change *to = &new.changes[i];

		to->change =
		    difference_row_change(&new.rows, &new.rows.rows[i], new.comparison);
		to->difference = difference_of(new.comparison, to->change);
	}
	new.all[SIDE_SUBJECT] = new.comparison->subject.value;
	new.all[SIDE_BASELINE] = new.comparison->baseline.value;
	forget_differences(v);
	v->rows = new.rows;
	v->lines = new.lines;
	v->changes = new.changes;
	memcpy(v->all, new.all, sizeof v->all);
	v->comparison = c;
	choose_lines(v);
	return true;
}

/* ---- searching ---- */

/* Note the functions that match the search. A search of another tree has no matches. */
static bool find_functions(struct why_view *v, const struct search *search,
			   struct error *err)
{
	const struct sample_keys *keys = &v->rows.keys[KEYS_FUNCTION];
	const struct tree *tree = v->comparison->tree;

	bits_release(&v->found);
	if (!search || !keys->of_node || search->nodes.count != tree->count)
		return true;
	if (!bits_build(&v->found, keys->count, err))
		return false;
	for (uint32_t n = 0; n < tree->count; n++)
		if (keys->of_node[n] != KEY_NONE && bits_has(&search->nodes, n))
			bits_add(&v->found, keys->of_node[n]);
	return true;
}

static bool lights_up(const struct why_view *v, const struct difference_row *row)
{
	return v->found.count && row->by == KEYS_FUNCTION &&
	       bits_has(&v->found, row->key);
}

static bool is_match(const void *of, uint32_t line)
{
	return lights_up(of, row_at(of, line));
}

static struct action next_match(struct why_view *v, bool back, struct pane p)
{
	uint32_t n = v->list.count, from = v->list.cursor + (back ? n - 1 : 1), line = n;

	if (v->found.count && n)
		line = list_find(&v->list, from % n, back, is_match, v);
	if (line == n)
		return ACTION(NONE);
	list_point(&v->list, line, p.area.h - HEADER);
	return ACTION(REDRAW);
}

/* ---- drawing ---- */

/* The first column of the names of the kinds, which are at the right end of a line. */
static int kinds_from(const struct why_view *v, int width)
{
	int x = width;

	for (unsigned k = 0; k < KINDS; k++)
		if (is_listed(v, k))
			x -= (int)strlen(kind_words[k]) + 1;
	return x;
}

/* The kind whose name is at column `x`; KINDS: none. */
static unsigned kind_at(const struct why_view *v, int width, int x)
{
	int from = kinds_from(v, width);

	for (unsigned k = 0; k < KINDS; k++) {
		int w = (int)strlen(kind_words[k]);

		if (!is_listed(v, k))
			continue;
		if (x >= from && x < from + w)
			return k;
		from += 1 + w;
	}
	return KINDS;
}

/* The names of all kinds, or only the name of the listed one if they do not fit from `from` on. */
static void draw_kinds(const struct why_view *v, struct pane p, int from)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	int x = kinds_from(v, p.area.w);

	if (x < from) {
		x = p.area.w - (int)strlen(kind_words[v->kind]) - 1;
		pane_print(p, x, 0, bold, kind_words[v->kind]);
		return;
	}
	for (unsigned k = 0; k < KINDS; k++)
		if (is_listed(v, k))
			x += 1 + pane_print(p, x, 0, k == v->kind ? bold : dim,
					    kind_words[k]);
}

/* Times have no verdict, as their chance is unknown: rows are sorted by their change. */
static bool is_of_spans(const struct why_view *v)
{
	return v->comparison && v->comparison->subject.flame->spans;
}

static void draw_verdict(const struct why_view *v, struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	char words[2 * LABEL_MAX], n[LABEL_MAX], all[LABEL_MAX], more[LABEL_MAX];
	int x = 1;

	if (!v->old && is_of_spans(v)) {
		x += pane_print(p, x, 0, bold,
				v->kind == KEYS_WAIT ? "the largest growth of waits first"
						     : "the largest change first");
		draw_kinds(v, p, x + 2);
		return;
	}
	if (v->old)
		snprintf(words, sizeof words, "of the range before");
	else if (!v->rows.is_judged)
		snprintf(words, sizeof words, "the largest change first");
	else if (v->rows.certain)
		snprintf(words, sizeof words, "%s of %s certain",
			 number_grouped(v->rows.certain, n),
			 number_grouped(v->rows.count, all));
	else
		snprintf(words, sizeof words, "no change is certain");
	x += pane_print(p, x, 0, bold, words);
	if (v->old)
		snprintf(more, sizeof more, ": these rows follow");
	else if (v->rows.left_out > 0)
		snprintf(more, sizeof more, "; %.0f %% of B is left out",
			 100 * v->rows.left_out);
	else if (v->rows.common != 1)
		snprintf(more, sizeof more, ", judged beside most functions (%.2f)",
			 v->rows.common);
	else
		snprintf(more, sizeof more, ", judged by %s",
			 v->rows.steady == UNCHANGED_RATES ? "samples per second"
							   : "share");
	if (x + (int)strlen(more) + 2 <= kinds_from(v, p.area.w) ||
	    x + 2 > kinds_from(v, p.area.w))
		x += pane_print(p, x, 0, dim, more);
	draw_kinds(v, p, x + 2);
}

/*
 * "main  +2": the first of three functions that always come together. "malloc, for http": if the
 * line is too short, both names are shortened.
 */
static void draw_name(const struct why_view *v, const struct difference_row *row,
		      struct pane p, int x, int y, struct style s)
{
	struct text name = difference_row_name(&v->rows, row), where, who;
	int room = p.area.w - x, half;
	char more[LABEL_MAX] = "";

	if (row->by != KEYS_WAIT) {
		if (row->with > 1)
			snprintf(more, sizeof more, "  +%" PRIu32, row->with - 1);
		x += pane_name(p, x, y, room - (int)strlen(more), s, name);
		pane_print(p, x, y, s, more);
		return;
	}
	where = wait_keys_where(name, &who);
	if (!who.len || utf8_columns(name) <= room) {
		pane_name(p, x, y, room, s, name);
		return;
	}
	half = room - 6 - utf8_columns(who); /* but at least half */
	if (half < (room - 6) / 2)
		half = (room - 6) / 2;
	x += pane_name(p, x, y, half, s, where);
	x += pane_print(p, x, y, s, ", for ");
	pane_name(p, x, y, p.area.w - x, s, who);
}

#define SHARES 1000000000 /* units of a baseline, of which a part may be left out */

/* The width of the column that names the kind of a row; waits need none. */
static int what_width(const struct why_view *v, int width)
{
	return width < NARROW || v->kind == KEYS_WAIT ? 0 : 9;
}

/* In a narrower pane names need the room; the line about the row has its interval anyway. */
static bool has_intervals(const struct why_view *v, int width)
{
	return width >= WIDE && v->rows.is_judged && !is_of_spans(v);
}

static void draw_row(const struct why_view *v, struct pane p, int y, uint32_t line)
{
	const struct difference_row *row = row_at(v, line);
	const struct counted_change *c = &v->changes[v->lines[line]];
	const struct interval *interval = &row->estimate.share;
	const char *kind = what_width(v, p.area.w) ? difference_row_by(row) : "";
	char words[4 * LABEL_MAX], a[LABEL_MAX], b[LABEL_MAX], points[LABEL_MAX] = "";
	char mark = row->verdict == VERDICT_CERTAIN  ? '*'
		    : row->verdict == VERDICT_LIKELY ? '~'
						     : ' ';
	struct style s = {.attr = mark == '*' ? ATTR_BOLD : 0};
	int x = 0;

	if (lights_up(v, row)) {
		s.fg = theme_found_words(v->theme).fg;
		s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
	}
	if (v->old)
		s.attr = ATTR_DIM;
	if (v->focused && line == v->list.cursor)
		s.attr |= ATTR_REVERSE;
	for (int i = 0; i < p.area.w; i++)
		pane_put(p, i, y, U' ', s);
	if (p.area.w >= NARROW) {
		uint64_t share = (uint64_t)(c->change.baseline_share * SHARES + 0.5);

		snprintf(words, sizeof words, "%8s %8s ",
			 label_share(c->change.value, v->all[SIDE_SUBJECT], a),
			 label_share(share, SHARES, b));
		x = pane_print(p, 0, y, s, words);
	}
	if (fabs(c->difference.points) >=
	    0.0005) /* for a change too small for a colour */
		snprintf(points, sizeof points, "%+.1f %%", 100 * c->difference.points);
	difference_draw(v->old ? NULL : v->theme, c->difference, v->theme->ascii, points,
			p, x, y, s);
	x += DIFFERENCE_WIDTH;
	if (has_intervals(v, p.area.w)) {
		snprintf(words, sizeof words, " %+6.1f to %+6.1f ", 100 * interval->low,
			 100 * interval->high);
		x += pane_print(p, x, y, s, words);
	}
	if (is_of_spans(v))
		snprintf(words, sizeof words, "  %-*s", what_width(v, p.area.w), kind);
	else if (p.area.w < NARROW)
		snprintf(words, sizeof words, "%c ", mark);
	else
		snprintf(words, sizeof words, " %-13s %-8s ",
			 row->verdict ? verdict_words[row->verdict] : "",
			 difference_row_by(row));
	x += pane_print(p, x, y, s, words);
	draw_name(v, row, p, x, y, s);
}

static void draw_why_view(const void *self, struct pane p)
{
	const struct why_view *v = self;
	const struct style head = {.attr = ATTR_BOLD | ATTR_UNDERLINE};
	char words[2 * LABEL_MAX];

	if (v->instead || !v->comparison) {
		const char *instead = v->instead ? v->instead
				      : v->next	 ? "Comparing ...; {cancel} stops"
						 : "nothing is compared";

		pane_print(p, 2, 2, (struct style){0},
			   command_words(instead, words, sizeof words));
		return;
	}
	draw_verdict(v, p);
	if (p.area.w < NARROW)
		snprintf(words, sizeof words, " %-16s %s", "change of all", "name");
	else if (is_of_spans(v))
		snprintf(words, sizeof words, "%8s %8s  %-16s %-*s%s",
			 v->self ? "A self" : "A", v->self ? "B self" : "B",
			 "change of all", what_width(v, p.area.w),
			 what_width(v, p.area.w) ? "what" : "",
			 v->kind == KEYS_WAIT ? "what threads waited for" : "name");
	else
		snprintf(words, sizeof words, "%8s %8s  %-14s  %s%-13s %-8s %s",
			 v->self ? "A self" : "A", v->self ? "B self" : "B",
			 "change of all",
			 has_intervals(v, p.area.w) ? "   points, 95 %   " : "",
			 "verdict", "what", "name");
	pane_print(p, 0, 1, head, words);
	for (int y = 0; y < p.area.h - HEADER; y++) {
		uint32_t line;

		if (list_at(&v->list, y, p.area.h - HEADER, &line))
			draw_row(v, p, y + HEADER, line);
	}
}

/* ---- commands ---- */

static struct action show_row(const struct why_view *v, uint32_t line)
{
	const struct difference_row *row = row_at(v, line);

	if (!row)
		return ACTION(NONE);
	return (struct action){.kind = ACTION_NAME,
			       .id = row->by,
			       .text = difference_row_name(&v->rows, row)};
}

static struct action choose_kind(struct why_view *v, unsigned kind)
{
	if (!v->lines || kind >= KINDS)
		return ACTION(NONE);
	v->kind = kind;
	v->is_chosen = true;
	v->list.cursor = v->list.scroll = 0;
	choose_lines(v);
	return ACTION(REDRAW);
}

static struct action press_in_why(struct why_view *v, const struct input *in,
				  struct pane p)
{
	uint32_t line;

	if (in->y == 0)
		return choose_kind(v, kind_at(v, p.area.w, in->x));
	if (!list_at(&v->list, in->y - HEADER, p.area.h - HEADER, &line) ||
	    in->y < HEADER)
		return ACTION(NONE);
	if (line == v->list.cursor)
		return show_row(v, line);
	v->list.cursor = line;
	return ACTION(REDRAW);
}

static struct action next_kind(struct why_view *v, unsigned step)
{
	unsigned kind = (v->kind + step) % KINDS;

	while (!is_listed(v, kind)) /* at least the kind "all" is listed */
		kind = (kind + step) % KINDS;
	return choose_kind(v, kind);
}

static struct action run_why_command(void *self, const struct input *in, struct pane p)
{
	struct why_view *v = self;
	const struct difference_row *row = row_at(v, v->list.cursor);

	switch (in->command) {
	case COMMAND_LEFT:
		return next_kind(v, KINDS - 1);
	case COMMAND_RIGHT:
	case COMMAND_SORT:
		return next_kind(v, 1);
	case COMMAND_ENTER:
		return show_row(v, v->list.cursor);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return next_match(v, in->command == COMMAND_PREVIOUS, p);
	case COMMAND_STACK:
	case COMMAND_CALLERS:
		if (!row || row->by != KEYS_FUNCTION)
			return ACTION_SAY("only a function has callers");
		return (struct action){.kind = ACTION_FRAME,
				       .command = in->command,
				       .text = difference_row_name(&v->rows, row)};
	case COMMAND_PRESS:
		return press_in_why(v, in, p);
	case COMMAND_CANCEL:
		if (!v->next)
			return ACTION(CLOSE);
		forget_differences(v);
		v->next = NULL;
		v->instead = "Stopped: another range is compared again, this one with "
			     "{why} and {why}.";
		return ACTION(REDRAW);
	default:
		return list_move(&v->list, in, p.area.h - HEADER) ? ACTION(REDRAW)
								  : ACTION(NONE);
	}
}

/* ---- as one of the views ---- */

/* Count the rows that update_why_view() has postponed. */
static bool finish_why_view(void *self, struct time_limit *limit, struct error *err)
{
	struct why_view *v = self;
	bool ok = !v->next || (count_difference_rows(v, v->next, limit, err) &&
			       find_functions(v, v->search, err));

	if (!ok && err->kind == ERROR_CANCELLED)
		return false;
	if (!ok)
		forget_differences(v);
	v->next = NULL;
	v->old = false;
	return ok;
}

static bool is_behind(const void *self)
{
	return ((const struct why_view *)self)->next != NULL;
}

/*
 * Ranking takes longer than a step of a drag. Until the drag has ended, and no key is pending, the
 * rows of the previous range are shown.
 */
static bool update_why_view(void *self, const struct view_data *data, struct pane p,
			    struct error *err)
{
	const struct comparison *c = data->recorded.comparison;
	struct why_view *v = self;

	(void)p;
	v->theme = data->theme;
	v->instead = data->instead ? data->instead : data->wait;
	v->next = NULL;
	v->old = v->comparison == c && (data->moving || data->later);
	if (v->instead || !c) {
		forget_differences(v);
		return true;
	}
	if (data->moving && v->old)
		return true;
	v->self = data->choice->baseline.look.self;
	v->search = data->recorded.search;
	v->next = c;
	if (!data->later)
		return finish_why_view(v, NULL, err);
	if (!v->old)
		forget_differences(v);
	return true;
}

static void prepare_why_view(void *self, struct pane p, bool focused)
{
	struct why_view *v = self;

	(void)p;
	v->focused = focused;
}

static bool draw_why_detail(const void *self, const struct status *s, struct pane p)
{
	const struct why_view *v = self;
	const struct difference_row *row = row_at(v, v->list.cursor);

	struct status recorded = *s; /* however call paths are transformed */

	if (!row || !s->comparison || v->old)
		return false;
	recorded.comparison = v->comparison;
	status_difference(&recorded, &v->rows, row, p);
	return true;
}

static void release_why_view(void *self)
{
	forget_differences(self);
	((struct why_view *)self)->next = NULL;
}

const struct view_ops why_view_ops = {
    .size = sizeof(struct why_view),
    .enter = "show it",
    .update = update_why_view,
    .is_behind = is_behind,
    .finish = finish_why_view,
    .prepare = prepare_why_view,
    .draw = draw_why_view,
    .detail = draw_why_detail,
    .command = run_why_command,
    .release = release_why_view,
};
