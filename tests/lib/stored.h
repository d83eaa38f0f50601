/* stored.h - writes a profile as the bytes of a .flare file, and reads such bytes. */

#ifndef TESTS_STORED_H
#define TESTS_STORED_H

#include "base/error.h"
#include "profile/profile.h"

/* Returns the bytes of the file, `*len` of them; never NULL. Release with free(). */
unsigned char *stored_bytes(const struct profile *p, size_t *len);

/* Open a copy of exactly `len` bytes; the samples are not checked. */
struct profile *stored_open(const void *bytes, size_t len, struct error *err);

/* Correct the checksums after a change, so that only the contents are wrong. */
void stored_mend(unsigned char *bytes, size_t len);

/* The text of dump_profile(). Release with free(). */
char *stored_dump(const struct profile *p);

#endif
