/* actions.h - carry out the actions that views ask for. */

#ifndef WORKSPACE_ACTIONS_H
#define WORKSPACE_ACTIONS_H

#include "workspace/parts.h"

/* Carry it out; does anything look different now? */
bool actions_do(struct workspace *w, struct action r);
/* Look at all; at a range of the second file or, with the map scrolled there, of the first. */
bool actions_look_at_all(struct workspace *w);
void actions_finish_marking(struct workspace *w);
bool actions_gather(struct workspace *w); /* the range, or what is at the cursor */
bool actions_look_at_other(struct workspace *w, struct range r, bool settled);
bool actions_go_to(struct workspace *w, struct range r);
void actions_recount(struct workspace *w);
void actions_enter_graph(struct workspace *w);
bool actions_choose(struct workspace *w, enum menu_kind kind);
/* Show and copy the command line of what is on the screen. */
bool actions_share(struct workspace *w);

/* The file has been read again for instructions, if that is so; nobody may wait for them any more. */
bool actions_take_code(struct workspace *w);
void actions_end_code(struct workspace *w);
bool actions_stop_code(struct workspace *w); /* false: nobody reads it */

/* Do instructions have the keys? */
bool actions_at_code(const struct workspace *w);
/* Search the lines of these, or of the list that is there. */
bool actions_ask_lines(struct workspace *w);
bool actions_find_line(struct workspace *w, struct text words);

#endif
