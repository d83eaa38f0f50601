#include "input/perf_data/perf_threads.h"

#include <stdio.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"

#define NO_ROW UINT32_MAX

struct thread_name {
	uint32_t comm; /* 0: not known */
	uint32_t row;  /* in the profile as `pid`'s, or NO_ROW */
	int32_t pid;
};

struct perf_threads {
	struct builder *builder;  /* borrowed */
	struct intern *comms;	  /* owned */
	struct thread_name *rows; /* owned */
	size_t count, room;
	struct idmap by_tid;
};

static bool find(struct perf_threads *t, int32_t tid, struct thread_name **thread,
		 struct error *err)
{
	uint32_t fresh = (uint32_t)t->count, at;

	if (!idmap_put(&t->by_tid, (uint32_t)tid, fresh, &at, err))
		return false;
	if (at == fresh && !APPEND(t->rows, t->count, t->room, "threads", err,
				   (struct thread_name){.row = NO_ROW}))
		return false;
	*thread = &t->rows[at];
	return true;
}

struct perf_threads *perf_threads_new(struct builder *b, struct error *err)
{
	struct perf_threads *t = mem_array(1, sizeof *t, "threads", err);

	if (!t)
		return NULL;
	t->builder = b;
	t->comms = intern_new(err);
	/* the idle thread of each CPU has no record */
	if (t->comms && perf_threads_name(t, 0, TEXT("swapper"), err))
		return t;
	perf_threads_free(t);
	return NULL;
}

void perf_threads_free(struct perf_threads *t)
{
	if (!t)
		return;
	intern_free(t->comms);
	mem_free(t->rows);
	idmap_release(&t->by_tid);
	mem_free(t);
}

bool perf_threads_name(struct perf_threads *t, int32_t tid, struct text comm,
		       struct error *err)
{
	struct thread_name *thread;

	if (!find(t, tid, &thread, err) ||
	    !intern_put(t->comms, comm, &thread->comm, err))
		return false;
	thread->row = NO_ROW;
	return true;
}

bool perf_threads_fork(struct perf_threads *t, int32_t tid, int32_t parent,
		       struct error *err)
{
	struct thread_name *thread;
	uint32_t comm;

	if (tid == parent)
		return true;
	if (!find(t, parent, &thread, err))
		return false;
	comm = thread->comm;
	if (!find(t, tid, &thread, err))
		return false;
	thread->comm = comm;
	thread->row = NO_ROW;
	return true;
}

bool perf_threads_row(struct perf_threads *t, int32_t pid, int32_t tid, uint32_t *row,
		      struct error *err)
{
	struct thread_name *thread;
	struct text comm;
	char unnamed[16];
	uint32_t at;

	if (idmap_get(&t->by_tid, (uint32_t)tid, &at))
		thread = &t->rows[at];
	else if (!find(t, tid, &thread, err))
		return false;
	if (thread->row == NO_ROW || thread->pid != pid) {
		comm = intern_get(t->comms, thread->comm);
		if (thread->comm == 0) {
			snprintf(unnamed, sizeof unnamed, ":%d", (int)tid);
			comm = text_of(unnamed);
		}
		thread->pid = pid;
		thread->row = builder_thread(t->builder, comm, pid, tid);
	}
	*row = thread->row;
	return true;
}
