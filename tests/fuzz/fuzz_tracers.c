/* fuzz_tracers.c - any bytes as the output of DTrace, bpftrace or Austin. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = {"dtrace", "bpftrace", "austin", NULL};

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		whole_read(data, size, formats[i]);
	return 0;
}
