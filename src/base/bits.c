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
