/* stretches.h - when next to nothing happened, or several times as much as usual, told from ordinary pauses and bursts. */

#ifndef ANALYSIS_FIND_STRETCHES_H
#define ANALYSIS_FIND_STRETCHES_H

#include <stdbool.h>
#include <stdint.h>

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

/*
 * All samples are cut into blocks of equally many. Of stretches of whole blocks, up to four tenths of
 * all, the one is found with the highest G2 of its share against the share elsewhere, divided by how
 * much more the part's counts vary than those of independent samples: by the mean length of its runs, a
 * sample weighing as much as any other, and by how blocks differ from their neighbours, as long as the
 * stretch, shorter ones, and a sixteenth of all. What a stretch shorter than a fourth of all has by chance, as
 * there are more of them, is taken off: 2 ln(all / 4 of it). The square root of that is as a normal deviate.
 */
#define SHARE_BLOCKS 1024

struct share_query {
	const uint32_t *at; /* borrowed, rising: which samples are the part's */
	uint32_t count;
	uint32_t all;	 /* samples */
	uint32_t blocks; /* at most SHARE_BLOCKS, and `all` / 4 */
	uint32_t least;	 /* blocks of a stretch */
	double runs;	 /* mean length of runs, at least 1: sum of squares by sum */
};

struct share_stretch {
	uint32_t from, to; /* samples [from, to) */
	double inside, outside;
	double score; /* above 0: a larger share; 0: there is none */
};

/*
 * The variance of a share, in multiples of that of independent samples: as measured between neighbouring
 * 16ths, 32nds and 64ths of the samples, without the stretch, and as the length of runs alone would
 * make it. All 0: not known.
 */
#define SHARE_SCALES 3

struct share_spread {
	double measured[SHARE_SCALES], by_runs;
};

struct share_stretch share_find(const struct share_query *q, struct share_spread *all);

#endif
