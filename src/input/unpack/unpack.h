/* unpack.h - an unpacker of gzip and zstd streams: bytes as stored go in, plain ones come out. */

#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include "base/error.h"
#include "base/text.h"

/*
 * It knows what is around packed data: members and frames, padding, damage. One member of
 * gzip is inflated by the library that configure has chosen: inflate_isal.c where there
 * is libisal, else inflate_zlib.c. Both give the same, but of a stream that is cut in the
 * middle ISA-L may lack the last two bytes. zstd comes a block at a time, so that all
 * that is before damage comes out.
 */

struct unpack;

enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD };

const char *packing_name(enum packing p); /* "gzip"; NULL of PACKING_NONE */

/* What this is the beginning of. Needs UNPACK_MAGIC bytes to know all of them. */
#define UNPACK_MAGIC 4
enum packing unpack_begins(struct text stored);

/*
 * NULL and an error when there is no memory, or no libzstd for zstd. Release with
 * unpack_free().
 */
struct unpack *unpack_new(enum packing kind, struct error *err);
void unpack_free(struct unpack *z);

/*
 * Unpack the next of `*stored`, which moves past what was taken, into `out`, which has
 * room for `max` bytes, at least one. Members of gzip and frames of zstd may follow each
 * other, and zeros the last of them. `last` says that nothing comes behind `*stored`. With
 * `*got` 0 either the stream has ended, or more is wanted than `*stored`: come back with
 * what is left of it and more. Damage is no error but an end; what was unpacked before it
 * has been handed out. Fails for want of memory only.
 */
bool unpack_next(struct unpack *z, struct text *stored, bool last, char *out, size_t max,
		 size_t *got, struct error *err);

/* Nothing more will come out. */
bool unpack_ended(const struct unpack *z);

/* Once ended: what was wrong with the stream, a literal; NULL when nothing was. */
const char *unpack_damage(const struct unpack *z);

#endif
