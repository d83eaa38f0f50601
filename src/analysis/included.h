/* included.h - the samples that the event, the idle mode and the filter select. */

#ifndef ANALYSIS_INCLUDED_H
#define ANALYSIS_INCLUDED_H

#include "analysis/filter.h"

/*
 * Conditions are evaluated once for each context and each stack, of which there are far fewer than
 * samples; included_narrow() then tests two bytes per sample, 64 samples at a time. All selected
 * samples are of one kind, moments or spans, because counts and durations cannot be added.
 */

enum idle_mode { IDLE_HIDE, IDLE_SHOW, IDLE_ONLY };

#define ALL_EVENTS UINT32_MAX

/* What to select, apart from the time range. Its pointers are borrowed and may be NULL. */
struct included_query {
	uint32_t event; /* an index into profile.events, or ALL_EVENTS */
	enum idle_mode idle;
	const struct filter *filter;
	/* the samples that pass the filter, if they are known; `filter` is then NULL */
	const struct bits *passed;
};

/* The result. of_event = filtered + hidden + count. */
struct included {
	struct bits samples; /* one bit per row: its samples are counted */
	/* the number of counted samples, from profile_row_count() or profile.server */
	uint64_t count;
	/* samples of the event, before the idle mode and the filter */
	uint64_t of_event;
	uint64_t filtered; /* samples of the event that the filter dropped */
	uint64_t idle;	   /* idle samples that pass the filter, hidden or not */
	uint64_t hidden;   /* samples that the idle mode dropped */
	bool spans;	   /* true: all samples are spans of time; false: moments */
};

/*
 * `idle` is from idle_build(). Fails with ERROR_USAGE if all events are requested, and only some of
 * those with samples consist of spans. Release with included_release().
 */
bool included_build(struct included *k, const struct profile *p, const struct bits *idle,
		    const struct included_query *q, struct error *err);
void included_release(struct included *k);

/*
 * Select samples by their contexts and stacks. Each context and each stack has a byte of flags, one
 * bit per condition. The flags of a sample are those of its context or-ed with those of its stack.
 * Samples whose flags are not equal to `wanted` are removed from `keep` (one bit per sample). If
 * `stacks` is NULL, only the context counts.
 */
void included_narrow(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		     const uint8_t *stacks, uint8_t wanted);

#endif
