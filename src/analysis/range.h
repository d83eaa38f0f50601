/* range.h - a stretch of time, half-open, counted from the whole second of the first sample; and several. */

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

/* "11.2,11.36": what range_parse() (range_words.h) reads back as the same. Returns `buf`. */
#define RANGE_TEXT_MAX 64
const char *range_text(struct range r, char *buf);

/*
 * The samples whose time lies in the range (spans that start in it): rows [*first, *last).
 */
void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last);

/* The same time counted from an origin that is so much earlier; "all" stays all. */
struct range range_shift(struct range r, int64_t earlier);
uint64_t
range_shift_time(uint64_t at,
		 int64_t earlier); /* of a moment; 0 where that would be before it */

/*
 * The range as it is shown: nothing was recorded after the end of `whole`, so a range
 * that goes beyond ends there, rounded to the millisecond or what suits its length. "To
 * the end" stays that.
 */
struct range range_shown(struct range r, struct range whole);

/* From the first sample until all are over, as a range; empty without times. */
struct range range_whole(const struct profile *p);

/* ---- several that are looked at together ---- */

#define SELECTION_MAX  1024		   /* ranges */
#define SELECTION_ROOM (SELECTION_MAX + 1) /* with one that is being made */

/* Rising, none of several is empty, and none touches another. At least one. A value. */
struct selection {
	const struct range *list; /* borrowed */
	uint32_t count;
};

/* Of one range, which lives as long as `range` does. */
static inline struct selection selection_of(const struct range *range)
{
	return (struct selection){range, 1};
}

/* From the beginning of the first to the end of the last. */
struct range selection_hull(struct selection s);

bool selection_equal(struct selection a, struct selection b);

/* How much of it lies in a range, in ns. */
uint64_t selection_length(struct selection s, struct range within);

/* Has any of them a moment of `r`? */
bool selection_overlaps(struct selection s, struct range r);

/* How many ranges end at `at` or before it: where the one begins that has it, or is next. */
uint32_t selection_find(struct selection s, uint64_t at);

/* "11.2,11.36/12,13": what ranges_parse() (range_words.h) reads back as the same. */
void selection_write(struct selection s, FILE *out);

/* ---- those that are kept ---- */

/* Ranges as a selection has them, or none. All zero: none. Release with ranges_release(). */
struct ranges {
	struct range *list; /* owned */
	uint32_t count;
};

/*
 * Add all that lies in `r`: what it overlaps or touches becomes one range with it; one that is
 * empty adds nothing. ERROR_LIMIT when there would be more than SELECTION_MAX; then nothing
 * has changed.
 */
bool ranges_add(struct ranges *all, struct range r, struct error *err);

/* Take out that with number `i`. */
void ranges_drop(struct ranges *all, uint32_t i);

bool ranges_copy(struct ranges *to, const struct ranges *from, struct error *err);
bool ranges_equal(const struct ranges *a, const struct ranges *b);
void ranges_release(struct ranges *all);

/* The same time counted from an origin that is so much earlier. */
void ranges_shift(struct ranges *all, int64_t earlier);

/*
 * Those and `r`, put together in `room`, which has place for one more than there are. RANGE_ALL
 * adds nothing, unless there are no others. The list is `room`.
 */
struct selection ranges_with(const struct ranges *all, struct range r,
			     struct range *room);

#endif
