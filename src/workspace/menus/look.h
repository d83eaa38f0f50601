/* look.h - what is chosen seldom of how things look: a line of a menu each. */

#ifndef WORKSPACE_MENUS_LOOK_H
#define WORKSPACE_MENUS_LOOK_H

#include "view/menu_view.h"
#include "workspace/open_profile.h"
#include "workspace/states/state_change.h"

/*
 * A row is an option of the command line, with the words of its values; the first is the usual
 * one. Some can be kept for later commands.
 */
struct look_row {
	const char *label, *option;
	const char *values; /* "auto|dark|light" */
	bool kept;
};
uint32_t look_count(void);
const struct look_row *look_row(uint32_t row);

/*
 * Is the row of threads' time? It is there where a recording has switches, and what it is of is changed by
 * who shows that (state_change.h): not by look_step().
 */
bool look_is_state(uint32_t row, enum state_part *part);

/* What it is now, as the option has it. */
#define LOOK_VALUE_MAX 24
const char *look_value(const struct open_profile *o, uint32_t row,
		       char buf[LOOK_VALUE_MAX]);

/*
 * Go so many values on, and round again, or back where `steps` is negative; `settings` are those of
 * the profile. The screen has to be arranged anew then. False and an error where that is not possible;
 * `words`: a sentence to say, see command_words(); "": there is none.
 */
#define LOOK_WORDS 160
bool look_step(struct open_profile *o, struct settings *settings, uint32_t row, int steps,
	       char words[LOOK_WORDS], struct error *err);

/*
 * The menu: two sides have how they are compared first. look_renew() has its lines say what is
 * now; look_take() answers REQUEST_MEASURE, REQUEST_LOOK with the `steps`, or REQUEST_KEEP.
 */
bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err);
bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err);
struct request look_take(const struct menu_view *menu, uint32_t line, int steps);

/*
 * "--theme auto [dark] light": what can be chosen on the cursor's line, without the option where `width` is
 * too small for all; "" of other lines.
 */
const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room);

/*
 * Keep the values of the rows that can be kept, for later commands. `words` says where.
 */
#define LOOK_KEPT_WORDS 400
bool look_keep(const struct open_profile *o, char words[LOOK_KEPT_WORDS],
	       struct error *err);

/* ---- what keys change as well ---- */

/* The next colours of the map, or of the graph. */
void look_next_colours(struct settings *settings, bool graph, char words[LOOK_WORDS]);

/* The time of day in the other zone. */
void look_next_zone(struct open_profile *o, char words[LOOK_WORDS]);

#endif
