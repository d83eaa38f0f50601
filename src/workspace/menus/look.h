/* look.h - the display menu, with a line for each choice that has a label. */

#ifndef WORKSPACE_MENUS_LOOK_H
#define WORKSPACE_MENUS_LOOK_H

#include "session/loader/state_change.h"
#include "view/menu_view.h"
#include "workspace/open_profile.h"

/*
 * In a comparison, the ways to compare come first. Choices about thread states are listed if the
 * recording has context switches. look_renew() updates the values.
 */
bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err);
bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err);

/* ACTION_STEP if the line is a choice, else ACTION_NONE. */
struct action look_step(const struct menu_view *menu, uint32_t line, int steps);

/*
 * Execute a line that is not a choice: use a way to compare, or save the values for later commands.
 * Saving writes a message to `words`.
 */
#define LOOK_WORDS 480
bool look_take(struct open_profile *o, const struct menu_view *menu, uint32_t line,
	       char words[LOOK_WORDS], struct error *err);

/*
 * The values of the choice at the cursor, "--theme auto [dark] light", without the option if
 * `width` is too small; "" for other lines.
 */
const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room);

#endif
