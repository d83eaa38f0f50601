/* inflate_member.h - one member of a gzip stream, inflated by a library: inflate_zlib.c or
 * inflate_isal.c, whichever configure has chosen. Only unpack.c needs to know. */

#ifndef INPUT_INFLATE_MEMBER_H
#define INPUT_INFLATE_MEMBER_H

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"
#include "input/unpack/unpack_step.h"

/* What inflates here, and its version: "zlib 1.2.13". Chosen by configure. */
const char *inflate_library(void);

/* The one that configure may do without. */
extern const struct library isal_library;

struct inflate_member;

/* Ready for a member's first byte. NULL: no memory. Release with inflate_member_free(). */
struct inflate_member *inflate_member_new(struct error *err);
void inflate_member_free(struct inflate_member *m);

/* Be ready for the first byte of another member. */
void inflate_member_restart(struct inflate_member *m);

/*
 * Inflate from `*in`, which moves past what was taken, up to `max` > 0 bytes to `out`.
 * ISA-L decodes up to three characters at once, and none of them when the input ends
 * within one: of a stream that is cut it may give two bytes less than zlib. Of damaged
 * blocks it may make more than zlib does before either sees that they are.
 */
enum unpack_step inflate_member_run(struct inflate_member *m, struct text *in, char *out,
				    size_t max, size_t *got);

#endif
