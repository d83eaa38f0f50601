#include "profile/task_numbers.h"

#include "base/idmap.h"
#include "base/mem.h"

static uint64_t process_key(const struct thread *t)
{
	return t->pid == PROFILE_NO_ID ? idmap_pair(1, t->comm)
				       : idmap_pair(0, (uint32_t)t->pid);
}

/* The last bit distinguishes names from tids. */
static uint64_t thread_key(const struct thread *t, uint32_t process)
{
	return t->tid == PROFILE_NO_ID ? idmap_pair(process << 1 | 1, t->comm)
				       : idmap_pair(process << 1, (uint32_t)t->tid);
}

bool task_numbers_build(struct task_numbers *n, const struct profile *p,
			struct error *err)
{
	struct idmap processes = {0}, threads = {0};
	bool ok;

	*n = (struct task_numbers){0};
	n->process = mem_array(p->thread_count, sizeof *n->process, "threads", err);
	n->thread = n->process
			? mem_array(p->thread_count, sizeof *n->thread, "threads", err)
			: NULL;
	ok = n->thread != NULL;
	for (uint32_t i = 0; ok && i < p->thread_count; i++) {
		const struct thread *t = &p->threads[i];

		ok = idmap_put(&processes, process_key(t), n->processes, &n->process[i],
			       err) &&
		     idmap_put(&threads, thread_key(t, n->process[i]), n->threads,
			       &n->thread[i], err);
		n->processes += ok && n->process[i] == n->processes;
		n->threads += ok && n->thread[i] == n->threads;
	}
	idmap_release(&processes);
	idmap_release(&threads);
	return ok;
}

void task_numbers_release(struct task_numbers *n)
{
	mem_free(n->process);
	mem_free(n->thread);
	*n = (struct task_numbers){0};
}
