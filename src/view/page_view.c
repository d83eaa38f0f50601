#include "view/page_view.h"

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

#define PAGE_WIDTH 75 /* what a page shows of a line on 80 columns */

/* The bytes that fit `room` columns: up to a blank behind column `from`, if there is one. */
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

bool page_view_wrap(struct page_view *v, int column, struct text t, struct error *err)
{
	int indent = 0;

	do {
		size_t part = part_of(t, PAGE_WIDTH - indent, indent ? 0 : column);

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
	*v = (struct page_view){0};
}

#define HINT_MAX 80 /* the line at the foot */

static struct pane box(const struct page_view *v, struct pane p)
{
	int w = 0, h = (int)(v->list.count < 500 ? v->list.count : 500);

	for (uint32_t i = 0; i < v->list.count; i++) {
		int columns = utf8_columns(text_of(v->lines[i])) + 2;

		w = columns > w ? columns : w;
	}
	w = w > p.area.w - 4 ? p.area.w - 4 : w < 40 ? 40 : w;
	h = h > p.area.h - 2 ? p.area.h - 2 : h;
	return pane_inside(p,
			   (struct rect){(p.area.w - w) / 2, (p.area.h - h) / 2, w, h});
}

void page_view_draw(const struct page_view *v, struct pane p)
{
	struct pane inner = box(v, p);
	bool more = v->list.scroll + (uint32_t)inner.area.h < v->list.count;
	char hint[HINT_MAX];

	list_frame(p, inner, v->title,
		   command_words(more ? " {down 2}, {page-down}: more   {cancel}: close "
				      : " {cancel}: close ",
				 hint, sizeof hint));
	for (int y = 0; y < inner.area.h; y++) {
		uint32_t line;

		if (list_at(&v->list, y, inner.area.h, &line))
			pane_text_fit(inner, 1, y, inner.area.w - 1, (struct style){0},
				      text_of(v->lines[line]));
	}
}

struct request page_view_command(struct page_view *v, const struct input *in,
				 struct pane p)
{
	struct pane inner = box(v, p);
	struct list *l = &v->list;
	uint32_t last =
	    l->count > (uint32_t)inner.area.h ? l->count - (uint32_t)inner.area.h : 0;

	/* no line is chosen here: moving moves the window */
	l->cursor = in->command == COMMAND_DOWN || in->command == COMMAND_PAGE_DOWN ||
			    in->command == COMMAND_WHEEL_DOWN
			? l->scroll + (uint32_t)inner.area.h - 1
			: l->scroll;
	if (list_move(l, in, inner.area.h)) {
		l->scroll = l->scroll > last ? last : l->scroll;
		return REQUEST(REDRAW);
	}
	switch (in->command) {
	case COMMAND_CANCEL:
	case COMMAND_QUIT:
	case COMMAND_HELP:
	case COMMAND_HEADER:
	case COMMAND_ENTER:
	case COMMAND_PRESS:
	case COMMAND_BACK:
		return REQUEST(CLOSE);
	default:
		return REQUEST(NOTHING);
	}
}
