/* process_names.h - the names of the processes of a profile. */

#ifndef PROFILE_PROCESS_NAMES_H
#define PROFILE_PROCESS_NAMES_H

#include "profile/profile.h"

/*
 * A process has the name of its leader, the thread whose tid is the pid. If the leader has had
 * several names, the latest one counts; it comes from the leader's own samples or from other
 * information in the input (struct thread). Threads have their own names, and the name of the
 * busiest one, such as "GC Thread#1", often does not identify the process. If the leader's name is
 * unknown, the process has the most frequent name of its threads; among equally frequent names, the
 * one of the lowest tid. A thread without a pid is a process with its own name.
 */
struct process_names {
	uint32_t *of_thread; /* owned: strings, by index in profile.threads */
};

/* Release it with process_names_release(), even after a failure. */
bool process_names_build(struct process_names *n, const struct profile *p,
			 struct error *err);
void process_names_release(struct process_names *n);

static inline struct text process_name_of(const struct process_names *n,
					  const struct profile *p, uint32_t thread)
{
	return profile_string(p, n->of_thread[thread]);
}

#endif
