#include "input/json/json_ahead.h"

#include <pthread.h>

#include "base/crew.h"
#include "base/mem.h"

#define PIECES 4 /* one is being read, one is being made, the others even out */

struct json_ahead {
	struct json_pieces *pieces; /* borrowed */
	struct json_piece ring[PIECES];
	pthread_t thread;

	pthread_mutex_t lock; /* guards the rest; a full piece is the reader's */
	pthread_cond_t changed;
	uint64_t made, taken; /* pieces so far; those between are full */
	bool reading;	      /* the last one taken is being read */
	bool stopped;	      /* nobody wants more */
};

/* Is there room for another one, or nobody who wants it? */
static bool wait_for_room(struct json_ahead *a)
{
	bool wanted;

	pthread_mutex_lock(&a->lock);
	while (!a->stopped && a->made - a->taken + a->reading == PIECES)
		pthread_cond_wait(&a->changed, &a->lock);
	wanted = !a->stopped;
	pthread_mutex_unlock(&a->lock);
	return wanted;
}

static void *make(void *arg)
{
	struct json_ahead *a = arg;
	bool more = true;

	while (more && wait_for_room(a)) {
		struct json_piece *p = &a->ring[a->made % PIECES];

		json_pieces_next(a->pieces, p);
		more = !p->ended && p->why.kind == ERROR_NONE;
		pthread_mutex_lock(&a->lock);
		a->made++;
		pthread_cond_signal(&a->changed);
		pthread_mutex_unlock(&a->lock);
	}
	return NULL;
}

struct json_ahead *json_ahead_new(struct json_pieces *pieces)
{
	struct error err = ERROR_INIT;
	struct json_ahead *a = mem_array(1, sizeof *a, "JSON read ahead", &err);
	sigset_t old;
	bool there;

	if (!a)
		return NULL;
	a->pieces = pieces;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	crew_block_signals(&old);
	there = pthread_create(&a->thread, NULL, make, a) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (there)
		return a;
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	mem_free(a);
	return NULL;
}

void json_ahead_free(struct json_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stopped = true;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	for (int i = 0; i < PIECES; i++)
		json_piece_release(&a->ring[i]);
	mem_free(a);
}

const struct json_piece *json_ahead_next(struct json_ahead *a)
{
	const struct json_piece *p;

	pthread_mutex_lock(&a->lock);
	a->reading = false;
	pthread_cond_signal(&a->changed);
	while (a->made == a->taken)
		pthread_cond_wait(&a->changed, &a->lock);
	p = &a->ring[a->taken++ % PIECES];
	a->reading = true;
	pthread_mutex_unlock(&a->lock);
	return p;
}
