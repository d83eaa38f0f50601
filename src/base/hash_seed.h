/* hash_seed.h - random seeds for hash tables, which files cannot guess. */

#ifndef BASE_HASH_SEED_H
#define BASE_HASH_SEED_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fill in `count` words: the same in one process, different in each process. They are derived from
 * the 16 random bytes that Linux gives every program (AT_RANDOM), so no system call is needed.
 * Suitable for hashes whose values are never shown: without the seed, ids or names that all collide
 * cannot be chosen. Results must not depend on them.
 */
void hash_seed_fill(uint64_t *words, size_t count);

#endif
