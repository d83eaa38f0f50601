/* unpack.h - an unpacker of gzip and zstd streams: takes stored bytes, returns plain ones. */

#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "base/error.h"
#include "base/text.h"

/*
 * It handles everything around the packed data: members and frames, padding, damage. Members of
 * gzip are inflated by the library that configure chose: inflate_isal.c if there is libisal,
 * otherwise inflate_zlib.c. The results are equal, except that ISA-L may lack the last two bytes of
 * a truncated stream. zstd is unpacked block by block, so that all data before damage is returned.
 */

/* The result of unpacking a piece of a member or frame: inflate_member.h, unzstd.h. */
enum unpack_step {
	UNPACK_GOES_ON,	   /* without output: the input is used up */
	UNPACK_MEMBER_END, /* the checksum is right; the input is just after the member */
	/* no more bytes can be unpacked: */
	UNPACK_DAMAGED,
	UNPACK_TOO_LARGE,  /* it needs more memory than allowed */
	UNPACK_DICTIONARY, /* it was packed with a dictionary, which we do not have */
	UNPACK_NO_MEMORY,
};

struct unpack;

enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD };

const char *packing_name(enum packing p); /* "gzip"; NULL for PACKING_NONE */

/* The packing that the text begins with. UNPACK_MAGIC bytes are enough to recognise any. */
#define UNPACK_MAGIC 4
enum packing unpack_begins(struct text stored);

/*
 * NULL and an error when memory runs out, or for zstd without libzstd. Release with unpack_free().
 */
struct unpack *unpack_new(enum packing kind, struct error *err);
void unpack_free(struct unpack *z);

/*
 * Unpack from `*stored`, which advances, up to `max` > 0 bytes into `out`. Members of gzip and
 * frames of zstd may follow each other, and zeros may follow the last one. `last`: no bytes follow
 * `*stored`. If `*got` is 0, either the stream has ended, or more input is needed: call again with
 * the rest of `*stored` and more bytes. Damage is not an error but ends the stream, after all bytes
 * before it have been returned. Fails only when memory runs out.
 */
bool unpack_next(struct unpack *z, struct text *stored, bool last, char *out, size_t max,
		 size_t *got, struct error *err);

/* Has the stream ended, with all its bytes returned? */
bool unpack_ended(const struct unpack *z);

/* After the end: what is wrong with the stream, as a string literal; NULL: nothing. */
const char *unpack_damage(const struct unpack *z);

#endif
