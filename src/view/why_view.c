/* why_view.c - what is different in a range: functions, threads, modules, the surest changes first. */

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

#define CHANGE_WIDTH 16	 /* columns for "gone -8.7 % ▼" */
#define NARROW	     64	 /* columns, with fewer a row has its change and its name */
#define WIDE	     120 /* columns, with which there is room for intervals, too */
#define HEADER	     2 /* lines above the rows: what they say, and the heads of the columns */

/* Rows of one enum keys_by are listed, or all of them. */
#define KINDS (KEYS_BY + 1)

static const char *const kind_words[KINDS] = {
    "functions", "threads", "processes", "CPUs",  "hosts",
    "modules",	 "kinds",   "modes",	 "waits", "all"};

/* How a row differed when it was counted. */
struct counted_change {
	struct change change;
	struct difference difference;
};

struct why_view {
	struct difference_rows rows;	     /* owned */
	const struct comparison *comparison; /* borrowed: what they are of; or NULL */
	const struct comparison *next;	/* borrowed: they are to be of this; or NULL */
	const struct search *search;	/* borrowed, with that; or NULL */
	const struct theme *theme;	/* borrowed */
	const char *instead;		/* of the rows: why there are none yet. Or NULL */
	struct counted_change *changes; /* owned: by row */
	uint64_t all[SIDES];		/* what shares are of */
	uint32_t *lines;   /* owned: rows of the kind that is shown, in their order */
	struct bits found; /* functions that a search found, by key; of 0: none is */
	struct list list;
	unsigned
	    kind; /* of rows that are listed: what was waited for if that is known, or functions, */
	bool is_chosen; /* until another one is chosen */
	bool has_waits, has_hosts;
	bool self, old; /* the rows are of a range before this one */
	bool focused;
};

/* The row under the cursor; NULL when there is none. */
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
			v->lines[n++] = i; /* room: of all */
	list_resize(&v->list, n);
}

static void forget(struct why_view *v)
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

static void count_changes(struct why_view *v)
{
	for (uint32_t i = 0; i < v->rows.count; i++) {
		struct counted_change *to = &v->changes[i];

		to->change =
		    difference_row_change(&v->rows, &v->rows.rows[i], v->comparison);
		to->difference = difference_of(v->comparison, to->change);
	}
	v->all[SIDE_SUBJECT] = v->comparison->subject.value;
	v->all[SIDE_BASELINE] = v->comparison->baseline.value;
}

static bool count(struct why_view *v, const struct comparison *c,
		  struct time_limit *limit, struct error *err)
{
	struct why_view new = {.comparison = c};

	if (difference_rows_why(&new.rows, c, v->self, limit, err))
		new.lines = mem_array(new.rows.count, sizeof *new.lines, "rows", err);
	if (new.lines)
		new.changes = mem_array(new.rows.count, sizeof *new.changes, "rows", err);
	if (!new.changes) {
		forget(&new);
		return false;
	}
	count_changes(&new);
	forget(v);
	v->rows = new.rows;
	v->lines = new.lines;
	v->changes = new.changes;
	memcpy(v->all, new.all, sizeof v->all);
	v->comparison = c;
	choose_lines(v);
	return true;
}

/* ---- searching ---- */

/* Which functions have names that match; a search of another tree than that of the rows has none. */
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
		if (keys->of_node[n] != NO_KEY && bits_has(&search->nodes, n))
			bits_add(&v->found, keys->of_node[n]);
	return true;
}

static bool lights_up(const struct why_view *v, const struct difference_row *row)
{
	return v->found.count && row->by == KEYS_FUNCTION &&
	       bits_has(&v->found, row->key);
}

static struct action next_match(struct why_view *v, int step, struct pane p)
{
	uint32_t n = v->list.count, at = v->list.cursor;

	for (uint32_t i = 0; v->found.count && i < n; i++) {
		at = (uint32_t)(((int64_t)at + step + n) % n);
		if (!lights_up(v, row_at(v, at)))
			continue;
		list_point(&v->list, at, p.area.h - HEADER);
		return ACTION(REDRAW);
	}
	return ACTION(NONE);
}

/* ---- the picture ---- */

/* Where the words for what can be listed begin, at the right end of a line. */
static int kinds_from(const struct why_view *v, int width)
{
	int x = width;

	for (unsigned k = 0; k < KINDS; k++)
		if (is_listed(v, k))
			x -= (int)strlen(kind_words[k]) + 1;
	return x;
}

/* The kind at this column of their line; KINDS: none is. */
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

/* What can be listed, at the right end; what is, if there is no room for more. */
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

/* Room for LABEL_MAX, or words that stay. */
static const char *verdict_reason(const struct why_view *v, char *words)
{
	if (v->old)
		return ": these rows follow";
	if (v->rows.left_out > 0) {
		snprintf(words, LABEL_MAX, "; %.0f %% of B is left out",
			 100 * v->rows.left_out);
		return words;
	}
	return v->rows.steady == STEADY_RATES ? ", judged by samples a second"
					      : ", judged by share";
}

/* Of times no chance is known: rows are in order of how large their change is. */
static bool is_of_spans(const struct why_view *v)
{
	return v->comparison && v->comparison->subject.flame->spans;
}

static void draw_verdict(const struct why_view *v, struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	char words[2 * LABEL_MAX], n[LABEL_MAX], all[LABEL_MAX], reason[LABEL_MAX];
	const char *more;
	int x = 1;

	if (!v->old && is_of_spans(v)) {
		x += pane_print(p, x, 0, bold,
				v->kind == KEYS_WAIT ? "what was waited for more, first"
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
	more = verdict_reason(v, reason);
	if (x + (int)strlen(more) + 2 <= kinds_from(v, p.area.w) ||
	    x + 2 > kinds_from(v, p.area.w))
		x += pane_print(p, x, 0, dim, more);
	draw_kinds(v, p, x + 2);
}

/* How a row has changed, on the colour of that. */
static void draw_change(const struct why_view *v, struct difference d, struct pane p,
			int x, int y, struct style s)
{
	char words[LABEL_MAX];

	if (v->theme->depth != PALETTE_NONE && !v->old)
		s = difference_style(v->theme, d);
	for (int i = 0; i < CHANGE_WIDTH; i++)
		pane_put(p, x + i, y, U' ', s);
	difference_words(d, v->theme->ascii, words);
	if (!*words && fabs(d.points) >= 0.0005) /* too small for a colour */
		snprintf(words, sizeof words, "%+.1f %%", 100 * d.points);
	pane_text_fit(p, x + 1, y, CHANGE_WIDTH - 2, s, text_of(words));
}

/* Of a wait that is too long for its line both where and for whom are shortened. */
static void draw_wait(struct pane p, int x, int y, struct style s, struct text words)
{
	struct text who, where = wait_keys_where(words, &who);
	int room = p.area.w - x, half, w;

	if (!who.len || utf8_columns(words) <= room) {
		pane_name(p, x, y, room, s, words);
		return;
	}
	half = room - 6 - utf8_columns(who); /* what that one leaves, if more than half */
	if (half < (room - 6) / 2)
		half = (room - 6) / 2;
	w = x + pane_name(p, x, y, half, s, where);
	w += pane_print(p, w, y, s, ", for ");
	pane_name(p, w, y, p.area.w - w, s, who);
}

/* "main  +2" of three functions that always come together. */
static void draw_name(const struct why_view *v, const struct difference_row *row,
		      struct pane p, int x, int y, struct style s)
{
	char more[LABEL_MAX] = "";
	int room;

	if (row->by == KEYS_WAIT) {
		draw_wait(p, x, y, s, difference_row_name(&v->rows, row));
		return;
	}
	if (row->with > 1)
		snprintf(more, sizeof more, "  +%" PRIu32, row->with - 1);
	room = p.area.w - x - (int)strlen(more);
	x += pane_name(p, x, y, room, s, difference_row_name(&v->rows, row));
	pane_print(p, x, y, s, more);
}

#define SHARES 1000000000 /* parts of a baseline, of which some may be left out */

/* How large it is on either side; the line about the row says that as well. */
static int draw_shares(const struct why_view *v, const struct change *c, struct pane p,
		       int y, struct style s)
{
	char a[LABEL_MAX], b[LABEL_MAX], numbers[4 * LABEL_MAX];

	if (p.area.w < NARROW)
		return 0;
	snprintf(numbers, sizeof numbers, "%8s %8s ",
		 label_share(c->value, v->all[SIDE_SUBJECT], a),
		 label_share((uint64_t)(c->baseline_share * SHARES + 0.5), SHARES, b));
	return pane_print(p, 0, y, s, numbers);
}

/* Rows of one kind need not say which. */
static int what_width(const struct why_view *v, int width)
{
	return width < NARROW || v->kind == KEYS_WAIT ? 0 : 9;
}

/* The line about a row says it, too: names come first. */
static bool has_intervals(const struct why_view *v, int width)
{
	return width >= WIDE && v->rows.is_judged && !is_of_spans(v);
}

static int draw_interval(const struct why_view *v, const struct difference_row *row,
			 struct pane p, int x, int y, struct style s)
{
	const struct interval *i = &row->estimate.share;
	char words[LABEL_MAX];

	if (!has_intervals(v, p.area.w))
		return 0;
	snprintf(words, sizeof words, " %+6.1f to %+6.1f ", 100 * i->low, 100 * i->high);
	return pane_print(p, x, y, s, words);
}

static void draw_row(const struct why_view *v, struct pane p, int y, uint32_t line)
{
	const struct difference_row *row = row_at(v, line);
	const struct counted_change *c = &v->changes[v->lines[line]];
	char verdict[2 * LABEL_MAX];
	char mark = row->verdict == VERDICT_CERTAIN  ? '*'
		    : row->verdict == VERDICT_LIKELY ? '~'
						     : ' ';
	struct style s = {.attr = mark == '*' ? ATTR_BOLD : 0};
	int x;

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
	x = draw_shares(v, &c->change, p, y, s);
	draw_change(v, c->difference, p, x, y, s);
	x += CHANGE_WIDTH;
	x += draw_interval(v, row, p, x, y, s);
	if (is_of_spans(v))
		snprintf(verdict, sizeof verdict, "  %-*s", what_width(v, p.area.w),
			 what_width(v, p.area.w) ? difference_row_by(row) : "");
	else if (p.area.w < NARROW)
		snprintf(verdict, sizeof verdict, "%c ", mark);
	else
		snprintf(verdict, sizeof verdict, " %-13s %-8s ",
			 row->verdict ? verdict_words[row->verdict] : "",
			 difference_row_by(row));
	x += pane_print(p, x, y, s, verdict);
	draw_name(v, row, p, x, y, s);
}

static void draw(const void *self, struct pane p)
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

/* ---- what the user does ---- */

static struct action show_row(const struct why_view *v, uint32_t line)
{
	const struct difference_row *row = row_at(v, line);

	if (!row)
		return ACTION(NONE);
	return (struct action){.kind = ACTION_NAME,
			       .id = row->by,
			       .text = difference_row_name(&v->rows, row)};
}

static struct action about_row(const struct why_view *v, enum command c)
{
	const struct difference_row *row = row_at(v, v->list.cursor);

	if (!row || row->by != KEYS_FUNCTION)
		return ACTION_SAY("only a function has callers");
	return (struct action){.kind = ACTION_FRAME,
			       .command = c,
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

static struct action press(struct why_view *v, const struct input *in, struct pane p)
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

static struct action stop(struct why_view *v)
{
	forget(v);
	v->next = NULL;
	v->instead = "Stopped: another range is compared again, this one by {why} and "
		     "{why}.";
	return ACTION(REDRAW);
}

static struct action next_kind(struct why_view *v, unsigned step)
{
	unsigned kind = (v->kind + step) % KINDS;

	while (!is_listed(v, kind)) /* all are, at least */
		kind = (kind + step) % KINDS;
	return choose_kind(v, kind);
}

static struct action command(void *self, const struct input *in, struct pane p)
{
	struct why_view *v = self;

	switch (in->command) {
	case COMMAND_LEFT:
		return next_kind(v, KINDS - 1);
	case COMMAND_RIGHT:
	case COMMAND_SORT:
		return next_kind(v, 1);
	case COMMAND_ENTER:
		return show_row(v, v->list.cursor);
	case COMMAND_NEXT:
		return next_match(v, 1, p);
	case COMMAND_PREVIOUS:
		return next_match(v, -1, p);
	case COMMAND_STACK:
	case COMMAND_CALLERS:
		return about_row(v, in->command);
	case COMMAND_PRESS:
		return press(v, in, p);
	case COMMAND_CANCEL:
		return v->next ? stop(v) : ACTION(CLOSE);
	default:
		return list_move(&v->list, in, p.area.h - HEADER) ? ACTION(REDRAW)
								  : ACTION(NONE);
	}
}

/* ---- as one of the views ---- */

/* What is to be counted, be it now or when there are no keys to wait for it. */
static bool finish(void *self, struct time_limit *limit, struct error *err)
{
	struct why_view *v = self;
	bool ok = !v->next ||
		  (count(v, v->next, limit, err) && find_functions(v, v->search, err));

	if (!ok && err->kind == ERROR_CANCELLED)
		return false;
	if (!ok)
		forget(v);
	v->next = NULL;
	v->old = false;
	return ok;
}

static bool is_behind(const void *self)
{
	return ((const struct why_view *)self)->next != NULL;
}

/*
 * To rank takes longer than a step of a drag: the rows follow when that has ended, and when there are no keys.
 * Until then those of before stand there.
 */
static bool update(void *self, const struct view_data *data, struct pane p,
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
		forget(v);
		return true;
	}
	if (data->moving && v->old)
		return true;
	v->self = data->choice->baseline.look.self;
	v->search = data->recorded.search;
	v->next = c;
	if (!data->later)
		return finish(v, NULL, err);
	if (!v->old)
		forget(v);
	return true;
}

static void prepare(void *self, struct pane p, bool focused)
{
	struct why_view *v = self;

	(void)p;
	v->focused = focused;
}

static bool detail(const void *self, const struct status *s, struct pane p)
{
	const struct why_view *v = self;
	const struct difference_row *row = row_at(v, v->list.cursor);

	struct status recorded = *s; /* whatever is made of call paths */

	if (!row || !s->comparison || v->old)
		return false;
	recorded.comparison = v->comparison;
	status_difference(&recorded, &v->rows, row, p);
	return true;
}

static void release(void *self)
{
	forget(self);
	((struct why_view *)self)->next = NULL;
}

const struct view_ops why_view_ops = {
    .size = sizeof(struct why_view),
    .enter = "show it",
    .update = update,
    .is_behind = is_behind,
    .finish = finish,
    .prepare = prepare,
    .draw = draw,
    .detail = detail,
    .command = command,
    .release = release,
};
