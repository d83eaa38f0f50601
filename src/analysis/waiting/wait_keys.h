/* wait_keys.h - a text for each wait, equal for waits with the same reason. */

#ifndef ANALYSIS_WAIT_KEYS_H
#define ANALYSIS_WAIT_KEYS_H

#include "analysis/flame.h"
#include "base/intern.h"
#include "profile/profile.h"

#define WAIT_NO_KEY UINT32_MAX

/* Precedes the name of the waker in the text of a wait. */
#define WAIT_FOR ", waiting for "

/* The text of a wait before WAIT_FOR. `*who` is the text after it; empty: unknown waker. */
struct text wait_keys_where(struct text words, struct text *who);

/* Can wait_keys_of() be called? Only for a profile of waiting_profile() with waits and times. */
bool wait_keys_are_known(const struct profile *w);

/* A callback that replaces the names of threads in the text of a wait. */
struct wait_naming {
	struct text (*called)(const void *arg, struct text comm);
	const void *arg; /* borrowed */
};

/*
 * For each sample of the profile, the text of its wait as an id of `names`; WAIT_NO_KEY for running
 * or unknown time. Texts are equal if threads waited at the same place for the same thread:
 * 	blocked: take → pthread_mutex_lock, waiting for flusher in flush → pthread_mutex_unlock
 * 	blocked in D: write_page → fdatasync, waiting for an interrupt
 * 	for a CPU: worker
 * 	preempted: worker
 * Places are from wait_place_of(). A thread waits for its waker. But if a lock was passed along a
 * chain of threads at the same place, the thread waits for the waker of the first one. If `naming`
 * is NULL, threads keep their names. Replays all switches. Returns NULL and an error when
 * sched_replay() fails or there are too many waits. Release with mem_free().
 */
uint32_t *wait_keys_of(const struct profile *w, const struct wait_naming *naming,
		       struct intern *names, struct error *err);

/*
 * Find the node of the flame graph where waits with this text took the most time; 0: none. Fails
 * like wait_keys_of().
 */
bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err);

#endif
