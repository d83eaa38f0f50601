#include <string.h>

#include "symbols/elf/elf_image.h"

/* In a table of perf.data 5.10 and older: 20 bytes, of which an MD5 fills 16. */
#define PADDED 20

bool build_id_same(const struct build_id *recorded, const struct build_id *file)
{
	static const uint8_t zeros[PADDED];

	if (file->len == 0 || recorded->len < file->len ||
	    memcmp(recorded->bytes, file->bytes, file->len) != 0)
		return false;
	return recorded->len == file->len ||
	       (recorded->len == PADDED &&
		memcmp(recorded->bytes + file->len, zeros, PADDED - file->len) == 0);
}
