#include "tui/characters.h"

#include <locale.h>
#include <stddef.h>

/*
 * The file LC_CTYPE of the locale C.UTF-8 of the C library that this program was built with
 * (configure: LOCALE_FILE), loaded as glibc does after mapping it. setlocale() would need the file
 * on disk; this works without. Both identifiers are internal to glibc and available only in a
 * static program, in which the library has the same version as the file: with a library that lacks
 * them it does not link, and tests/cli/static.sh checks the drawing.
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
	/* The tables of single bytes stay those of C: in UTF-8 no byte above 127 is a character. */
	_nl_global_locale.__locales[LC_CTYPE] = data;
	_nl_global_locale.__names[LC_CTYPE] = "C.UTF-8";
	return true;
}
