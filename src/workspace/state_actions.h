/* state_actions.h - keys and menus that go from samples to the states of threads, and on. */

#ifndef WORKSPACE_STATE_ACTIONS_H
#define WORKSPACE_STATE_ACTIONS_H

#include "workspace/parts.h"

/* The next state, or another word of one of its parts; and what has come of it. */
bool state_next(struct workspace *w);
bool state_step(struct workspace *w, enum choice_id part, int steps);
/* Where it is asked why less ran: what threads waited for takes the place of what ran. True. */
bool state_explain_stall(struct workspace *w);
/* What was waited for, a name of KEYS_WAIT, in a graph that also has who woke. True. */
bool state_show_wait(struct workspace *w, struct text name);
bool state_take(struct workspace *w);
bool state_stop(struct workspace *w); /* false: none is being made */

/* A step back, or on; of another state it is done when that is there. */
bool state_undo(struct workspace *w, bool redo);

#endif
