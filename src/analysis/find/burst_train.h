/* burst_train.h - bursts with nothing between them: do they begin at equal intervals? */

#ifndef ANALYSIS_FIND_BURST_TRAIN_H
#define ANALYSIS_FIND_BURST_TRAIN_H

#include <stdint.h>

/* When something was sampled, and how often anybody looked. */
struct burst_moments {
	const uint64_t *time; /* borrowed: ns, rising */
	uint32_t count;
	uint64_t tick; /* ns */
};

struct burst_train {
	uint32_t count; /* bursts */
	double length;	/* ns from the begin of one to the next one's, */
	double error;	/* and its standard error */

	/*
	 * The natural logarithm of how likely some bursts of the same moments, if each came an
	 * unpredictable time after the end of the last one, began so regularly.
	 */
	double chance;
};

/*
 * The moments are cut at their longest gaps, of which there may be three or BURST_TRAIN_MOST: with the
 * number of bursts that is the least likely by chance (doc/analysis.md, "Bursts with nothing
 * between"). Chance is 0 where there is no such number.
 */
#define BURST_TRAIN_MOST 128
struct burst_train burst_train_of(const struct burst_moments *m);

#endif
