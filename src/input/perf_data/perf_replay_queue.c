#include "input/perf_data/perf_replay_queue.h"

#include <pthread.h>

#include "base/append.h"
#include "base/threads.h"

#define WAITING_MOST 2 /* batches: one side is seldom far ahead */

struct perf_replay_queue {
	struct perf_replay *replay;	  /* borrowed; of whoever is `busy` */
	const struct perf_cutter *cutter; /* borrowed */

	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t changed;
	struct perf_batch waiting[WAITING_MOST]; /* owned */
	unsigned count;
	bool busy;    /* one of them is being replayed, by whichever thread */
	bool all_cut; /* no more are coming */
	bool stopped;
	struct error err; /* why; the first one */
};

static void stop(struct perf_replay_queue *r, const struct error *err)
{
	if (!r->stopped)
		r->err = *err;
	r->stopped = true;
	pthread_cond_broadcast(&r->changed);
}

/* With the lock, which is given up meanwhile: there is a batch, and nobody is busy. */
static void replay_one(struct perf_replay_queue *r)
{
	struct perf_batch batch = r->waiting[0];
	struct error err = ERROR_INIT;
	bool ok;

	r->busy = true;
	r->count--;
	for (unsigned i = 0; i < r->count; i++)
		r->waiting[i] = r->waiting[i + 1];
	pthread_cond_broadcast(&r->changed);
	pthread_mutex_unlock(&r->lock);
	ok = perf_replay_batch(r->replay, &batch, &err);
	perf_batch_release(&batch);
	pthread_mutex_lock(&r->lock);
	r->busy = false;
	if (!ok)
		stop(r, &err);
	pthread_cond_broadcast(&r->changed);
}

/*
 * With the lock: replay what waits until at most `most` are left. The cutter does it too
 * when it has nothing better to do, for it may be alone.
 */
static void replay_until(struct perf_replay_queue *r, unsigned most)
{
	while (r->count > most && !r->stopped) {
		if (r->busy)
			pthread_cond_wait(&r->changed, &r->lock);
		else
			replay_one(r);
	}
}

bool perf_replay_queue_pass(struct perf_replay_queue *r, struct perf_batch *batch)
{
	bool going;

	pthread_mutex_lock(&r->lock);
	replay_until(r, WAITING_MOST - 1);
	going = !r->stopped && APPEND_FIXED(r->waiting, r->count, *batch);
	if (going) {
		*batch = (struct perf_batch){0};
		pthread_cond_broadcast(&r->changed);
	}
	pthread_mutex_unlock(&r->lock);
	return going;
}

static void cut(struct perf_replay_queue *r)
{
	struct error err = ERROR_INIT;
	bool ok = r->cutter->cut(r->cutter->arg, r, &err);

	pthread_mutex_lock(&r->lock);
	if (!ok)
		stop(r, &err);
	r->all_cut = true;
	pthread_cond_broadcast(&r->changed);
	replay_until(r, 0);
	pthread_mutex_unlock(&r->lock);
}

static void follow(struct perf_replay_queue *r)
{
	pthread_mutex_lock(&r->lock);
	while (!r->stopped && !(r->all_cut && r->count == 0)) {
		if (r->count && !r->busy)
			replay_one(r);
		else
			pthread_cond_wait(&r->changed, &r->lock);
	}
	pthread_mutex_unlock(&r->lock);
}

static void work(void *arg, unsigned i)
{
	if (i == 0)
		cut(arg);
	else
		follow(arg);
}

bool perf_replay_queue_run(struct perf_replay *replay, const struct perf_cutter *cutter,
			   unsigned threads, struct error *err)
{
	struct perf_replay_queue r = {.replay = replay, .cutter = cutter};

	pthread_mutex_init(&r.lock, NULL);
	pthread_cond_init(&r.changed, NULL);
	threads_run(threads < 2 ? 1 : 2, work, &r);
	pthread_cond_destroy(&r.changed);
	pthread_mutex_destroy(&r.lock);
	for (unsigned i = 0; i < r.count; i++)
		perf_batch_release(&r.waiting[i]);
	if (r.stopped)
		*err = r.err;
	return !r.stopped;
}
