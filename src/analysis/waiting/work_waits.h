/* work_waits.h - waits of threads that only wait for work: they say nothing of who waits for whom. */

#ifndef ANALYSIS_WORK_WAITS_H
#define ANALYSIS_WORK_WAITS_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * Of a profile of waiting_profile() the rows, a bit each, in which a thread is blocked where it is for
 * more than half of the recording, by one stack: a pool's next job, a timer, epoll_wait(). Not where it
 * waits for a lock, however long. `rows` has been built, and is empty.
 */
bool work_waits_find(struct bits *rows, const struct profile *w, struct error *err);

#endif
