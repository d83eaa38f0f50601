/* look.h - the menu of how things look: a line for each choice that has a label. */

#ifndef WORKSPACE_MENUS_LOOK_H
#define WORKSPACE_MENUS_LOOK_H

#include "view/menu_view.h"
#include "workspace/open_profile.h"
#include "session/loader/state_change.h"

/*
 * Two sides have how they are compared first. Lines of threads' time are there where a recording has
 * switches. look_renew() has its lines say what is now.
 */
bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err);
bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err);

/* ACTION_STEP of a line with a choice; ACTION_NONE: it is another. */
struct action look_step(const struct menu_view *menu, uint32_t line, int steps);

/* Take another line: compare so, or keep the values for later commands, which `words` tells. */
#define LOOK_WORDS 480
bool look_take(struct open_profile *o, const struct menu_view *menu, uint32_t line,
	       char words[LOOK_WORDS], struct error *err);

/*
 * "--theme auto [dark] light": what can be chosen on the cursor's line, without the option where `width` is
 * too small for all; "" of other lines.
 */
const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room);

#endif
