#include "profile/second.h"

#include <stdatomic.h>

#include "base/mem.h"

/* The owner of both. */
struct pair {
	atomic_int users;
	struct profile *original; /* owned */
};

static void leave(void *owner)
{
	struct pair *pair = owner;

	if (atomic_fetch_sub(&pair->users, 1) > 1)
		return;
	profile_free(pair->original);
	mem_free(pair);
}

struct profile *second_new(struct profile **p, struct error *err)
{
	struct pair *pair = mem_array(1, sizeof *pair, "profile", err);
	struct profile *first = pair ? mem_array(1, sizeof *first, "profile", err) : NULL;
	struct profile *second =
	    first ? mem_array(1, sizeof *second, "profile", err) : NULL;

	if (!second) {
		mem_free(first);
		mem_free(pair);
		return NULL;
	}
	atomic_init(&pair->users, 2);
	pair->original = *p;
	*first = **p;
	first->owner = pair;
	first->release = leave;
	*second = *first;
	*p = first;
	return second;
}
