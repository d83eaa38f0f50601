/* packed.h - bytes as a gzip file, for tests of what reads them. */

#ifndef TESTS_PACKED_H
#define TESTS_PACKED_H

#include "base/text.h"

/* One member for every `each` bytes. Never an empty text: a failure is the test's. Release
 * with free(). */
struct text packed_of(struct text plain, size_t each);

#endif
