/* stack_page.h - a page with the whole stack of a frame in the graph, one frame per line. */

#ifndef VIEW_FLAME_STACK_PAGE_H
#define VIEW_FLAME_STACK_PAGE_H

#include "view/flame/flame_view.h"
#include "view/page_view.h"

/*
 * The node with the largest total among those of the function `frame`, or with the label `name` if
 * `frame` is 0. Returns 0 if there is none.
 */
uint32_t stack_page_node(const struct flame *f, uint32_t frame, struct text name);

/*
 * Fill a page with the frames from the root to `node`, each with its total, self value, name and
 * module. Lines are wrapped for a screen of `width` columns, and the page is scrolled to its end.
 */
bool stack_page_fill(const struct flame_view *v, bool is_time, uint32_t node, int width,
		     struct page_view *page, struct error *err);

#endif
