/* fuzz_pprof.c - any bytes as a profile of pprof, and with the format detected. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_proto)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "pprof");
	whole_read(data, size, NULL);
	return 0;
}
