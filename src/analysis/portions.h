/* portions.h - who has how much of a range: each thread, process, CPU, module or kind of code. */

#ifndef ANALYSIS_PORTIONS_H
#define ANALYSIS_PORTIONS_H

#include "analysis/compare/sample_keys.h"
#include "analysis/lanes/tasks.h"
#include "analysis/top.h"

struct portion {
	struct text name;    /* borrowed from the portions, as the next */
	struct text process; /* of a thread: that of its process; else empty */
	struct text host;    /* of a thread or a process of several hosts; else empty */
	int32_t pid, tid;    /* PROFILE_NO_ID: not known, or it has none */
	uint32_t threads;    /* of a process: those with something in the range */

	/* What the graph counts. A sample is in one thread, process and CPU, for which both are the
	 * same; in all modules and kinds of its stack, once each, and in the innermost one's `self`. */
	uint64_t self, total;
};

struct portions {
	enum keys_by by;
	struct portion *list; /* owned; none of them empty */
	uint32_t count;
	uint64_t all;		 /* what shares are of: the whole graph's value */
	struct tasks tasks;	 /* owned, with the names of threads and processes */
	struct sample_keys keys; /* owned, with all other names */
};

/* Of the range and samples that `f` is of, which are all `spans` or all moments; by anything but
 * functions, which top.h counts. Largest self first. Release with portions_release(). */
bool portions_build(struct portions *p, const struct flame *f, bool spans,
		    enum keys_by by, struct error *err);
void portions_release(struct portions *p);

/* TOP_SELF, TOP_TOTAL or TOP_NAME; what is equal is by name, pid, tid. */
void portions_sort(struct portions *p, enum top_order by);

#endif
