/* cpu_usage.h - how busy the CPUs were in each cell of a heat map, by the ticks of a clock. */

#ifndef ANALYSIS_CPU_USAGE_H
#define ANALYSIS_CPU_USAGE_H

#include "analysis/filter.h"
#include "analysis/heatmap.h"

#define CPU_USAGE_ONE 10000 /* one CPU, busy all the time */

/*
 * 49 ticks a second do not divide evenly into 50 rows: in each second some row has no tick, and so
 * no samples, however busy the CPUs are. Therefore the samples of a cell are divided by the ticks
 * that the CPUs had in it. Only for a clock with a known rate on whole CPUs (sampled_clock.h).
 *
 * Ticks are determined per CPU. Each sample of the event is a tick at the time of the sample,
 * whether it is idle or not, counted or not. Between two samples of a CPU, ticks are inserted at
 * even distances, as many as the period implies (the distance divided by the period, rounded). So
 * drift, late ticks, and a clock that stops and continues in another phase do not matter. After a
 * gap of more than CPU_USAGE_SILENCE ticks the phase is unknown: the ticks of all CPUs that are
 * silent during a whole cell are distributed evenly over time.
 *
 * A silent CPU did no work that was counted: it was idle and not sampled, stalled or switched off,
 * or its samples were lost. The same applies before its first and after its last sample, except for
 * a moment at the start and the end of the recording.
 */
struct cpu_usage {
	uint32_t cpus;	 /* CPUs with ticks */
	uint64_t period; /* ns per tick, as requested, or as measured from the samples */
	uint64_t peak;	 /* the largest cpu_usage_level() */

	/* the first and the last cell with a sample */
	uint64_t first, last;

	/* owned: the cells of all columns, or only of those with a `block`; NULL: levels only */
	uint64_t *ticks;
	uint32_t *levels; /* owned: like `ticks` */
	/* owned: like heatmap.block: columns without ticks have no cells */
	uint32_t *block;
	/* owned: the levels of columns without cells; NULL without `block` */
	uint32_t *column_levels;
	uint32_t *column_silent; /* owned: CPUs that are silent in the whole column */
};

#define CPU_USAGE_SILENCE 16

/* The samples to measure. All pointers are borrowed. */
struct cpu_usage_query {
	uint32_t event;
	uint64_t period;	  /* ns: the period of the event's clock, not 0 */
	const struct bits *which; /* by sample: the counted ones, all of this event */
	/* CPUs excluded by its cpu= have no ticks; NULL: no filter */
	const struct filter *filter;
	bool levels_only; /* only levels are computed; ticks are not needed */
};

/*
 * Measure the cells of a map of the same samples, from heatmap_build_empty(). The samples are also
 * counted into the map, which is much faster than a second pass. Release with cpu_usage_release().
 */
bool cpu_usage_build(struct cpu_usage *b, struct heatmap *map, const struct profile *p,
		     const struct cpu_usage_query *q, struct error *err);
void cpu_usage_release(struct cpu_usage *b);

/* Does the cell lie between the first and the last sample? */
bool cpu_usage_covers(const struct cpu_usage *b, const struct heatmap *map,
		      uint32_t column, uint32_t row);

/* The ticks of the CPUs in a cell; at least as many as the samples counted there. */
uint64_t cpu_usage_ticks(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row);

/*
 * How many CPUs were busy, in CPU_USAGE_ONE: the sum of samples / ticks over the CPUs. A CPU
 * without a tick in the cell counts half of its previous tick and half of its next one. Otherwise a
 * row in which an idle CPU ticked and a busy one did not would appear as a stripe.
 */
uint64_t cpu_usage_level(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row);

#endif
