/* whole.h - passes bytes through the whole reader, for the fuzz targets of all readers. */

#ifndef TESTS_FUZZ_WHOLE_H
#define TESTS_FUZZ_WHOLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Read the bytes (gzipped or not) as `format`; NULL: detect the format. Aborts if a profile breaks
 * a rule of profile.h or an error has no message.
 */
void whole_read(const uint8_t *data, size_t size, const char *format);

#endif
