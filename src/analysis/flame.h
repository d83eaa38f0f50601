/* flame.h - the values of a flame graph: the samples of one or several ranges in a call tree. */

#ifndef ANALYSIS_FLAME_H
#define ANALYSIS_FLAME_H

#include "analysis/included.h"
#include "analysis/range.h"
#include "analysis/tree.h"

/*
 * When a range moves, self values change only in the leaves of the samples that enter or leave it.
 * The totals are updated along the path from each of these leaves to the root. If that takes too
 * many steps, one backward pass adds the values of all children to their parents instead. A small
 * move costs microseconds in a tree of any size, and no move costs more than counting the new
 * range.
 *
 * A sample is a moment or a span of time. The part of a span inside a range is its part before the
 * end of the range minus its part before the beginning. So the cost of a move depends only on the
 * spans that an end of the range passes over. The span index finds those that began much earlier.
 */

/*
 * WEIGH_SAMPLES: a moment counts as its number of samples, usually 1; a span counts as its duration
 * in ns. WEIGH_PERIOD: a moment counts as its period; a span counts as its weight, which is its CPU
 * time if the input has CPU times.
 */
enum weigh { WEIGH_SAMPLES, WEIGH_PERIOD };

#define SPAN_INDEX_LEVELS 6 /* 64 to this power is more than the number of rows */

/*
 * Finds the spans that are in progress at a moment. It holds the latest end in each block of 64
 * samples, in each group of 64 blocks, and so on, so blocks in which all spans have ended are
 * skipped. The index of a profile without durations is empty.
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
 * The first sample in [row, before) that ends after `at` (ns on the recording's clock); `before` if
 * none does.
 */
uint64_t span_index_next(const struct span_index *x, uint64_t row, uint64_t before,
			 uint64_t at);

/* The samples of one range. */
struct flame_stretch {
	/* rows [first, last): the moments in the range, or the spans that begin in it */
	uint64_t first, last;
	uint64_t from, to; /* for spans: [from, to) ns on the recording's clock */
};

struct flame {
	const struct tree *tree;	/* borrowed, with its profile */
	const struct bits *which;	/* borrowed: the samples to count */
	const struct span_index *spans; /* borrowed; NULL: samples are moments */
	enum weigh weigh;
	/* as in struct flame_stretch; if there are several ranges, the bounds of all */
	uint64_t first, last, from, to;
	struct range *ranges; /* owned: filled in only if several ranges are shown */
	struct flame_stretch *stretches; /* owned: one for each of `ranges` */
	uint32_t several;		 /* the number of ranges; 0: only one range */
	/* the number of counted samples; of spans, only those that begin in the range */
	uint64_t samples;
	uint64_t weight;	/* the sum of all counted weights, for any `weigh` */
	uint64_t *self, *total; /* owned: indexed by node */
};

/*
 * Build a flame graph of an empty range, with all values 0. If `spans` is NULL, the samples in
 * `which` are moments. Otherwise they are spans of time, and `spans` is the index of the tree's
 * profile. Release with flame_release().
 */
bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 const struct span_index *spans, enum weigh weigh, struct error *err);
void flame_release(struct flame *f);

/*
 * Count this range. Of a span, only the part inside the range counts. The rows in which the old and
 * the new range differ are added or removed, or the new range is counted from scratch if that is
 * cheaper.
 */
void flame_show(struct flame *f, struct range range);

/* Count one or several ranges. Of a span, all parts inside these ranges count. */
void flame_select(struct flame *f, struct selection ranges);

/*
 * The total length of the flame's ranges if it has several, otherwise the length of `range`; only
 * the parts inside `within` count.
 */
uint64_t flame_length(const struct flame *f, struct range range, struct range within);

/* The number of counted stretches, and each of them; they are ascending and disjoint. */
uint32_t flame_stretches(const struct flame *f);
struct flame_stretch flame_stretch_at(const struct flame *f, uint32_t i);

/* Copy the ranges of another flame without counting anything. */
void flame_show_as(struct flame *f, const struct flame *other);

/* For moments: like flame_show(), but for the rows [first, last). Used by tests. */
void flame_move(struct flame *f, uint64_t first, uint64_t last);

/*
 * The first counted row at or after `row`; f->last if there is no such row. A loop over all counted
 * rows begins with 0, because spans that reach into the range come before f->first.
 */
uint64_t flame_next(const struct flame *f, uint64_t row);

/* Is a row counted, wholly or in part? */
bool flame_has(const struct flame *f, uint64_t row);

/* The first row after the stretch that contains `row`. */
uint64_t flame_end_of(const struct flame *f, uint64_t row);

/* For moments: call bits_tally() for all counted rows. */
void flame_tally(const struct flame *f, const uint32_t *keys, uint64_t *values);

/* Like flame_tally(), for the rows in [first, last) that are in f->which but are not counted. */
void flame_tally_rest(const struct flame *f, uint64_t first, uint64_t last,
		      const uint32_t *keys, uint64_t *values);

/*
 * The part of a row that lies in the range; a moment counts in full. If there are several ranges,
 * `time` is the beginning of the first part, and the other values are sums over all parts.
 */
struct flame_part {
	uint64_t time, duration, weight;
};
struct flame_part flame_part_of(const struct flame *f, uint64_t row);

/*
 * The self value of a node as displayed: the value of the samples whose innermost frame it is. In a
 * leaf-first tree, only the frames nearest to "all" have one, and flame.self belongs to the
 * outermost callers, where paths end.
 */
static inline uint64_t flame_own(const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;

	if (!t->leaf_first)
		return f->self[node];
	return t->frame[node] && !t->frame[t->parent[node]] ? f->total[node] : 0;
}

/* The value that a row adds to the graph. */
uint64_t flame_value(const struct flame *f, uint64_t row);

/* Add the value of each counted row to values[keys[row]]. */
void flame_add_up(const struct flame *f, const uint32_t *keys, uint64_t *values);

/* Is the value of each counted row 1? Then flame_tally() does the same as flame_add_up(). */
bool flame_counts_ones(const struct flame *f);

/*
 * For each node, the first counted row whose path contains the node, or FLAME_NO_ROW. Rows are in
 * order of time, and siblings never share a row, so these numbers order siblings by their start.
 * Takes one pass over the rows and one over the nodes. If tree.leaf is NULL, no node has a row.
 * Returns NULL and an error when memory runs out. Release with mem_free().
 */
#define FLAME_NO_ROW UINT64_MAX
uint64_t *flame_first_rows(const struct flame *f, struct error *err);

/* The kind of the values: "period" for WEIGH_PERIOD, else "time" for spans, else "samples". */
struct text flame_measure(const struct flame *f);

/*
 * The unit of the values: "ns" for spans; for periods, the unit that all events have in common,
 * such as "bytes"; otherwise empty.
 */
struct text flame_unit(const struct flame *f);

/* Are the values of this event (ALL_EVENTS: of every event) times, in ns? */
bool flame_is_time(const struct profile *p, uint32_t event, enum weigh weigh);

/*
 * The margin of error of shares of the range, in percentage points. It is 0, which means that it
 * need not be shown, if there are no samples or at least 30, and for spans, which are not sampled.
 * With n independent samples, at least 95 % of all measured shares are within 0.98 / sqrt(n) of the
 * true share.
 */
unsigned flame_margin(const struct flame *f);

#endif
