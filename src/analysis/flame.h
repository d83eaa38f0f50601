/* flame.h - the counts of a flame graph: the call tree with the samples of one range. */

#ifndef ANALYSIS_FLAME_H
#define ANALYSIS_FLAME_H

#include "analysis/kept.h"
#include "analysis/range.h"
#include "analysis/tree.h"

/*
 * The samples that a range gained or lost change their leaves, and the totals either on
 * the way from each leaf to the root or, where that is more, in one backward pass that
 * adds children to parents. A small step costs microseconds whatever the size of the
 * tree, no step more than counting the new range: that is what "the graph follows" rests
 * on.
 *
 * A sample is a moment or a stretch of time. What counts of a stretch in a range is what
 * of it lies before the end less what lies before the beginning; a range that moves costs
 * the stretches that its ends pass over, and the span index finds those that began long
 * before.
 */

/* Moments count 1, or their period. Stretches of time count the ns that they last, or their
 * weight: of the CPU, where the input knows it. */
enum weigh { WEIGH_SAMPLES, WEIGH_PERIOD };

#define SPAN_INDEX_LEVELS 6 /* 64 to their power are more rows than numbers */

/*
 * Which spans that began before a moment are still going on at it: the latest end in blocks
 * of 64 samples, of 64 such blocks, and so on, so that blocks that are over are passed over
 * at once. All empty for a profile without durations.
 */
struct span_index {
	const struct profile *profile;	     /* borrowed */
	uint64_t *latest[SPAN_INDEX_LEVELS]; /* owned */
	int levels;
};

/* Release with span_index_release(). */
bool span_index_build(struct span_index *x, const struct profile *p, struct error *err);
void span_index_release(struct span_index *x);

/*
 * The first sample from `row` on and before `before` that ends later than `at` (ns on the
 * recording's clock); `before` when there is none.
 */
uint64_t span_index_next(const struct span_index *x, uint64_t row, uint64_t before,
			 uint64_t at);

/* What is counted of one range: rows of samples that begin in it, of spans with its ends. */
struct flame_stretch {
	uint64_t first, last; /* rows of samples: [first, last); spans that begin there */
	uint64_t from, to;    /* of spans: ns on the recording's clock, [from, to) */
};

struct flame {
	const struct tree *tree;	/* borrowed, with its profile */
	const struct bits *which;	/* borrowed: the samples that count */
	const struct span_index *spans; /* borrowed; NULL: the samples are moments */
	enum weigh weigh;
	uint64_t first, last, from,
	    to;		      /* as of a stretch: of several ranges that around them */
	struct range *ranges; /* owned: several that are shown together, */
	struct flame_stretch *stretches; /* owned: and the rows of each */
	uint32_t
	    several; /* so many; 0: it is one range, and all between first and last */
	uint64_t samples; /* of them counted; total[0] when weighing moments by samples */
	uint64_t weight;  /* sum of their weights, whatever is weighed */
	uint64_t *self, *total; /* owned: by node */
};

/*
 * All zero, for the range of no samples. With `spans`, which is of the tree's profile, the
 * samples in `which` are stretches of time, else moments. Release with flame_release().
 */
bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 const struct span_index *spans, enum weigh weigh, struct error *err);
void flame_release(struct flame *f);

/*
 * Count this range, of stretches the part that lies in it, instead of what is counted
 * now. For the cost see flame_move().
 */
void flame_show(struct flame *f, struct range range);

/* The same of several ranges: what lies in any of them, each sample once. */
void flame_select(struct flame *f, struct selection ranges);

/* How much time they cover of a range, if there are several; else how much `range` does. */
uint64_t flame_length(const struct flame *f, struct range range, struct range within);

/* What is counted, range by range, rising and apart: flame_stretches() of them. */
uint32_t flame_stretches(const struct flame *f);
struct flame_stretch flame_stretch_at(const struct flame *f, uint32_t i);

/* Show what another flame does, of which nothing is counted here. */
void flame_show_as(struct flame *f, const struct flame *other);

/*
 * Of moments: count the rows [first, last) instead of those counted now. Costs the
 * samples in which the two differ (or all of the new ones, if that is less), each with
 * the length of its stack; where that would be much, one pass over the tree instead. So
 * the smallest step of a drag costs microseconds, and no step more than counting the new
 * range.
 */
void flame_move(struct flame *f, uint64_t first, uint64_t last);

/*
 * The rows that are counted, to be walked through from row 0 on: the first that is not
 * before `row`, or f->last when there is none. Stretches that reach into the range are
 * before f->first.
 */
uint64_t flame_next(const struct flame *f, uint64_t row);

/* Is a row counted, be it in part? */
bool flame_has(const struct flame *f, uint64_t row);

/* Such a row's stretch ends before this row. */
uint64_t flame_end_of(const struct flame *f, uint64_t row);

/* bits_tally() of all rows that are counted, of moments. */
void flame_tally(const struct flame *f, const uint32_t *keys, uint64_t *values);

/* Of those from `first` to below `last` that f->which has, but that are not counted. */
void flame_tally_rest(const struct flame *f, uint64_t first, uint64_t last,
		      const uint32_t *keys, uint64_t *values);

/* The part of such a row that lies in the range: all of a moment. Of several ranges all parts together,
 * from where the first begins. */
struct flame_part {
	uint64_t time, duration, weight;
};
struct flame_part flame_part_of(const struct flame *f, uint64_t row);

/*
 * What is told of a node as its function's own: the samples that end there. Leaf first these are
 * below "all", while flame.self is of the paths that end, with their outermost callers.
 */
static inline uint64_t flame_own(const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;

	if (!t->leaf_first)
		return f->self[node];
	return t->frame[node] && !t->frame[t->parent[node]] ? f->total[node] : 0;
}

/* What it adds to the graph. */
uint64_t flame_value(const struct flame *f, uint64_t row);

/* To values[keys[row]] of each row that is counted that. */
void flame_add_up(const struct flame *f, const uint32_t *keys, uint64_t *values);

/* Is that 1 of each row in which it is counted? Then the rows that f->which has are all there is to
 * know: see flame_tally(). */
bool flame_counts_ones(const struct flame *f);

/*
 * By node: the first row of the flame's range that counts and lies in the node or below it.
 * Rows are in order of time, and siblings never share one, so this orders siblings by when
 * they started. One pass over the rows and one over the nodes. NULL and an error when
 * memory runs out. Release with mem_free().
 */
#define FLAME_NO_ROW UINT64_MAX
uint64_t *flame_first_rows(const struct flame *f, struct error *err);

/* What the values are, in a word: "samples", "period", or "time" that spans took. */
struct text flame_measure(const struct flame *f);

/*
 * What its numbers count: "ns" of spans; "bytes" ... when periods are weighed and all
 * events have this unit; else empty.
 */
struct text flame_unit(const struct flame *f);

/* Are the values times, in ns? */
bool flame_is_time(const struct profile *p, uint32_t event, enum weigh weigh);

/*
 * The margin of error of a share of the range, in percent of all, where it has so few
 * samples (fewer than 30) that it should be shown. 0 where it need not be: with more
 * samples, with none, and of spans, which are not sampled. Of n independent samples, 95
 * in 100 shares are within 0.98 / sqrt(n).
 */
unsigned flame_margin(const struct flame *f);

#endif
