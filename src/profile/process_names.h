/* process_names.h - what each process of a profile is called. */

#ifndef PROFILE_PROCESS_NAMES_H
#define PROFILE_PROCESS_NAMES_H

#include "profile/profile.h"

/*
 * A process has the name of its leader, the thread whose tid is the pid: the latest one that the
 * profile knows, from the leader's own samples or from what the input tells beside (struct
 * thread). Threads take names of their own, and the busiest one's says little: "server",
 * "GC Thread#1". Where nothing tells the leader's, it is the name that most of its threads have,
 * of equal ones that of the lowest tid. Who has no pid is a process of his own name.
 */
struct process_names {
	uint32_t *of_thread; /* owned: by row of profile.threads: a string */
};

/* Release it, also after a failure. */
bool process_names_build(struct process_names *n, const struct profile *p,
			 struct error *err);
void process_names_release(struct process_names *n);

/* The same of one thread. */
static inline struct text process_name_of(const struct process_names *n,
					  const struct profile *p, uint32_t thread)
{
	return profile_string(p, n->of_thread[thread]);
}

#endif
