/* heatmap_json.h - a heat map, or its lanes, as one JSON object, for scripts. */

#ifndef EXPORT_HEATMAP_JSON_H
#define EXPORT_HEATMAP_JSON_H

#include <stdio.h>

#include "analysis/cpu_usage.h"
#include "analysis/lanes/name_hues.h"

/* Facts that are written in addition to the counts. All pointers are borrowed. */
struct heatmap_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t idle;	 /* idle samples of the event, whether hidden or not */
	const struct heatmap *matched; /* the samples that match a search, or NULL */
	const struct cpu_usage *busy;  /* busy CPUs, or NULL */
	const struct cpu_usage
	    *found; /* busy CPUs in the samples that match a search, or NULL */
	const struct range *range; /* the chosen range, or NULL */
	struct selection several;  /* the chosen ranges when there are several */
	const struct flame *flame; /* the flame graph of the range or ranges, or NULL */
	const struct name_hues *hues; /* the names with hues, or NULL */
	const struct cell_winners
	    *who; /* with `hues`: the name with the most samples in each cell */
	const struct cell_winners *who_found; /* the same for `matched` */
	bool shares;		/* write the share of `matched` in each cell */
	uint64_t range_samples; /* counted samples of the range, or ns for spans */
};

/*
 * Returns ERROR_LIMIT when the output would be over 64 MiB and over 512 times the size of the
 * profile: a few samples far apart have a map of up to 50 million cells. heatmap --large skips
 * this check.
 */
bool heatmap_json_size_is_allowed(const struct heatmap *map,
				  const struct heatmap_facts *facts,
				  const struct profile *p, struct error *err);

/*
 * {"start_s", "period_s", "rows", "columns", "max", "samples", "idle_samples", "counts"}.
 * "counts" has an array for each column, from its first slice to its last. `matched` adds
 * "matched_samples" and "matched_counts"; `range` adds "range" and "range_samples". For spans,
 * counts are ns, and names have "time_ns" instead of "samples".
 *
 * `shares` adds "shares": matched_counts / counts, null for an empty cell. `busy` adds "cpus"
 * (the number of CPUs with ticks) and "tick_s", and in the shape of "counts" the arrays "ticks",
 * "busy" (counts / ticks, null without ticks) and "busy_cpus" (cpu_usage_level(), null outside the
 * recording). `found` adds "matched_busy_cpus".
 *
 * `hues` adds "dominant": {"by", "names", "others", "others_names", "cells", "cell_samples"}.
 * "names" lists {"name", "pid", "tid", "samples"} by hue; "others" counts the samples of all
 * other names. A cell holds the index of its most frequent name, the length of "names" for one
 * of the others, or null when it is empty; "cell_samples" holds the samples of that name.
 * `matched` adds "matched_cells" and "matched_cell_samples". For spans the names are
 * "cell_time_ns" and so on.
 */
bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			FILE *out, struct error *err);

/* ---- lanes ---- */

/* Lane i is row i of the cells. The last row adds up the threads without a lane. */
struct lanes_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t period;
	/* See lane_states_build(); NULL: none. */
	const struct lane_cells *states;
	const struct profile *profile; /* the profile with the events of `states` */
};

/* Like heatmap_json_size_is_allowed(). */
bool lanes_json_size_is_allowed(const struct lane_cells *cells, const struct profile *p,
				struct error *err);

/*
 * {"start_s", "period_s", "columns", "by", "samples", "lanes", "others", "others_lanes"}.
 * "lanes" lists {"name", "pid", "tid", "samples", "counts"}, the busiest first; "pid" and "tid"
 * are null when they are unknown or do not apply. "others" holds the counts of all other lanes,
 * and "others_lanes" their number. For spans, counts are ns, and the name is "time_ns" instead
 * of "samples".
 *
 * `states` adds "states" to each lane, and "others_states": the part of the counts in each state
 * ("running", "blocked" ...). Lanes with most running time then come first.
 */
bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err);

#endif
