/* wait_keys.h - what each stretch of threads' time was a wait for, in words. */

#ifndef ANALYSIS_WAIT_KEYS_H
#define ANALYSIS_WAIT_KEYS_H

#include "analysis/flame.h"
#include "base/intern.h"
#include "profile/profile.h"

#define WAIT_NO_KEY UINT32_MAX

/* Who was waited for stands behind this in the words of a wait. */
#define WAIT_FOR ", waiting for "

/* Such words up to there, and what stands behind it; empty where it is not known. */
struct text wait_keys_where(struct text words, struct text *who);

/* Has the profile waits whose words are known? Those of waiting_profile() that have times. */
bool wait_keys_are_known(const struct profile *w);

/* What threads are called in such words, by their name. */
struct wait_naming {
	struct text (*called)(const void *arg, struct text comm);
	const void *arg; /* borrowed */
};

/*
 * By sample of such a profile the words of what was waited for, as ids of `names`; WAIT_NO_KEY of time that
 * a thread ran, or of which nothing is known. They are equal where threads waited at the same place for the same
 * thread, whichever they were:
 *	blocked: take_order → pthread_mutex_lock, waiting for flusher in flush → pthread_mutex_unlock
 *	blocked in D: write_page → fdatasync, waiting for an interrupt
 *	for a CPU: worker
 *	preempted: worker
 * Places are those that a person would name, with their caller (moment.h). Whom a thread waited for is who woke
 * it; where that one had itself waited at the same place meanwhile, as those do that hand a lock on, it is who
 * woke that one, and so on. Threads have the names of `naming`; NULL: their own. It goes through all switches. NULL and an error as sched_replay(). Release with
 * mem_free().
 */
uint32_t *wait_keys_of(const struct profile *w, const struct wait_naming *naming,
		       struct intern *names, struct error *err);

/*
 * The node of the flame's tree with most of the time of the wait `name`, words of wait_keys_of(); 0: there
 * is none. False and an error as wait_keys_of().
 */
bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err);

#endif
