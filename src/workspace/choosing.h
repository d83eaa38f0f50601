/* choosing.h - step to another value of a choice, by a key or in a menu, and explain it. */

#ifndef WORKSPACE_CHOOSING_H
#define WORKSPACE_CHOOSING_H

#include "workspace/open_profile.h"

#define CHOOSING_WORDS 320

/*
 * Step by this many values (back if negative) and update the views. False and an error on failure:
 * then nothing changes. `words`: a message, see command_words(), or "". Steps of STATE and its
 * graphs are made by state_change.h.
 */
bool choosing_step(struct open_profile *o, enum choice_id id, int steps,
		   char words[CHOOSING_WORDS], struct error *err);

/* The next colours: for the map all schemes, for the graph the first few. */
bool choosing_next_colours(struct open_profile *o, bool graph, char words[CHOOSING_WORDS],
			   struct error *err);

#endif
