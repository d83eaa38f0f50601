/* fuzz_packed.c - any bytes as a file: unpacked, with the format detected. */

#include <string.h>

#include "fuzz/whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As contents after a prefix that is hard to guess. */
static void read_behind(const uint8_t *begin, size_t len, const uint8_t *data,
			size_t size)
{
	uint8_t packed[4096];

	if (size > sizeof packed - len)
		return;
	memcpy(packed, begin, len);
	if (size)
		memcpy(packed + len, data, size);
	whole_read(packed, size + len, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t member[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
	static const uint8_t frame[6] = {0x28, 0xb5, 0x2f, 0xfd, 0, 0x58};

	whole_read(data, size, NULL);
	read_behind(member, sizeof member, data, size);
	read_behind(frame, sizeof frame, data, size);
	return 0;
}
