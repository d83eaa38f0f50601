#include "profile/shared.h"

#include <stdatomic.h>
#include <stdint.h>

#include "base/mem.h"

struct shared {
	atomic_uint users;
	struct mem_area areas[SHARED_TABLES];
};

/* Numbers of rows have 32 bits. Of samples there may be that many, of names a quarter. */
static uint64_t bytes_of(enum shared_table which)
{
	switch (which) {
	case SHARED_TIME:
	case SHARED_WEIGHT:
	case SHARED_DURATION:
		return UINT64_C(8) << 32;
	case SHARED_STACK:
	case SHARED_CONTEXT:
		return UINT64_C(4) << 32;
	case SHARED_STRING_BYTES:
		return UINT64_C(1) << 36;
	case SHARED_NOTES:
	case SHARED_EVENTS:
		return UINT64_C(1) << 30;
	default:
		return UINT64_C(12) << 30;
	}
}

struct shared *shared_new(void)
{
	struct error err = ERROR_INIT;
	struct shared *s =
	    sizeof(size_t) < 8 ? NULL : mem_array(1, sizeof *s, "tables", &err);

	if (!s)
		return NULL;
	atomic_init(&s->users, 1);
	for (int i = 0; i < SHARED_TABLES; i++) {
		if (!mem_area_reserve(&s->areas[i], (size_t)bytes_of(i))) {
			shared_drop(s);
			return NULL;
		}
	}
	return s;
}

void shared_join(struct shared *s)
{
	atomic_fetch_add(&s->users, 1);
}

void shared_drop(struct shared *s)
{
	if (!s || atomic_fetch_sub(&s->users, 1) > 1)
		return;
	for (int i = 0; i < SHARED_TABLES; i++)
		mem_area_release(&s->areas[i]);
	mem_free(s);
}

struct mem_area *shared_area(struct shared *s, enum shared_table which)
{
	return &s->areas[which];
}

void shared_forget(struct shared *s, enum shared_table which)
{
	if (atomic_load(&s->users) == 1)
		mem_area_release(&s->areas[which]);
}
