/* top.h - functions by what they cost themselves and with all they call. */

#ifndef ANALYSIS_TOP_H
#define ANALYSIS_TOP_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"

struct top_row {
	uint32_t frame;
	uint64_t self, total; /* `total` counts a recursive function once per stack. Of
			       * threads' time the self of the kernel's scheduler is that
			       * of what has called it */
	uint64_t baseline_self, baseline_total; /* of top_compare(); else 0 */
	double delta;				/* of the total: see comparison.h */
};

/* By change: what `delta` is, up or down. */
enum top_order { TOP_SELF, TOP_TOTAL, TOP_NAME, TOP_CHANGE };

struct top {
	struct top_row *rows; /* owned; functions with total > 0 */
	uint32_t count;
	uint64_t all; /* value of the whole flame graph: what shares are of */
};

/* In no order. Release with top_release(). */
bool top_count(struct top *t, const struct flame *f, struct error *err);
/* Of both sides: functions with a total > 0 on one of them; `all` is the subject's. */
bool top_count_sides(struct top *t, const struct comparison *c, struct error *err);

/* Sorted by self, then total, both descending, then name. Release with top_release(). */
bool top_build(struct top *t, const struct flame *f, struct error *err);
/* The same, but that only the first `count` are sorted: the others follow in any order. */
bool top_build_first(struct top *t, const struct flame *f, uint32_t count,
		     struct error *err);
bool top_compare(struct top *t, const struct comparison *c, struct error *err);
void top_release(struct top *t);

/* Keep only the functions that a search has found; `all` stays what shares are of. */
bool top_keep_found(struct top *t, const struct tree *tree, const struct search *found,
		    struct error *err);

/* Ties fall back to total, self, then name, module: the order is the same every time. `tree` is what
 * they were counted in, or another of its profile. */
void top_sort(struct top *t, const struct tree *tree, enum top_order by, bool reverse);

#endif
