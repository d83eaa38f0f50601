/* keybar.h - the line at the bottom that says what one can do. */

#ifndef VIEW_KEYBAR_H
#define VIEW_KEYBAR_H

#include "canvas/canvas.h"
#include "view/command.h"

/* The commands of commands.def with a word for the bar that work in `place`, as many as fit. */
void keybar_draw(enum place place, struct pane p);

/* The word of a command in `place`: that of Enter says what it does there. */
const char *keybar_word(enum command c, enum place place);

/* The command whose word is at this column, COMMAND_NONE when there is none. */
enum command keybar_at(enum place place, int width, int x);

#endif
