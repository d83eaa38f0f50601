#include "base/bits.h"

#include <string.h>

#include "base/mem.h"

static size_t word_count(uint64_t count)
{
	return (size_t)(count / 64 + 1);
}

bool bits_build(struct bits *b, uint64_t count, struct error *err)
{
	b->count = count;
	b->words = mem_array(word_count(count), sizeof *b->words, "words of a set", err);
	return b->words != NULL;
}

void bits_release(struct bits *b)
{
	mem_free(b->words);
	*b = (struct bits){0};
}

void bits_fill(struct bits *b)
{
	size_t last = word_count(b->count) - 1;

	memset(b->words, 0xff, last * sizeof *b->words);
	b->words[last] = (UINT64_C(1) << (b->count & 63)) - 1;
}

uint64_t bits_population(const struct bits *b)
{
	uint64_t n = 0;

	for (size_t i = 0; i < word_count(b->count); i++)
		n += (unsigned)__builtin_popcountll(b->words[i]);
	return n;
}

bool bits_equal(const struct bits *a, const struct bits *b)
{
	if (!a->words || !b->words || a->count != b->count)
		return !a->words && !b->words;
	return memcmp(a->words, b->words, word_count(a->count) * sizeof *a->words) == 0;
}

/* Most words are full. */
static void tally_word(uint64_t word, const uint32_t *of, uint64_t *counts)
{
	if (word == UINT64_MAX) {
		for (int i = 0; i < 64; i++)
			counts[of[i]]++;
		return;
	}
	for (; word; word &= word - 1)
		counts[of[__builtin_ctzll(word)]]++;
}

void bits_tally(const struct bits *b, uint64_t first, uint64_t last, const uint32_t *of,
		uint64_t *counts)
{
	for (uint64_t from = first & ~UINT64_C(63); from < last; from += 64) {
		uint64_t word = b->words[from / 64];

		if (from < first)
			word &= UINT64_MAX << (first - from);
		if (last - from < 64)
			word &= (UINT64_C(1) << (last - from)) - 1;
		tally_word(word, of + from, counts);
	}
}
