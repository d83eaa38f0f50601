#include "analysis/sieve.h"

#include "base/mem.h"

/* The answers of 64 samples (or the last ones), as a word of the set. */
static uint64_t answer_word(const struct samples *s, uint64_t from, uint64_t to,
			    const uint8_t *contexts, const uint8_t *stacks,
			    uint8_t wanted)
{
	uint64_t word = 0;

	if (!stacks) {
		for (uint64_t i = from; i < to; i++)
			word |= (uint64_t)(contexts[s->context[i]] == wanted)
				<< (i - from);
		return word;
	}
	for (uint64_t i = from; i < to; i++) {
		uint8_t answers = contexts[s->context[i]] | stacks[s->stack[i]];

		word |= (uint64_t)(answers == wanted) << (i - from);
	}
	return word;
}

void sieve_apply(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		 const uint8_t *stacks, uint8_t wanted)
{
	const struct samples *s = &p->samples;

	for (uint64_t from = 0; from < s->count; from += 64) {
		uint64_t to = s->count - from < 64 ? s->count : from + 64;
		uint64_t *word = &keep->words[from / 64];

		if (*word)
			*word &= answer_word(s, from, to, contexts, stacks, wanted);
	}
}

uint8_t *sieve_used_contexts(const struct profile *p, struct error *err)
{
	uint8_t *used = mem_array(p->context_count, 1, "contexts", err);

	for (uint64_t i = 0; used && i < p->samples.count; i++)
		used[p->samples.context[i]] = 1;
	return used;
}
