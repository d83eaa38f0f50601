/* task_numbers.h - the processes of a profile, and their threads, numbered from 0. */

#ifndef PROFILE_TASK_NUMBERS_H
#define PROFILE_TASK_NUMBERS_H

#include "profile/profile.h"

/*
 * A thread may occur several times in profile.threads, once for each name that it has had, and a
 * process occurs with each of its threads. Entries with the same pid are one process; so are
 * entries without a pid that have the same name. Within a process, entries with the same tid are
 * one thread; so are entries without a tid that have the same name.
 */
struct task_numbers {
	uint32_t *process, *thread; /* owned: by index in profile.threads */
	uint32_t processes, threads;
};

/* Release it with task_numbers_release(), even after a failure. */
bool task_numbers_build(struct task_numbers *n, const struct profile *p,
			struct error *err);
void task_numbers_release(struct task_numbers *n);

#endif
