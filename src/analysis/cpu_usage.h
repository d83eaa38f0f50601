/* cpu_usage.h - the number of busy CPUs in each cell of a heat map, from the ticks of a clock. */

#ifndef ANALYSIS_CPU_USAGE_H
#define ANALYSIS_CPU_USAGE_H

#include "analysis/filter.h"
#include "analysis/heatmap.h"

#define CPU_USAGE_ONE 10000 /* one busy CPU */

/*
 * If a second has 50 rows and the clock ticks 49 times a second, then in each second at least one
 * row has no tick of a given CPU, and thus no sample, even if the CPU is busy. Therefore the
 * samples of a cell are divided by the ticks of the CPUs in the cell. This works only for clocks
 * with a known rate that sample whole CPUs (sampled_clock.h).
 *
 * Ticks are found for each CPU separately. Each sample of the event, even if idle or not counted,
 * is a tick. Between two samples, ticks are inserted at equal distances; their number follows from
 * the period. So the result does not depend on drift, late ticks, or a change of phase. In a gap of
 * more than CPU_USAGE_SILENCE ticks the phase is unknown, and the CPU is silent. The ticks of CPUs
 * that are silent for a whole cell are spread evenly over time.
 *
 * A silent CPU had no counted work: it was idle and not sampled, stalled or switched off, or its
 * samples were lost. A CPU is also silent before its first and after its last sample, except close
 * to the start and the end of the recording.
 */
struct cpu_usage {
	uint32_t cpus;	 /* the number of CPUs with ticks */
	uint64_t period; /* ns between ticks, as requested, or as measured */
	uint64_t peak;	 /* the largest cpu_usage_level() */

	/* the first and the last cell with a sample (column * rows + row); first > last: none */
	uint64_t first, last;

	/* owned: the ticks of each cell, like heatmap.counts; NULL: levels only */
	uint64_t *ticks;
	uint32_t *levels; /* owned: the level of each cell, in the same order */
	/* owned: see heatmap.block; columns without ticks have no cells */
	uint32_t *block;
	/* owned: the levels of columns without cells; NULL if `block` is NULL */
	uint32_t *column_levels;
	/* owned, likewise: the number of CPUs that are silent in the whole column */
	uint32_t *column_silent;
};

#define CPU_USAGE_SILENCE 16

/* The samples to measure. Pointers are borrowed. */
struct cpu_usage_query {
	uint32_t event;
	uint64_t period;	  /* ns: the period of the clock, not 0 */
	const struct bits *which; /* the counted samples, all of this event */
	/* CPUs that its cpu= and host= exclude have no ticks; NULL: no filter */
	const struct filter *filter;
	bool levels_only; /* do not store ticks */
};

/*
 * Measure the cells of a map made by heatmap_build_empty() for the same samples. The same pass also
 * fills in the counts of the map. Release with cpu_usage_release().
 */
bool cpu_usage_build(struct cpu_usage *b, struct heatmap *map, const struct profile *p,
		     const struct cpu_usage_query *q, struct error *err);
void cpu_usage_release(struct cpu_usage *b);

/* Is the cell one of those from b->first to b->last? */
bool cpu_usage_covers(const struct cpu_usage *b, const struct heatmap *map,
		      uint32_t column, uint32_t row);

/* The ticks of all CPUs in a cell, at least the number of its counted samples; needs b->ticks. */
uint64_t cpu_usage_ticks(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row);

/*
 * The number of busy CPUs, times CPU_USAGE_ONE: the sum of samples / ticks over all CPUs. For a CPU
 * without a tick in the cell, half of its previous tick and half of its next tick are counted.
 * Otherwise a row in which only idle CPUs ticked would appear as a stripe.
 */
uint64_t cpu_usage_level(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row);

#endif
