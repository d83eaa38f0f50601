/* inflate_member.h - inflates one member of a gzip stream, with zlib or ISA-L; for unpack.c. */

#ifndef INPUT_INFLATE_MEMBER_H
#define INPUT_INFLATE_MEMBER_H

#include "base/library.h"
#include "input/unpack/unpack.h"

/* The library in use and its version: "zlib 1.2.13". */
const char *inflate_library(void);

/* The optional library. */
extern const struct library isal_library;

struct inflate_member;

/* Ready for the first byte of a member. NULL: out of memory. Release with inflate_member_free(). */
struct inflate_member *inflate_member_new(struct error *err);
void inflate_member_free(struct inflate_member *m);

/* Start again at the first byte of another member. */
void inflate_member_restart(struct inflate_member *m);

/*
 * Inflate from `*in`, which advances, up to `max` > 0 bytes to `out`. ISA-L decodes up to three
 * characters at once, and none of them when the input ends within one: from a truncated stream it
 * may return two bytes less than zlib. From damaged blocks it may return more than zlib before
 * either detects the damage.
 */
enum unpack_step inflate_member_run(struct inflate_member *m, struct text *in, char *out,
				    size_t max, size_t *got);

#endif
