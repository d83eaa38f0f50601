/* share.h - what is on the screen as a command line that shows it again. */

#ifndef WORKSPACE_SHARE_H
#define WORKSPACE_SHARE_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

/* `inlined`: with its inlined functions. Release it with mem_free(). */
char *share_command_line(const struct open_profile *o, bool inlined, struct error *err);

/* The same on a page, no line too long for a screen of this width: what is copied there does
 * the same. */
bool share_fill_page(const char *line, int width, struct page_view *page,
		     struct error *err);

#endif
