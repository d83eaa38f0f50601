/* secret.h - numbers that no file can know: where its ids come to lie in our tables. */

#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fill in `count` words: always the same in one process, others in each. They are made of the 16
 * random bytes that Linux gives every program (AT_RANDOM), so nothing is called or kept for
 * them. Good for hashes, whose values are never shown: whoever does not know the words cannot
 * choose ids or names that all fall into one place. What is read may not depend on them.
 */
void secret_fill(uint64_t *words, size_t count);

#endif
