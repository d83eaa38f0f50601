/* shares.h - the stretch in which a part of all samples has another share than at other times. */

#ifndef ANALYSIS_FIND_SHARES_H
#define ANALYSIS_FIND_SHARES_H

#include <stdbool.h>
#include <stdint.h>

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
