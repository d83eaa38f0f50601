/* flame.h - the values of a flame graph: the call tree with the samples of one range. */

#ifndef ANALYSIS_FLAME_H
#define ANALYSIS_FLAME_H

#include "analysis/included.h"
#include "analysis/range.h"
#include "analysis/tree.h"

/*
 * When a range moves, only the leaves of the samples that it gains or loses change. The totals are
 * then updated on the path from each leaf to the root or, if that takes more steps, in one backward
 * pass that adds children to parents. A small move costs microseconds in a tree of any size,
 * and no move costs more than counting the new range.
 *
 * A sample is a moment or a span of time. The part of a span in a range is its part before the end
 * of the range minus its part before the beginning. So the cost of a move depends on the spans that
 * the ends of the range pass over; the span index finds those that began long before.
 */

/*
 * Moments count 1, or their period. Spans count their duration in ns, or their weight, which is CPU
 * time if the input has it.
 */
enum weigh { WEIGH_SAMPLES, WEIGH_PERIOD };

#define SPAN_INDEX_LEVELS 6 /* 64 to this power is more than the number of rows */

/*
 * Finds spans that began before a moment and have not ended by then. It holds the latest end of
 * each block of 64 samples, of each 64 blocks, and so on, so whole blocks that have ended are
 * skipped. All empty for a profile without durations.
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
 * The first sample in [row, before) that ends after `at` (ns on the recording's clock), or
 * `before`.
 */
uint64_t span_index_next(const struct span_index *x, uint64_t row, uint64_t before,
			 uint64_t at);

/* The samples of one range. */
struct flame_stretch {
	/* rows [first, last): samples, or spans that begin in the range */
	uint64_t first, last;
	uint64_t from, to; /* for spans: [from, to) ns on the recording's clock */
};

struct flame {
	const struct tree *tree;	/* borrowed, with its profile */
	const struct bits *which;	/* borrowed: the samples that count */
	const struct span_index *spans; /* borrowed; NULL: samples are moments */
	enum weigh weigh;
	/* as in a stretch; with several ranges, around all of them */
	uint64_t first, last, from, to;
	struct range *ranges;		 /* owned: only if several ranges are shown */
	struct flame_stretch *stretches; /* owned: one per range */
	uint32_t several;		 /* the number of ranges; 0: one */
	/* counted samples; total[0] if moments count 1 */
	uint64_t samples;
	uint64_t weight;	/* the sum of their weights, with either `weigh` */
	uint64_t *self, *total; /* owned: by node */
};

/*
 * Build a flame graph of an empty range, with all values 0. If `spans` is given, which must be of
 * the tree's profile, the samples in `which` are spans of time, else moments. Release with
 * flame_release().
 */
bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 const struct span_index *spans, enum weigh weigh, struct error *err);
void flame_release(struct flame *f);

/* Count this range; a span counts with its part in the range. For the cost see flame_move(). */
void flame_show(struct flame *f, struct range range);

/* Count several ranges. A sample in several of them counts once. */
void flame_select(struct flame *f, struct selection ranges);

/* The length in `within` of the flame's ranges if it has several, else of `range`. */
uint64_t flame_length(const struct flame *f, struct range range, struct range within);

/* The counted stretches: flame_stretches() of them, ascending and disjoint. */
uint32_t flame_stretches(const struct flame *f);
struct flame_stretch flame_stretch_at(const struct flame *f, uint32_t i);

/* Take over the ranges of another flame without counting anything. */
void flame_show_as(struct flame *f, const struct flame *other);

/*
 * For moments: count the rows [first, last). Costs one path to the root for each sample that is
 * only in the old or only in the new rows (or for each new one, if they are fewer); if that is too
 * much, one pass over the tree instead. So the smallest step of a drag costs microseconds, and no
 * step costs more than counting the new range.
 */
void flame_move(struct flame *f, uint64_t first, uint64_t last);

/*
 * The first counted row at or after `row`, or f->last. Call it with ascending rows, from 0 on:
 * spans that reach into the range come before f->first.
 */
uint64_t flame_next(const struct flame *f, uint64_t row);

/* Is a row counted, at least in part? */
bool flame_has(const struct flame *f, uint64_t row);

/* The end of the rows of the stretch that contains this row. */
uint64_t flame_end_of(const struct flame *f, uint64_t row);

/* For moments: bits_tally() of all counted rows. */
void flame_tally(const struct flame *f, const uint32_t *keys, uint64_t *values);

/* The same for the rows in [first, last) that are in f->which but are not counted. */
void flame_tally_rest(const struct flame *f, uint64_t first, uint64_t last,
		      const uint32_t *keys, uint64_t *values);

/*
 * The part of a row that lies in the range; a moment counts in full. With several ranges, the sum
 * of the parts, and the time at which the first part begins.
 */
struct flame_part {
	uint64_t time, duration, weight;
};
struct flame_part flame_part_of(const struct flame *f, uint64_t row);

/*
 * The self value of a node as displayed: the value of the samples that end there. In a leaf-first
 * tree these are the nodes below "all", while flame.self belongs to the outermost callers, where
 * paths end.
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

/* Is the value 1 for each counted row? Then flame_tally() gives the same result. */
bool flame_counts_ones(const struct flame *f);

/*
 * By node: the first counted row in the node or below it. Rows are in order of time, and siblings
 * never share one, so this orders siblings by when they started. One pass over the rows and one
 * over the nodes. NULL and an error when memory runs out. Release with mem_free().
 */
#define FLAME_NO_ROW UINT64_MAX
uint64_t *flame_first_rows(const struct flame *f, struct error *err);

/* The kind of the values: "samples", "period", or "time" for spans. */
struct text flame_measure(const struct flame *f);

/*
 * Their unit: "ns" for spans; for periods the unit that all events have, such as "bytes"; else
 * empty.
 */
struct text flame_unit(const struct flame *f);

/* Are the values times, in ns? */
bool flame_is_time(const struct profile *p, uint32_t event, enum weigh weigh);

/*
 * The margin of error of a share of the range, in percentage points, if the range has fewer than 30
 * samples, and the margin should be shown; else 0, and also for spans, which are not sampled. Of n
 * independent samples, 95 of 100 shares are within 0.98 / sqrt(n).
 */
unsigned flame_margin(const struct flame *f);

#endif
