#include "profile/task_numbers.h"

#include "base/idmap.h"
#include "base/mem.h"

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
		bool no_pid = t->pid == PROFILE_NO_ID, no_tid = t->tid == PROFILE_NO_ID;

		/* a bit distinguishes names from numbers */
		ok = idmap_put(&processes,
			       idmap_pair(no_pid, no_pid ? t->comm : (uint32_t)t->pid),
			       n->processes, &n->process[i], err) &&
		     idmap_put(&threads,
			       idmap_pair(n->process[i] << 1 | no_tid,
					  no_tid ? t->comm : (uint32_t)t->tid),
			       n->threads, &n->thread[i], err);
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
