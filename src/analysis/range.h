/* range.h - half-open ranges of time, counted from the second of the first sample. */

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

/* "11.2,11.36", which range_parse() (range_words.h) parses. Returns `buf`. */
#define RANGE_TEXT_MAX 64
const char *range_text(struct range r, char *buf);

/* The samples whose time is in the range (for spans, their beginning): rows [*first, *last). */
void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last);

/* The same range relative to an origin that is earlier by this many ns; RANGE_ALL is unchanged. */
struct range range_shift(struct range r, int64_t earlier);
/* The same for a moment; 0 if it lies before the new origin. */
uint64_t range_shift_time(uint64_t at, int64_t earlier);

/*
 * The range as displayed: if it ends after `whole`, the recording, it is cut there, rounded to the
 * millisecond or, for a short range, a finer unit. A range "to the end" is unchanged.
 */
struct range range_shown(struct range r, struct range whole);

/* From the first sample to the end of all samples; empty without times. */
struct range range_whole(const struct profile *p);

/* ---- several ranges ---- */

#define SELECTION_MAX  1024		   /* ranges */
#define SELECTION_ROOM (SELECTION_MAX + 1) /* with the one being selected */

/*
 * At least one range, ascending and disjoint. If there are several, none is empty, and no two
 * touch. Passed by value.
 */
struct selection {
	const struct range *list; /* borrowed */
	uint32_t count;
};

/* A selection of one range, valid as long as `range`. */
static inline struct selection selection_of(const struct range *range)
{
	return (struct selection){range, 1};
}

/* From the beginning of the first range to the end of the last. */
struct range selection_bounds(struct selection s);

bool selection_equal(struct selection a, struct selection b);

/* The length of the part of the selection in `within`, in ns. */
uint64_t selection_length(struct selection s, struct range within);

/* Does any of them overlap `r`? */
bool selection_overlaps(struct selection s, struct range r);

/* The index of the range that contains `at`, or of the next one: the number that end at or
 * before it. */
uint32_t selection_find(struct selection s, uint64_t at);

/* "11.2,11.36/12,13", which ranges_parse() (range_words.h) parses. */
void selection_write(struct selection s, FILE *out);

/* ---- a list of ranges ---- */

/* A list that can be used as a selection; all 0: empty. Release with ranges_release(). */
struct ranges {
	struct range *list; /* owned */
	uint32_t count;
};

/*
 * Add `r`, and merge it with the ranges that it overlaps or touches; an empty range is ignored.
 * ERROR_LIMIT if there would be more than SELECTION_MAX; nothing changes then.
 */
bool ranges_add(struct ranges *all, struct range r, struct error *err);

/* Remove the i-th range. */
void ranges_drop(struct ranges *all, uint32_t i);

bool ranges_copy(struct ranges *to, const struct ranges *from, struct error *err);
bool ranges_equal(const struct ranges *a, const struct ranges *b);
void ranges_release(struct ranges *all);

/* Convert the ranges to an origin that is earlier by this many ns. */
void ranges_shift(struct ranges *all, int64_t earlier);

/*
 * Combine these ranges with `r` in `room`, which must have space for one more range than `all`; the
 * result points into it. RANGE_ALL adds nothing, unless `all` is empty.
 */
struct selection ranges_with(const struct ranges *all, struct range r,
			     struct range *room);

#endif
