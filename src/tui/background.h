/* background.h - is the terminal dark or light? */

#ifndef TUI_BACKGROUND_H
#define TUI_BACKGROUND_H

#include "tui/replies.h"
#include "view/theme.h"

/*
 * As the user says, else as the terminal has answered, else as `colorfgbg` says ("15;0", from
 * the environment; may be NULL), else dark. `facts` may be NULL: nobody was asked.
 */
bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg);

#endif
