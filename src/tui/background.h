/* background.h - is the terminal dark or light? */

#ifndef TUI_BACKGROUND_H
#define TUI_BACKGROUND_H

#include "tui/replies.h"
#include "view/theme.h"

/*
 * By the user's wish, else by the answer of the terminal, else by `colorfgbg` ("15;0", from the
 * environment; may be NULL), else dark. `facts` may be NULL: the terminal was not asked.
 */
bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg);

#endif
