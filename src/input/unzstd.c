#include "input/unzstd.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/mem.h"

struct unzstd {
	ZSTD_DStream *stream; /* owned */
};

struct unzstd *unzstd_new(struct error *err)
{
	struct unzstd *z = mem_array(1, sizeof *z, "an unpacker", err);

	if (!z)
		return NULL;
	z->stream = ZSTD_createDStream();
	if (z->stream && !ZSTD_isError(ZSTD_initDStream(z->stream)))
		return z;
	error_set(err, ERROR_MEMORY, "no memory for unpacking zstd data");
	unzstd_free(z);
	return NULL;
}

void unzstd_free(struct unzstd *z)
{
	if (!z)
		return;
	ZSTD_freeDStream(z->stream);
	free(z);
}

bool unzstd_next(struct unzstd *z, struct text *packed, char *buf, size_t max,
		 size_t *got)
{
	ZSTD_inBuffer in = {packed->at, packed->len, 0};
	ZSTD_outBuffer out = {buf, max, 0};
	size_t rc = ZSTD_decompressStream(z->stream, &out, &in);

	*packed = text_from(*packed, in.pos);
	*got = out.pos;
	return !ZSTD_isError(rc);
}
