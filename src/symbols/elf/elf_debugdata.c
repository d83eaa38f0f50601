
#include <lzma.h>

#include "base/mem.h"
#include "symbols/elf/elf_inside.h"

/* Symbols alone: those of the largest browsers are a tenth of it. */
#define UNPACKED_MAX (256u * 1024 * 1024)

/* What xz needs at its highest level. */
#define MEMORY_MAX (128u * 1024 * 1024)

#define BLOCK (256u * 1024)

/* All that comes out, up to the end or the damage. */
static bool unpack(lzma_stream *z, struct elf_image *im, uint8_t **bytes, size_t *len)
{
	struct error none = ERROR_INIT;
	size_t capacity = 0;
	lzma_ret r = LZMA_OK;

	for (*len = 0; r == LZMA_OK; *len += BLOCK - z->avail_out) {
		im->unreasonable |= *len > im->room;
		if (*len > UNPACKED_MAX || im->unreasonable ||
		    !mem_reserve(bytes, &capacity, *len + BLOCK, 1, "bytes", &none))
			return false;
		z->next_out = *bytes + *len;
		z->avail_out = BLOCK;
		r = lzma_code(z, LZMA_FINISH);
	}
	return r == LZMA_STREAM_END;
}

struct elf_image *elf_image_debugdata(struct elf_image *im)
{
	lzma_stream z = LZMA_STREAM_INIT;
	struct elf_image *inner = NULL;
	enum symbol_status why;
	struct elf_section s;
	uint8_t *bytes = NULL;
	Elf_Data *data;
	size_t len;

	if (!elf_inside_find(im, ".gnu_debugdata", SHT_NULL, &s) ||
	    !(data = elf_inside_data(im, &s)) ||
	    lzma_stream_decoder(&z, MEMORY_MAX, 0) != LZMA_OK)
		return NULL;
	z.next_in = data->d_buf;
	z.avail_in = data->d_size;
	if (unpack(&z, im, &bytes, &len))
		inner = elf_image_of_bytes(bytes, len, &why);
	lzma_end(&z);
	if (inner)
		inner->unpacked = bytes;
	else
		mem_free(bytes);
	return inner;
}
