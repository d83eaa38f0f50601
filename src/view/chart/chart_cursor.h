/* chart_cursor.h - the cursor of a chart: from box to box, what it is on, and how it is drawn. */

#ifndef VIEW_CHART_CHART_CURSOR_H
#define VIEW_CHART_CHART_CURSOR_H

#include "view/chart/chart_view.h"

/* Where in its pane a chart has its boxes: the first column, the first line, and how many lines. */
struct chart_place {
	int x, y, lines;
};
struct chart_place chart_view_place(const struct chart_view *v, struct pane p);

/* Has it columns of its own, those of the range? */
bool chart_view_is_alone(const struct chart_view *v);

/* All of these are of a chart whose cells are known. */

/* Onto a box, if there is one, and into sight. */
void chart_cursor_settle(struct chart_view *v, struct chart_place at);

/* A command that moves it, or presses; false: it means nothing here. */
bool chart_cursor_command(struct chart_view *v, const struct input *in,
			  struct chart_place at, struct pane p);

/* The frame it is on; 0: none. */
uint32_t chart_cursor_node(const struct chart_view *v);

/* The time of the box it is on. */
bool chart_cursor_range(const struct chart_view *v, struct range *r);

/* How many depths there are, seen or not. */
uint32_t chart_cursor_depths(const struct chart_view *v);

/* It, and where the cursor of the map is. */
void chart_cursor_draw(const struct chart_view *v, struct chart_place at, struct pane p);

/* What is known of its box; false: it is on none. */
bool chart_cursor_tell(const struct chart_view *v, struct pane p);

#endif
