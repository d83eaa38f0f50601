/* heatmap_json.h - a heat map, or lanes, as one JSON object for scripts. */

#ifndef EXPORT_HEATMAP_JSON_H
#define EXPORT_HEATMAP_JSON_H

#include <stdio.h>

#include "analysis/cpu_usage.h"
#include "analysis/lanes/name_hues.h"

/* Data written in addition to the counts. All pointers are borrowed. */
struct heatmap_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t idle;	 /* number of idle samples of the event, hidden or not */
	const struct heatmap *matched; /* the samples that match a search, or NULL */
	const struct cpu_usage *busy;  /* busy CPUs, or NULL */
	/* busy CPUs, by the samples that match a search, or NULL */
	const struct cpu_usage *found;
	const struct range *range;    /* the chosen range, or NULL */
	struct selection several;     /* two or more chosen ranges; else empty */
	const struct name_hues *hues; /* the names with hues, or NULL */
	/* with `hues`: the most frequent name in each cell */
	const struct cell_winners *who;
	const struct cell_winners *who_found; /* the same in `matched`, or NULL */
	bool shares;		/* with `matched`: write its share in each cell */
	uint64_t range_samples; /* counted samples of the range, or ns for spans */
};

/*
 * Sets ERROR_LIMIT if the output would be over 64 MiB and over 512 times the size of the profile: a
 * few samples that are far apart can produce 50 million cells. heatmap --large skips this check.
 */
bool heatmap_json_size_is_allowed(const struct heatmap *map,
				  const struct heatmap_facts *facts,
				  const struct profile *p, struct error *err);

/*
 * {"start_s", "period_s", "rows", "columns", "max", "samples", "idle_samples", "counts"}.
 * "counts" has an array for each column, from its first slice to its last. `matched` adds
 * "matched_samples" and "matched_counts"; `range` adds "range", "range_samples" and, for several
 * ranges, "ranges". For spans, counts are in ns, keys have "time_ns" in place of "samples", and
 * "idle_samples" is left out.
 *
 * `shares` adds "shares": matched_counts / counts, null for an empty cell. `busy` adds "cpus"
 * (the number of CPUs with ticks), "tick_s", and three arrays in the form of "counts": "ticks",
 * "busy" (counts / ticks, null without ticks) and "busy_cpus" (cpu_usage_level(), null outside the
 * recording). `found` adds "matched_busy_cpus".
 *
 * `hues` adds "dominant": {"by", "names", "others", "others_names", "cells", "cell_samples"}.
 * "names" lists {"name", "pid", "tid", "host", "samples"} by hue ("host" only for several hosts);
 * "others" is the number of samples of all other names, "others_names" the number of these names.
 * "cells" has, in the form of "counts", the index of the most frequent name in each cell; any other
 * name has the length of "names" as its index, and an empty cell is null. "cell_samples" counts
 * the samples of that name. `who_found` adds "matched_cells" and "matched_cell_samples".
 */
bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			FILE *out, struct error *err);

/* ---- lanes ---- */

/* Lane i is row i of the cells. The row after the last lane is the sum of the other lanes. */
struct lanes_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t period;
	/* see lane_states_build(); NULL: none */
	const struct lane_cells *states;
	const struct profile *profile; /* the profile with the events of `states` */
};

/* Like heatmap_json_size_is_allowed(). */
bool lanes_json_size_is_allowed(const struct lane_cells *cells, const struct profile *p,
				struct error *err);

/*
 * {"start_s", "period_s", "columns", "by", "samples", "lanes", "others", "others_lanes"}.
 * "lanes" lists {"name", "pid", "tid", "host", "samples", "counts"}, the busiest lane first; "pid"
 * and "tid" are null if unknown or not applicable; "host" exists only for several hosts. "others"
 * has the counts of all other lanes, and "others_lanes" is their number. For spans, counts are in
 * ns, and "time_ns" replaces "samples".
 *
 * `states` adds "states" to each lane, and "others_states": counts by thread state, with the words
 * of --state as keys. Lanes are then in descending order of running time.
 */
bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err);

#endif
