/* unzstd.h - unpacks zstd data of files and of perf record -z, part by part. */

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

/* The largest window of a frame, which is kept in memory; the zstd program has the same limit. */
#define UNZSTD_WINDOW 27 /* log2 of bytes */
#define UNZSTD_MEMORY "128 MiB"

/*
 * Expects the first byte of a frame. NULL and an error when memory runs out, or without libzstd.
 * Release with unzstd_free().
 */
struct unzstd *unzstd_new(struct error *err);
void unzstd_free(struct unzstd *z);

/* Start again at the first byte of another frame. */
void unzstd_restart(struct unzstd *z);

/*
 * Unpack from `*packed`, which advances, into `buf`, until the input is used up, the output is full
 * or the frame ends. Returns damage only after all bytes before it. A skippable frame, with data
 * for other programs, yields no bytes.
 */
enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got);

#endif
