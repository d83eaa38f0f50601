#include "input/unpack/inflate_member.h"

#include <stdint.h>
#include <zlib.h>

#include "base/mem.h"

struct inflate_member {
	z_stream z;
};

const struct library isal_library = {"ISA-L", NULL, "gzip, faster than zlib"};

const char *inflate_library(void)
{
	return "zlib " ZLIB_VERSION;
}

struct inflate_member *inflate_member_new(struct error *err)
{
	struct inflate_member *m = mem_array(1, sizeof *m, "inflater", err);

	if (!m)
		return NULL;
	if (inflateInit2(&m->z, 15 + 16) != Z_OK) {
		error_set(err, ERROR_MEMORY, "out of memory to unpack gzip");
		mem_free(m);
		return NULL;
	}
	return m;
}

void inflate_member_free(struct inflate_member *m)
{
	if (!m)
		return;
	inflateEnd(&m->z);
	mem_free(m);
}

void inflate_member_restart(struct inflate_member *m)
{
	/* fails only for a broken z_stream; the next inflate() then reports it */
	(void)inflateReset(&m->z);
}

/* zlib counts in uInt. */
static uInt limit_for_zlib(size_t len)
{
	return len < UINT32_MAX / 2 ? (uInt)len : UINT32_MAX / 2;
}

enum unpack_step inflate_member_run(struct inflate_member *m, struct text *in, char *out,
				    size_t max, size_t *got)
{
	uInt most = limit_for_zlib(max), given = limit_for_zlib(in->len);
	int result;

	m->z.next_in = (unsigned char *)(uintptr_t)in->at;
	m->z.avail_in = given;
	m->z.next_out = (unsigned char *)out;
	m->z.avail_out = most;
	result = inflate(&m->z, Z_NO_FLUSH);
	*in = text_from(*in, given - m->z.avail_in);
	*got = most - m->z.avail_out;
	switch (result) {
	case Z_OK:
	case Z_BUF_ERROR:
		return UNPACK_GOES_ON;
	case Z_STREAM_END:
		return UNPACK_MEMBER_END;
	case Z_MEM_ERROR:
		return UNPACK_NO_MEMORY;
	default:
		return UNPACK_DAMAGED;
	}
}
