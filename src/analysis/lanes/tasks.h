/* tasks.h - the processes and threads of a range, their parts of it, and when they ran. */

#ifndef ANALYSIS_TASKS_H
#define ANALYSIS_TASKS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"

/* A lane with samples in the range. */
struct task {
	uint32_t lane;		 /* in tasks.processes or tasks.threads */
	uint64_t count;		 /* in the range, in the unit of the graph */
	uint32_t first, threads; /* for a process: its threads in tasks.thread */
	uint32_t process;	 /* for a thread: its index in tasks.process */
};

struct tasks {
	struct lanes threads, processes; /* of all kept samples, in the range or not */
	/* by lane of threads; no columns without times */
	struct lane_cells cells;
	uint64_t period; /* ns per column */

	/*
	 * Owned: largest first, ties in the order of their lanes. The threads of a process are
	 * together, and processes are in the order of their threads.
	 */
	struct task *process, *thread;
	uint32_t process_count, thread_count;
	uint64_t all; /* the sum over the processes, or over the threads */
};

/*
 * The tasks in the range and samples of `f`, which are all spans or all moments. One pass over the
 * samples; if they do not count 1 each, another one over the range. Release with tasks_release().
 */
bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err);

/*
 * Count the activity over the whole profile, in at most `columns` columns. One more pass; call it
 * once.
 */
bool tasks_count_cells(struct tasks *t, const struct flame *f, uint32_t columns,
		       struct error *err);
void tasks_release(struct tasks *t);

/* The value of a thread, or process, in a column. */
uint64_t tasks_thread_cell(const struct tasks *t, uint32_t thread, uint32_t column);
uint64_t tasks_process_cell(const struct tasks *t, uint32_t process, uint32_t column);

#endif
