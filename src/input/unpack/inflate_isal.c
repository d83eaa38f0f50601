#include "input/unpack/inflate_member.h"

#include <isa-l.h>
#include <stdint.h>

#include "base/mem.h"

struct inflate_member {
	struct inflate_state z;
	struct isal_gzip_header header;
	bool damaged; /* bytes decoded before the damage still have to be returned */
};

#define VERSION                                                                          \
	LIBRARY_DIGITS(ISAL_MAJOR_VERSION)                                               \
	"." LIBRARY_DIGITS(ISAL_MINOR_VERSION) "." LIBRARY_DIGITS(ISAL_PATCH_VERSION)

const struct library isal_library = {"ISA-L", VERSION, "gzip, faster than zlib"};

const char *inflate_library(void)
{
	return "ISA-L " VERSION;
}

struct inflate_member *inflate_member_new(struct error *err)
{
	struct inflate_member *m = mem_array(1, sizeof *m, "inflater", err);

	if (m)
		inflate_member_restart(m);
	return m;
}

void inflate_member_free(struct inflate_member *m)
{
	mem_free(m);
}

void inflate_member_restart(struct inflate_member *m)
{
	isal_inflate_init(&m->z);
	m->z.crc_flag = ISAL_GZIP;
	isal_gzip_header_init(&m->header);
	m->damaged = false;
}

/* After damage: return decoded bytes that did not fit into the caller's buffer before. */
static enum unpack_step drain_decoded(struct inflate_member *m, char *out, size_t max,
				      size_t *got)
{
	size_t left = (size_t)(m->z.tmp_out_valid - m->z.tmp_out_processed);

	*got = left < max ? left : max;
	if (*got)
		memcpy(out, m->z.tmp_out_buffer + m->z.tmp_out_processed, *got);
	m->z.tmp_out_processed += (int32_t)*got;
	return *got == left ? UNPACK_DAMAGED : UNPACK_GOES_ON;
}

/* ISA-L counts in 32 bits, in places signed. */
static uint32_t limit_for_isal(size_t len)
{
	return len < INT32_MAX / 2 ? (uint32_t)len : INT32_MAX / 2;
}

enum unpack_step inflate_member_run(struct inflate_member *m, struct text *in, char *out,
				    size_t max, size_t *got)
{
	uint32_t most = limit_for_isal(max), given = limit_for_isal(in->len);
	int result = ISAL_DECOMP_OK;

	if (m->damaged)
		return drain_decoded(m, out, max, got);
	m->z.next_in = (uint8_t *)(uintptr_t)in->at;
	m->z.avail_in = given;
	m->z.next_out = (uint8_t *)out;
	m->z.avail_out = most;
	/*
	 * isal_inflate() would read the header too, but loses its contents when the header is
	 * split between two inputs; as in zlib, undefined flags count as damage
	 */
	if (!m->z.wrapper_flag) {
		result = isal_read_gzip_header(&m->z, &m->header);
		if (m->header.flags & 0xe0)
			result = ISAL_INVALID_WRAPPER;
	}
	if (result == ISAL_DECOMP_OK)
		result = isal_inflate(&m->z);
	*in = text_from(*in, given - m->z.avail_in);
	*got = most - m->z.avail_out;
	if (result < 0) {
		m->damaged = true;
		return m->z.tmp_out_processed < m->z.tmp_out_valid ? UNPACK_GOES_ON
								   : UNPACK_DAMAGED;
	}
	return m->z.block_state == ISAL_BLOCK_FINISH ? UNPACK_MEMBER_END : UNPACK_GOES_ON;
}
