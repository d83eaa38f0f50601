/* fuzz_gzip.c - any bytes as a file: unpacked and recognised by what they are. */

#include <string.h>

#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As they are, and behind the begin of a gzip member, which is hard to guess. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t member[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
	uint8_t packed[4096];

	whole_read(data, size, NULL);
	if (size > sizeof packed - sizeof member)
		return 0;
	memcpy(packed, member, sizeof member);
	if (size)
		memcpy(packed + sizeof member, data, size);
	whole_read(packed, size + sizeof member, NULL);
	return 0;
}
