#include "view/code/code_view.h"

#include <stdio.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/utf8.h"

/* ---- the function and its code ---- */

static void forget_rows(struct code_view *v)
{
	mem_free(v->rows);
	v->rows = NULL;
	v->count = v->room = 0;
	jump_lanes_release(&v->jumps);
}

static void forget_code(struct code_view *v)
{
	annotation_release(&v->a);
	forget_rows(v);
	samples_by_address_release(&v->at);
	code_reading_release(&v->code);
	v->found = v->waits = false;
	v->why[0] = '\0';
}

bool code_view_show(struct code_view *v, struct text function, bool *known,
		    struct error *err)
{
	char *own;

	*known = v->function && (v->at.code || v->waits) &&
		 text_equal(text_of(v->function), function);
	if (*known)
		return true;
	own = mem_text(function.at, function.len, err);
	if (!own)
		return false;
	mem_free(v->function);
	forget_code(v);
	v->function = own;
	v->waits = true;
	v->expects = false;
	v->stay = -1;
	v->search.words[0] = '\0';
	v->list = (struct list){0};
	return true;
}

/* The instruction under the cursor, or the next one after it; -1 if there is none. */
static int64_t line_here(const struct code_view *v)
{
	for (size_t i = v->list.cursor; i < v->count; i++)
		if (v->rows[i].kind != CODE_ROW_REMARK)
			return v->rows[i].line;
	return -1;
}

void code_view_expect_lines(struct code_view *v, bool expects)
{
	v->expects = expects;
}

bool code_view_take(struct code_view *v, struct code_reading *code, uint64_t count,
		    struct error *err)
{
	int64_t stay = line_here(v);

	forget_code(v);
	v->stay = stay;
	v->expects = false;
	v->code = *code;
	*code = (struct code_reading){NULL, NULL};
	if (!v->code.code) {
		code_view_fail(v, "no instructions: this recording has no addresses");
		return true;
	}
	if (samples_by_address_build(&v->at, v->code.code, v->code.site, count, err))
		return true;
	forget_code(v);
	code_view_fail(v, err->message);
	return false;
}

void code_view_fail(struct code_view *v, const char *why)
{
	v->waits = false;
	snprintf(v->why, sizeof v->why, "%s", why);
}

/* ---- rows ---- */

static bool add_row(struct code_view *v, enum code_row_kind kind, uint32_t line,
		    struct error *err)
{
	return APPEND(v->rows, v->count, v->room, "lines", err,
		      (struct code_row){kind, line});
}

static bool list_rows(struct code_view *v, struct error *err)
{
	const struct annotation *a = &v->a;
	uint32_t count = a->function->count;
	bool ok = jump_lanes_build(&v->jumps, a->lines, count, err);

	for (uint32_t i = 0; ok && i < count; i++)
		ok = (!annotation_tells_line(a, i) ||
		      add_row(v, CODE_ROW_SOURCE, i, err)) &&
		     add_row(v, CODE_ROW_INSTRUCTION, i, err);
	v->outside = a->counts[count];
	v->others = a->others;
	if (ok && count && v->outside)
		ok = add_row(v, CODE_ROW_REMARK, CODE_REMARK_OUTSIDE, err);
	if (ok && v->others)
		ok = add_row(v, CODE_ROW_REMARK, CODE_REMARK_OTHERS, err);
	return ok && (!count || add_row(v, CODE_ROW_REMARK, CODE_REMARK_SKID, err));
}

static uint32_t row_of_line(const struct code_view *v, uint32_t line)
{
	for (uint32_t i = 0; i < v->count; i++)
		if (v->rows[i].kind == CODE_ROW_INSTRUCTION && v->rows[i].line == line)
			return i;
	return 0;
}

/*
 * Scroll to put the cursor in the middle of the pane; but show the start of the function if both
 * fit.
 */
static void centre(struct code_view *v, struct pane p)
{
	uint32_t height = (uint32_t)code_view_height(p), half = height / 2;

	if (v->list.cursor + 1 < height)
		v->list.scroll = 0;
	else
		v->list.scroll = v->list.cursor > half ? v->list.cursor - half : 0;
}

/* Put the cursor on a row; if that is not visible, scroll it to the middle. */
static void go_to(struct code_view *v, uint32_t row, struct pane p)
{
	v->list.cursor = row;
	if (row <= v->list.scroll ||
	    row + 1 >= v->list.scroll + (uint32_t)code_view_height(p))
		centre(v, p);
}

/*
 * After lines of source code were added, keep the cursor on its instruction, and the instruction in
 * its line of the screen. But if the start of the function was visible, it stays visible if there
 * is room.
 */
static void stay(struct code_view *v, struct pane p)
{
	uint32_t above = v->list.cursor - v->list.scroll;

	v->list.cursor = row_of_line(v, (uint32_t)v->stay);
	if (v->list.scroll == 0)
		centre(v, p);
	else
		v->list.scroll = v->list.cursor > above ? v->list.cursor - above : 0;
	v->stay = -1;
}

/* List the function with the most samples among all with this name. */
static bool follow_function(struct code_view *v, const struct code_function *before,
			    struct pane p, struct error *err)
{
	const struct annotation *a = &v->a;
	bool is_same = before == a->function && v->rows && v->others == a->others &&
		       !v->outside == !a->counts[a->function->count];
	bool ok = true;

	if (!is_same) {
		forget_rows(v);
		ok = list_rows(v, err);
	}
	v->outside = a->counts[a->function->count];
	v->list.count = (uint32_t)v->count;
	if (ok && v->stay >= 0) {
		stay(v, p);
	} else if (ok && before != a->function) {
		v->list.cursor = a->samples ? row_of_line(v, a->hottest) : 0;
		centre(v, p);
	}
	list_resize(&v->list, (uint32_t)v->count);
	return ok;
}

static bool update_code_view(void *self, const struct view_data *data, struct pane p,
			     struct error *err)
{
	struct code_view *v = self;
	const struct code_function *before = v->a.function;
	struct error missing = ERROR_INIT, apart = ERROR_INIT;
	struct text name;
	bool ok;

	v->theme = data->theme;
	v->of = data->sampled_of;
	if (!v->function || !v->at.code || v->why[0])
		return true;
	v->found = v->found || annotation_find(data->sampled->tree->profile, v->code.code,
					       text_of(v->function), &name, &missing);
	if (!v->found) {
		code_view_fail(
		    v, annotation_is_apart(data->sampled, text_of(v->function), &apart)
			   ? missing.message
			   : apart.message);
		return true;
	}
	annotation_release(&v->a);
	ok = annotation_count(&v->a, data->sampled, &v->at, text_of(v->function), err) &&
	     follow_function(v, before, p, err);
	if (!ok) {
		annotation_release(&v->a);
		forget_rows(v);
		list_resize(&v->list, 0);
	}
	return ok;
}

static void prepare_code_view(void *self, struct pane p, bool focused)
{
	struct code_view *v = self;

	v->focused = focused;
	list_fit(&v->list, code_view_height(p));
}

/* ---- searching ---- */

static bool has_words(struct text text, const char *words)
{
	return text_search(text, 0, text_of(words)) < text.len;
}

bool code_view_is_found(const void *self, uint32_t row)
{
	const struct code_view *v = self;
	const struct code *code = v->a.code;
	const char *words = v->search.words;
	const struct instruction *line;

	if (!words[0] || v->rows[row].kind == CODE_ROW_REMARK)
		return false;
	line = &v->a.lines[v->rows[row].line];
	if (v->rows[row].kind == CODE_ROW_INSTRUCTION)
		return has_words(code_text(code, line->text), words);
	return has_words(code_text(code, line->source), words) ||
	       has_words(code_text(code, line->file), words) ||
	       has_words(code_text(code, line->inlined), words);
}

bool code_view_search(struct code_view *v, struct text words, struct pane p)
{
	return list_search(&v->list, &v->search, words, code_view_height(p),
			   code_view_is_found, v);
}

static struct action step_found(struct code_view *v, const struct input *in,
				struct pane p)
{
	uint32_t row;

	if (!v->search.words[0] || !v->list.count)
		return ACTION_SAY("search for something in these lines first: {search}");
	row = list_find_next(&v->list, in, code_view_is_found, v);
	if (row == v->list.count)
		return ACTION_SAY("not found");
	go_to(v, row, p);
	return ACTION(REDRAW);
}

/* ---- moving ---- */

/* The row under the cursor if it is an instruction; else NULL. */
static const struct code_row *instruction_here(const struct code_view *v)
{
	const struct code_row *row =
	    v->list.cursor < v->count ? &v->rows[v->list.cursor] : NULL;

	return row && row->kind == CODE_ROW_INSTRUCTION ? row : NULL;
}

/* The line after `after` in the order of samples, hottest first, or `count`. */
static uint32_t hottest_after(const struct annotation *a, uint32_t after)
{
	uint32_t count = a->function->count, best = count;
	uint64_t limit = after < count ? a->counts[after] : UINT64_MAX;

	for (uint32_t i = 0; i < count; i++) {
		bool is_after = a->counts[i] < limit ||
				(a->counts[i] == limit && after < count && i > after);

		if (a->counts[i] && is_after &&
		    (best == count || a->counts[i] > a->counts[best]))
			best = i;
	}
	return best;
}

/* Go to the next hottest line; after the last one, to the hottest. */
static struct action go_hottest(struct code_view *v, const struct input *in,
				struct pane p)
{
	const struct code_row *row = instruction_here(v);
	uint32_t count = v->a.function->count;
	uint32_t at = row && v->a.counts[row->line] ? row->line : count;

	for (int i = in->count ? in->count : 1; i > 0; i--) {
		at = hottest_after(&v->a, at);
		if (at == count)
			at = hottest_after(&v->a, count);
		if (at == count)
			return ACTION_SAY("no sample of the range was in this function");
	}
	go_to(v, row_of_line(v, at), p);
	return ACTION(REDRAW);
}

static struct action follow_jump(struct code_view *v, struct pane p)
{
	const struct code_row *row = instruction_here(v);
	const struct instruction *lines = v->a.lines;

	if (!row || lines[row->line].target == CODE_NOWHERE)
		return ACTION_SAY("no jump within this function here; "
				  "{hottest}: the next hottest line");
	for (uint32_t i = 0; i < v->a.function->count; i++)
		if (lines[i].address == lines[row->line].target) {
			go_to(v, row_of_line(v, i), p);
			return ACTION(REDRAW);
		}
	return ACTION_SAY("this jump leads into the middle of an "
			  "instruction");
}

static struct action press_in_code(struct code_view *v, const struct input *in,
				   struct pane p)
{
	uint32_t row;

	if (!list_at(&v->list, in->y - CODE_VIEW_HEADER, code_view_height(p), &row))
		return ACTION(REDRAW);
	if (row == v->list.cursor && instruction_here(v) &&
	    v->a.lines[v->rows[row].line].target != CODE_NOWHERE)
		return follow_jump(v, p);
	list_point(&v->list, row, code_view_height(p));
	return ACTION(REDRAW);
}

/* ---- commands ---- */

static struct action within(struct code_view *v, const struct input *in, struct pane p)
{
	if (list_move(&v->list, in, code_view_height(p)))
		return ACTION(REDRAW);
	switch (in->command) {
	case COMMAND_ENTER:
		return follow_jump(v, p);
	case COMMAND_HOTTEST:
		return go_hottest(v, in, p);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return step_found(v, in, p);
	case COMMAND_PRESS:
		return press_in_code(v, in, p);
	default:
		return ACTION(NONE);
	}
}

static struct action run_code_command(void *self, const struct input *in, struct pane p)
{
	struct code_view *v = self;
	struct action r = ACTION(NONE);

	if (v->rows)
		r = within(v, in, p);
	if (r.kind != ACTION_NONE)
		return r;
	switch (in->command) {
	case COMMAND_CANCEL:
	case COMMAND_BACK:
	case COMMAND_ANNOTATE:
		v->waits = false;
		return ACTION(CLOSE);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return ACTION(REDRAW);
	default:
		if (commands[in->command].kind != KIND_FRAME)
			return ACTION(NONE);
		return (struct action){.kind = ACTION_FRAME,
				       .command = in->command,
				       .text = text_of(v->function)};
	}
}

/* ---- as one of the views ---- */

static void draw_code_view(const void *self, struct pane p)
{
	code_draw(self, p);
}

static bool draw_code_detail(const void *self, const struct status *s, struct pane p)
{
	(void)s;
	return code_draw_detail(self, p);
}

/* The code does not depend on the tree. */
static void ignore_tree_change(void *self, const struct tree *old, const struct tree *new,
			       const uint32_t *frames)
{
	(void)self;
	(void)old;
	(void)new;
	(void)frames;
}

static void release_code_view(void *self)
{
	struct code_view *v = self;

	forget_code(v);
	mem_free(v->function);
	v->function = NULL;
	list_resize(&v->list, 0);
}

const struct view_ops code_view_ops = {
    .size = sizeof(struct code_view),
    .enter = "follow jump",
    .update = update_code_view,
    .prepare = prepare_code_view,
    .draw = draw_code_view,
    .detail = draw_code_detail,
    .command = run_code_command,
    .follow = ignore_tree_change,
    .release = release_code_view,
};
