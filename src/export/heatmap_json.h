/* heatmap_json.h - a heat map, or lanes, as one JSON object for scripts. */

#ifndef EXPORT_HEATMAP_JSON_H
#define EXPORT_HEATMAP_JSON_H

#include <stdio.h>

#include "analysis/cpu_usage.h"
#include "analysis/lanes/name_hues.h"
#include "export/document.h"

/* Data written in addition to the counts. All pointers are borrowed. */
struct heatmap_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t idle;	 /* number of idle samples of the event, hidden or not */
	const struct heatmap *matched; /* the samples that match a search, or NULL */
	const struct cpu_usage *busy;  /* busy CPUs, or NULL */
	/* busy CPUs, by the samples that match a search, or NULL */
	const struct cpu_usage *found;
	const struct name_hues *hues; /* the names with hues, or NULL */
	/* with `hues`: the most frequent name in each cell */
	const struct cell_winners *who;
	const struct cell_winners *who_found; /* the same in `matched`, or NULL */
	bool shares; /* with `matched`: write its share in each cell */
};

/*
 * Sets ERROR_LIMIT if the output would be over 64 MiB and over 512 times the size of the profile: a
 * few samples that are far apart can produce 50 million cells. heatmap --large skips this check.
 */
bool heatmap_json_size_is_allowed(const struct heatmap *map,
				  const struct heatmap_facts *facts,
				  const struct profile *p, struct error *err);

/*
 * Write a heat map. Counts are by column and row; for spans they are in seconds. Returns false and
 * sets an error if writing fails.
 */
bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			const struct document *d, FILE *out, struct error *err);

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
 * Write lanes, the busiest first; with states, in descending order of running time. Returns false
 * and sets an error if writing fails.
 */
bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, const struct document *d,
		      FILE *out, struct error *err);

extern const struct document_kind heatmap_document; /* for schemas */

#endif
