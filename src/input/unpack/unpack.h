/* unpack.h - unpacks streams of gzip and zstd. */

#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "base/error.h"
#include "base/text.h"

/*
 * Handles sequences of members (gzip) and frames (zstd), padding, and damage. Members are unpacked
 * by inflate_isal.c if configure has found libisal, otherwise by inflate_zlib.c. The results differ
 * only for damaged streams: see inflate_member.h. unzstd.c unpacks block by block, to return all
 * data before damage.
 */

/* The result of inflate_member_run() or unzstd_run(), for a part of a member or frame. */
enum unpack_step {
	UNPACK_GOES_ON,	   /* if no bytes were returned, the input is used up */
	UNPACK_MEMBER_END, /* without damage; the input has advanced past the member */
	/* no more bytes can be unpacked: */
	UNPACK_DAMAGED,
	UNPACK_TOO_LARGE,  /* needs more memory than allowed */
	UNPACK_DICTIONARY, /* needs a dictionary, which we do not have */
	UNPACK_NO_MEMORY,
};

struct unpack;

enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD };

const char *packing_name(enum packing p); /* "gzip"; NULL for PACKING_NONE */

/* Detect the packing by the first UNPACK_MAGIC bytes. */
#define UNPACK_MAGIC 4
enum packing unpack_begins(struct text stored);

/*
 * NULL and an error when memory runs out, or for zstd without libzstd. Release with unpack_free().
 */
struct unpack *unpack_new(enum packing kind, struct error *err);
void unpack_free(struct unpack *z);

/*
 * Unpack up to `max` > 0 bytes from `*stored`, which advances, into `out`. Zeros may follow the
 * last member or frame. `last`: no bytes follow `*stored`. If `*got` is 0, the stream has ended, or
 * more input is needed: call again with the rest of `*stored` and further bytes. Damage is not an
 * error: it ends the stream after all bytes before it have been returned. False and an error only
 * when memory runs out.
 */
bool unpack_next(struct unpack *z, struct text *stored, bool last, char *out, size_t max,
		 size_t *got, struct error *err);

/* Has the stream ended, with all its bytes returned? */
bool unpack_ended(const struct unpack *z);

/* After the end: a message on damage to the stream, a string literal; NULL: no damage. */
const char *unpack_damage(const struct unpack *z);

#endif
