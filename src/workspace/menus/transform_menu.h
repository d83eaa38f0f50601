/* transform_menu.h - the list of how call paths can be changed here, and how they are. */

#ifndef WORKSPACE_MENUS_TRANSFORM_MENU_H
#define WORKSPACE_MENUS_TRANSFORM_MENU_H

#include "view/menu_view.h"
#include "workspace/open_profile.h"

/* Those in force, in their order, and those of a function, empty: of none; and of the way to a node of the
 * graph's tree, if that is not 0. */
bool transform_menu_fill(const struct open_profile *o, struct text function,
			 uint32_t node, struct menu_view *menu, struct error *err);

/*
 * All that are to be in force after a line was chosen, or refused, where these are now. Release
 * with mem_free(). NULL: nothing is to change, or `err` says why it cannot.
 */
char *transform_menu_take(const struct menu_view *menu, uint32_t line, bool refuse,
			  struct text now, struct error *err);

#endif
