#include "input/perf_data/replay_workers.h"

#include <pthread.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/threads.h"

#define PLAYERS_MOST 16

/* batches that wait to be sorted: keeps the cutter and the workers close */
#define BATCHES_MOST 2
/* sorted batches not given out completely: the next one is sorted in advance */
#define AHEAD_MOST   2
#define WAITING_MOST 8 /* slices of a player that wait to be joined */
#define SPARES_MOST  2 /* empty batches whose memory is reused */
#define FAR_BEHIND   2 /* batches that a player without slices may fall behind */

/*
 * An estimate in bytes of the names and stacks that all players together may remember, as in
 * parallel_parse.c.
 */
#ifndef PLAYERS_REMEMBER
#define PLAYERS_REMEMBER (UINT64_C(192) << 20)
#endif

#ifndef PLAYERS_SLICE
#define PLAYERS_SLICE 8192 /* samples */
#endif

/* A sorted batch, kept until its slices are given out and all players have applied its changes. */
struct played {
	struct perf_sorted sorted; /* owned */
	uint64_t number;
	unsigned users; /* number of players that have not applied all of its changes */
	size_t out;	/* number of samples given out */
	/* all samples were given out, with the changes after the last one */
	bool all_out;
	struct played *next;
};

/* A replayed slice: a range of the player's part of the profile. */
struct slice_result {
	uint64_t number;
	struct merge_mark from, to;
	struct losses losses;
};

struct player {
	struct replay_workers *all; /* borrowed */
	struct perf_replay *replay; /* owned */
	struct perf_maps *maps;	    /* owned, except by the first player */
	struct builder *part;	    /* owned; NULL: it adds to the reading's builder */
	struct merge *merge;	    /* owned; NULL: as for `part` */
	struct reading reading;	    /* reading into the part */
	struct losses losses;	    /* of the current slice */
	struct slice_result waiting[WAITING_MOST]; /* slices to be joined */
	unsigned waiting_count;
	struct played *at; /* the batch of the next change to apply; NULL: none */
	size_t change;	   /* index of that change */
	bool busy;	   /* a thread is using it */
	bool
	    full; /* it uses too much memory: it starts anew when its slices are joined */
};

struct replay_workers {
	const struct perf_replayed *of;	   /* borrowed */
	const struct batch_source *cutter; /* borrowed */
	struct player *players;		   /* owned */
	unsigned count;
	/* calls the symbolizer of `of`, from one thread at a time */
	struct symbolizer namer;
	pthread_mutex_t naming;
	struct perf_reasons reasons; /* of the frames in the reading's builder */

	/*
	 * guards everything below, and each player, except the state that its current thread uses
	 */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct perf_batch waiting[BATCHES_MOST]; /* owned */
	unsigned waiting_count;
	struct perf_batch spares[SPARES_MOST]; /* owned: empty */
	unsigned spare_count;
	struct played *first, *last; /* owned: list of sorted batches */
	/* the batch whose slices are being given out; NULL: none */
	struct played *given;
	/* sorted batches that are not completely given out */
	unsigned ahead;
	uint64_t batches, slices; /* numbers so far */
	uint64_t joined;	  /* slices joined into the reading's builder */
	bool sorting;		  /* one of `waiting` is being sorted */
	bool all_cut;		  /* the cutter has finished */
	bool stopped;
	struct error err; /* if stopped, the first error */
};

static void stop_all(struct replay_workers *all, const struct error *err)
{
	if (!all->stopped)
		all->err = *err;
	all->stopped = true;
	pthread_cond_broadcast(&all->changed);
}

/* Lock again, after a task without the lock; stop if the task failed. */
static void lock_again(struct replay_workers *all, bool ok, const struct error *err)
{
	pthread_mutex_lock(&all->lock);
	if (!ok)
		stop_all(all, err);
	pthread_cond_broadcast(&all->changed);
}

/* ---- players ---- */

static bool name_place(void *arg, const struct perf_modules *modules,
		       const struct perf_place *place, struct address_frames *names,
		       struct error *err)
{
	struct replay_workers *all = arg;
	const struct symbolizer *n = all->of->symbols;
	bool ok;

	pthread_mutex_lock(&all->naming);
	ok = n->name(n->arg, modules, place, names, err);
	pthread_mutex_unlock(&all->naming);
	return ok;
}

/* Begin a part, with the events of `like`. False and an error when memory runs out. */
static bool begin_part(struct player *p, const struct builder *like, struct error *err)
{
	p->part = builder_new(err);
	if (p->part)
		p->merge = merge_new(p->all->of->reading->builder, p->part, err);
	p->reading.builder = p->part;
	if (!p->merge)
		return false;
	builder_same_events(p->part, like);
	return !builder_failed(p->part) ||
	       error_set(err, ERROR_MEMORY, "out of memory for another thread's tables");
}

static void end_player(struct player *p, bool is_first)
{
	perf_replay_free(p->replay);
	merge_free(p->merge);
	builder_free(p->part);
	if (!is_first)
		perf_maps_free(p->maps);
}

static bool begin_player(struct player *p, struct replay_workers *all, bool alone,
			 struct error *err)
{
	struct perf_replayed of = *all->of;
	bool is_first = p == all->players;

	p->all = all;
	p->maps = is_first ? of.maps : perf_maps_new_like(of.maps, err);
	if (!p->maps)
		return false;
	if (!alone) {
		p->reading = *of.reading;
		p->reading.losses = &p->losses;
		if (!begin_part(p, of.reading->builder, err))
			return false;
		of.reading = &p->reading;
		of.is_part = true;
		of.symbols = of.symbols ? &all->namer : NULL;
	}
	of.maps = p->maps;
	p->replay = perf_replay_new(&of, err);
	return p->replay != NULL;
}

/* ---- applying changes ---- */

static void free_played(struct played *b)
{
	if (b)
		perf_sorted_release(&b->sorted);
	mem_free(b);
}

/* Called with the lock held: the player has applied all changes of its batch. */
static void leave_batch(struct player *p)
{
	struct replay_workers *all = p->all;
	struct played *b = p->at;

	p->at = b->next;
	p->change = 0;
	b->users--;
	while (all->first && all->first->all_out && all->first->users == 0) {
		struct played *gone = all->first;
		struct perf_batch *batch = &gone->sorted.batch;

		all->first = gone->next;
		if (!all->first)
			all->last = NULL;
		perf_batch_empty(batch);
		if (APPEND_FIXED(all->spares, all->spare_count, *batch))
			*batch = (struct perf_batch){0};
		free_played(gone);
	}
}

/*
 * Called with the lock held, which is released meanwhile: apply the changes before number `change`
 * of batch `to`. The player must belong to this thread. Losses of these changes are counted by the
 * players that replay the samples in between.
 */
static bool catch_up(struct player *p, const struct played *to, size_t change,
		     struct error *err)
{
	bool ok = true;

	while (ok) {
		bool is_there = p->at == to;
		size_t end = is_there ? change : p->at->sorted.batch.change_count;

		pthread_mutex_unlock(&p->all->lock);
		ok = perf_replay_changes(p->replay, &p->at->sorted, p->change, end, false,
					 err);
		pthread_mutex_lock(&p->all->lock);
		p->change = end;
		if (is_there)
			break;
		leave_batch(p);
	}
	return ok;
}

static bool is_far_behind(const struct player *p)
{
	return p->at && p->at->all_out && p->at->number + FAR_BEHIND < p->all->batches;
}

/* Called with the lock held: apply all changes of batches that were given out. */
static void refresh(struct player *p)
{
	struct replay_workers *all = p->all;
	struct error err = ERROR_INIT;
	bool ok = true;

	p->busy = true;
	while (ok && p->at && p->at->all_out && !all->stopped) {
		ok = catch_up(p, p->at, p->at->sorted.batch.change_count, &err);
		if (ok)
			leave_batch(p);
	}
	p->busy = false;
	if (!ok)
		stop_all(all, &err);
	pthread_cond_broadcast(&all->changed);
}

/* ---- slices ---- */

/* Called with the lock held, and with samples left to give out; released meanwhile. */
static void take_slice(struct player *p)
{
	struct replay_workers *all = p->all;
	struct played *b = all->given;
	const struct perf_sorted *sorted = &b->sorted;
	size_t from = b->out, left = sorted->batch.count - from;
	size_t to = from + (left < PLAYERS_SLICE ? left : PLAYERS_SLICE);
	struct slice_result result = {.number = all->slices++};
	struct error err = ERROR_INIT;
	size_t change, end;
	bool ok;

	b->out = to;
	b->all_out = to == sorted->batch.count;
	if (b->all_out) {
		all->given = b->next;
		all->ahead--;
	}
	/* changes before the first sample of a batch belong to the first slice */
	change = from ? perf_sorted_changes_before(sorted, from) : 0;
	p->busy = true;
	pthread_cond_broadcast(&all->changed);
	ok = catch_up(p, b, change, &err);
	if (ok) {
		pthread_mutex_unlock(&all->lock);
		/* replay the samples, and apply the changes before the next slice */
		end = perf_sorted_changes_before(sorted, to);
		p->losses = (struct losses){.by_byte = all->of->reading->losses->by_byte};
		if (p->part)
			result.from = merge_mark(p->part);
		address_names_at(perf_replay_places(p->replay), (uint32_t)result.number);
		ok = perf_replay_samples(p->replay, sorted, from, to, &p->change, &err) &&
		     perf_replay_changes(p->replay, sorted, p->change, end, true, &err);
		p->change = end;
		if (p->part)
			result.to = merge_mark(p->part);
		result.losses = p->losses;
		lock_again(all, ok, &err);
	}
	if (ok && !p->part)
		all->joined++;
	else if (ok && !APPEND_FIXED(p->waiting, p->waiting_count, result))
		ok = error_set(&err, ERROR_LIMIT, "too many slices wait");
	if (ok && to == sorted->batch.count)
		leave_batch(p);
	p->full = p->part && merge_weight(p->part) >= PLAYERS_REMEMBER / all->count;
	p->busy = false;
	if (!ok)
		stop_all(all, &err);
	pthread_cond_broadcast(&all->changed);
}

/* ---- joining the slices ---- */

/* Called with the lock held: the idle player that has the next slice to be joined; NULL: none. */
static struct player *whose_turn(struct replay_workers *all)
{
	for (unsigned i = 0; i < all->count; i++) {
		struct player *p = &all->players[i];

		if (p->waiting_count && p->waiting[0].number == all->joined)
			return p->busy ? NULL : p;
	}
	return NULL;
}

/* Called with the lock held, which is released meanwhile: only one thread has the turn. */
static void join_slice(struct player *p)
{
	struct replay_workers *all = p->all;
	struct slice_result result = p->waiting[0];
	struct error err = ERROR_INIT;
	bool ok;

	p->busy = true;
	pthread_mutex_unlock(&all->lock);
	merge_hand_over(p->merge, result.from, result.to);
	losses_join(all->of->reading->losses, &result.losses);
	ok = reading_goes_on(all->of->reading, &err);
	if (p->waiting_count == 1)
		merge_forget_samples(p->merge);
	lock_again(all, ok, &err);
	p->waiting_count--;
	memmove(p->waiting, p->waiting + 1, p->waiting_count * sizeof *p->waiting);
	all->joined++;
	p->busy = false;
	pthread_cond_broadcast(&all->changed);
}

/* Called with the lock held, when the player uses too much memory and all its slices are joined. */
static void begin_anew(struct player *p)
{
	struct replay_workers *all = p->all;
	struct error err = ERROR_INIT;
	struct builder *old = p->part;
	bool ok;

	ok = address_names_reasons(perf_replay_places(p->replay), p->merge, &all->reasons,
				   &err);
	merge_free(p->merge);
	p->merge = NULL;
	ok =
	    ok && begin_part(p, old, &err) && perf_replay_renew(p->replay, p->part, &err);
	builder_free(old);
	p->full = false;
	if (!ok)
		stop_all(all, &err);
}

/* ---- batches ---- */

/*
 * Called with the lock held, which is released meanwhile: sort the next batch, and make it
 * available to all players; no other thread sorts.
 */
static void sort_batch(struct replay_workers *all)
{
	struct perf_batch batch = all->waiting[0];
	struct error err = ERROR_INIT;
	struct played *b;
	bool ok;

	all->sorting = true;
	all->waiting_count--;
	memmove(all->waiting, all->waiting + 1,
		all->waiting_count * sizeof *all->waiting);
	pthread_cond_broadcast(&all->changed);
	pthread_mutex_unlock(&all->lock);
	b = mem_array(1, sizeof *b, "samples", &err);
	ok = b && perf_sorted_begin(&b->sorted, &batch, &err);
	perf_batch_release(&batch);
	lock_again(all, ok, &err);
	all->sorting = false;
	if (!ok) {
		free_played(b);
		return;
	}
	b->number = all->batches++;
	b->users = all->count;
	if (all->last)
		all->last->next = b;
	else
		all->first = b;
	all->last = b;
	if (!all->given)
		all->given = b;
	all->ahead++;
	for (unsigned i = 0; i < all->count; i++)
		if (!all->players[i].at)
			all->players[i].at = b;
}

/* ---- threads ---- */

/*
 * Called with the lock held, which may be released meanwhile: do the most urgent task, with this
 * player if it is idle. False: there is none. Joining comes first, no matter who replayed the
 * slice, as others wait for it.
 */
static bool do_next_task(struct replay_workers *all, struct player *p)
{
	struct player *ready;

	if (all->stopped)
		return false;
	ready = whose_turn(all);
	if (ready)
		join_slice(ready);
	else if (p->busy)
		return false;
	else if (p->full && p->waiting_count == 0)
		begin_anew(p);
	else if (all->waiting_count && !all->sorting && all->ahead < AHEAD_MOST)
		sort_batch(all);
	else if (all->given && !p->full && p->waiting_count < WAITING_MOST)
		take_slice(p);
	else if (is_far_behind(p))
		refresh(p);
	else
		return false;
	return true;
}

/* Called with the lock held: is there no task left, for any thread? */
static bool is_over(const struct replay_workers *all)
{
	return all->stopped || (all->all_cut && !all->waiting_count && !all->sorting &&
				!all->given && all->joined == all->slices);
}

bool replay_workers_pass(struct replay_workers *all, struct perf_batch *batch)
{
	struct player *own = &all->players[0];
	bool going;

	pthread_mutex_lock(&all->lock);
	while (!all->stopped &&
	       (all->waiting_count == BATCHES_MOST || is_far_behind(own)))
		if (!do_next_task(all, own))
			pthread_cond_wait(&all->changed, &all->lock);
	going = !all->stopped && APPEND_FIXED(all->waiting, all->waiting_count, *batch);
	if (going) {
		*batch = all->spare_count ? all->spares[--all->spare_count]
					  : (struct perf_batch){0};
		pthread_cond_broadcast(&all->changed);
	}
	pthread_mutex_unlock(&all->lock);
	return going;
}

/* Thread 0 runs the cutter first. A single player is used by whichever thread is free. */
static void run_thread(void *arg, unsigned i)
{
	struct replay_workers *all = arg;
	struct error err = ERROR_INIT;
	bool ok = i > 0 || all->cutter->cut(all->cutter->arg, all, &err);

	pthread_mutex_lock(&all->lock);
	if (!ok)
		stop_all(all, &err);
	if (i == 0) {
		all->all_cut = true;
		pthread_cond_broadcast(&all->changed);
	}
	while (!is_over(all))
		if (!do_next_task(all, &all->players[i % all->count]))
			pthread_cond_wait(&all->changed, &all->lock);
	pthread_cond_broadcast(&all->changed);
	pthread_mutex_unlock(&all->lock);
}

/* The maps of the first player are the reading's: they must get all changes. */
static bool finish_players(struct replay_workers *all, bool alone, struct error *err)
{
	struct player *first = &all->players[0];
	struct reading *r = all->of->reading;

	if (alone)
		return address_names_tell(perf_replay_places(first->replay), r->losses,
					  err);
	for (unsigned i = 0; i < all->count; i++)
		if (!address_names_reasons(perf_replay_places(all->players[i].replay),
					   all->players[i].merge, &all->reasons, err))
			return false;
	pthread_mutex_lock(&all->lock);
	refresh(first);
	pthread_mutex_unlock(&all->lock);
	if (all->stopped) {
		*err = all->err;
		return false;
	}
	return perf_reasons_tell(&all->reasons, r->builder, r->losses, err);
}

bool replay_workers_run(const struct perf_replayed *of, const struct batch_source *cutter,
			unsigned threads, bool alone, struct error *err)
{
	struct replay_workers all = {
	    .of = of, .cutter = cutter, .namer = {.name = name_place}};
	unsigned wanted;
	bool ok;

	all.namer.arg = &all;
	threads = threads < PLAYERS_MOST ? threads + !threads : PLAYERS_MOST;
	wanted = alone ? 1 : threads;
	all.players = mem_array(wanted, sizeof *all.players, "threads", err);
	if (!all.players)
		return false;
	while (all.count < wanted) {
		struct player *p = &all.players[all.count];
		struct error fault = ERROR_INIT;

		if (begin_player(p, &all, alone, &fault)) {
			all.count++;
			continue;
		}
		end_player(p, all.count == 0);
		if (all.count)
			break; /* memory ran out: continue with fewer players */
		mem_free(all.players);
		*err = fault;
		return false;
	}
	pthread_mutex_init(&all.lock, NULL);
	pthread_mutex_init(&all.naming, NULL);
	pthread_cond_init(&all.changed, NULL);
	threads_run(alone && threads > 2 ? 2 : threads, run_thread, &all);
	if (all.stopped)
		*err = all.err;
	ok = !all.stopped && finish_players(&all, alone, err);
	pthread_cond_destroy(&all.changed);
	pthread_mutex_destroy(&all.lock);
	pthread_mutex_destroy(&all.naming);
	for (unsigned i = 0; i < all.count; i++)
		end_player(&all.players[i], i == 0);
	mem_free(all.players);
	perf_reasons_release(&all.reasons);
	for (unsigned i = 0; i < all.waiting_count; i++)
		perf_batch_release(&all.waiting[i]);
	for (unsigned i = 0; i < all.spare_count; i++)
		perf_batch_release(&all.spares[i]);
	while (all.first) {
		struct played *b = all.first;

		all.first = b->next;
		free_played(b);
	}
	return ok;
}
