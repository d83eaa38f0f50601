/* tasks.h - the processes and threads of a range, who has how much of it, and when they ran. */

#ifndef ANALYSIS_TASKS_H
#define ANALYSIS_TASKS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"

/* A lane that has something in the range. */
struct task {
	uint32_t lane;		 /* of tasks.processes or tasks.threads */
	uint64_t count;		 /* in the range: what the graph counts */
	uint32_t first, threads; /* of a process: which of tasks.thread are its own */
	uint32_t process;	 /* of a thread: the row of tasks.process */
};

struct tasks {
	struct lanes threads, processes; /* of all that is kept, in the range or not */
	struct lane_cells cells; /* by lane of threads; no columns: there are no times */
	uint64_t period;	 /* ns a column of them */

	/* Owned: largest first; equal ones in the order of their lanes. The threads of a process stand
	 * together, and the processes' order is that of the threads. */
	struct task *process, *thread;
	uint32_t process_count, thread_count;
	uint64_t all; /* the sum of the processes, and of the threads */
};

/*
 * Of the range and samples that `f` is of, which are all `spans` or all moments. One pass over the
 * samples; where they are not worth 1 each, one more over the range. Release with tasks_release().
 */
bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err);

/* When they ran, over all of the profile, in at most `columns` columns. Once; one pass more. */
bool tasks_count_cells(struct tasks *t, const struct flame *f, uint32_t columns,
		       struct error *err);
void tasks_release(struct tasks *t);

/* How much a column of a task has, thread or process. */
uint64_t tasks_thread_cell(const struct tasks *t, uint32_t thread, uint32_t column);
uint64_t tasks_process_cell(const struct tasks *t, uint32_t process, uint32_t column);

#endif
