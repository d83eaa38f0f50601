/* busy.h - how busy the CPUs were in each cell of a heat map, by the ticks of a clock. */

#ifndef ANALYSIS_BUSY_H
#define ANALYSIS_BUSY_H

#include "analysis/filter.h"
#include "analysis/heatmap.h"

#define BUSY_CPU 10000 /* one CPU, all the time */

/*
 * 49 ticks a second do not fall evenly into 50 slices of it: a slice that they pass over
 * has no samples in any second, however busy the CPUs are. So here samples are divided by
 * the ticks that the CPUs gave in the cell. Only for a clock of known rate on whole CPUs
 * (sampled_clock.h).
 *
 * Ticks are found for each CPU by itself. Every sample of the event is one, idle or not,
 * counted or not, where it was taken. Between two samples of a CPU there are as many as
 * the period says (half a period more makes one more), at even distances; so neither
 * drift, nor a clock that was stopped and goes on in another phase, nor a late tick
 * matter. A silence of more than BUSY_SILENCE ticks has no known phase: ticks of all CPUs
 * that are silent all through a cell are spread over time evenly.
 *
 * A CPU that is silent did nothing that was counted: it was idle and not sampled then,
 * was stalled, switched off, or its samples were lost. The same holds before its first
 * and after its last sample, except for a moment at the start and the end of the
 * recording.
 */
struct busy {
	uint32_t cpus;	 /* that ticked */
	uint64_t period; /* ns a tick: the clock's, or what the samples show it to be */
	uint64_t peak;	 /* the largest busy_level() */

	/* cells from that of the first sample up to and including that of the last */
	uint64_t first, last;

	uint64_t *ticks; /* owned: the cells of all columns, or of those that `block` has;
		       NULL for levels only */
	uint32_t *levels; /* owned: as ticks */
	uint32_t
	    *block; /* owned: as in struct heatmap: columns without ticks have no cells */
	uint32_t
	    *column_levels; /* owned: of columns without cells; NULL without `block` */
	uint32_t *column_silent; /* owned: CPUs silent throughout */
};

#define BUSY_SILENCE 16

/* What is looked at. All borrowed. */
struct busy_query {
	uint32_t event;
	uint64_t period;	  /* ns: of its clock, not 0 */
	const struct bits *which; /* by sample: what counts, of this event alone */
	const struct filter
	    *filter;	  /* CPUs that its cpu= drops do not tick; NULL: none */
	bool levels_only; /* nobody will ask for ticks: they are those of another one */
};

/*
 * For the cells of a map of the same samples, from heatmap_build_empty(): they are counted
 * into it on the way, which is much quicker than twice. Release with busy_release().
 */
bool busy_build(struct busy *b, struct heatmap *map, const struct profile *p,
		const struct busy_query *q, struct error *err);
void busy_release(struct busy *b);

/* Does the cell lie within the recording, not before or after it? */
bool busy_covers(const struct busy *b, const struct heatmap *map, uint32_t column,
		 uint32_t row);

/* How many ticks the CPUs gave in a cell; not less than the samples that count there. */
uint64_t busy_ticks(const struct busy *b, const struct heatmap *map, uint32_t column,
		    uint32_t row);

/*
 * How many CPUs were busy, in BUSY_CPU: the sum over CPUs of samples / ticks of each. A
 * CPU without a tick in the cell counts half as at its tick before and half as at the one
 * after. So a row that the ticks of a busy CPU pass over, but not those of an idle one,
 * is no stripe.
 */
uint64_t busy_level(const struct busy *b, const struct heatmap *map, uint32_t column,
		    uint32_t row);

#endif
