/* kept.h - the samples that are looked at: one event, idle or not, filtered. */

#ifndef ANALYSIS_KEPT_H
#define ANALYSIS_KEPT_H

#include "analysis/filter.h"

/*
 * The event, the idle mode and the filter are asked of contexts and stacks, which are
 * few; kept_narrow() then passes over the samples with two bytes each, 64 at a time. All
 * samples that are kept are of one kind, moments or stretches of time, because numbers
 * and times do not add up.
 */

enum idle_mode { IDLE_HIDE, IDLE_SHOW, IDLE_ONLY };

#define KEPT_ALL_EVENTS UINT32_MAX

/*
 * What is asked for, without the range of time. A value; its pointers are borrowed and
 * may be NULL.
 */
struct kept_query {
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	enum idle_mode idle;
	const struct filter *filter;
	const struct bits
	    *passed; /* instead of `filter`: the samples that one has kept */
};

/* The answer. of_event = filtered + hidden + count, and idle is of those not filtered. */
struct kept {
	struct bits samples; /* one bit a row of the samples: it counts */
	uint64_t count;	     /* samples that count: profile_row_count() of the bits set */
	uint64_t of_event;   /* samples of the event, before idle and filter */
	uint64_t filtered;   /* of them dropped by the filter */
	uint64_t idle;	     /* of them not filtered and idle, whether hidden or not */
	uint64_t hidden;     /* dropped by the idle mode */
	bool spans;	     /* all of them are stretches of time; else all are moments */
};

/*
 * `idle` from idle_build(). ERROR_USAGE for all events when some are spans and others are
 * moments: what they count cannot be added up. Release with kept_release().
 */
bool kept_build(struct kept *k, const struct profile *p, const struct bits *idle,
		const struct kept_query *q, struct error *err);
void kept_release(struct kept *k);

/*
 * How the filter, the idle mode and the event choose: each question is answered once for
 * every context and every stack, which are few, up to eight questions at a time, a bit
 * each; a sample has the answers of both, or-ed. `keep` (a bit a sample) loses the
 * samples whose answers are not `wanted`. Without `stacks` (NULL) only the context
 * answers.
 */
void kept_narrow(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		 const uint8_t *stacks, uint8_t wanted);

#endif
