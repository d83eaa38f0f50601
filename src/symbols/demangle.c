#include "symbols/demangle.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"

/* Longer ones are not names that anybody can read. */
#define MANGLED_MAX (16 * 1024)

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* "camlStdlib__List__map_487" as OCaml 4.14 writes it. */
static bool is_ocaml(const char *name)
{
	return strncmp(name, "caml", 4) == 0 && is_upper(name[4]);
}

/* Without the number at the end: "_487". */
static void cut_number(char *name)
{
	size_t end = strlen(name), i = end;

	while (i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9')
		i--;
	if (i > 0 && i < end && name[i - 1] == '_')
		name[i - 1] = '\0';
}

/* As perf does: "__" is a dot, "$2b" a character by its code. */
static char *demangle_ocaml(const char *mangled)
{
	struct error none = ERROR_INIT;
	char *name = mem_array(strlen(mangled) + 1, 1, "bytes", &none);
	struct fill f = fill_of(name, name ? strlen(mangled) : 0);
	uint64_t code;

	if (!name)
		return NULL;
	for (const char *at = mangled + 4; *at;) {
		if (at[0] == '_' && at[1] == '_') {
			fill_char(&f, '.');
			at += 2;
		} else if (at[0] == '$' && at[1] && at[2] &&
			   number_hex((struct text){at + 1, 2}, &code) && code) {
			fill_char(&f, (char)code);
			at += 3;
		} else {
			fill_char(&f, *at++);
		}
	}
	cut_number(name);
	return name;
}

char *demangle_name(const char *mangled, uint64_t *steps)
{
	if (strnlen(mangled, MANGLED_MAX) == MANGLED_MAX)
		return NULL;
	if (is_ocaml(mangled))
		return demangle_ocaml(mangled);
	/* All that the library knows begins so; most names of C do not. */
	if (mangled[0] != '_' || (mangled[1] != 'Z' && mangled[1] != 'R' &&
				  strncmp(mangled, "_GLOBAL_", 8) != 0))
		return NULL;
	return demangle_with_library(mangled, steps);
}
