/* choosing.h - go to another value of a choice, by a key or in a menu, and say what it means. */

#ifndef WORKSPACE_CHOOSING_H
#define WORKSPACE_CHOOSING_H

#include "workspace/open_profile.h"

#define CHOOSING_WORDS 320

/*
 * Go so many values on, or back where `steps` is negative, and have the views follow. False and an error
 * where that is not possible: it stays as it was then. `words`: a sentence to say, see command_words();
 * "": there is none. Of threads' time (STATE and its graphs) it is state_change.h that does it.
 */
bool choosing_step(struct open_profile *o, enum choice_id id, int steps,
		   char words[CHOOSING_WORDS], struct error *err);

/* The same of colours by a key: of the map those that are drawn, of a graph the first few. */
bool choosing_next_colours(struct open_profile *o, bool graph, char words[CHOOSING_WORDS],
			   struct error *err);

#endif
