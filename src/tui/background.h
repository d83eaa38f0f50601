/* background.h - determines whether the terminal's background is dark or light. */

#ifndef TUI_BACKGROUND_H
#define TUI_BACKGROUND_H

#include "tui/replies.h"
#include "view/theme.h"

/*
 * Uses the user's choice, otherwise the answer of the terminal, otherwise `colorfgbg` ("15;0", from
 * the environment; may be NULL), otherwise dark. `facts` may be NULL: the terminal was not queried.
 */
bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg);

#endif
