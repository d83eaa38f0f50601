/* fuzz_perf_data.c - any bytes as a perf.data, with and without its head. */

#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_perf)

/* What a piped recording begins with, so that nothing has to be found out about heads. */
static const char head[] = "PERFILE2\x10\0\0\0\0\0\0";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *piped = malloc(sizeof head + size);

	whole_read(data, size, "perf-data");
	if (!piped)
		return 0;
	memcpy(piped, head, sizeof head);
	if (size)
		memcpy(piped + sizeof head, data, size);
	whole_read(piped, sizeof head + size, NULL);
	free(piped);
	return 0;
}
