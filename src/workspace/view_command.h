/* view_command.h - the command line that reproduces the view on the screen. */

#ifndef WORKSPACE_VIEW_COMMAND_H
#define WORKSPACE_VIEW_COMMAND_H

#include "view/page_view.h"
#include "workspace/open_profile.h"

/* `inlined`: with inlined functions. Release with mem_free(). */
char *view_command_line(const struct open_profile *o, bool inlined, struct error *err);

/*
 * Put the line on a page, broken to fit a screen of this width; the lines can be copied unchanged.
 * `piped`: the profile came from standard input, and the page mentions that.
 */
bool view_command_page(const char *line, bool piped, int width, struct page_view *page,
		       struct error *err);

/* Add the statements that were sent to the database, if it has the samples. */
bool view_command_add_statements(const struct open_profile *o, struct page_view *page,
				 struct error *err);

#endif
