/* look.h - the display menu: a line for each choice with a label. */

#ifndef WORKSPACE_MENUS_LOOK_H
#define WORKSPACE_MENUS_LOOK_H

#include "session/loader/state_change.h"
#include "view/menu_view.h"
#include "workspace/open_profile.h"

/*
 * In a comparison, the ways to compare come first. The lines about threads' time are shown if the
 * recording has context switches. look_renew() updates the values on the lines.
 */
bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err);
bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err);

/* The ACTION_STEP of a line with a choice; ACTION_NONE for another line. */
struct action look_step(const struct menu_view *menu, uint32_t line, int steps);

/*
 * Take another line: choose a way to compare, or store the values for later commands. `words`: a
 * message.
 */
#define LOOK_WORDS 480
bool look_take(struct open_profile *o, const struct menu_view *menu, uint32_t line,
	       char words[LOOK_WORDS], struct error *err);

/*
 * "--theme auto [dark] light": the values of the cursor's line, without the option if `width` is
 * too small; "" for other lines.
 */
const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room);

#endif
