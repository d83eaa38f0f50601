/* perf_threads.h - the names of threads, as they are at one moment. */

#ifndef INPUT_PERF_THREADS_H
#define INPUT_PERF_THREADS_H

#include "profile/builder.h"

/* Records change them, in order of time. */
struct perf_threads;

/* NULL and an error when memory runs out; `b` is borrowed. Release with the other. */
struct perf_threads *perf_threads_new(struct builder *b, struct error *err);
void perf_threads_free(struct perf_threads *t);

/* COMM: a thread has a name from now on. */
bool perf_threads_name(struct perf_threads *t, int32_t tid, struct text comm,
		       struct error *err);

/* FORK: the thread is new, and named as its parent. */
bool perf_threads_fork(struct perf_threads *t, int32_t tid, int32_t parent,
		       struct error *err);

/* The thread of a sample as the profile numbers it; ":21" is one without a name. */
bool perf_threads_row(struct perf_threads *t, int32_t pid, int32_t tid, uint32_t *row,
		      struct error *err);

#endif
