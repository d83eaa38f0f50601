#include "lib/packed_zstd.h"

#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>

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
