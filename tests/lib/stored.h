/* stored.h - a profile as the bytes of a .flare file, and bytes as a profile. */

#ifndef TESTS_STORED_H
#define TESTS_STORED_H

#include "base/error.h"
#include "profile/profile.h"

/* The file's bytes, `*len` of them; never NULL. Release with free(). */
unsigned char *stored_bytes(const struct profile *p, size_t *len);

/* Open exactly `len` bytes, of which a copy is made; samples are not checked. */
struct profile *stored_open(const void *bytes, size_t len, struct error *err);

/* Set the sums right after something was changed: lies that are told well. */
void stored_mend(unsigned char *bytes, size_t len);

/* dump_profile() as a text. Release with free(). */
char *stored_dump(const struct profile *p);

#endif
