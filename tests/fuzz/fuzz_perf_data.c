/* fuzz_perf_data.c - any bytes as a perf.data, or without a header as records of a pipe. */

#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_perf)

/* The beginning of a piped recording, so that the fuzzer need not discover it. */
static const char head[] = "PERFILE2\x10\0\0\0\0\0\0";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool headed = size >= 4 && memcmp(data, head, 4) == 0;
	uint8_t *piped;

	whole_read(data, size, "perf-data");
	piped = headed ? NULL : malloc(sizeof head + size);
	if (!piped)
		return 0;
	memcpy(piped, head, sizeof head);
	if (size)
		memcpy(piped + sizeof head, data, size);
	whole_read(piped, sizeof head + size, NULL);
	free(piped);
	return 0;
}
