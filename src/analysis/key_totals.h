/* key_totals.h - the values of the threads, modules or other keys (enum keys_by) in a range. */

#ifndef ANALYSIS_KEY_TOTALS_H
#define ANALYSIS_KEY_TOTALS_H

#include "analysis/compare/sample_keys.h"
#include "analysis/lanes/tasks.h"
#include "analysis/top.h"

struct key_total {
	struct text name;    /* borrowed from the key_totals, like all texts below */
	struct text process; /* for a thread, the name of its process; else empty */
	/* for a thread or process, if there are several hosts; else empty */
	struct text host;
	int32_t pid, tid; /* PROFILE_NO_ID: unknown, or not a thread or process */
	uint32_t threads; /* for a process, the number of its threads with a value */

	/*
	 * Values as in the flame graph. A sample with the module, kind or mode anywhere in its
	 * stack counts once in `total`, and in `self` if its innermost frame has that module, kind
	 * or mode. For other keys, the two are equal.
	 */
	uint64_t self, total;
};

struct key_totals {
	enum keys_by by;
	struct key_total *list; /* owned; only entries with a value */
	uint32_t count;
	uint64_t all;		 /* the value of the whole flame graph */
	struct tasks tasks;	 /* owned: names of threads and processes */
	struct sample_keys keys; /* owned: all other names */
};

/*
 * Count the samples of `f` in its range. `spans`: all are spans; otherwise all are moments. `by`
 * must not be KEYS_FUNCTION: see top.h. The list is sorted by TOP_SELF. Release with
 * key_totals_release().
 */
bool key_totals_build(struct key_totals *p, const struct flame *f, bool spans,
		      enum keys_by by, struct error *err);
void key_totals_release(struct key_totals *p);

/* Sort by TOP_SELF, TOP_TOTAL or TOP_NAME. Ties are sorted by total, name, pid and tid. */
void key_totals_sort(struct key_totals *p, enum top_order by);

#endif
