/* inflate_member.h - inflates one member of a gzip stream, with zlib or ISA-L; for unpack.c. */

#ifndef INPUT_INFLATE_MEMBER_H
#define INPUT_INFLATE_MEMBER_H

#include "base/library.h"
#include "input/unpack/unpack.h"

/* The library in use and its version: "zlib 1.2.13". */
const char *inflate_library(void);

/* ISA-L, which is optional. */
extern const struct library isal_library;

struct inflate_member;

/* Expects the first byte of a member. NULL: out of memory. Release with inflate_member_free(). */
struct inflate_member *inflate_member_new(struct error *err);
void inflate_member_free(struct inflate_member *m);

/* Start again at the first byte of another member. */
void inflate_member_restart(struct inflate_member *m);

/*
 * Inflate up to `max` > 0 bytes from `*in`, which advances, into `out`. ISA-L decodes up to three
 * bytes at once, or none if the input ends within them, so it may return two bytes fewer than zlib
 * from a truncated stream. Before it detects damage, it may return more bytes than zlib.
 */
enum unpack_step inflate_member_run(struct inflate_member *m, struct text *in, char *out,
				    size_t max, size_t *got);

#endif
