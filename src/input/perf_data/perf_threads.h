/* perf_threads.h - the names of the threads of a recording, as they are at one moment. */

#ifndef INPUT_PERF_THREADS_H
#define INPUT_PERF_THREADS_H

#include "base/error.h"
#include "base/idmap.h"
#include "input/perf_data/perf_batch.h"
#include "profile/builder.h"

/* Records change them, in order of time. */
struct perf_threads;

/* NULL and an error when memory runs out; `b` is borrowed. Release with perf_threads_free(). */
struct perf_threads *perf_threads_new(struct builder *b, struct error *err);
void perf_threads_free(struct perf_threads *t);

/* COMM: a thread has a name from now on. */
bool perf_threads_name(struct perf_threads *t, int32_t pid, int32_t tid, struct text comm,
		       struct error *err);

/* The same, of one that has no name yet, as somebody else tells it. */
bool perf_threads_told(struct perf_threads *t, int32_t tid, struct text comm,
		       struct error *err);

/* FORK: the thread is new, and named as its parent. */
bool perf_threads_fork(struct perf_threads *t, const struct perf_fork *f,
		       struct error *err);

/* EXIT: it has ended at this time, and keeps its name for the few samples that may follow. */
void perf_threads_exit(struct perf_threads *t, int32_t tid, uint64_t time);

/*
 * The thread of a sample as the profile numbers it, with what its leader is called at that moment; ":21" is one
 * without a name.
 */
bool perf_threads_row(struct perf_threads *t, int32_t pid, int32_t tid, uint32_t *row,
		      struct error *err);

/* The same of one that a sample of another names: `*is_new` the first time. */
bool perf_threads_other(struct perf_threads *t, int32_t tid, bool *is_new, uint32_t *row,
			struct error *err);

/* The builder's numbers have all become others, or it is another builder. */
void perf_threads_renew(struct perf_threads *t, struct builder *b);

/*
 * If many have ended: forget those that did before this time. To `gone` go the processes of which
 * there is no thread left, as keys. False and an error: all is as before.
 */
bool perf_threads_forget(struct perf_threads *t, uint64_t before, struct idmap *gone,
			 struct error *err);

#endif
