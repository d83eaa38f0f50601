#include "view/line.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

void line_part(struct line *l, int rank, struct style style, const char *fmt, ...)
{
	struct part *p = &l->parts[l->count];
	va_list ap;

	if (l->count == PARTS_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(p->text, sizeof p->text, fmt, ap);
	va_end(ap);
	p->name = TEXT("");
	p->rank = rank;
	p->joined = false;
	p->style = style;
	l->count++;
}

void line_name(struct line *l, int rank, struct style style, struct text name)
{
	int at = l->count;

	line_part(l, rank, style, "%s", "");
	if (l->count > at)
		l->parts[at].name = name;
}

void line_join_last(struct line *l, int before)
{
	if (l->count > before)
		l->parts[before].joined = true;
}

static int gap_before(const struct part *p)
{
	return p->joined ? 0 : 2;
}

#define NAME_COUNTED 2000 /* bytes: a longer one is wider than any screen */

static int columns_of(const struct part *p)
{
	return utf8_columns(p->name.len ? utf8_upto(p->name, NAME_COUNTED)
					: text_of(p->text));
}

int line_width(const struct line *l, int rank)
{
	int w = 0;

	for (int i = 0; i < l->count; i++)
		if (l->parts[i].rank >= rank)
			w += gap_before(&l->parts[i]) + columns_of(&l->parts[i]);
	return w;
}

#define NAME_LEAST 20 /* columns for a name, though what stands behind is cut then */

void line_draw(const struct line *l, struct pane p)
{
	int rank = 0, x = -1, rest; /* the first has a gap, too */

	while (rank < 9 && line_width(l, rank) > p.area.w - 1)
		rank++;
	rest = line_width(l, rank);
	for (int i = 0; i < l->count; i++) {
		const struct part *at = &l->parts[i];
		int columns = columns_of(at), room;

		if (at->rank < rank)
			continue;
		x += gap_before(at);
		rest -= gap_before(at) + columns;
		room = p.area.w - x - rest; /* what stands behind stays whole */
		if (room < NAME_LEAST)
			room = NAME_LEAST;
		if (at->name.len)
			x += pane_name(p, x, 0, room, at->style, at->name);
		else
			x += pane_text_fit(p, x, 0, p.area.w - x, at->style,
					   text_of(at->text));
	}
}
