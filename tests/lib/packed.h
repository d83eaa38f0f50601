/* packed.h - bytes compressed with gzip or zstd, for tests of readers. */

#ifndef TESTS_PACKED_H
#define TESTS_PACKED_H

#include "base/text.h"

/* Compress with gzip, one member per `each` bytes. A failure ends the test. Release with free(). */
struct text packed_of(struct text plain, size_t each);

/* The same with zstd, one frame with a checksum per `each` bytes. Needs WITH_ZSTD. */
struct text packed_zstd_of(struct text plain, size_t each);

#endif
