/* characters.h - chooses the character set for drawing: that of the locale, or UTF-8. */

#ifndef TUI_CHARACTERS_H
#define TUI_CHARACTERS_H

#include <stdbool.h>

/*
 * Use the locale of the environment; a program with a built-in locale uses UTF-8, or "C" if the
 * environment sets another character set. Call this once, before there are threads. If the
 * environment names a UTF-8 locale that is not installed, C.UTF-8 of the host or the built-in
 * locale replaces it: drawing needs only the character set.
 */
void characters_choose(void);

/* Use UTF-8 even if the environment sets another encoding; false when that is impossible. */
bool characters_use_utf8(void);

/*
 * For programs with a built-in locale (configure --enable-static-program). Such programs draw in
 * UTF-8 even on hosts without C.UTF-8, unless the environment sets another character set.
 * setlocale() must not be called afterwards.
 */
#ifdef WITH_LOCALE
bool built_in_locale_use(void);
#endif

#endif
