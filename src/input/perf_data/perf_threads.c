#include "input/perf_data/perf_threads.h"

#include <stdio.h>

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"

#define NO_ROW UINT32_MAX
#define MANY   1024 /* threads that have ended */

struct thread_name {
	uint32_t comm; /* 0: not known */
	uint32_t row;  /* in the profile as `pid`'s, or NO_ROW; */
	uint32_t
	    leader_comm; /* when its leader was called so; 0: not known, or it is that */
	uint32_t leader; /* a row of `rows`, or NO_ROW */
	int32_t pid;
	int32_t tid, process; /* as records tell them; PROFILE_NO_ID: they do not */
	bool is_seen;	      /* the profile has it */
	bool has_ended;
	uint64_t ended; /* when */
};

struct perf_threads {
	struct builder *builder;  /* borrowed */
	struct intern *comms;	  /* owned */
	struct thread_name *rows; /* owned */
	size_t count, room;
	struct idmap by_tid;
	size_t ended, many; /* so many have; when they are this many some are forgotten */
};

static bool find(struct perf_threads *t, int32_t tid, struct thread_name **thread,
		 struct error *err)
{
	uint32_t fresh = (uint32_t)t->count, at;

	if (!idmap_put(&t->by_tid, (uint32_t)tid, fresh, &at, err))
		return false;
	if (at == fresh && !APPEND(t->rows, t->count, t->room, "threads", err,
				   (struct thread_name){.row = NO_ROW,
							.leader = NO_ROW,
							.tid = tid,
							.process = PROFILE_NO_ID}))
		return false;
	*thread = &t->rows[at];
	return true;
}

/* Its number is used by one that lives. */
static void begin(struct perf_threads *t, struct thread_name *thread, int32_t pid)
{
	t->ended -= thread->has_ended;
	thread->has_ended = false;
	thread->process = pid;
	thread->row = NO_ROW;
	thread->leader = NO_ROW;
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

bool perf_threads_name(struct perf_threads *t, int32_t pid, int32_t tid, struct text comm,
		       struct error *err)
{
	struct thread_name *thread;

	if (!find(t, tid, &thread, err) ||
	    !intern_put(t->comms, comm, &thread->comm, err))
		return false;
	begin(t, thread, pid);
	return true;
}

bool perf_threads_told(struct perf_threads *t, int32_t tid, struct text comm,
		       struct error *err)
{
	struct thread_name *thread;

	if (!find(t, tid, &thread, err) || thread->comm)
		return err->kind == ERROR_NONE;
	thread->row = NO_ROW;
	return intern_put(t->comms, comm, &thread->comm, err);
}

struct perf_threads *perf_threads_new(struct builder *b, struct error *err)
{
	struct perf_threads *t = mem_array(1, sizeof *t, "threads", err);

	if (!t)
		return NULL;
	t->builder = b;
	t->many = MANY;
	t->comms = intern_new(err);
	/* the idle thread of each CPU has no record */
	if (t->comms && perf_threads_name(t, 0, 0, TEXT("swapper"), err))
		return t;
	perf_threads_free(t);
	return NULL;
}

bool perf_threads_fork(struct perf_threads *t, const struct perf_fork *f,
		       struct error *err)
{
	struct thread_name *thread;
	uint32_t comm;

	if (f->tid == f->ptid)
		return true;
	if (!find(t, f->ptid, &thread, err))
		return false;
	if (thread->process == PROFILE_NO_ID)
		thread->process = f->ppid;
	comm = thread->comm;
	if (!find(t, f->tid, &thread, err))
		return false;
	begin(t, thread, f->pid);
	thread->comm = comm;
	return true;
}

void perf_threads_exit(struct perf_threads *t, int32_t tid, uint64_t time)
{
	struct thread_name *thread;
	uint32_t at;

	if (tid <= 0 || !idmap_get(&t->by_tid, (uint32_t)tid, &at))
		return;
	thread = &t->rows[at];
	t->ended += !thread->has_ended;
	thread->has_ended = true;
	thread->ended = time;
}

/* What the leader of a thread is called now, if records tell it; see struct thread. */
static uint32_t leader_comm(const struct perf_threads *t, struct thread_name *thread,
			    int32_t pid)
{
	uint32_t at;

	if (pid == thread->tid || pid == PROFILE_NO_ID)
		return 0;
	if (thread->leader == NO_ROW || t->rows[thread->leader].tid != pid) {
		if (!idmap_get(&t->by_tid, (uint32_t)pid, &at))
			return 0;
		thread->leader = at;
	}
	return t->rows[thread->leader].comm;
}

static uint32_t put_thread(const struct perf_threads *t, const struct thread_name *thread)
{
	struct text comm = intern_get(t->comms, thread->comm);
	struct thread put = {.pid = thread->pid, .tid = thread->tid};
	char unnamed[16];

	if (thread->comm == 0) {
		snprintf(unnamed, sizeof unnamed, ":%d", (int)thread->tid);
		comm = text_of(unnamed);
	}
	put.comm = builder_string(t->builder, comm);
	if (thread->leader_comm)
		put.process =
		    builder_string(t->builder, intern_get(t->comms, thread->leader_comm));
	return builder_thread_in(t->builder, &put);
}

bool perf_threads_row(struct perf_threads *t, int32_t pid, int32_t tid, uint32_t *row,
		      struct error *err)
{
	struct thread_name *thread;
	uint32_t at, leader;

	if (idmap_get(&t->by_tid, (uint32_t)tid, &at))
		thread = &t->rows[at];
	else if (!find(t, tid, &thread, err))
		return false;
	leader = leader_comm(t, thread, pid);
	if (thread->row == NO_ROW || thread->pid != pid ||
	    thread->leader_comm != leader) {
		if (thread->process == PROFILE_NO_ID)
			thread->process = pid;
		thread->pid = pid;
		thread->leader_comm = leader;
		thread->row = put_thread(t, thread);
	}
	*row = thread->row;
	return true;
}

bool perf_threads_other(struct perf_threads *t, int32_t tid, bool *is_new, uint32_t *row,
			struct error *err)
{
	struct thread_name *thread;

	if (!find(t, tid, &thread, err))
		return false;
	*is_new = !thread->is_seen;
	thread->is_seen = true;
	return !*is_new ||
	       perf_threads_row(t, thread->row == NO_ROW ? PROFILE_NO_ID : thread->pid,
				tid, row, err);
}

void perf_threads_renew(struct perf_threads *t, struct builder *b)
{
	t->builder = b;
	for (size_t i = 0; i < t->count; i++) {
		t->rows[i].row = NO_ROW;
		t->rows[i].is_seen = false;
	}
}

/* ---- those that are no more ---- */

static bool is_over(const struct thread_name *thread, uint64_t before)
{
	return thread->has_ended && thread->ended < before;
}

/* The others, and the processes that they are of. */
static bool keep(const struct perf_threads *t, uint64_t before, struct perf_threads *kept,
		 struct idmap *living, struct error *err)
{
	kept->comms = intern_new(err);
	if (!kept->comms)
		return false;
	for (size_t i = 0; i < t->count; i++) {
		const struct thread_name *from = &t->rows[i];
		struct thread_name *to;
		uint32_t comm, at;

		if (is_over(from, before))
			continue;
		if (!find(kept, from->tid, &to, err) ||
		    !intern_put(kept->comms, intern_get(t->comms, from->comm), &comm,
				err) ||
		    !idmap_put(living, (uint32_t)from->process, 0, &at, err))
			return false;
		*to = *from;
		to->comm = comm;
		to->row = NO_ROW; /* as is the leader's, its name has another number */
		to->leader = NO_ROW;
		kept->ended += from->has_ended;
	}
	kept->many = 2 * kept->ended + kept->count / 2 + MANY;
	return true;
}

static bool tell_gone(const struct perf_threads *t, uint64_t before,
		      const struct idmap *living, struct idmap *gone, struct error *err)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct thread_name *thread = &t->rows[i];
		uint32_t pid = (uint32_t)thread->process, at;

		if (is_over(thread, before) && thread->process != PROFILE_NO_ID &&
		    !idmap_get(living, pid, &at) && !idmap_put(gone, pid, 0, &at, err))
			return false;
	}
	return true;
}

bool perf_threads_forget(struct perf_threads *t, uint64_t before, struct idmap *gone,
			 struct error *err)
{
	struct perf_threads kept = {.builder = t->builder}, old = *t;
	struct idmap living = {0};
	bool ok;

	if (t->ended < t->many)
		return true;
	ok = keep(t, before, &kept, &living, err) &&
	     tell_gone(t, before, &living, gone, err);
	if (ok) {
		*t = kept;
		kept = old;
	}
	intern_free(kept.comms);
	mem_free(kept.rows);
	idmap_release(&kept.by_tid);
	idmap_release(&living);
	return ok;
}
