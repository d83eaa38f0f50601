/* shared.h - the tables of a growing profile, which its pictures look at while it grows. */

#ifndef PROFILE_SHARED_H
#define PROFILE_SHARED_H

#include "base/mem.h"

enum shared_table {
	SHARED_TIME,
	SHARED_WEIGHT,
	SHARED_STACK,
	SHARED_CONTEXT,
	SHARED_DURATION,
	SHARED_STRING_BYTES,
	SHARED_STRING_ENDS,
	SHARED_FRAMES,
	SHARED_STACKS,
	SHARED_THREADS,
	SHARED_EVENTS,
	SHARED_CONTEXTS,
	SHARED_NOTES,
	SHARED_TABLES
};

/*
 * Freed when the last of its users has dropped it; any thread may. One of them, the builder,
 * adds behind the rows that the others know of and changes none of those.
 */
struct shared;

/* One user. NULL when there is no room for it in the address space: then nothing is shared. */
struct shared *shared_new(void);
void shared_join(struct shared *s);
void shared_drop(struct shared *s);

struct mem_area *shared_area(struct shared *s, enum shared_table which);

/* The caller needs this table no more: it goes at once if there is no other user. */
void shared_forget(struct shared *s, enum shared_table which);

#endif
