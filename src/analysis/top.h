/* top.h - the functions of a flame graph with self and total values. */

#ifndef ANALYSIS_TOP_H
#define ANALYSIS_TOP_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"

struct top_row {
	uint32_t frame;
	/*
	 * `total` counts a recursive function once per stack. In a profile of thread states, the
	 * self values of the kernel's scheduler are added to its callers.
	 */
	uint64_t self, total;
	uint64_t baseline_self, baseline_total; /* 0 without a comparison */
	double delta;				/* of `total`: see struct change */
};

/* TOP_CHANGE sorts by the absolute value of `delta`. */
enum top_order { TOP_SELF, TOP_TOTAL, TOP_NAME, TOP_CHANGE };

struct top {
	struct top_row *rows; /* owned: functions with a nonzero total (on either side) */
	uint32_t count;
	uint64_t all; /* 100 %: the value of the whole flame graph, or of the subject */
};

/* List the functions without sorting them. Release with top_release(). */
bool top_count(struct top *t, const struct flame *f, struct error *err);
bool top_count_sides(struct top *t, const struct comparison *c, struct error *err);

/* List the functions, sorted with TOP_SELF. Release with top_release(). */
bool top_build(struct top *t, const struct flame *f, struct error *err);
/* Like top_build(), but sort only the first `count` rows. */
bool top_build_first(struct top *t, const struct flame *f, uint32_t count,
		     struct error *err);
/* Like top_build(), for both sides of a comparison. */
bool top_compare(struct top *t, const struct comparison *c, struct error *err);
void top_release(struct top *t);

/* Keep only the functions that match the search; `all` is unchanged. */
bool top_keep_found(struct top *t, const struct tree *tree, const struct search *found,
		    struct error *err);

/*
 * Sort the rows. `reverse` does not affect ties, which are sorted by total and self value
 * (descending), name and module. `tree` may be any tree of the profile.
 */
void top_sort(struct top *t, const struct tree *tree, enum top_order by, bool reverse);

#endif
