/* share.h - the command line that shows again what is on the screen. */

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

#endif
