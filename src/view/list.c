#include "view/list.h"

#include <string.h>

#include "base/utf8.h"

static uint32_t window(int height)
{
	return height > 1 ? (uint32_t)height : 1;
}

void list_resize(struct list *l, uint32_t count)
{
	l->count = count;
	if (l->cursor >= count)
		l->cursor = count ? count - 1 : 0;
	if (l->scroll > l->cursor)
		l->scroll = l->cursor;
}

void list_point(struct list *l, uint32_t line, int height)
{
	if (l->count == 0)
		return;
	l->cursor = line < l->count ? line : l->count - 1;
	if (l->cursor < l->scroll)
		l->scroll = l->cursor;
	if (l->cursor >= l->scroll + window(height))
		l->scroll = l->cursor - window(height) + 1;
}

static void go_to_line(struct list *l, int64_t line, int height)
{
	list_point(l,
		   line < 0		   ? 0
		   : line > UINT32_MAX - 1 ? UINT32_MAX - 1
					   : (uint32_t)line,
		   height);
}

bool list_move(struct list *l, const struct input *in, int height)
{
	int64_t n = in->count ? in->count : 1, page = window(height);

	switch (in->command) {
	case COMMAND_UP:
		go_to_line(l, l->cursor - n, height);
		return true;
	case COMMAND_DOWN:
		go_to_line(l, l->cursor + n, height);
		return true;
	case COMMAND_PAGE_UP:
		go_to_line(l, l->cursor - n * page, height);
		return true;
	case COMMAND_PAGE_DOWN:
		go_to_line(l, l->cursor + n * page, height);
		return true;
	case COMMAND_WHEEL_UP:
		go_to_line(l, l->cursor - 3, height);
		return true;
	case COMMAND_WHEEL_DOWN:
		go_to_line(l, l->cursor + 3, height);
		return true;
	case COMMAND_TOP:
		go_to_line(l, 0, height);
		return true;
	case COMMAND_BOTTOM:
		go_to_line(l, in->count ? in->count - 1 : (int64_t)l->count - 1, height);
		return true;
	default:
		return false;
	}
}

bool list_at(const struct list *l, int y, int height, uint32_t *line)
{
	if (y < 0 || y >= height || l->scroll + (uint32_t)y >= l->count)
		return false;
	*line = l->scroll + (uint32_t)y;
	return true;
}

void list_fit(struct list *l, int height)
{
	if (l->count < window(height))
		l->scroll = 0;
	else if (l->scroll > l->count - window(height))
		l->scroll = l->count - window(height);
	list_point(l, l->cursor, height);
}

/* ---- searching ---- */

uint32_t list_find(const struct list *l, uint32_t from, bool back, list_match *matches,
		   const void *of)
{
	uint32_t n = l->count;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t line =
		    (uint32_t)((back ? (uint64_t)from + n - i : (uint64_t)from + i) % n);

		if (matches(of, line))
			return line;
	}
	return n;
}

uint32_t list_find_next(const struct list *l, const struct input *in, list_match *matches,
			const void *of)
{
	bool back = in->command == COMMAND_PREVIOUS;
	uint32_t n = l->count, line = l->cursor;

	for (int i = in->count ? in->count : 1; i > 0 && line < n; i--)
		line = list_find(l, (line + (back ? n - 1 : 1)) % n, back, matches, of);
	return line < n ? line : n;
}

bool list_search(struct list *l, struct list_search *s, struct text words, int height,
		 list_match *matches, const void *of)
{
	struct text some = utf8_upto(words, sizeof s->words - 1);
	uint32_t line = l->count;

	if (!s->words[0])
		s->began = l->cursor;
	memcpy(s->words, some.at ? some.at : "", some.len);
	s->words[some.len] = '\0';
	if (s->words[0])
		line = list_find(l, s->began, false, matches, of);
	list_point(l, line < l->count ? line : s->began, height);
	return line < l->count || !s->words[0];
}

/* ---- the box ---- */

void list_frame(struct pane p, struct pane inner, const char *title, const char *hint)
{
	const struct style line = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	int left = inner.area.x - p.area.x - 1, top = inner.area.y - p.area.y - 1;
	int right = left + inner.area.w + 1, bottom = top + inner.area.h + 1;

	pane_fill(inner, (struct style){0});
	for (int x = left + 1; x < right; x++) {
		pane_put(p, x, top, U'─', line);
		pane_put(p, x, bottom, U'─', line);
	}
	for (int y = top + 1; y < bottom; y++) {
		pane_put(p, left, y, U'│', line);
		pane_put(p, right, y, U'│', line);
	}
	pane_put(p, left, top, U'┌', line);
	pane_put(p, right, top, U'┐', line);
	pane_put(p, left, bottom, U'└', line);
	pane_put(p, right, bottom, U'┘', line);
	pane_text_fit(p, left + 2, top, inner.area.w - 2, bold, text_of(title));
	pane_text_fit(p, left + 2, bottom, inner.area.w - 2, line, text_of(hint));
}
