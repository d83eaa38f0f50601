/* range.h - half-open ranges of time, in ns after the origin of the profile. */

#ifndef ANALYSIS_RANGE_H
#define ANALYSIS_RANGE_H

#include <stdio.h>

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

/* Format a range for range_parse() (range_words.h): "11.2,11.36". Returns `buf`. */
#define RANGE_TEXT_MAX 64
const char *range_text(struct range r, char *buf);

/* Find the rows [*first, *last) of the samples and spans that begin in a range. */
void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last);

/*
 * Convert a range to an origin that is `earlier` ns earlier (later if negative). RANGE_ALL is
 * unchanged. If the new origin is later, a range that is empty or ends before it becomes RANGE_ALL.
 */
struct range range_shift(struct range r, int64_t earlier);
/* Convert a time in the same way; 0 if it is before the new origin. */
uint64_t range_shift_time(uint64_t at, int64_t earlier);

/*
 * The range as displayed: if it extends beyond the recording (`whole`), it ends with the recording,
 * rounded to a millisecond or, for a short range, to a finer unit. An open end is unchanged.
 */
struct range range_shown(struct range r, struct range whole);

/* The range with known ends: `whole` for RANGE_ALL, and its end for a range without one. */
struct range range_from_to(struct range r, struct range whole);

/* From the first sample to the end of the recording; empty without samples or times. */
struct range range_whole(const struct profile *p);

/* ---- several ranges ---- */

#define SELECTION_MAX  1024		   /* ranges */
#define SELECTION_ROOM (SELECTION_MAX + 1) /* including the one being selected */

/*
 * One or more ranges, ascending and disjoint. If there are several, none is empty, and no two
 * touch.
 */
struct selection {
	const struct range *list; /* borrowed */
	uint32_t count;
};

/* A selection of one range, valid as long as `*range` is. */
static inline struct selection selection_of(const struct range *range)
{
	return (struct selection){range, 1};
}

/* From the beginning of the first range to the end of the last. */
struct range selection_bounds(struct selection s);

bool selection_equal(struct selection a, struct selection b);

/* The total length, in ns, of the parts inside `within`. */
uint64_t selection_length(struct selection s, struct range within);

/* Does any of the ranges overlap `r`? */
bool selection_overlaps(struct selection s, struct range r);

/* The index of the first range that ends after `at`; `count` if there is none. */
uint32_t selection_find(struct selection s, uint64_t at);

/* Write the ranges for ranges_parse() (range_words.h): "11.2,11.36/12,13". */
void selection_write(struct selection s, FILE *out);

/* ---- a list of ranges ---- */

/* A list that owns its ranges. Initialise it with zeroes and release it with ranges_release(). */
struct ranges {
	struct range *list; /* owned */
	uint32_t count;
};

/*
 * Add `r` and merge it with the ranges that it overlaps or touches; an empty range is ignored.
 * Fails with ERROR_LIMIT if the result has more than SELECTION_MAX ranges; `all` is then unchanged.
 */
bool ranges_add(struct ranges *all, struct range r, struct error *err);

/* Remove the i-th range. */
void ranges_drop(struct ranges *all, uint32_t i);

bool ranges_copy(struct ranges *to, const struct ranges *from, struct error *err);
bool ranges_equal(const struct ranges *a, const struct ranges *b);
void ranges_release(struct ranges *all);

/* Call range_shift() for each range. */
void ranges_shift(struct ranges *all, int64_t earlier);

/*
 * Merge `all` and `r` into `room`, which must have space for all->count + 1 ranges; the result
 * borrows it. If `all` is not empty, an `r` that is empty or RANGE_ALL is ignored.
 */
struct selection ranges_with(const struct ranges *all, struct range r,
			     struct range *room);

#endif
