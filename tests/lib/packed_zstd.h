/* packed_zstd.h - bytes as a zstd file, for tests of what reads them; needs libzstd. */

#ifndef TESTS_PACKED_ZSTD_H
#define TESTS_PACKED_ZSTD_H

#include "base/text.h"

/* One frame for every `each` bytes, with a check sum. Release with free(). */
struct text packed_zstd_of(struct text plain, size_t each);

#endif
