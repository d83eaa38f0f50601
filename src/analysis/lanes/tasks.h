/* tasks.h - the processes and threads of a range, their parts of it, and when they ran. */

#ifndef ANALYSIS_TASKS_H
#define ANALYSIS_TASKS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"

/* A lane with samples in the range. */
struct task {
	uint32_t lane;		 /* of tasks.processes or tasks.threads */
	uint64_t count;		 /* in the range: as the graph counts */
	uint32_t first, threads; /* of a process: its threads in tasks.thread */
	uint32_t process;	 /* of a thread: its row in tasks.process */
};

struct tasks {
	struct lanes threads, processes; /* of all kept samples, in the range or not */
	/* by lane of threads; no columns without times */
	struct lane_cells cells;
	uint64_t period; /* ns a column */

	/* Owned: largest first; equal ones in the order of their lanes. The threads of a
	 * process are together, and processes are in the order of their threads. */
	struct task *process, *thread;
	uint32_t process_count, thread_count;
	uint64_t all; /* the sum of the processes, and of the threads */
};

/*
 * The tasks of the range and samples of `f`, which are all spans or all moments. One pass over the
 * samples; if they do not count 1 each, one more over the range. Release with tasks_release().
 */
bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err);

/* Count when they ran, over the whole profile, in at most `columns` columns. One more pass;
 * call it once. */
bool tasks_count_cells(struct tasks *t, const struct flame *f, uint32_t columns,
		       struct error *err);
void tasks_release(struct tasks *t);

/* The value of a thread, or process, in a column. */
uint64_t tasks_thread_cell(const struct tasks *t, uint32_t thread, uint32_t column);
uint64_t tasks_process_cell(const struct tasks *t, uint32_t process, uint32_t column);

#endif
