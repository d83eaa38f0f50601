#include "session/loader/loader_state.h"

#include "choice/event_choice.h"

/* ---- the thread that queries a database ---- */

#define WISH_WAIT 60000000L   /* ns: while the user drags a selection, no query is sent */
#define SECOND	  1000000000L /* ns */

bool loader_has_wish(const struct loader *l)
{
	const struct loader_query *q = &l->asked;

	return !q->is || q->lanes_by != l->lanes_by ||
	       !query_is_same(&q->choice, &l->choice);
}

/*
 * Wait until the choice has not changed for a while. Call it with the lock held; it is released in
 * between.
 */
static void wait_for_calm(struct loader *l)
{
	struct timespec until;
	struct choice c;
	struct error ignored = ERROR_INIT; /* without memory it does not wait */
	bool calm = !l->asked.is;

	while (!calm && !l->abandoned && choice_copy(&c, &l->choice, &ignored)) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += WISH_WAIT;
		until.tv_sec += until.tv_nsec / SECOND;
		until.tv_nsec %= SECOND;
		pthread_cond_timedwait(&l->wish, &l->lock, &until);
		calm = query_is_same(&c, &l->choice);
		choice_release(&c);
	}
}

/*
 * Wait for the next query. Call it with the lock held; false when the loader is abandoned, or
 * without memory.
 */
static bool next_query(struct loader *l, struct error *err)
{
	struct choice own;

	while (!l->abandoned && !loader_has_wish(l))
		pthread_cond_wait(&l->wish, &l->lock);
	wait_for_calm(l);
	if (l->abandoned || !choice_copy(&own, &l->choice, err))
		return false;
	choice_release(&l->asked.choice);
	l->asked = (struct loader_query){true, own, l->lanes_by};
	l->open = true;
	l->refused = false;
	atomic_store(&l->asking.read, 0);
	atomic_store(&l->asking.total, 0);
	atomic_store(&l->asking.cancel, l->stopped);
	l->stopped = false;
	return true;
}

/*
 * Call it with the lock held. If the choice has changed in the meantime, the answer or error is
 * dropped.
 */
static void take_answer(struct loader *l, struct profile *p, const struct error *err)
{
	bool late = loader_has_wish(l);

	l->open = false;
	if (p && !late) {
		loader_put(l, LOADER_ANSWER, p);
		return;
	}
	if (p)
		profile_free(p);
	if (late)
		return;
	l->refused = true;
	l->refusal_told = false;
	l->refusal = *err;
	loader_tell(l);
}

/* Query the facts, and derive the first choice from them. */
static bool begin_queries(struct loader *l, struct query_facts *f, struct error *err)
{
	struct profile *outline;
	struct choice first = {.event = 0}, own;
	bool ok = query_ask_facts(f, &l->query, &l->asking, err);

	outline = ok ? query_outline(f, &l->query, err) : NULL;
	ok = outline &&
	     choice_of_profile(&first, &l->settings.choice, &l->settings.asked,
			       l->settings.baseline_file != NULL, outline, err) &&
	     choice_copy(&own, &first, err);
	pthread_mutex_lock(&l->lock);
	if (ok && !l->chosen) {
		l->choice = own;
		l->chosen = true;
	} else if (ok) {
		choice_release(&own);
	}
	pthread_mutex_unlock(&l->lock);
	ranges_release(&first.also);
	ranges_release(&first.baseline.also);
	profile_free(outline);
	return ok;
}

void *loader_ask_engine(void *arg)
{
	struct loader *l = arg;
	struct query_facts f = {.count = 0};
	struct error err = ERROR_INIT;
	bool ok = begin_queries(l, &f, &err);

	pthread_mutex_lock(&l->lock);
	while (ok && next_query(l, &err)) {
		const struct query_map map = {.lanes = l->asked.lanes_by != LANES_BY,
					      .lanes_by = l->asked.lanes_by};
		struct error why = ERROR_INIT;
		struct profile *p;

		pthread_mutex_unlock(&l->lock);
		p = query_ask(&f, &l->query, &l->asked.choice, &map, &l->asking, &why);
		pthread_mutex_lock(&l->lock);
		take_answer(l, p, &why);
	}
	if (err.kind)
		loader_fail(l, &err);
	query_facts_release(&f);
	loader_leave(l);
	return NULL;
}

/* Call it with the lock held: cancel the query and drop its answer if another one is wanted. */
void loader_renew_wish(struct loader *l)
{
	if (!l->settings.query || !loader_has_wish(l))
		return;
	if (l->next.kind == LOADER_ANSWER)
		loader_drop_job(&l->next);
	if (l->ready.kind == LOADER_ANSWER)
		loader_drop_job(&l->ready);
	atomic_store(&l->asking.read, 0);
	atomic_store(&l->asking.total, 0);
	atomic_store(&l->asking.cancel, true);
	pthread_cond_signal(&l->wish);
}

/* ---- the owner ---- */

void loader_follow_lanes(struct loader *l, enum lanes_by by)
{
	pthread_mutex_lock(&l->lock);
	l->lanes_by = by;
	loader_renew_wish(l);
	pthread_mutex_unlock(&l->lock);
}

#define LOCK_OF(l) ((pthread_mutex_t *)&(l)->lock)

bool loader_rests(const struct loader *l)
{
	bool rests;

	pthread_mutex_lock(LOCK_OF(l));
	rests = l->settings.query && l->asked.is && !l->open && !l->next.kind &&
		!l->doing && !l->ready.kind && !l->failed && !loader_has_wish(l);
	pthread_mutex_unlock(LOCK_OF(l));
	return rests;
}

bool loader_was_refused(const struct loader *l)
{
	bool refused;

	pthread_mutex_lock(LOCK_OF(l));
	refused = l->refused;
	pthread_mutex_unlock(LOCK_OF(l));
	return refused;
}

void loader_stop_asking(struct loader *l)
{
	pthread_mutex_lock(&l->lock);
	if (l->open && !loader_has_wish(l))
		atomic_store(&l->asking.cancel, true);
	else
		l->stopped = loader_has_wish(l);
	pthread_mutex_unlock(&l->lock);
}

bool loader_ask_again(struct loader *l)
{
	bool again;

	pthread_mutex_lock(&l->lock);
	again = l->refused;
	if (again) {
		l->asked.is = l->refused = false;
		pthread_cond_signal(&l->wish);
	}
	pthread_mutex_unlock(&l->lock);
	return again;
}
