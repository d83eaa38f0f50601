/* share.h - what is on the screen to be taken along: the command line that shows it again, and whole
 * stacks. */

#ifndef WORKSPACE_SHARE_H
#define WORKSPACE_SHARE_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

/* `inlined`: with its inlined functions. Release it with mem_free(). */
char *share_command_line(const struct open_profile *o, bool inlined, struct error *err);

/* The same on a page, no line too long for a screen of this width: what is copied there does
 * the same. `piped`: the profile came from standard input, and says so. */
bool share_fill_page(const char *line, bool piped, int width, struct page_view *page,
		     struct error *err);

/* The statements of an engine, behind that. */
bool share_add_statements(const struct open_profile *o, struct page_view *page,
			  struct error *err);

/* ---- the whole stack of a frame ---- */

/* Of a function (or where it is 0, of those with this name) the node that costs most; 0: none. */
uint32_t share_stack_of(const struct flame *f, uint32_t frame, struct text name);

/*
 * A line a frame, from the root to `node` of the graph, as long as the page of a screen of this width
 * is: what it costs with all that it calls and itself, its name, its module. It ends with `node`, and
 * is scrolled there.
 */
bool share_fill_stack(const struct open_profile *o, uint32_t node, int width,
		      struct page_view *page, struct error *err);

#endif
