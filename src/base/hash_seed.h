/* hash_seed.h - random seeds for hash tables. */

#ifndef BASE_HASH_SEED_H
#define BASE_HASH_SEED_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fill `words` with `count` seeds, which stay the same within a process and differ between
 * processes. They are derived from the 16 random bytes that Linux gives every program (AT_RANDOM),
 * without a system call. They suit hashes whose values are never shown: without knowing the seeds,
 * the author of a file cannot choose ids or names that all collide. Output must not depend on them.
 */
void hash_seed_fill(uint64_t *words, size_t count);

#endif
