/* tasks.h - the processes and threads of a range, their values, and their activity over time. */

#ifndef ANALYSIS_TASKS_H
#define ANALYSIS_TASKS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"

/* A process or thread with samples in the range. */
struct task {
	uint32_t lane;	/* index in tasks.processes or tasks.threads */
	uint64_t count; /* its value in the range, as in the flame graph */
	/* for a process: its first thread (an index in tasks.thread) and number of threads */
	uint32_t first, threads;
	uint32_t process; /* for a thread: its index in tasks.process */
};

struct tasks {
	struct lanes threads, processes; /* of all kept samples, in the range or not */
	/* from tasks_count_cells(), by lane of `threads`; no columns: samples without times */
	struct lane_cells cells;
	uint64_t period; /* ns per column */

	/*
	 * Owned: processes by descending count, then by lane. Threads are grouped by process, in
	 * the order of the processes; the threads of a process are sorted in the same way.
	 */
	struct task *process, *thread;
	uint32_t process_count, thread_count;
	uint64_t all; /* the sum of `count` over all processes, or over all threads */
};

/*
 * Find the tasks among the samples of `f` in its range. `spans`: all samples are spans; otherwise
 * all are moments. Makes one pass over the samples and, unless each sample counts as 1, another one
 * over the range. Release with tasks_release().
 */
bool tasks_build(struct tasks *t, const struct flame *f, bool spans, struct error *err);

/*
 * Count the activity over the whole profile, in at most `columns` columns. Makes one more pass over
 * the samples; call it only once.
 */
bool tasks_count_cells(struct tasks *t, const struct flame *f, uint32_t columns,
		       struct error *err);
void tasks_release(struct tasks *t);

/* The activity of a thread or process in a column: samples, or ns of spans. */
uint64_t tasks_thread_cell(const struct tasks *t, uint32_t thread, uint32_t column);
uint64_t tasks_process_cell(const struct tasks *t, uint32_t process, uint32_t column);

#endif
