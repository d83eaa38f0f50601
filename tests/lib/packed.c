#include "lib/packed.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>
#ifdef WITH_ZSTD
#include <zstd.h>
#endif

static void pack_member(struct text plain, char *to, size_t room, size_t *len)
{
	z_stream z = {0};

	if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (unsigned char *)(uintptr_t)plain.at;
	z.avail_in = (uInt)plain.len;
	z.next_out = (unsigned char *)to + *len;
	z.avail_out = (uInt)(room - *len);
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	*len = room - z.avail_out;
	deflateEnd(&z);
}

struct text packed_of(struct text plain, size_t each)
{
	size_t room = (plain.len / each + 1) * (each + 64), len = 0;
	char *packed = malloc(room);

	if (!packed)
		abort();
	do {
		pack_member(text_upto(plain, each), packed, room, &len);
		plain = text_from(plain, each);
	} while (plain.len);
	return (struct text){packed, len};
}

#ifdef WITH_ZSTD

static void pack_frame(ZSTD_CCtx *z, struct text plain, char *to, size_t room,
		       size_t *len)
{
	size_t n = ZSTD_compress2(z, to + *len, room - *len, plain.at, plain.len);

	if (ZSTD_isError(n))
		abort();
	*len += n;
}

struct text packed_zstd_of(struct text plain, size_t each)
{
	size_t room = (plain.len / each + 1) * ZSTD_compressBound(each), len = 0;
	ZSTD_CCtx *z = ZSTD_createCCtx();
	char *packed = malloc(room);

	if (!packed || !z ||
	    ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1)))
		abort();
	do {
		pack_frame(z, text_upto(plain, each), packed, room, &len);
		plain = text_from(plain, each);
	} while (plain.len);
	ZSTD_freeCCtx(z);
	return (struct text){packed, len};
}

#endif
