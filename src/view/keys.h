/* keys.h - what a user is told of the keys: the bar at the bottom, the page of help. */

#ifndef VIEW_KEYS_H
#define VIEW_KEYS_H

#include "view/page_view.h"

/* The commands of commands.def with a word for the bar that work in `place`, as many as fit. */
void keys_draw_bar(enum place place, struct pane p);

/* The word of a command in `place`: that of Enter says what it does there. */
const char *keys_word(enum command c, enum place place);

/* The command whose word is at this column, COMMAND_NONE when there is none. */
enum command keys_bar_at(enum place place, int width, int x);

/* Every key that works in `place`, with what it does; made from commands.def. */
bool keys_help(struct page_view *v, enum place place, struct error *err);

#endif
