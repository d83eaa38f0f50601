#include "tui/characters.h"

#include <locale.h>
#include <stddef.h>

/*
 * The file LC_CTYPE of the locale C.UTF-8, as the C library of this program was built with it
 * (configure: LOCALE_FILE), and what glibc does with such a file when it has mapped one. A file is
 * what setlocale() wants, in a directory that can be written: this works where there is none. Both
 * names are glibc's own, and can be had in a static program alone, where they are of the library
 * that is in it: one that lacks them does not link, and tests/cli/static.sh looks at what is drawn.
 */
__asm__(".pushsection .rodata\n"
	".balign 4096\n"
	"built_in_locale:\n"
	".incbin \"" LOCALE_FILE "\"\n"
	"built_in_locale_end:\n"
	".popsection\n");

extern const char built_in_locale[], built_in_locale_end[];

struct __locale_data *_nl_intern_locale_data(int category, const void *data, size_t size);
extern struct __locale_struct _nl_global_locale;

bool built_in_locale_use(void)
{
	struct __locale_data *data = _nl_intern_locale_data(
	    LC_CTYPE, built_in_locale, (size_t)(built_in_locale_end - built_in_locale));

	if (!data)
		return false;
	/* The tables of single bytes are those of C: in UTF-8 no byte above 127 is a character. */
	_nl_global_locale.__locales[LC_CTYPE] = data;
	_nl_global_locale.__names[LC_CTYPE] = "C.UTF-8";
	return true;
}
