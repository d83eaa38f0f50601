/* fuzz_folded.c - any bytes as folded stacks, and with the format detected. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "folded");
	whole_read(data, size, NULL);
	return 0;
}
