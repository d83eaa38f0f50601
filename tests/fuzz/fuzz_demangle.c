/* fuzz_demangle.c - each line of any text as a mangled name. */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "symbols/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

#define STEPS (UINT64_C(1) << 22) /* for all of the names */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *names = malloc(size + 1), *next;
	uint64_t steps = STEPS;

	if (!names)
		abort();
	if (size)
		memcpy(names, data, size);
	names[size] = '\0';
	for (char *name = names; name; name = next) {
		char *plain;

		next = strchr(name, '\n');
		if (next)
			*next++ = '\0';
		plain = demangle_name(name, &steps);
		if (plain && !*plain)
			abort();
		mem_free(plain);
	}
	free(names);
	return 0;
}
