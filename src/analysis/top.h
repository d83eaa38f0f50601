/* top.h - the functions of a flame graph with self and total values. */

#ifndef ANALYSIS_TOP_H
#define ANALYSIS_TOP_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"

struct top_row {
	uint32_t frame;
	/*
	 * `total` counts a recursive function once per stack. In thread time the self of the
	 * kernel's scheduler is attributed to its callers.
	 */
	uint64_t self, total;
	uint64_t baseline_self, baseline_total; /* set by top_compare(); else 0 */
	double delta;				/* of the totals: see comparison.h */
};

/* TOP_CHANGE sorts by the magnitude of `delta`. */
enum top_order { TOP_SELF, TOP_TOTAL, TOP_NAME, TOP_CHANGE };

struct top {
	struct top_row *rows; /* owned; functions with total > 0 */
	uint32_t count;
	uint64_t all; /* value of the whole flame graph: 100 % */
};

/* Unsorted. Release with top_release(). */
bool top_count(struct top *t, const struct flame *f, struct error *err);
/* For both sides: functions with a total > 0 on at least one; `all` is that of the subject. */
bool top_count_sides(struct top *t, const struct comparison *c, struct error *err);

/* Sorted by self, then total, both descending, then name. Release with top_release(). */
bool top_build(struct top *t, const struct flame *f, struct error *err);
/* The same, but only the first `count` rows are sorted. */
bool top_build_first(struct top *t, const struct flame *f, uint32_t count,
		     struct error *err);
bool top_compare(struct top *t, const struct comparison *c, struct error *err);
void top_release(struct top *t);

/* Keep only the functions that match the search; `all` is unchanged. */
bool top_keep_found(struct top *t, const struct tree *tree, const struct search *found,
		    struct error *err);

/*
 * Ties are sorted by total, self, name and module, so the order is deterministic. `tree` is the
 * tree in which the rows were counted, or another tree of the same profile.
 */
void top_sort(struct top *t, const struct tree *tree, enum top_order by, bool reverse);

#endif
