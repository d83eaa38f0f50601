/* lanes_json.h - lanes as one JSON object, for scripts. */

#ifndef EXPORT_LANES_JSON_H
#define EXPORT_LANES_JSON_H

#include <stdio.h>

#include "analysis/lanes/lanes.h"

/* Lane i is row i of the cells; those that have no row are together in the last. */
struct lanes_facts {
	uint64_t origin; /* ns: profile_origin() */
	uint64_t period;
};

/* As heatmap_json_is_expected(). */
bool lanes_json_is_expected(const struct lane_cells *cells, const struct profile *p,
			    struct error *err);

/*
 * {"start_s", "period_s", "columns", "by", "samples", "lanes", "others", "others_lanes"}: lanes has
 * {"name", "pid", "tid", "samples", "counts"} each, the busiest first; pid and tid are null where
 * they are not known, or no lane's. "others" are the counts of all other lanes, of which there are
 * "others_lanes". Of spans counts are ns, and "time_ns" stands in the place of "samples".
 */
bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err);

#endif
