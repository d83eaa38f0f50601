/* fuzz_spans.c - any bytes as a table of spans. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "spans");
	return 0;
}
