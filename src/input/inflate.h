/* inflate.h - an inflater of gzip streams: bytes as stored go in, plain ones come out. */

#ifndef INPUT_INFLATE_H
#define INPUT_INFLATE_H

#include "base/error.h"
#include "base/text.h"

struct inflate;

/* What inflates here, and its version: "zlib 1.2.13". Chosen by configure. */
const char *inflate_library(void);

/* Is this the begin of a gzip stream? Needs INFLATE_MAGIC bytes to say yes. */
#define INFLATE_MAGIC 3
bool inflate_begins(struct text stored);

/* NULL and an error when there is no memory. Release with inflate_free(). */
struct inflate *inflate_new(struct error *err);
void inflate_free(struct inflate *z);

/*
 * Inflate the next of `*stored`, which moves past what was taken, into `out`, which has
 * room for `max` bytes, at least one. Members may follow each other, and zeros the last of
 * them. `last` says that nothing comes behind `*stored`. With `*got` 0 either the stream
 * has ended, or more is wanted than `*stored`: come back with what is left of it and more.
 * Damage is no error but an end; what was inflated before it has been handed out. Fails
 * for want of memory only.
 */
bool inflate_next(struct inflate *z, struct text *stored, bool last, char *out,
		  size_t max, size_t *got, struct error *err);

/* Nothing more will come out. */
bool inflate_ended(const struct inflate *z);

/* Once ended: what was wrong with the stream, a literal; NULL when nothing was. */
const char *inflate_damage(const struct inflate *z);

#endif
