/* flame_json.h - a flame graph as nested JSON, as d3-flame-graph takes it. */

#ifndef EXPORT_FLAME_JSON_H
#define EXPORT_FLAME_JSON_H

#include <stdio.h>

#include "analysis/layout.h"
#include "analysis/range.h"
#include "analysis/search.h"

/* What is written of it. All borrowed. */
struct flame_choice {
	uint32_t zoom; /* the node at the root; 0: all */
	enum sibling_order order;
	struct range range;	     /* ends known: range_whole() instead of RANGE_ALL */
	bool timed;		     /* otherwise there is no range to name */
	const struct search *search; /* NULL: nothing was searched */
};

/*
 * {"name", "value", "self", "module", "kind", "libtype", "children"} for every node with
 * samples, of which d3-flame-graph needs the name, the value (with that of the children),
 * the children, and for its colours the libtype;
 * the first one has "range" (seconds after the origin, or null), "samples", "weight" and,
 * with a search, "matched" besides, and nodes whose name matches have "match": true.
 */
bool flame_json_write(const struct flame *f, const struct flame_choice *choice, FILE *out,
		      struct error *err);

#endif
