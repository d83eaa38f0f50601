/* stack_page.h - a page with the whole stack of a frame of the graph, one frame per line. */

#ifndef VIEW_FLAME_STACK_PAGE_H
#define VIEW_FLAME_STACK_PAGE_H

#include "view/flame/flame_view.h"
#include "view/page_view.h"

/*
 * The node of a function with the largest value; if `frame` is 0, among the functions with this
 * name. Returns 0 if there is none.
 */
uint32_t stack_page_node(const struct flame *f, uint32_t frame, struct text name);

/*
 * Fill a page with the frames from the root to `node`, one per line with total, self, name and
 * module, wrapped to the width of the screen. The page is scrolled to the last line, `node`.
 */
bool stack_page_fill(const struct flame_view *v, bool is_time, uint32_t node, int width,
		     struct page_view *page, struct error *err);

#endif
