/* heatmap_json.h - a heat map, or its lanes, as one JSON object, for scripts. */

#ifndef EXPORT_HEATMAP_JSON_H
#define EXPORT_HEATMAP_JSON_H

#include <stdio.h>

#include "analysis/busy.h"
#include "analysis/lanes/name_hues.h"

/* What is said beside the counts. All borrowed. */
struct heatmap_facts {
	uint64_t origin;	       /* ns: profile_origin() */
	uint64_t idle;		       /* idle samples of the event, hidden or not */
	const struct heatmap *matched; /* what a search found, or NULL */
	const struct busy *busy;       /* how busy the CPUs were, or NULL */
	const struct busy *found;      /* the same of what a search found, or NULL */
	const struct range *range;     /* the one asked for, or NULL, */
	struct selection several;      /* that is marked, if it is more than one range */
	const struct flame *flame;    /* and what shows it, or several; if there is one */
	const struct name_hues *hues; /* the names that have hues, or NULL */
	const struct dominant *who;   /* with them: who has most of each cell, */
	const struct dominant *who_found; /* and of `matched` */
	bool shares;			  /* of `matched`, which is there, in each cell */
	uint64_t range_samples;		  /* counted samples in it, or the ns of spans */
};

/*
 * Is it of a length that anybody expects: 64 MiB, or 512 times the profile? Few samples that lie
 * far apart have a map of up to 50 million cells. ERROR_LIMIT; `--large` of heatmap is not to ask.
 */
bool heatmap_json_is_expected(const struct heatmap *map,
			      const struct heatmap_facts *facts, const struct profile *p,
			      struct error *err);

/*
 * {"start_s", "period_s", "rows", "columns", "max", "samples", "idle_samples", "counts"};
 * counts has an array a column, from its first slice to its last. With `matched` also
 * "matched_samples" and "matched_counts", with `range` also "range" and "range_samples". Of
 * spans counts are ns, and "time_ns" stands in the place of "samples" (and so on).
 *
 * With `shares` also "shares": matched_counts / counts, null where there are none. With `busy`
 * also "cpus" (how many ticked), "tick_s", and as counts "ticks", "busy" (counts /
 * ticks, null without ticks) and "busy_cpus" (busy_level(), null beside the recording); with
 * `found` "matched_busy_cpus".
 *
 * With `hues` also "dominant": {"by", "names", "others", "others_names", "cells", "cell_samples"};
 * names has {"name", "pid", "tid", "samples"} each, by hue, others the samples of all other names.
 * A cell has the number of the name with most of it, that of names for the others, null where it
 * is empty; cell_samples how many these are. With `matched` also "matched_cells" and
 * "matched_cell_samples". Of spans "cell_time_ns" and so on.
 */
bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			FILE *out, struct error *err);

/* ---- lanes ---- */

/* Lane i is row i of the cells; those that have no row are together in the last. */
struct lanes_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t period;
	const struct lane_cells
	    *states; /* see lane_states_build(); NULL: there are none, */
	const struct profile *profile; /* with whose events */
};

/* As heatmap_json_is_expected(). */
bool lanes_json_is_expected(const struct lane_cells *cells, const struct profile *p,
			    struct error *err);

/*
 * {"start_s", "period_s", "columns", "by", "samples", "lanes", "others", "others_lanes"}: lanes has
 * {"name", "pid", "tid", "samples", "counts"} each, the busiest first; pid and tid are null where
 * they are not known, or no lane's. "others" are the counts of all other lanes, of which there are
 * "others_lanes". Of spans counts are ns, and "time_ns" stands in the place of "samples".
 *
 * With `states` each lane also has "states", and beside "others" there is "others_states": by the name of
 * a state, "running", "blocked" ..., that part of the counts. Then those that ran most come first.
 */
bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err);

#endif
