/* range.h - a stretch of time, half-open, counted from the whole second of the first sample. */

#ifndef ANALYSIS_RANGE_H
#define ANALYSIS_RANGE_H

#include "base/error.h"
#include "profile/profile.h"

struct range {
	uint64_t from, to; /* ns after profile_origin(); from <= to; [from, to) */
};

#define RANGE_ALL ((struct range){0, UINT64_MAX})

static inline bool range_is_all(struct range r)
{
	return r.from == 0 && r.to == UINT64_MAX;
}

static inline bool range_equal(struct range a, struct range b)
{
	return a.from == b.from && a.to == b.to;
}

/* "11.2,11.36": what range_parse() (range_words.h) reads back as the same. Returns `buf`. */
#define RANGE_TEXT_MAX 64
const char *range_text(struct range r, char *buf);

/*
 * The samples whose time lies in the range (spans that start in it): rows [*first, *last).
 */
void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last);

/* The same time counted from an origin that is so much earlier; "all" stays all. */
struct range range_shift(struct range r, uint64_t earlier);

/*
 * The range as it is shown: nothing was recorded after the end of `whole`, so a range
 * that goes beyond ends there, rounded to the millisecond or what suits its length. "To
 * the end" stays that.
 */
struct range range_shown(struct range r, struct range whole);

/* From the first sample until all are over, as a range; empty without times. */
struct range range_whole(const struct profile *p);

#endif
