#include "view/page_view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/append.h"
#include "base/utf8.h"
#include "base/mem.h"

bool page_view_add(struct page_view *v, struct error *err, const char *fmt, ...)
{
	char *line;
	va_list ap;

	va_start(ap, fmt);
	line = mem_format_list(err, fmt, ap);
	va_end(ap);
	if (!line)
		return false;
	if (APPEND(v->lines, v->list.count, v->room, "lines of a page", err, line))
		return true;
	mem_free(line);
	return false;
}

#define PAGE_WIDTH 75 /* columns of a line of a page, on a screen of 80 columns */

/*
 * The number of bytes that fit `room` columns: up to the last blank after column `from`, if there
 * is one.
 */
static size_t part_of(struct text t, int room, int from)
{
	struct printable p = printable_of(t);
	size_t blank = 0;
	int columns = 0;

	while (p.rest.len) {
		size_t before = t.len - p.rest.len;
		char32_t rune = printable_next(&p);

		columns += utf8_width(rune);
		if (columns > room)
			return blank ? blank : before ? before : t.len - p.rest.len;
		if (rune == ' ' && columns > from + 1)
			blank = before;
	}
	return t.len;
}

#define NAMES_LEAST 20 /* columns: if fewer are left, names go below their numbers */

bool page_view_wrap(struct page_view *v, int column, struct text t, struct error *err)
{
	int indent = 0, width = v->width ? v->width : PAGE_WIDTH;

	if (column > width / 2 && width - column < NAMES_LEAST) /* below their numbers */
		column = 2;
	do {
		size_t part = part_of(t, width - indent, indent ? 0 : column);

		if (!page_view_add(v, err, "%*s%.*s", indent, "", (int)part, t.at))
			return false;
		t = text_trim(text_from(t, part));
		indent = column;
	} while (t.len);
	return true;
}

void page_view_release(struct page_view *v)
{
	for (uint32_t i = 0; i < v->list.count; i++)
		mem_free(v->lines[i]);
	mem_free(v->lines);
	mem_free(v->name);
	mem_free(v->text);
	prompt_view_release(&v->prompt);
	*v = (struct page_view){0};
}

/* ---- the box ---- */

#define HINT_MAX  120 /* bytes of the line at the foot */
#define TITLE_MAX 120

static uint32_t last_scroll(const struct page_view *v, int height)
{
	return v->list.count > (uint32_t)height ? v->list.count - (uint32_t)height : 0;
}

/* The keys that work now, or that nothing was found. */
static const char *hint_of(const struct page_view *v, bool more, char buf[HINT_MAX])
{
	char words[HINT_MAX];

	if (v->searching && !v->found)
		return command_words(" no line matches   {cancel}: end the search ", buf,
				     HINT_MAX);
	if (v->searching)
		return command_words(" {next}, {previous}: next, previous match   "
				     "{cancel}: end the search ",
				     buf, HINT_MAX);
	snprintf(words, sizeof words, " %s{search}: search   %s%s{cancel}: close ",
		 more ? "{down 2}, {page-down}: more   " : "",
		 v->name ? "{copy-name}: copy the name   " : "",
		 v->text ? "{copy-all}: all of it   " : "");
	return command_words(words, buf, HINT_MAX);
}

static struct pane find_page_box(const struct page_view *v, struct pane p)
{
	int w = 0, h = (int)(v->list.count < 500 ? v->list.count : 500);
	char hint[HINT_MAX];

	for (uint32_t i = 0; i < v->list.count; i++) {
		int columns = utf8_columns(text_of(v->lines[i])) + 2;

		w = columns > w ? columns : w;
	}
	h = h > p.area.h - 3 ? p.area.h - 3 : h; /* the bottom line has the keys */
	if (!v->searching) {			 /* a search does not change the width */
		int least = utf8_columns(text_of(
				hint_of(v, last_scroll(v, h < 1 ? 1 : h) > 0, hint))) +
			    4;

		w = w < least ? least : w;
	}
	w = w > p.area.w - 4 ? p.area.w - 4 : w < 40 ? 40 : w;
	return pane_inside(p,
			   (struct rect){(p.area.w - w) / 2, (p.area.h - h) / 2, w, h});
}

/* ---- searching ---- */

static bool is_match(const void *of, uint32_t line)
{
	const struct page_view *v = of;
	struct text t = text_of(v->lines[line]);

	return text_search(t, 0, prompt_view_text(&v->prompt)) < t.len;
}

/* Go to the first match from line `from` on, or before it. */
static void find_line(struct page_view *v, uint32_t from, bool back, int height)
{
	uint32_t last = last_scroll(v, height);
	uint32_t line = list_find(&v->list, from, back, is_match, v);

	v->found = line < v->list.count;
	if (!v->found)
		return;
	v->match = line;
	if (v->match < v->list.scroll || v->match >= v->list.scroll + (uint32_t)height)
		v->list.scroll =
		    v->match > (uint32_t)height / 3 ? v->match - (uint32_t)height / 3 : 0;
	if (v->list.scroll > last)
		v->list.scroll = last;
}

static void search_no_more(struct page_view *v)
{
	v->typing = v->searching = v->found = false;
}

/* ---- drawing ---- */

static void draw_line(const struct page_view *v, struct pane p, int y, uint32_t line)
{
	struct text t = text_of(v->lines[line]), what = prompt_view_text(&v->prompt);
	struct style s = {.attr = ATTR_UNDERLINE | ATTR_BOLD};

	pane_text_fit(p, 1, y, p.area.w - 1, (struct style){0}, t);
	if (!v->searching)
		return;
	if (line == v->match)
		s.attr = ATTR_REVERSE;
	for (size_t at = text_search(t, 0, what); at < t.len;
	     at = text_search(t, at + what.len, what)) {
		int x = 1 + utf8_columns(text_upto(t, at));

		if (x >= p.area.w)
			return;
		pane_text_fit(p, x, y, p.area.w - x, s,
			      text_upto(text_from(t, at), what.len));
	}
}

void page_view_draw(const struct page_view *v, struct pane p)
{
	struct pane inner = find_page_box(v, p);
	struct list list = v->list;
	uint32_t last = last_scroll(v, inner.area.h), line;
	char hint[HINT_MAX], title[TITLE_MAX];

	list.scroll = list.scroll < last ? list.scroll : last;
	snprintf(title, sizeof title, "%s(%" PRIu32 "-%" PRIu32 " of %" PRIu32 " lines) ",
		 v->title, list.scroll + 1, list.scroll + (uint32_t)inner.area.h,
		 list.count);
	list_frame(p, inner, last ? title : v->title,
		   hint_of(v, list.scroll < last, hint));
	for (int y = 0; y < inner.area.h; y++)
		if (list_at(&list, y, inner.area.h, &line))
			draw_line(v, inner, y, line);
}

/* ---- commands ---- */

static struct action copy_page_text(const char *text, const char *words)
{
	return text ? (struct action){.kind = ACTION_COPY,
				      .text = text_of(text),
				      .words = words}
		    : ACTION(NONE);
}

static bool scroll_page(struct page_view *v, const struct input *in, int height)
{
	struct list *l = &v->list;
	uint32_t last = last_scroll(v, height);

	l->scroll = l->scroll < last ? l->scroll : last;
	/* the cursor is invisible: moving it scrolls the window */
	l->cursor = in->command == COMMAND_DOWN || in->command == COMMAND_PAGE_DOWN ||
			    in->command == COMMAND_WHEEL_DOWN
			? l->scroll + (uint32_t)height - 1
			: l->scroll;
	if (!list_move(l, in, height))
		return false;
	l->scroll = l->scroll < last ? l->scroll : last;
	return true;
}

struct action page_view_command(struct page_view *v, const struct input *in,
				struct pane p)
{
	int height = find_page_box(v, p).area.h;
	struct error err = ERROR_INIT;
	uint32_t n = v->list.count;
	bool back = in->command == COMMAND_PREVIOUS;

	if (v->typing) {
		struct action r = prompt_view_command(&v->prompt, in);

		if (r.kind == ACTION_CLOSE) {
			search_no_more(v);
			v->list.scroll = v->from;
			return ACTION(REDRAW);
		}
		if (r.kind != ACTION_TYPED)
			return r;
		v->searching = v->prompt.len > 0;
		v->typing = !r.settled;
		if (v->searching && !r.settled)
			find_line(v, v->from, false, height);
		return ACTION(REDRAW);
	}
	if (scroll_page(v, in, height))
		return ACTION(REDRAW);
	switch (in->command) {
	case COMMAND_SEARCH:
		v->typing = prompt_view_open(&v->prompt, "/", TEXT(""), NULL, &err);
		v->searching = v->found = false;
		v->from = v->list.scroll;
		return ACTION(REDRAW);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		if (!v->searching || !v->found)
			return ACTION(NONE);
		find_line(v, (v->match + (back ? n - 1 : 1)) % n, back, height);
		return ACTION(REDRAW);
	case COMMAND_COPY_NAME:
		return copy_page_text(v->name, "copied the name");
	case COMMAND_COPY_ALL:
		return copy_page_text(v->text, "copied all of this page");
	case COMMAND_CANCEL:
		if (!v->searching)
			return ACTION(CLOSE);
		search_no_more(v);
		return ACTION(REDRAW);
	case COMMAND_QUIT:
	case COMMAND_HELP:
	case COMMAND_HEADER:
	case COMMAND_ENTER:
	case COMMAND_PRESS:
	case COMMAND_BACK:
		return ACTION(CLOSE);
	default:
		return ACTION(NONE);
	}
}
