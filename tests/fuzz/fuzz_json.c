/* fuzz_json.c - any bytes as each JSON format, and with the format detected. */

#include "fuzz/mutate/mutate.h"
#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_json)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	whole_read(data, size, "cpuprofile");
	whole_read(data, size, "speedscope");
	whole_read(data, size, "firefox");
	whole_read(data, size, "trace-event");
	whole_read(data, size, NULL);
	return 0;
}
