/* whole.h - bytes through the whole reader, as every reader's fuzz target does it. */

#ifndef TESTS_FUZZ_WHOLE_H
#define TESTS_FUZZ_WHOLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Read the bytes (gzipped or not) as `format`, or as what they are recognised as when it
 * is NULL. Aborts when a profile breaks a promise of profile.h or a failure says nothing.
 */
void whole_read(const uint8_t *data, size_t size, const char *format);

#endif
