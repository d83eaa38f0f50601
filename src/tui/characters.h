/* characters.h - which characters are drawn: those that the user's locale has, or UTF-8 without a locale. */

#ifndef TUI_CHARACTERS_H
#define TUI_CHARACTERS_H

#include <stdbool.h>

/*
 * As the environment asks, once and before there are threads. A locale of UTF-8 that this host does not
 * have is replaced by one that it has, or that is built in: what is drawn needs nothing of it but UTF-8.
 */
void characters_choose(void);

/* UTF-8, whatever the environment asks for; false where there is no way. */
bool characters_use_utf8(void);

/*
 * Of a program with a locale of its own (configure --enable-static-program). It comes to hosts that have
 * no C.UTF-8, where it draws UTF-8 unless it is asked for something else. Nothing may call setlocale()
 * after it.
 */
#ifdef WITH_LOCALE
bool built_in_locale_use(void);
#endif

#endif
