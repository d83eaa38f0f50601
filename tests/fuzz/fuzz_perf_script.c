/* fuzz_perf_script.c - any bytes as the text of perf script. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "perf-script");
	return 0;
}
