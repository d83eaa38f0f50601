/* stretches.h - when next to nothing happened, or several times as much as usual, told from ordinary pauses and bursts. */

#ifndef ANALYSIS_FIND_STRETCHES_H
#define ANALYSIS_FIND_STRETCHES_H

#include "analysis/range.h"

/*
 * Of samples in order of time. Each second is worth `times` as many samples as are usual in a
 * second, and each sample costs one (or the reverse, for `times` above 1): the stretches with the
 * highest sums, of which none can be made longer or shorter with profit, are found in one pass [Ruzzo
 * and Tompa 1999], whatever their length, and a stray sample does not end one.
 *
 * Sums of such stretches have an exponential tail, by chance [Karlin and Altschul 1990], whatever clumps the
 * samples have, but how steep it is depends on them. So the highest ones are held against the others of
 * the same samples: those are odd that a tail as steep as theirs would hardly reach. What has pauses of
 * all lengths has no odd one.
 */
struct stretch {
	struct range range; /* ns, as the times are */
	double expected;    /* samples that are usual in such a time */
	uint32_t samples;
	double score; /* as a normal deviate: how odd */
};

#define STRETCHES_MOST 6

struct stretches {
	struct stretch stretch[STRETCHES_MOST]; /* the oddest first */
	uint32_t count;
};

/* What is looked at. */
struct stretches_query {
	const uint64_t *time; /* borrowed, rising */
	uint32_t count;
	double
	    times; /* of what is usual: below 1 quiet ones are looked for, else busy ones */
	double chance;	/* that anything is found in noise */
	uint64_t least; /* ns: none is shorter */
	uint32_t most;	/* so many at most; 0: STRETCHES_MOST */
};

bool stretches_find(struct stretches *s, const struct stretches_query *q,
		    struct error *err);

#endif
