/* included.h - the samples that the event, the idle mode and the filter keep. */

#ifndef ANALYSIS_INCLUDED_H
#define ANALYSIS_INCLUDED_H

#include "analysis/filter.h"

/*
 * The event, the idle mode and the filter are evaluated for contexts and stacks, which are few;
 * included_narrow() then tests two bytes per sample, 64 samples at a time. All kept samples are of
 * one kind, moments or spans, because counts and durations cannot be added.
 */

enum idle_mode { IDLE_HIDE, IDLE_SHOW, IDLE_ONLY };

#define ALL_EVENTS UINT32_MAX

/*
 * The selection, without the range of time. Passed by value; its pointers are borrowed and may be
 * NULL.
 */
struct included_query {
	uint32_t event; /* an index into profile.events, or ALL_EVENTS */
	enum idle_mode idle;
	const struct filter *filter;
	/* the samples that pass the filter; replaces `filter` */
	const struct bits *passed;
};

/* The result. of_event = filtered + hidden + count. */
struct included {
	struct bits samples; /* one bit per row: the sample is counted */
	/* counted samples: profile_row_count() of the bits that are set */
	uint64_t count;
	/* samples of the event, before the idle mode and the filter */
	uint64_t of_event;
	uint64_t filtered; /* of those, the ones that the filter dropped */
	uint64_t idle;	   /* idle samples that pass the filter, hidden or not */
	uint64_t hidden;   /* dropped by the idle mode */
	bool spans;	   /* all are spans of time; else all are moments */
};

/*
 * `idle` is from idle_build(). ERROR_USAGE for all events if some are spans and others are moments,
 * which cannot be added. Release with included_release().
 */
bool included_build(struct included *k, const struct profile *p, const struct bits *idle,
		    const struct included_query *q, struct error *err);
void included_release(struct included *k);

/*
 * Select samples by their contexts and stacks. Up to eight conditions are evaluated once for each
 * context and each stack, one bit each; the flags of a sample are those of its context or-ed with
 * those of its stack. Samples whose flags are not `wanted` are removed from `keep` (one bit per
 * sample). If `stacks` is NULL, only the context counts.
 */
void included_narrow(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		     const uint8_t *stacks, uint8_t wanted);

#endif
