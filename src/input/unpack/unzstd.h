/* unzstd.h - zstd data, unpacked a piece at a time: files, and what perf record -z writes. */

#ifndef INPUT_UNZSTD_H
#define INPUT_UNZSTD_H

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"
#include "input/unpack/unpack_step.h"

/* False when flarescope was built without libzstd. */
bool unzstd_is_built_in(void);
extern const struct library zstd_library;

struct unzstd;

/* How much of what it unpacked a frame may refer back to; that is kept. As the zstd program. */
#define UNZSTD_WINDOW 27 /* bits */
#define UNZSTD_MEMORY "128 MiB"

/*
 * Ready for the first byte of a frame. NULL and an error when memory runs out, or libzstd is
 * not there. Release with unzstd_free().
 */
struct unzstd *unzstd_new(struct error *err);
void unzstd_free(struct unzstd *z);

/* Be ready for the first byte of another frame. */
void unzstd_restart(struct unzstd *z);

/*
 * Unpack from `*packed`, which is cut by what was used, into `buf`, until one of the two is
 * used up, or a frame ends. What comes out before damage has been handed out before that is
 * told. A frame that is skipped (it has something for others) has no contents.
 */
enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got);

#endif
