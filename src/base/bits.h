/* bits.h - a set of small numbers, such as samples, stacks or frames. */

#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

#include "base/error.h"

/* Number i is bit i % 64 of word i / 64; unused bits are 0. */
struct bits {
	uint64_t *words; /* owned: count / 64 + 1 */
	uint64_t count;	 /* all members are less than this */
};

/* Make an empty set for numbers less than `count`. Release with bits_release(). */
bool bits_build(struct bits *b, uint64_t count, struct error *err);
void bits_release(struct bits *b);

void bits_fill(struct bits *b);			/* adds all numbers */
uint64_t bits_population(const struct bits *b); /* number of members */

/* Do the sets have the same count and members? A zeroed set is equal only to another zeroed set. */
bool bits_equal(const struct bits *a, const struct bits *b);

/* Add 1 to counts[of[i]] for each member i in [first, last). */
void bits_tally(const struct bits *b, uint64_t first, uint64_t last, const uint32_t *of,
		uint64_t *counts);

static inline bool bits_has(const struct bits *b, uint64_t i)
{
	return b->words[i >> 6] >> (i & 63) & 1;
}

static inline void bits_add(struct bits *b, uint64_t i)
{
	b->words[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void bits_remove(struct bits *b, uint64_t i)
{
	b->words[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}

#endif
