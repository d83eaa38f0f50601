#include "session/loader/loader_state.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/threads.h"
#include "base/mem.h"
#include "input/cache_key.h"
#include "input/perf_records/record_history.h"
#include "input/recordings.h"
#include "choice/event_choice.h"
#include "session/query/query_profile.h"
#include "session/settings.h"

#define MS UINT64_C(1000000)

/*
 * Small files are read completely before anything is shown. Parts of larger files are shown often
 * enough to see them grow, but most of the CPU time is for reading.
 */
#define FIRST_AFTER (20 * MS)
#define PART_EACH   (120 * MS)
#define PART_SHARE  4 /* time between parts: this many times the cost of opening one */

/*
 * For live recordings, which run for hours on a host with other work: this process, with its
 * drawing, should use a 300th of a CPU, but parts come at least once a second, unless that would
 * use more than a 50th: then every two seconds.
 */
#define LIVE_EACH   (200 * MS)
#define LIVE_SHARE  300
#define LIVE_WHILE  (UINT64_C(1000) * MS)
#define LIVE_MUCH   50
#define LIVE_SELDOM (UINT64_C(2000) * MS)

void loader_drop_job(struct loader_job *j)
{
	if (j->profile)
		profile_free(j->profile);
	session_free(j->session);
	*j = (struct loader_job){.kind = LOADER_NOTHING};
}

static void release_loader(struct loader *l)
{
	for (int i = 0; i < 2; i++)
		if (l->news[i] >= 0)
			close(l->news[i]);
	pthread_cond_destroy(&l->work);
	pthread_mutex_destroy(&l->lock);
	loader_drop_job(&l->next);
	loader_drop_job(&l->ready);
	session_free(l->closing);
	choice_release(&l->first);
	choice_release(&l->choice);
	choice_release(&l->asked.choice);
	pthread_cond_destroy(&l->wish);
	profile_free(l->given);
	for (size_t i = 0; i < sizeof l->texts / sizeof *l->texts; i++)
		mem_free(l->texts[i]);
	recordings_release(&l->together);
	record_history_free(l->kept);
	if (l->settings.reading.witness)
		l->settings.reading.witness->leave(l->settings.reading.witness->arg);
	mem_free(l->path);
	mem_free(l);
}

/* Call it with the lock held; it is released. */
void loader_leave(struct loader *l)
{
	bool last = --l->holders == 0;

	pthread_mutex_unlock(&l->lock);
	if (last)
		release_loader(l);
}

/* Call it with the lock held, so that the pipe is still open. */
void loader_tell(struct loader *l)
{
	if (l->told || l->abandoned)
		return;
	l->told = true;
	while (write(l->news[1], "", 1) < 0)
		;
}

void loader_fail(struct loader *l, const struct error *err)
{
	l->failed = true;
	l->error = *err;
	loader_tell(l);
}

/* ---- the reading thread ---- */

static uint64_t least_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Call it with the lock held: may the next part be shown? In a live recording that depends on its
 * cost, see LIVE_SHARE.
 */
static bool is_due(struct loader *l, uint64_t now)
{
	uint64_t spent, often, seldom;

	if (now < l->wait_for || !l->settings.reading.live || !l->wait_for || !l->seen)
		return now >= l->wait_for;
	spent = clock_spent_in_all() - l->spent;
	often = least_of(LIVE_SHARE * spent, LIVE_WHILE);
	seldom = least_of(LIVE_MUCH * spent, LIVE_SELDOM);
	return now - l->begun >= (often > seldom ? often : seldom);
}

static bool wants_part(void *arg)
{
	struct loader *l = arg;
	uint64_t now = clock_now();
	bool wants;

	pthread_mutex_lock(&l->lock);
	wants = !l->abandoned && !l->held && !l->busy && !l->next.kind &&
		!l->ready.kind && atomic_load(&l->progress.samples) != l->seen &&
		is_due(l, now);
	if (wants) {
		l->begun = now;
		l->spent = clock_spent_in_all();
	}
	pthread_mutex_unlock(&l->lock);
	return wants;
}

void loader_put(struct loader *l, enum loader_event kind, struct profile *p)
{
	loader_drop_job(&l->next);
	l->next.kind = kind;
	l->next.profile = p;
	l->next.progress = loader_progress(l);
	l->next.progress.samples = p->samples.count;
	pthread_cond_signal(&l->work);
}

static void show_part(void *arg, struct profile *preview)
{
	struct loader *l = arg;

	pthread_mutex_lock(&l->lock);
	l->seen = preview->samples.count;
	loader_put(l, LOADER_PART, preview);
	pthread_mutex_unlock(&l->lock);
}

/* A profile of all times; no parts follow it. */
static void show_times(void *arg, struct profile *preview)
{
	struct loader *l = arg;
	bool filtered;

	pthread_mutex_lock(&l->lock);
	filtered = (l->chosen ? &l->choice : &l->settings.choice)->filter.len > 0;
	if (filtered) { /* a filter needs the stacks */
		pthread_mutex_unlock(&l->lock);
		profile_free(preview);
		return;
	}
	l->wait_for = UINT64_MAX;
	loader_put(l, LOADER_PART, preview);
	l->next.progress.times_only = true;
	pthread_mutex_unlock(&l->lock);
}

static void *read_file(void *arg)
{
	struct loader *l = arg;
	struct reading_options options = l->settings.reading;
	struct error err = ERROR_INIT, ignored = ERROR_INIT;
	struct cache_key key = {0};
	struct cache cache =
	    l->cache; /* a copy: the loader may be gone when it is written */
	struct profile *p = l->given, *to_cache = NULL;

	options.cache_key = &key;
	if (l->settings.choice.waiting.states) /* states need the whole file */
		options.audience = NULL;
	l->given = NULL;
	if (!p)
		p = recordings_run(l->path, &options, &l->progress, &err);
	if (p && !states_apply(&p, &l->settings, &err)) {
		profile_free(p);
		p = NULL;
	}
	if (p && l->settings.reading.cache && key.key[0])
		to_cache = profile_share(&p, &ignored);
	pthread_mutex_lock(&l->lock);
	if (p)
		loader_put(l, LOADER_WHOLE, p);
	else
		loader_fail(l, &err);
	loader_leave(l);
	/* the loader may be gone: the cache is written last, to show the profile first */
	if (to_cache)
		cache_key_write(&key, &cache, to_cache);
	profile_free(to_cache);
	return NULL;
}

/* ---- the thread that opens sessions ---- */

/* Call it without the lock. */
static bool do_job(const struct loader *l, struct loader_job *j, struct choice *choice,
		   struct error *err)
{
	struct profile *p = j->profile;

	if (choice && choice->event == LOADER_FIRST_EVENT &&
	    !event_choice_named(j->session ? j->session->profile : p,
				l->settings.asked.event, &choice->event, err))
		return false;
	if (j->session)
		return !choice || session_choose(j->session, choice, NULL, err);
	j->profile = NULL;
	j->session =
	    choice ? session_new_as(p, choice, err) : session_new(p, &l->settings, err);
	return j->session != NULL;
}

/* Set the time of the next part by the cost of the last one. */
static void pace_parts(struct loader *l, uint64_t cost)
{
	uint64_t least = PART_SHARE * cost;

	if (l->wait_for == UINT64_MAX)
		return;
	if (l->settings.reading.live)
		l->wait_for = l->begun + LIVE_EACH;
	else
		l->wait_for = l->begun + (least < PART_EACH ? PART_EACH : least);
}

/*
 * Hand out a job. An error in a part is ignored, because the whole file may succeed. The caller
 * drops `*j`.
 */
static void finish_job(struct loader *l, struct loader_job *j, bool ok,
		       const struct error *err)
{
	if (j->kind == LOADER_ANSWER && loader_has_wish(l))
		return; /* the next query is on its way */
	if (ok) {
		struct loader_job unseen = l->ready;

		l->ready = *j;
		*j = unseen;
		loader_tell(l);
	} else if (j->kind == LOADER_WHOLE || j->kind == LOADER_ANSWER) {
		loader_fail(l, err);
	}
}

/* Call it with the lock held; it is released in between. */
static void do_next_job(struct loader *l)
{
	struct loader_job j = l->next;
	struct session *closing = l->closing;
	struct choice choice = {0};
	struct error err = ERROR_INIT;
	bool chosen = l->chosen, ok = true;
	uint64_t spent = clock_spent();

	l->next = (struct loader_job){.kind = LOADER_NOTHING};
	l->closing = NULL;
	l->busy = true;
	l->doing = j.kind;
	if (chosen)
		ok = choice_copy(&choice, &l->choice, &err);
	pthread_mutex_unlock(&l->lock);
	session_free(closing);
	ok = ok && (!j.kind || do_job(l, &j, chosen ? &choice : NULL, &err));
	choice_release(&choice);
	pthread_mutex_lock(&l->lock);
	pace_parts(l, clock_spent() - spent);
	if (j.kind)
		finish_job(l, &j, ok, &err);
	l->doing = LOADER_NOTHING;
	pthread_mutex_unlock(&l->lock);
	loader_drop_job(&j); /* without the lock, because it may take long */
	pthread_mutex_lock(&l->lock);
	l->busy = false;
}

static void *open_sessions(void *arg)
{
	struct loader *l = arg;

	pthread_mutex_lock(&l->lock);
	while (!l->abandoned) {
		if (l->next.kind || l->closing)
			do_next_job(l);
		else
			pthread_cond_wait(&l->work, &l->lock);
	}
	loader_leave(l);
	return NULL;
}

/* ---- the owner ---- */

/* The thread handles no signals except those of its own crashes. */
static bool start_thread(struct loader *l, void *(*run)(void *), struct error *err)
{
	bool joined = run == loader_ask_engine;
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t old;
	int failed;

	threads_block_signals(&old);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, joined ? PTHREAD_CREATE_JOINABLE
						  : PTHREAD_CREATE_DETACHED);
	pthread_mutex_lock(&l->lock);
	failed = pthread_create(&thread, &attr, run, l);
	l->holders += !failed;
	if (joined && !failed)
		l->asks = thread;
	pthread_mutex_unlock(&l->lock);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return !failed ||
	       error_set(err, ERROR_SYSTEM, "cannot start a thread to read with");
}

/* The threads may outlive the owner of the settings' texts. */
static bool copy_settings(struct loader *l, const struct settings *settings, bool parts,
			  struct error *err)
{
	struct settings *s = &l->settings;
	const char **texts[] = {&s->asked.event,
				&s->asked.range,
				&s->asked.against,
				&s->baseline_file,
				&s->reading.format,
				&s->reading.instructions_of,
				&s->reading.instructions_in};

	*s = *settings;
	s->file = s->asked.zoom = NULL; /* not needed */
	if (!choice_copy(&l->first, &settings->choice, err))
		return false;
	s->choice = l->first;
	if (s->reading.witness)
		s->reading.witness->join(s->reading.witness->arg);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (!*texts[i])
			continue;
		l->texts[i] = mem_text(*texts[i], strlen(*texts[i]), err);
		*texts[i] = l->texts[i];
		if (!l->texts[i])
			return false;
	}
	if (s->reading.together) {
		if (!recordings_copy(&l->together, s->reading.together, err))
			return false;
		s->reading.together = &l->together;
	}
	l->audience = (struct audience){
	    .wants = wants_part, .show = show_part, .show_times = show_times, .arg = l};
	s->reading.audience = parts ? &l->audience : NULL;
	if (s->query) {
		l->query = *s->query;
		s->query = &l->query;
	}
	if (s->reading.kept)
		s->reading.kept = l->kept = record_history_share(s->reading.kept);
	if (s->reading.cache) { /* the thread may outlive that, too */
		l->cache = *s->reading.cache;
		s->reading.cache = &l->cache;
	}
	return true;
}

/* `given`: a profile or a session in place of a file, which is taken over; or zero. */
static struct loader *begin_loader(const char *path, struct loader_job given,
				   const struct settings *settings, bool parts,
				   struct error *err)
{
	struct loader *l = mem_array(1, sizeof *l, "loader", err);
	bool ok;

	if (!l) {
		loader_drop_job(&given);
		return NULL;
	}
	l->given = given.profile;
	if (given.session)
		l->next = given;
	l->news[0] = l->news[1] = -1;
	l->holders = 1;
	l->begun = clock_now();
	l->wait_for = l->begun + FIRST_AFTER;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->work, NULL);
	pthread_cond_init(&l->wish, NULL);
	l->lanes_by = settings->choice.lanes ? (enum lanes_by)(settings->choice.lanes - 1)
					     : LANES_BY;
	l->path = mem_text(path, strlen(path), err);
	ok = l->path && copy_settings(l, settings, parts, err) &&
	     (pipe2(l->news, O_CLOEXEC) == 0 || error_sys(err, "cannot make a pipe"));
	if (ok && start_thread(l, open_sessions, err) &&
	    (given.session ||
	     start_thread(l, l->settings.query ? loader_ask_engine : read_file, err)))
		return l;
	loader_free(l);
	return NULL;
}

struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err)
{
	return begin_loader(path, (struct loader_job){0}, settings, true, err);
}

struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err)
{
	return begin_loader(path, (struct loader_job){0}, settings, false, err);
}

struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err)
{
	return begin_loader("", (struct loader_job){.profile = p}, settings, false, err);
}

struct loader *loader_new_of_session(struct session *s, const struct settings *settings,
				     struct error *err)
{
	const struct loader_job whole = {
	    .kind = LOADER_WHOLE,
	    .session = s,
	    .progress = {.samples = s->profile->samples.count}};

	return begin_loader("", whole, settings, false, err);
}

void loader_free(struct loader *l)
{
	if (!l)
		return;
	atomic_store(&l->progress.cancel, true);
	pthread_mutex_lock(&l->lock);
	l->abandoned = true;
	atomic_store(&l->asking.cancel, true);
	pthread_cond_signal(&l->work);
	pthread_cond_signal(&l->wish);
	if (l->asks) {
		pthread_t asks = l->asks;

		pthread_mutex_unlock(&l->lock);
		pthread_join(asks, NULL);
		pthread_mutex_lock(&l->lock);
	}
	loader_leave(l);
}

int loader_fd(const struct loader *l)
{
	return l->news[0];
}

struct load_progress loader_progress(const struct loader *l)
{
	if (l->settings.query)
		return (struct load_progress){.done = atomic_load(&l->asking.read),
					      .total = atomic_load(&l->asking.total)};
	return (struct load_progress){.done = atomic_load(&l->progress.done),
				      .total = atomic_load(&l->progress.total),
				      .samples = atomic_load(&l->progress.samples)};
}

struct live_progress loader_live(const struct loader *l)
{
	const struct live_figures *f = &l->progress.live;

	return (struct live_progress){.tick = atomic_load(&f->tick),
				      .came = atomic_load(&f->came),
				      .spent = atomic_load(&f->spent),
				      .own = atomic_load(&f->own),
				      .lost = atomic_load(&f->lost),
				      .throttled = atomic_load(&f->throttled),
				      .gone = atomic_load(&f->gone),
				      .keep = atomic_load(&f->keep)};
}

void loader_hold(struct loader *l, bool held)
{
	pthread_mutex_lock(&l->lock);
	l->held = held;
	if (!held)
		l->wait_for = 0;
	pthread_mutex_unlock(&l->lock);
	if (l->kept)
		record_history_hold(l->kept, held);
}

void loader_follow(struct loader *l, const struct choice *c)
{
	struct error ignored = ERROR_INIT; /* without memory the previous choice stays */
	struct choice own;

	pthread_mutex_lock(&l->lock);
	if (l->chosen && choice_asks_the_same(&l->choice, c)) {
		const struct baseline was = l->choice.baseline;

		l->choice.range = c->range;
		l->choice.baseline = c->baseline;
		l->choice.baseline.filter = was.filter;
		l->choice.baseline.has_filter = was.has_filter;
		l->choice.baseline.also = was.also;
	} else if (choice_copy(&own, c, &ignored)) {
		choice_release(&l->choice);
		l->choice = own;
		l->chosen = true;
	}
	loader_renew_wish(l);
	pthread_mutex_unlock(&l->lock);
}

enum loader_event loader_take(struct loader *l, struct session **s,
			      struct load_progress *so_far, struct error *err)
{
	enum loader_event news = LOADER_NOTHING;
	char byte;

	pthread_mutex_lock(&l->lock);
	while (l->told && read(l->news[0], &byte, 1) < 0)
		;
	l->told = false;
	if (l->ready.kind) {
		news = l->ready.kind;
		*so_far = l->ready.progress;
		*s = l->ready.session;
		l->ready = (struct loader_job){.kind = LOADER_NOTHING};
		if (l->failed)
			loader_tell(l);
	} else if (l->refused && !l->refusal_told) {
		news = LOADER_REFUSED;
		*err = l->refusal;
		l->refusal_told = true;
	} else if (l->failed) {
		news = LOADER_FAILED;
		*err = l->error;
	}
	pthread_mutex_unlock(&l->lock);
	return news;
}

void loader_again(struct loader *l, struct session *s, enum loader_event was,
		  const struct load_progress *so_far)
{
	pthread_mutex_lock(&l->lock);
	if (l->next.kind || l->doing || l->ready.kind) {
		/* more of the file has been read since then */
		pthread_mutex_unlock(&l->lock);
		loader_close(l, s);
		return;
	}
	l->next = (struct loader_job){.kind = was, .session = s, .progress = *so_far};
	pthread_cond_signal(&l->work);
	pthread_mutex_unlock(&l->lock);
}

void loader_close(struct loader *l, struct session *s)
{
	struct session *before;

	pthread_mutex_lock(&l->lock);
	before = l->closing;
	l->closing = s;
	pthread_cond_signal(&l->work);
	pthread_mutex_unlock(&l->lock);
	session_free(before); /* rare: sessions come one at a time */
}
