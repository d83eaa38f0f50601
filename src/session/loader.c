#include "session/loader.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/threads.h"
#include "base/mem.h"
#include "input/cache_key.h"
#include "input/recordings.h"
#include "session/event_choice.h"
#include "session/first_choice.h"
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

/* What is to be opened, or brought to another choice. All zero: nothing. */
struct job {
	enum loader_news kind;	 /* LOADER_PART, LOADER_WHOLE, or nothing */
	struct profile *profile; /* owned; NULL: there is a session of it */
	struct session *session; /* owned; NULL: it is opened by this */
	struct load_progress progress;
};

/* What an engine is asked. */
struct question {
	bool is;
	struct choice choice; /* owned */
	enum lanes_by lanes_by;
};

/* Shared by the owner and two threads: whoever leaves last releases it. */
struct loader {
	char *path;	       /* owned */
	struct profile *given; /* owned: in place of a file, until it is taken; or NULL */
	struct settings settings;
	char *texts[10];	    /* owned: those of the settings */
	struct recordings together; /* owned */
	struct audience audience;
	struct cache cache; /* settings.reading.cache, when there is one */
	struct progress progress;
	struct query_source query; /* settings.query, when there is one */
	pthread_t asks;		   /* the thread that asks it */
	int news[2];		   /* holds a byte while there is something to take */

	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t work;
	unsigned holders;
	bool abandoned;
	bool chosen;		  /* the settings no longer count, but ... */
	struct choice choice;	  /* owned: ... this */
	struct job next;	  /* to be done */
	struct session *closing;  /* owned: to be released; may be NULL */
	bool busy;		  /* something is being opened or closed */
	enum loader_news doing;	  /* the kind of the job that is being done */
	uint64_t begun, wait_for; /* the last part; when the next may come */
	uint64_t seen;		  /* samples of the last part */
	struct job ready;	  /* to be taken */
	bool told;		  /* the byte is there */
	bool failed;		  /* after `ready`: */
	struct error error;
	struct asking asking;	/* how far the engine is; of any thread */
	pthread_cond_t wish;	/* another answer is wanted */
	enum lanes_by lanes_by; /* with that map */
	struct question
	    asked;	      /* owned: the last one, of which an answer is on its way, */
	bool stopped;	      /* before it was asked */
	bool open;	      /* or not yet; */
	bool refused;	      /* or which has none: */
	struct error refusal; /* ...for this reason, */
	bool refusal_told;    /* which was taken */
};

static void drop_job(struct job *j)
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
	drop_job(&l->next);
	drop_job(&l->ready);
	session_free(l->closing);
	choice_release(&l->choice);
	choice_release(&l->asked.choice);
	pthread_cond_destroy(&l->wish);
	profile_free(l->given);
	for (size_t i = 0; i < sizeof l->texts / sizeof *l->texts; i++)
		mem_free(l->texts[i]);
	recordings_release(&l->together);
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
static void leave(struct loader *l)
{
	bool last = --l->holders == 0;

	pthread_mutex_unlock(&l->lock);
	if (last)
		release(l);
}

/* With the lock, so that nobody can have closed the pipe. */
static void tell(struct loader *l)
{
	if (l->told || l->abandoned)
		return;
	l->told = true;
	while (write(l->news[1], "", 1) < 0)
		;
}

static void fail(struct loader *l, const struct error *err)
{
	l->failed = true;
	l->error = *err;
	tell(l);
}

/* ---- the reading's thread ---- */

static bool wants_part(void *arg)
{
	struct loader *l = arg;
	uint64_t now = clock_now();
	bool wants;

	pthread_mutex_lock(&l->lock);
	wants = !l->abandoned && !l->busy && !l->next.kind && !l->ready.kind &&
		now >= l->wait_for && atomic_load(&l->progress.samples) != l->seen;
	if (wants)
		l->begun = now;
	pthread_mutex_unlock(&l->lock);
	return wants;
}

static void put_job(struct loader *l, enum loader_news kind, struct profile *p)
{
	drop_job(&l->next);
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
	put_job(l, LOADER_PART, preview);
	pthread_mutex_unlock(&l->lock);
}

/* All times are there: parts of them would be less. */
static void show_times(void *arg, struct profile *preview)
{
	struct loader *l = arg;
	const char *first = l->settings.filter;
	bool filtered;

	pthread_mutex_lock(&l->lock);
	filtered = l->chosen ? l->choice.filter.len > 0 : first && *first;
	if (filtered) { /* it cannot be answered yet */
		pthread_mutex_unlock(&l->lock);
		profile_free(preview);
		return;
	}
	l->wait_for = UINT64_MAX;
	put_job(l, LOADER_PART, preview);
	l->next.progress.times_only = true;
	pthread_mutex_unlock(&l->lock);
}

static struct profile *have_profile(struct loader *l, struct pending_write *pending,
				    struct error *err)
{
	struct reading_options options = l->settings.reading;
	struct profile *p = l->given;

	options.cache_key = &pending->cache_key;
	if (l->settings
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
		put_job(l, LOADER_WHOLE, p);
	else
		fail(l, &err);
	leave(l);
	write_pending(&pending);
	return NULL;
}

/* ---- the thread that asks an engine, in place of that one ---- */

#define WISH_WAIT 60000000L   /* ns: who drags asks for what is there when it is still */
#define SECOND	  1000000000L /* the same */

/* With the lock. Is something else wanted than what was asked last? */
static bool is_new_wish(const struct loader *l)
{
	const struct question *q = &l->asked;

	return !q->is || q->lanes_by != l->lanes_by ||
	       !query_is_same(&q->choice, &l->choice);
}

/* With the lock, which is given up meanwhile. */
static void wait_for_calm(struct loader *l)
{
	struct timespec until;
	struct choice c;
	struct error ignored = ERROR_INIT; /* then nothing is waited for */
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

/* With the lock; false when it is abandoned, or without memory. */
static bool next_question(struct loader *l, struct error *err)
{
	struct choice own;

	while (!l->abandoned && !is_new_wish(l))
		pthread_cond_wait(&l->wish, &l->lock);
	wait_for_calm(l);
	if (l->abandoned || !choice_copy(&own, &l->choice, err))
		return false;
	choice_release(&l->asked.choice);
	l->asked = (struct question){true, own, l->lanes_by};
	l->open = true;
	l->refused = false;
	atomic_store(&l->asking.read, 0);
	atomic_store(&l->asking.total, 0);
	atomic_store(&l->asking.cancel, l->stopped);
	l->stopped = false;
	return true;
}

/* What it was asked, without the lock. */
static struct profile *ask_it(struct loader *l, const struct query_facts *f,
			      struct error *err)
{
	const struct query_map map = {.lanes = l->asked.lanes_by != LANES_BY,
				      .lanes_by = l->asked.lanes_by};

	return query_ask(f, &l->query, &l->asked.choice, &map, &l->asking, err);
}

/* With the lock. A wish that has changed meanwhile is asked next, whatever came of this one. */
static void take_answer(struct loader *l, struct profile *p, const struct error *err)
{
	bool late = is_new_wish(l);

	l->open = false;
	if (p && !late) {
		put_job(l, LOADER_ANSWER, p);
		return;
	}
	if (p)
		profile_free(p);
	if (late)
		return;
	l->refused = true;
	l->refusal_told = false;
	l->refusal = *err;
	tell(l);
}

static bool begin_questions(struct loader *l, struct query_facts *f, struct error *err)
{
	struct profile *outline;
	struct choice first = {.event = 0}, own;
	bool ok = query_ask_facts(f, &l->query, &l->asking, err);

	outline = ok ? query_outline(f, &l->query, err) : NULL;
	ok = outline && first_choice_make(outline, &l->settings, &first, err) &&
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

static void *ask_engine(void *arg)
{
	struct loader *l = arg;
	struct query_facts f = {.count = 0};
	struct error err = ERROR_INIT;
	bool ok = begin_questions(l, &f, &err);

	pthread_mutex_lock(&l->lock);
	while (ok && next_question(l, &err)) {
		struct error why = ERROR_INIT;
		struct profile *p;

		pthread_mutex_unlock(&l->lock);
		p = ask_it(l, &f, &why);
		pthread_mutex_lock(&l->lock);
		take_answer(l, p, &why);
	}
	if (err.kind)
		fail(l, &err);
	query_facts_release(&f);
	leave(l);
	return NULL;
}

/* With the lock: something else was chosen. */
static void renew_wish(struct loader *l)
{
	if (!l->settings.query || !is_new_wish(l))
		return;
	if (l->next.kind == LOADER_ANSWER)
		drop_job(&l->next);
	if (l->ready.kind == LOADER_ANSWER)
		drop_job(&l->ready);
	atomic_store(&l->asking.read, 0);
	atomic_store(&l->asking.total, 0);
	atomic_store(&l->asking.cancel, true);
	pthread_cond_signal(&l->wish);
}

/* ---- the thread that opens what has been read ---- */

/* The first event of a profile is known when it is there. */
static bool find_event(const struct loader *l, const struct job *j, struct choice *choice,
		       struct error *err)
{
	const struct profile *p = j->session ? j->session->profile : j->profile;

	return !choice || choice->event != LOADER_FIRST_EVENT ||
	       event_choice_named(p, l->settings.event, &choice->event, err);
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
	l->wait_for = l->begun + (least < PART_EACH ? PART_EACH : least);
}

/*
 * A part that cannot be shown is no failure: the whole file may well be. What is left in
 * `*j` is of no use any more.
 */
static void finish_job(struct loader *l, struct job *j, bool ok, const struct error *err)
{
	if (j->kind == LOADER_ANSWER && is_new_wish(l))
		return; /* that is asked by now */
	if (ok) {
		struct job unseen = l->ready;

		l->ready = *j;
		*j = unseen;
		tell(l);
	} else if (j->kind == LOADER_WHOLE || j->kind == LOADER_ANSWER) {
		fail(l, err);
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
	drop_job(&j); /* a large one takes a while, and the screen wants the lock */
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
	leave(l);
	return NULL;
}

/* ---- the owner ---- */

/* The thread takes no signals but those of its own crashes. */
static bool start(struct loader *l, void *(*run)(void *), struct error *err)
{
	bool joined = run == ask_engine;
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
	const char **texts[] = {&s->event,
				&s->filter,
				&s->search,
				&s->range,
				&s->against,
				&s->baseline_file,
				&s->reading.format,
				&s->transform,
				&s->reading.instructions_of,
				&s->reading.instructions_in};

	*s = *settings;
	s->file = s->zoom = NULL; /* no business of ours */
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
	l->audience = (struct audience){wants_part, show_part, show_times, l};
	s->reading.audience = parts ? &l->audience : NULL;
	if (s->query) {
		l->query = *s->query;
		s->query = &l->query;
	}
	if (s->reading.cache) { /* the thread may outlive it */
		l->cache = *s->reading.cache;
		s->reading.cache = &l->cache;
	}
	return true;
}

static struct loader *begin(const char *path, struct profile *given,
			    const struct settings *settings, bool parts,
			    struct error *err)
{
	struct loader *l = mem_array(1, sizeof *l, "loader", err);
	bool ok;

	if (!l) {
		profile_free(given);
		return NULL;
	}
	l->given = given;
	l->news[0] = l->news[1] = -1;
	l->holders = 1;
	l->begun = clock_now();
	l->wait_for = l->begun + FIRST_AFTER;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->work, NULL);
	pthread_cond_init(&l->wish, NULL);
	l->lanes_by = settings->lanes ? settings->lanes_by : LANES_BY;
	l->path = mem_text(path, strlen(path), err);
	ok = l->path && copy_settings(l, settings, parts, err) &&
	     (pipe2(l->news, O_CLOEXEC) == 0 || error_sys(err, "cannot make a pipe"));
	if (ok && start(l, open_parts, err) &&
	    start(l, l->settings.query ? ask_engine : read_file, err))
		return l;
	loader_free(l);
	return NULL;
}

struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err)
{
	return begin(path, NULL, settings, true, err);
}

struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err)
{
	return begin(path, NULL, settings, false, err);
}

struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err)
{
	return begin("", p, settings, false, err);
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
	leave(l);
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
		l->choice.baseline.also = was.also;
	} else if (choice_copy(&own, c, &ignored)) {
		choice_release(&l->choice);
		l->choice = own;
		l->chosen = true;
	}
	renew_wish(l);
	pthread_mutex_unlock(&l->lock);
}

void loader_follow_lanes(struct loader *l, enum lanes_by by)
{
	pthread_mutex_lock(&l->lock);
	l->lanes_by = by;
	renew_wish(l);
	pthread_mutex_unlock(&l->lock);
}

#define LOCK_OF(l) ((pthread_mutex_t *)&(l)->lock)

bool loader_rests(const struct loader *l)
{
	bool rests;

	pthread_mutex_lock(LOCK_OF(l));
	rests = l->settings.query && l->asked.is && !l->open && !l->next.kind &&
		!l->doing && !l->ready.kind && !l->failed && !is_new_wish(l);
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
	if (l->open && !is_new_wish(l))
		atomic_store(&l->asking.cancel, true);
	else
		l->stopped = is_new_wish(l);
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
			tell(l);
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
