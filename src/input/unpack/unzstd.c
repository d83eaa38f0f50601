#include "input/unpack/unzstd.h"

#ifdef WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include "base/mem.h"

#define BLOCK_HEADER 3 /* bytes */

struct unzstd {
	ZSTD_DStream *stream; /* owned */
	size_t wanted;	      /* bytes of input up to the end of a block */
	/* the last output buffer was filled: more may be pending */
	bool was_full;
	enum unpack_step next; /* the result to return after all bytes before it */
};

const struct library zstd_library = {"libzstd", ZSTD_VERSION_STRING,
				     "zstd, and recordings of perf record -z"};

struct unzstd *unzstd_new(struct error *err)
{
	struct unzstd *z = mem_array(1, sizeof *z, "an unpacker", err);

	if (!z)
		return NULL;
	z->stream = ZSTD_createDStream();
	if (z->stream) {
		unzstd_restart(z);
		return z;
	}
	error_set(err, ERROR_MEMORY, "out of memory for unpacking zstd data");
	unzstd_free(z);
	return NULL;
}

void unzstd_free(struct unzstd *z)
{
	if (!z)
		return;
	ZSTD_freeDStream(z->stream);
	mem_free(z);
}

void unzstd_restart(struct unzstd *z)
{
	z->next = UNPACK_GOES_ON;
	z->was_full = false;
	z->wanted = ZSTD_initDStream(z->stream);
	if (ZSTD_isError(z->wanted) ||
	    ZSTD_isError(
		ZSTD_DCtx_setParameter(z->stream, ZSTD_d_windowLogMax, UNZSTD_WINDOW)))
		z->next = UNPACK_DAMAGED; /* cannot happen with a valid stream */
}

static enum unpack_step illness(size_t rc)
{
	switch (ZSTD_getErrorCode(rc)) {
	case ZSTD_error_frameParameter_windowTooLarge:
		return UNPACK_TOO_LARGE;
	case ZSTD_error_dictionary_wrong:
		return UNPACK_DICTIONARY;
	case ZSTD_error_memory_allocation:
		return UNPACK_NO_MEMORY;
	default:
		return UNPACK_DAMAGED;
	}
}

/*
 * libzstd returns no output from a call that finds damage. So pending output is taken first, and
 * then one block without the header of the next one, which libzstd would request too.
 */
static enum unpack_step run_block(struct unzstd *z, struct text *packed,
				  ZSTD_outBuffer *out)
{
	size_t most = z->wanted > BLOCK_HEADER ? z->wanted - BLOCK_HEADER : z->wanted;
	ZSTD_inBuffer in = {packed->at, packed->len < most ? packed->len : most, 0};
	size_t rc;

	if (z->was_full)
		in.size = 0;
	rc = ZSTD_decompressStream(z->stream, out, &in);
	*packed = text_from(*packed, in.pos);
	z->was_full = out->pos == out->size;
	if (ZSTD_isError(rc))
		return illness(rc);
	z->wanted = rc;
	return rc ? UNPACK_GOES_ON : UNPACK_MEMBER_END;
}

enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got)
{
	ZSTD_outBuffer out = {buf, max, 0};

	while (z->next == UNPACK_GOES_ON && out.pos < max && (packed->len || z->was_full))
		z->next = run_block(z, packed, &out);
	*got = out.pos;
	return *got ? UNPACK_GOES_ON : z->next;
}

#else /* without libzstd */

const struct library zstd_library = {"libzstd", NULL,
				     "zstd, and recordings of perf record -z"};

struct unzstd *unzstd_new(struct error *err)
{
	error_set(err, ERROR_FORMAT, "this flarescope was built without libzstd");
	return NULL;
}

void unzstd_free(struct unzstd *z)
{
	(void)z;
}

void unzstd_restart(struct unzstd *z)
{
	(void)z;
}

enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got)
{
	(void)z;
	(void)packed;
	(void)buf;
	(void)max;
	*got = 0;
	return UNPACK_DAMAGED;
}

#endif
