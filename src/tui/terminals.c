#include "tui/terminals.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name, *description;
} terminals[] = {
#define TERMINAL(name, description) {name, description},
#include "tui/terminals.def"
#undef TERMINAL
};

const char *terminals_description(const char *term)
{
	for (size_t i = 0; term && i < sizeof terminals / sizeof *terminals; i++)
		if (strcmp(terminals[i].name, term) == 0)
			return terminals[i].description;
	return NULL;
}
