/* sieve.h - samples told apart by what is known of their contexts and stacks. */

#ifndef ANALYSIS_SIEVE_H
#define ANALYSIS_SIEVE_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * Questions are answered once for every row of the contexts and of the stacks, which are
 * few, up to eight of them at a time, a bit each; a sample has the answers of both, or-ed.
 * `keep` (a bit a sample) loses the samples whose answers are not `wanted`. Without
 * `stacks` (NULL) only the context answers.
 */
void sieve_apply(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		 const uint8_t *stacks, uint8_t wanted);

/* 1 for each context that some sample has, 0 for the others. Release with mem_free(). NULL and
 * an error when memory runs out. */
uint8_t *sieve_used_contexts(const struct profile *p, struct error *err);

#endif
