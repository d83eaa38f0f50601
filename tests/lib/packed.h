/* packed.h - bytes as a file of gzip or zstd, for tests of what reads them. */

#ifndef TESTS_PACKED_H
#define TESTS_PACKED_H

#include "base/text.h"

/* One member for every `each` bytes. Never an empty text: a failure is the test's. Release
 * with free(). */
struct text packed_of(struct text plain, size_t each);

/* The same with a frame and its check sum for every `each` bytes; where WITH_ZSTD is defined. */
struct text packed_zstd_of(struct text plain, size_t each);

#endif
