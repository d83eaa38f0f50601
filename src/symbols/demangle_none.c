#include "symbols/demangle.h"

#include <stddef.h>

char *demangle_with_library(const char *mangled)
{
	(void)mangled;
	return NULL;
}
