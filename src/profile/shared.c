#include <pthread.h>
#include <stdatomic.h>

#include "base/mem.h"
#include "profile/builder_state.h"

/* A preview, with the samples that it uses; an element of the list of users. */
struct look {
	struct shared *shared;
	uint32_t from, to;
	struct look *next;
};

struct shared {
	atomic_uint users;
	struct mem_area areas[SHARED_TABLES];
	pthread_mutex_t lock; /* guards the other members */
	struct look *looks;
};

static const struct sample_column {
	enum shared_table table;
	size_t size;
} columns[] = {{SHARED_TIME, 8},
	       {SHARED_WEIGHT, 8},
	       {SHARED_DURATION, 8},
	       {SHARED_STACK, 4},
	       {SHARED_CONTEXT, 4}};

/*
 * Address space for a table. Row numbers have 32 bits: samples may use all of them, names a
 * quarter.
 */
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
	pthread_mutex_init(&s->lock, NULL);
	for (int i = 0; i < SHARED_TABLES; i++) {
		if (!mem_area_reserve(&s->areas[i], (size_t)bytes_of(i))) {
			shared_drop(s);
			return NULL;
		}
	}
	return s;
}

void shared_drop(struct shared *s)
{
	if (!s || atomic_fetch_sub(&s->users, 1) > 1)
		return;
	for (int i = 0; i < SHARED_TABLES; i++)
		mem_area_release(&s->areas[i]);
	pthread_mutex_destroy(&s->lock);
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

/* ---- users of the samples ---- */

struct look *shared_look(struct shared *s, uint32_t from, uint32_t to, struct error *err)
{
	struct look *l = mem_array(1, sizeof *l, "a picture of a growing profile", err);

	if (!l)
		return NULL;
	*l = (struct look){s, from, to, NULL};
	atomic_fetch_add(&s->users, 1);
	pthread_mutex_lock(&s->lock);
	l->next = s->looks;
	s->looks = l;
	pthread_mutex_unlock(&s->lock);
	return l;
}

void shared_look_away(void *look)
{
	struct look *l = look, **at;
	struct shared *s = l->shared;

	pthread_mutex_lock(&s->lock);
	for (at = &s->looks; *at != l;)
		at = &(*at)->next;
	*at = l->next;
	pthread_mutex_unlock(&s->lock);
	mem_free(l);
	shared_drop(s);
}

/* The next row in [from, until) that a preview uses, and the end of that range. */
static uint32_t next_look(const struct shared *s, uint32_t from, uint32_t until,
			  uint32_t *end)
{
	uint32_t first = until;

	*end = until;
	for (const struct look *l = s->looks; l; l = l->next) {
		uint32_t begin = l->from > from ? l->from : from;

		if (l->to > from && begin < first) {
			first = begin;
			*end = l->to;
		}
	}
	return first;
}

/* Return memory of all columns, except for the last row but one: the builder compares with it. */
static void give_back(struct shared *s, uint32_t from, uint32_t to)
{
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		mem_area_give_back(&s->areas[columns[i].table],
				   (size_t)from * columns[i].size,
				   (size_t)to * columns[i].size);
}

void shared_let_go(struct shared *s, uint32_t until)
{
	uint32_t from = 0, look, end;

	pthread_mutex_lock(&s->lock);
	for (; from < until; from = end) {
		look = next_look(s, from, until, &end);
		if (look > from)
			give_back(s, from, look);
	}
	pthread_mutex_unlock(&s->lock);
}
