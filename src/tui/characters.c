#include "tui/characters.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen.h"

/* The locale that setlocale() will use; NULL if the environment sets none. */
static const char *asked_for(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return NULL;
}

bool characters_use_utf8(void)
{
	if (screen_utf8() || setlocale(LC_CTYPE, "C.UTF-8"))
		return true;
#ifdef WITH_LOCALE
	return built_in_locale_use();
#else
	return false;
#endif
}

void characters_choose(void)
{
	const char *asked = asked_for();

	if (!setlocale(LC_CTYPE, "") && asked &&
	    (strcasestr(asked, ".utf-8") || strcasestr(asked, ".utf8")))
		characters_use_utf8();
#ifdef WITH_LOCALE
	/*
	 * Without a locale in the environment, use UTF-8. Other encodings are not used, as a
	 * static program would load parts of the host's C library for them.
	 */
	if (asked && !screen_utf8())
		setlocale(LC_CTYPE, "C");
	else if (!asked && !setlocale(LC_CTYPE, "C.UTF-8"))
		built_in_locale_use();
#endif
}
