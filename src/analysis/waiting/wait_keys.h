/* wait_keys.h - names for waits, equal for equal waits. */

#ifndef ANALYSIS_WAIT_KEYS_H
#define ANALYSIS_WAIT_KEYS_H

#include "analysis/flame.h"
#include "base/intern.h"
#include "profile/profile.h"

#define WAIT_NO_KEY UINT32_MAX

/* Precedes the name of the waker in the words of a wait. */
#define WAIT_FOR ", waiting for "

/* Split the words of a wait before WAIT_FOR; `*who` is the rest, empty if it is unknown. */
struct text wait_keys_where(struct text words, struct text *who);

/* Can wait_keys_of() name the waits of the profile? It can for waiting_profile(), with times. */
bool wait_keys_are_known(const struct profile *w);

/* Replaces the names of threads in the words of a wait. */
struct wait_naming {
	struct text (*called)(const void *arg, struct text comm);
	const void *arg; /* borrowed */
};

/*
 * By sample of such a profile, the words of the wait as ids of `names`; WAIT_NO_KEY for running or
 * unknown time. The words are equal if threads waited at the same place for the same thread:
 * 	blocked: take_order → pthread_mutex_lock, waiting for flusher in flush → pthread_mutex_unlock
 * 	blocked in D: write_page → fdatasync, waiting for an interrupt
 * 	for a CPU: worker
 * 	preempted: worker
 * Places are those of wait_place_of(). A thread waited for its waker. If the waker had itself
 * waited at the same place in the meantime, as threads do that pass on a lock, it waited for the
 * waker of that thread, and so on. `naming` NULL: threads keep their names. Replays all switches.
 * NULL and an error as in sched_replay(). Release with mem_free().
 */
uint32_t *wait_keys_of(const struct profile *w, const struct wait_naming *naming,
		       struct intern *names, struct error *err);

/*
 * Find the node of the flame graph with the most time of the wait with these words; 0: none. False
 * and an error as in wait_keys_of().
 */
bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err);

#endif
