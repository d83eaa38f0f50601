/* terminals.h - descriptions of the usual terminals, for a host that has none of them. */

#ifndef TUI_TERMINALS_H
#define TUI_TERMINALS_H

/*
 * What libtinfo takes for `term` when TERMINFO is set to it: "b64:" and the description. NULL where
 * we have none. `term` may be NULL.
 */
const char *terminals_description(const char *term);

#endif
