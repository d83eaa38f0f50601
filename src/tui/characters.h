/* characters.h - chooses the character set for drawing: that of the locale, or UTF-8. */

#ifndef TUI_CHARACTERS_H
#define TUI_CHARACTERS_H

#include <stdbool.h>

/*
 * Use the locale of the environment. Call this once, before there are threads. A missing UTF-8
 * locale is replaced by one of the host, or by the built-in one: drawing needs only UTF-8 from it.
 */
void characters_choose(void);

/* Use UTF-8, whatever the environment says; false when that is impossible. */
bool characters_use_utf8(void);

/*
 * For programs with a built-in locale (configure --enable-static-program). They run on hosts
 * without C.UTF-8, where they draw UTF-8 unless the environment sets another character set. Nothing
 * may call setlocale() afterwards.
 */
#ifdef WITH_LOCALE
bool built_in_locale_use(void);
#endif

#endif
