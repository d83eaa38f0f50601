/* reach.h - which stretches of time that began before a moment are still going on at it. */

#ifndef ANALYSIS_REACH_H
#define ANALYSIS_REACH_H

#include "base/error.h"
#include "profile/profile.h"

#define REACH_LEVELS 6 /* 64 to their power are more rows than numbers */

/*
 * The latest end in blocks of 64 samples, of 64 such blocks, and so on: blocks that are over
 * are passed over at once. All empty for a profile without durations.
 */
struct reach {
	const struct profile *profile;	/* borrowed */
	uint64_t *latest[REACH_LEVELS]; /* owned */
	int levels;
};

/* Release with reach_release(). */
bool reach_build(struct reach *r, const struct profile *p, struct error *err);
void reach_release(struct reach *r);

/*
 * The first sample from `row` on and before `before` that ends later than `at` (ns on the
 * recording's clock); `before` when there is none.
 */
uint64_t reach_next(const struct reach *r, uint64_t row, uint64_t before, uint64_t at);

#endif
