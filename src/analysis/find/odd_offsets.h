/* odd_offsets.h - offsets within a second that have more samples than others in each second. */

#ifndef ANALYSIS_FIND_ODD_OFFSET_H
#define ANALYSIS_FIND_ODD_OFFSET_H

#include "analysis/find/odd_measure.h"
#include "analysis/find/odd_moments.h"

/*
 * All seconds are laid over each other. An odd offset is a window of up to ODD_OFFSET_LONGEST in
 * which they have together at least half as many samples again as half of such windows have, and far
 * more than their fluctuation allows; no slice counts for more than what would be odd by itself.
 *
 * A clock that ticks at the same offsets of each second gives such windows, too: two ticks or more
 * have to fit into the window, so that one more is less than half.
 */
#define ODD_OFFSET_LONGEST UINT64_C(350000000) /* ns */
#define ODD_OFFSET_SECONDS 10		       /* at least */
#define ODD_OFFSETS_MAX	   4

struct odd_offset {
	uint64_t from, to; /* ns within the second; `to` may be in the next one */
	uint64_t samples;
	double expected, score;
};

struct odd_offsets {
	struct odd_offset offset[ODD_OFFSETS_MAX]; /* the highest score first */
	uint32_t count;
};

/* `tick`: ns from one sample of a CPU to the next, 0: of no clock. */
bool odd_offsets_find(struct odd_offsets *s, const struct odd_measure *m,
		      const struct timeline *t, uint64_t tick, struct error *err);

/* Has a range some of its offsets? */
bool odd_offset_touches(const struct odd_offset *s, struct range range);

/*
 * Bursts among `moments` that have the same offset within a second, four or more in as many
 * seconds, become one moment, with the score of the highest. The order changes.
 */
#define ODD_OFFSET_BURSTS 4
void odd_offsets_gather(struct odd_moment *moments, uint32_t *count);

#endif
