/* secret.h - random seeds for hash tables, which no file can know. */

#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fill in `count` words: always the same in one process, different in each. They are derived from
 * the 16 random bytes that Linux gives every program (AT_RANDOM), so no system call is needed.
 * Good for hashes, whose values are never shown: whoever does not know the seed cannot choose
 * ids or names that all collide. What is read from a file must not depend on them.
 */
void secret_fill(uint64_t *words, size_t count);

#endif
