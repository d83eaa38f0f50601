/* fuzz_spans.c - any bytes as a table of spans. */

#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "spans");
	return 0;
}
