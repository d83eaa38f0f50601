/* unzstd.h - unpacks zstd data piece by piece: files, and data of perf record -z. */

#ifndef INPUT_UNZSTD_H
#define INPUT_UNZSTD_H

#include "base/library.h"
#include "input/unpack/unpack.h"

extern const struct library zstd_library;

static inline bool unzstd_is_built_in(void)
{
	return zstd_library.version != NULL;
}

struct unzstd;

/* The largest window of a frame, which is kept in memory; the same limit as in the zstd program. */
#define UNZSTD_WINDOW 27 /* log2 of bytes */
#define UNZSTD_MEMORY "128 MiB"

/*
 * Ready for the first byte of a frame. NULL and an error when memory runs out, or without libzstd.
 * Release with unzstd_free().
 */
struct unzstd *unzstd_new(struct error *err);
void unzstd_free(struct unzstd *z);

/* Start again at the first byte of another frame. */
void unzstd_restart(struct unzstd *z);

/*
 * Unpack from `*packed`, which advances, into `buf`, until one of them is used up or a frame ends.
 * Damage is reported only after all bytes before it have been returned. A skippable frame (with
 * data for other programs) has no contents.
 */
enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got);

#endif
