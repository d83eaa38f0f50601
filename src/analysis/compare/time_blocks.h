/* time_blocks.h - a side of a comparison cut into blocks of time, to measure how counts vary. */

#ifndef ANALYSIS_COMPARE_TIME_BLOCKS_H
#define ANALYSIS_COMPARE_TIME_BLOCKS_H

#include "analysis/compare/variation.h"

/* Blocks in pairs: the second follows the first immediately. */
enum block_pair { PAIR_NONE, PAIR_FIRST, PAIR_SECOND };

struct time_block {
	struct timed_rows rows;
	uint64_t samples;   /* counted samples of the block */
	double least, most; /* samples of the block and of both neighbours */
	enum block_pair pair;
	bool is_left_out;
};

struct time_blocks {
	/* owned: in an order in which the first few are spread evenly */
	struct time_block *each;
	uint32_t count, left_out;
	uint64_t length; /* ns, of each */
	double subject;	 /* samples that the subject would have in that time */
	double middle;	 /* the median number of samples; 0 without blocks */
};

/*
 * Cut the stretches of a side, which has times, into pairs of blocks of this length, at most
 * BLOCK_PAIRS_MOST, evenly spread, and the remainder of each stretch. Release with
 * time_blocks_release().
 */
bool time_blocks_pairs(struct time_blocks *b, const struct sampled *side, uint64_t length,
		       struct error *err);

/*
 * Cut the baseline into blocks as long as the subject, at multiples of that length from it; at most
 * BLOCKS_MOST, evenly spread. If fewer than BLOCKS_WANTED would fit, the blocks are shorter.
 *
 * If the subject is one of ten bursts, the other nine in the baseline would make the burst look
 * usual. So, if the baseline is the rest of the subject's own recording and the subject has many
 * more samples than most blocks, the blocks that also have many more, and their neighbours, are
 * left out; likewise with fewer samples. "Many more" is OUTLIER_DEVIATIONS from the median for the
 * subject, LIKE_DEVIATIONS for other blocks, where a deviation is the median difference of blocks
 * from their median, but at least that of chance. At least half of the blocks stay, with samples in
 * them, or none is left out: an event of half of the time is usual, and a program that is silent
 * between bursts is compared with the other bursts.
 */
#define BLOCKS_MOST	   512
#define OUTLIER_DEVIATIONS 5.0
#define LIKE_DEVIATIONS	   3.0

bool time_blocks_like(struct time_blocks *b, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err);
void time_blocks_release(struct time_blocks *b);

#endif
