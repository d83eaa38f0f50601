/* task_numbers.h - the processes of a profile, and their threads, numbered from 0. */

#ifndef PROFILE_TASK_NUMBERS_H
#define PROFILE_TASK_NUMBERS_H

#include "profile/profile.h"

/*
 * A thread may have several rows of profile.threads, one for each name that it took, and a process
 * has those of all its threads. A process is what has one pid, or where the input knows none, one
 * name; a thread is what has one tid in its process, or again one name.
 */
struct task_numbers {
	uint32_t *process, *thread; /* owned: by row of profile.threads */
	uint32_t processes, threads;
};

/* Release it, also after a failure. */
bool task_numbers_build(struct task_numbers *n, const struct profile *p,
			struct error *err);
void task_numbers_release(struct task_numbers *n);

#endif
