/* key_totals.h - the share of a range that each thread, process, CPU, module or kind of code has. */

#ifndef ANALYSIS_KEY_TOTALS_H
#define ANALYSIS_KEY_TOTALS_H

#include "analysis/compare/sample_keys.h"
#include "analysis/lanes/tasks.h"
#include "analysis/top.h"

struct key_total {
	struct text name;    /* borrowed from the key_totals, like the next two */
	struct text process; /* for a thread: the name of its process; else empty */
	/* for a thread or a process, if there are several hosts; else empty */
	struct text host;
	int32_t pid, tid; /* PROFILE_NO_ID: unknown, or none */
	uint32_t threads; /* for a process: its threads with a value in the range */

	/*
	 * Values of the graph. A sample belongs to one thread, process and CPU, whose self and
	 * total are equal; it counts once for each module and kind in its stack, and in `self` for
	 * the innermost one.
	 */
	uint64_t self, total;
};

struct key_totals {
	enum keys_by by;
	struct key_total *list; /* owned; entries without samples are left out */
	uint32_t count;
	uint64_t all;		 /* the value of the whole graph: 100 % */
	struct tasks tasks;	 /* owned: the names of threads and processes */
	struct sample_keys keys; /* owned: all other names */
};

/*
 * Count the samples of `f` in its range, which are all `spans` or all moments. `by` must not be
 * functions, which top.h counts. Sorted by self, descending. Release with key_totals_release().
 */
bool key_totals_build(struct key_totals *p, const struct flame *f, bool spans,
		      enum keys_by by, struct error *err);
void key_totals_release(struct key_totals *p);

/* Sort by TOP_SELF, TOP_TOTAL or TOP_NAME; ties by name, pid, tid. */
void key_totals_sort(struct key_totals *p, enum top_order by);

#endif
