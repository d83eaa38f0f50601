/* range.h - a half-open range of time, counted from the second of the first sample; and several. */

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

/* "11.2,11.36", which range_parse() (range_words.h) reads back. Returns `buf`. */
#define RANGE_TEXT_MAX 64
const char *range_text(struct range r, char *buf);

/* The samples whose time is in the range (spans that begin in it): rows [*first, *last). */
void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last);

/* The same range counted from an origin that is earlier by this many ns; "all" stays "all". */
struct range range_shift(struct range r, int64_t earlier);
/* The same for a moment; 0 if it would be before the new origin. */
uint64_t range_shift_time(uint64_t at, int64_t earlier);

/*
 * The range as it is shown: if it ends after `whole`, when nothing was recorded, it ends there,
 * rounded to the millisecond or a finer unit for a short one. A range "to the end" is
 * unchanged.
 */
struct range range_shown(struct range r, struct range whole);

/* From the first sample to the end of all samples; empty without times. */
struct range range_whole(const struct profile *p);

/* ---- several ranges at once ---- */

#define SELECTION_MAX  1024		   /* ranges */
#define SELECTION_ROOM (SELECTION_MAX + 1) /* with one that is being selected */

/* At least one range; rising and disjoint; if there are several, none is empty or touches
 * another. A value. */
struct selection {
	const struct range *list; /* borrowed */
	uint32_t count;
};

/* A selection of one range, valid as long as `range`. */
static inline struct selection selection_of(const struct range *range)
{
	return (struct selection){range, 1};
}

/* From the beginning of the first to the end of the last. */
struct range selection_hull(struct selection s);

bool selection_equal(struct selection a, struct selection b);

/* The length of its part in a range, in ns. */
uint64_t selection_length(struct selection s, struct range within);

/* Does any of them overlap `r`? */
bool selection_overlaps(struct selection s, struct range r);

/* The index of the range that contains `at`, or of the next one: the number that end at or
 * before it. */
uint32_t selection_find(struct selection s, uint64_t at);

/* "11.2,11.36/12,13", which ranges_parse() (range_words.h) reads back. */
void selection_write(struct selection s, FILE *out);

/* ---- a list of ranges ---- */

/* Ranges in the form of a selection; all 0: none. Release with ranges_release(). */
struct ranges {
	struct range *list; /* owned */
	uint32_t count;
};

/*
 * Add `r`, and merge it with the ranges that it overlaps or touches; an empty range is ignored.
 * ERROR_LIMIT if there would be more than SELECTION_MAX; nothing changes then.
 */
bool ranges_add(struct ranges *all, struct range r, struct error *err);

/* Remove the i-th. */
void ranges_drop(struct ranges *all, uint32_t i);

bool ranges_copy(struct ranges *to, const struct ranges *from, struct error *err);
bool ranges_equal(const struct ranges *a, const struct ranges *b);
void ranges_release(struct ranges *all);

/* The same ranges counted from an origin that is earlier by this many ns. */
void ranges_shift(struct ranges *all, int64_t earlier);

/*
 * These ranges and `r` together, in `room`, which has place for one more than there are.
 * RANGE_ALL adds nothing, unless there are no others. The list of the result is `room`.
 */
struct selection ranges_with(const struct ranges *all, struct range r,
			     struct range *room);

#endif
