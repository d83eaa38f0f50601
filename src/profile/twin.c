#include "profile/twin.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"

/* The owner of both: what the owner of one was before. */
struct pair {
	atomic_int users;
	void *owner; /* owned, by `release` */
	void (*release)(void *owner);
};

static void leave(void *owner)
{
	struct pair *pair = owner;

	if (atomic_fetch_sub(&pair->users, 1) > 1)
		return;
	if (pair->release)
		pair->release(pair->owner);
	free(pair);
}

struct profile *twin_new(struct profile *p, struct error *err)
{
	struct pair *pair = mem_array(1, sizeof *pair, "profile", err);
	struct profile *twin = pair ? mem_array(1, sizeof *twin, "profile", err) : NULL;

	if (!twin) {
		free(pair);
		return NULL;
	}
	atomic_init(&pair->users, 2);
	pair->owner = p->owner;
	pair->release = p->release;
	p->owner = pair;
	p->release = leave;
	*twin = *p;
	return twin;
}
