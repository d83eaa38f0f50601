#include "session/loader/loader_state.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/threads.h"
#include "base/mem.h"
#include "input/cache_key.h"
#include "input/perf_records/kept_records.h"
#include "input/recordings.h"
#include "choice/event_choice.h"
#include "session/query/query_profile.h"
#include "session/states.h"

#define MS UINT64_C(1000000)

/*
 * Small files are there before anyone wants to see a part of them. The others are shown
 * often enough to see them grow, but the CPU's time is for reading.
 */
#define FIRST_AFTER (20 * MS)
#define PART_EACH   (120 * MS)
#define PART_SHARE  4 /* times what opening a part has cost: from one to the next */

/*
 * Of what goes on for hours: a host that is watched has other work to do. All that this process does from one
 * part to the next, drawing as well, is to be a 300th of a CPU, but parts come once a second at least; unless that would
 * be more than a 50th: then half as often.
 */
#define LIVE_EACH   (200 * MS)
#define LIVE_SHARE  300
#define LIVE_WHILE  (UINT64_C(1000) * MS)
#define LIVE_MUCH   50
#define LIVE_SELDOM (UINT64_C(2000) * MS)

void loader_drop_job(struct job *j)
{
	if (j->profile)
		profile_free(j->profile);
	session_free(j->session);
	*j = (struct job){.kind = LOADER_NOTHING};
}

static void release(struct loader *l)
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
	kept_records_free(l->kept);
	if (l->settings.reading.witness)
		l->settings.reading.witness->leave(l->settings.reading.witness->arg);
	mem_free(l->path);
	mem_free(l);
}

/* What is written to the cache after the profile was handed over. */
struct pending_write {
	struct cache_key cache_key;
	struct cache cache;
	struct profile *profile; /* owned; NULL: nothing is written */
};

static void prepare_write(struct pending_write *w, const struct loader *l,
			  struct profile **p)
{
	struct error ignored = ERROR_INIT;

	w->cache = l->cache;
	if (*p && l->settings.reading.cache && w->cache_key.key[0])
		w->profile = profile_share(p, &ignored);
}

static void write_pending(struct pending_write *w)
{
	if (w->profile)
		cache_key_write(&w->cache_key, &w->cache, w->profile);
	profile_free(w->profile);
}

/* With the lock, which is gone afterwards. */
void loader_leave(struct loader *l)
{
	bool last = --l->holders == 0;

	pthread_mutex_unlock(&l->lock);
	if (last)
		release(l);
}

/* With the lock, so that nobody can have closed the pipe. */
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

/* ---- the reading's thread ---- */

static uint64_t least_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* With the lock. After the first part it matters what they cost, see LIVE_SHARE. */
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

void loader_put(struct loader *l, enum loader_news kind, struct profile *p)
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

/* All times are there: parts of them would be less. */
static void show_times(void *arg, struct profile *preview)
{
	struct loader *l = arg;
	bool filtered;

	pthread_mutex_lock(&l->lock);
	filtered = (l->chosen ? &l->choice : &l->settings.choice)->filter.len > 0;
	if (filtered) { /* it cannot be answered yet */
		pthread_mutex_unlock(&l->lock);
		profile_free(preview);
		return;
	}
	l->wait_for = UINT64_MAX;
	loader_put(l, LOADER_PART, preview);
	l->next.progress.times_only = true;
	pthread_mutex_unlock(&l->lock);
}

static struct profile *have_profile(struct loader *l, struct pending_write *pending,
				    struct error *err)
{
	struct reading_options options = l->settings.reading;
	struct profile *p = l->given;

	options.cache_key = &pending->cache_key;
	if (l->settings.choice.waiting
		.states) /* of parts and of mere times nothing is known of waiting */
		options.audience = NULL;
	l->given = NULL;
	return p ? p : recordings_run(l->path, &options, &l->progress, err);
}

static void *read_file(void *arg)
{
	struct loader *l = arg;
	struct error err = ERROR_INIT;
	struct pending_write pending = {0};
	struct profile *p = have_profile(l, &pending, &err);

	if (p && !states_apply(&p, &l->settings, &err)) {
		profile_free(p);
		p = NULL;
	}
	prepare_write(&pending, l, &p);
	pthread_mutex_lock(&l->lock);
	if (p)
		loader_put(l, LOADER_WHOLE, p);
	else
		loader_fail(l, &err);
	loader_leave(l);
	write_pending(&pending);
	return NULL;
}

/* ---- the thread that opens what has been read ---- */

/* The first event of a profile is known when it is there. */
static bool find_event(const struct loader *l, const struct job *j, struct choice *choice,
		       struct error *err)
{
	const struct profile *p = j->session ? j->session->profile : j->profile;

	return !choice || choice->event != LOADER_FIRST_EVENT ||
	       event_choice_named(p, l->settings.asked.event, &choice->event, err);
}

/* Without the lock. */
static bool do_job(const struct loader *l, struct job *j, struct choice *choice,
		   struct error *err)
{
	struct profile *p = j->profile;

	if (!find_event(l, j, choice, err))
		return false;
	if (j->session)
		return !choice || session_choose(j->session, choice, NULL, err);
	j->profile = NULL;
	j->session =
	    choice ? session_new_as(p, choice, err) : session_new(p, &l->settings, err);
	return j->session != NULL;
}

static void pace(struct loader *l, uint64_t cost)
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
 * A part that cannot be shown is no failure: the whole file may well be. What is left in
 * `*j` is of no use any more.
 */
static void finish_job(struct loader *l, struct job *j, bool ok, const struct error *err)
{
	if (j->kind == LOADER_ANSWER && loader_has_wish(l))
		return; /* that is asked by now */
	if (ok) {
		struct job unseen = l->ready;

		l->ready = *j;
		*j = unseen;
		loader_tell(l);
	} else if (j->kind == LOADER_WHOLE || j->kind == LOADER_ANSWER) {
		loader_fail(l, err);
	}
}

/* With the lock, which is given up meanwhile. */
static void work(struct loader *l)
{
	struct job j = l->next;
	struct session *closing = l->closing;
	struct choice choice = {0};
	struct error err = ERROR_INIT;
	bool chosen = l->chosen, ok = true;
	uint64_t spent = clock_spent();

	l->next = (struct job){.kind = LOADER_NOTHING};
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
	pace(l, clock_spent() - spent);
	if (j.kind)
		finish_job(l, &j, ok, &err);
	l->doing = LOADER_NOTHING;
	pthread_mutex_unlock(&l->lock);
	loader_drop_job(
	    &j); /* a large one takes a while, and the screen wants the lock */
	pthread_mutex_lock(&l->lock);
	l->busy = false;
}

static void *open_parts(void *arg)
{
	struct loader *l = arg;

	pthread_mutex_lock(&l->lock);
	while (!l->abandoned) {
		if (l->next.kind || l->closing)
			work(l);
		else
			pthread_cond_wait(&l->work, &l->lock);
	}
	loader_leave(l);
	return NULL;
}

/* ---- the owner ---- */

/* The thread takes no signals but those of its own crashes. */
static bool start(struct loader *l, void *(*run)(void *), struct error *err)
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

/* The threads may live longer than whoever owns the texts of the settings. */
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
	s->file = s->asked.zoom = NULL; /* no business of ours */
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
		s->reading.kept = l->kept = kept_records_share(s->reading.kept);
	if (s->reading.cache) { /* the thread may outlive it */
		l->cache = *s->reading.cache;
		s->reading.cache = &l->cache;
	}
	return true;
}

/* `given` is owned, in place of a file, or all zero. */
static struct loader *begin(const char *path, struct job given,
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
	if (ok && start(l, open_parts, err) &&
	    (given.session ||
	     start(l, l->settings.query ? loader_ask_engine : read_file, err)))
		return l;
	loader_free(l);
	return NULL;
}

struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err)
{
	return begin(path, (struct job){0}, settings, true, err);
}

struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err)
{
	return begin(path, (struct job){0}, settings, false, err);
}

struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err)
{
	return begin("", (struct job){.profile = p}, settings, false, err);
}

struct loader *loader_new_of_session(struct session *s, const struct settings *settings,
				     struct error *err)
{
	const struct job whole = {.kind = LOADER_WHOLE,
				  .session = s,
				  .progress = {.samples = s->profile->samples.count}};

	return begin("", whole, settings, false, err);
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
		kept_records_hold(l->kept, held);
}

void loader_follow(struct loader *l, const struct choice *c)
{
	struct error ignored = ERROR_INIT; /* then they answer the choice before it */
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

static void read_byte(struct loader *l)
{
	char byte;

	while (read(l->news[0], &byte, 1) < 0)
		;
	l->told = false;
}

enum loader_news loader_take(struct loader *l, struct session **s,
			     struct load_progress *so_far, struct error *err)
{
	enum loader_news news = LOADER_NOTHING;

	pthread_mutex_lock(&l->lock);
	if (l->told)
		read_byte(l);
	if (l->ready.kind) {
		news = l->ready.kind;
		*so_far = l->ready.progress;
		*s = l->ready.session;
		l->ready = (struct job){.kind = LOADER_NOTHING};
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

void loader_again(struct loader *l, struct session *s, enum loader_news was,
		  const struct load_progress *so_far)
{
	pthread_mutex_lock(&l->lock);
	if (l->next.kind || l->doing || l->ready.kind) {
		/* what has been read since is better, and nothing comes after the whole */
		pthread_mutex_unlock(&l->lock);
		loader_close(l, s);
		return;
	}
	l->next = (struct job){.kind = was, .session = s, .progress = *so_far};
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
	session_free(before); /* rare: they come one at a time */
}
