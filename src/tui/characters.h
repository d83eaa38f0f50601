/* characters.h - chooses the character set for drawing: that of the locale, or UTF-8. */

#ifndef TUI_CHARACTERS_H
#define TUI_CHARACTERS_H

#include <stdbool.h>

/*
 * Use the locale of the environment. Call this once, before there are threads. If a UTF-8 locale is
 * not installed, C.UTF-8 of the host or the built-in locale replaces it: only its character set is
 * needed for drawing.
 */
void characters_choose(void);

/* Use UTF-8 even if the environment sets another encoding; false when that is impossible. */
bool characters_use_utf8(void);

/*
 * For programs with a built-in locale (configure --enable-static-program). Such programs draw UTF-8
 * on hosts without C.UTF-8 too, unless the environment sets another character set. setlocale() must
 * not be called afterwards.
 */
#ifdef WITH_LOCALE
bool built_in_locale_use(void);
#endif

#endif
