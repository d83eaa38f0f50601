/* unzstd.h - zstd data that is never ended, a piece at a time: what perf record -z writes. */

#ifndef INPUT_UNZSTD_H
#define INPUT_UNZSTD_H

#include "base/error.h"
#include "base/text.h"

/*
 * libzstd, or nothing when we were built without it (unzstd_none.c): then unzstd_new()
 * says so in an error.
 */
struct unzstd;

/* NULL and an error when memory runs out. Release with unzstd_free(). */
struct unzstd *unzstd_new(struct error *err);
void unzstd_free(struct unzstd *z);

/*
 * Unpack from `*packed`, which is cut by what was used, into `buf`. Call it again until
 * `*packed` is empty and `*got` < `max`. False when the data is damaged: nothing more can
 * be had from it then.
 */
bool unzstd_next(struct unzstd *z, struct text *packed, char *buf, size_t max,
		 size_t *got);

#endif
