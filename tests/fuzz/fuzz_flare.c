/* fuzz_flare.c - any bytes as a parsed profile, unchanged and with the sums corrected. */

#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "lib/everything.h"
#include "lib/stored.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_flare)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *mended = malloc(size ? size : 1);

	if (!mended)
		abort();
	everything_of(data, size);
	if (size)
		memcpy(mended, data, size);
	stored_mend(mended, size);
	everything_of(mended, size);
	free(mended);
	return 0;
}
