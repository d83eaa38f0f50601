/* stack_page.h - the whole stack of a frame of the graph, a line each, as a page. */

#ifndef VIEW_FLAME_STACK_PAGE_H
#define VIEW_FLAME_STACK_PAGE_H

#include "view/flame/flame_view.h"
#include "view/page_view.h"

/* The most expensive node of a function, or of those of this name where `frame` is 0; 0: none. */
uint32_t stack_page_node(const struct flame *f, uint32_t frame, struct text name);

/*
 * A line a frame, from the root to `node` of the graph, as long as the page of a screen of this width
 * is: its total, its self, its name, its module. It ends with `node`, and is scrolled there.
 */
bool stack_page_fill(const struct flame_view *v, bool is_time, uint32_t node, int width,
		     struct page_view *page, struct error *err);

#endif
