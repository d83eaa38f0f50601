/* time_blocks.h - a side of a comparison cut into blocks of time, to see how counts vary there. */

#ifndef ANALYSIS_COMPARE_TIME_BLOCKS_H
#define ANALYSIS_COMPARE_TIME_BLOCKS_H

#include "analysis/compare/variation.h"

/* Two blocks, the second one just behind the first, are a pair. */
enum block_pair { PAIR_NONE, PAIR_FIRST, PAIR_SECOND };

struct time_block {
	struct timed_rows rows;
	uint64_t samples;   /* of it that count */
	double least, most; /* samples of it, or of the one before or behind */
	enum block_pair pair;
	bool is_left_out;
};

struct time_blocks {
	struct time_block
	    *each; /* owned: in such an order that the first few are spread, too */
	uint32_t count, left_out;
	uint64_t length; /* ns, of each */
	double subject;	 /* samples that the subject would have in that time, */
	double middle;	 /* and that blocks usually have; 0 where there are none */
};

/*
 * All pairs of blocks of this length that fit into the side's stretches, but at most BLOCK_PAIRS_MOST,
 * evenly spread, and what remains of each stretch behind them. The side has times. Release with time_blocks_release().
 */
bool time_blocks_pairs(struct time_blocks *b, const struct sampled *side, uint64_t length,
		       struct error *err);

/*
 * Blocks of the baseline as long as the subject, at whole lengths from it; at most BLOCKS_MOST, evenly
 * spread. Where fewer than BLOCKS_WANTED would fit, they are shorter than it.
 *
 * Who asks what is different in a burst does not want to hear that there are nine others like it:
 * then the others would be what usually happens. So, where the baseline is the rest of the
 * subject's own recording, and the subject has many more samples than blocks have, those that
 * have many more, too, and blocks beside these, are left out; the same of fewer. Many more is
 * ODD_DEVIATIONS from the median, by the median of what blocks differ from it, and by no less than
 * chance would make them differ. Half of all stay, and samples among them, or none is left out: what happens half of the time
 * is usual, and whoever is silent between bursts is held against the others.
 */
#define BLOCKS_MOST	512
#define ODD_DEVIATIONS	5.0
#define LIKE_DEVIATIONS 3.0

bool time_blocks_like(struct time_blocks *b, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err);
void time_blocks_release(struct time_blocks *b);

#endif
