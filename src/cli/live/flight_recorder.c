#include "cli/live/flight_recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analysis/range.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/utf8.h"
#include "cli/live/triggers.h"
#include "input/recordings.h"
#include "profile/store.h"
#include "profile/wall_clock.h"
#include "sandbox/helper.h"

#define LOOK_EACH      NS_PER_SECOND
#define AROUND	       (30 * NS_PER_SECOND)
#define MAKE_ROOM_MOST 3 /* files that go for one */

struct flight_recorder {
	pthread_mutex_t lock; /* guards all but what is borrowed */
	unsigned owners;
	bool ended;  /* what is borrowed is gone, and nobody is to look any more */
	bool screen; /* what is said has to wait until there is none */
	struct memory_stream said;
	struct audience audience;
	const struct options *options; /* borrowed */
	const struct live_words *words;
	struct triggers triggers;
	uint64_t told;	 /* of triggers.slow */
	uint64_t looked; /* by clock_now() */
	uint64_t since;	 /* what was before has been looked at */
	bool waits;	 /* something is to be written once the time after it is there: */
	uint64_t at;
	const struct trigger *why; /* of triggers */
	struct session *last;	   /* owned: while something waits; or NULL */
	struct error err;
};

/* ---- a file ---- */

/* "20261128-083012-busy.flare", or "-busy-2.flare" where that is there already. */
static void make_name(const struct flight_recorder *f, const struct profile *p,
		      char name[MOMENT_NAME])
{
	struct wall_clock clock;
	uint64_t at = f->at;
	char stamp[MOMENT_STAMP + 1];
	struct stat st;
	time_t second;
	struct tm tm;
	int number = 1;

	if (wall_clock_of(p, &clock))
		at += (uint64_t)clock.offset;
	second = (time_t)(at / NS_PER_SECOND);
	if (!gmtime_r(&second, &tm) ||
	    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &tm) != MOMENT_STAMP)
		snprintf(stamp, sizeof stamp, "00000000-000000");
	snprintf(name, MOMENT_NAME, "%s-%s.flare", stamp, trigger_names[f->why->kind]);
	while (fstatat(f->options->moments->directory, name, &st, AT_SYMLINK_NOFOLLOW) ==
	       0)
		snprintf(name, MOMENT_NAME, "%s-%s-%d.flare", stamp,
			 trigger_names[f->why->kind], ++number);
}

/* `*full`: there is no room for it. */
static bool write_file(const struct flight_recorder *f, const struct profile *p,
		       const char *name, bool *full, struct error *err)
{
	struct helper *h = f->options->settings.reading.helper;
	struct moments *m = f->options->moments;
	int fd = helper_moment_begin(h, m, name, err);
	FILE *out = fd >= 0 ? fdopen(fd, "wb") : NULL;
	bool ok = out && store_write(p, TEXT(""), out, err);

	*full = errno == ENOSPC;
	if (!out && fd >= 0) {
		error_sys(err, "no room for it");
		close(fd);
	}
	if (out && fclose(out) != 0 && ok) {
		*full = errno == ENOSPC;
		ok = error_sys(err, "cannot be written");
	}
	if (ok)
		ok = helper_moment_commit(h, m, err);
	else if (fd >= 0)
		helper_moment_abandon(h, m);
	return ok || error_at(err, "%.200s/%s", f->words->save_to, name);
}

/* Where there is no room for another a few of the oldest go, not all: others may have filled the disk. */
static bool make_file(const struct flight_recorder *f, const struct profile *p,
		      const char *name, struct error *err)
{
	int gone = 0;
	bool full;

	errno = 0;
	while (!write_file(f, p, name, &full, err)) {
		if (!full || ++gone > MAKE_ROOM_MOST ||
		    !helper_moment_make_room(f->options->settings.reading.helper,
					     f->options->moments))
			return false;
		*err = (struct error)ERROR_INIT;
		errno = 0;
	}
	return true;
}

static FILE *listener(const struct flight_recorder *f)
{
	return f->screen ? f->said.out : stderr;
}

static void tell(const struct flight_recorder *f, const char *name, uint64_t samples)
{
	char n[NUMBER_THINGS_MAX];
	FILE *out = listener(f);

	fprintf(out, "flarescope: %s (", name);
	printable_write(text_of(f->why->words), out);
	fprintf(out, "): %s\n", number_things(samples, "samples", n));
	fflush(out);
}

/* It goes on with the next. */
static void tell_failure(const struct flight_recorder *f, struct error *err)
{
	FILE *out = listener(f);

	fputs("flarescope: ", out);
	printable_write(text_of(err->message), out);
	fputs("; not saved\n", out);
	fflush(out);
	*err = (struct error)ERROR_INIT;
}

/* Once: there may be more of them with each look. */
static void tell_slow(struct flight_recorder *f)
{
	char n[NUMBER_THINGS_MAX];

	if (f->told || !f->triggers.slow)
		return;
	f->told = f->triggers.slow;
	fprintf(listener(f),
		"flarescope: a pattern of --save-when takes too long on %s: they are "
		"taken for "
		"others, as are more of that kind\n",
		number_things(f->told, "names", n));
	fflush(listener(f));
}

/* The samples of the minute, over the tables of all. What cannot be written is told. */
static bool save(struct flight_recorder *f, const struct profile *p, struct error *err)
{
	uint64_t origin = profile_origin(p), first, last;
	uint64_t from = f->at > origin + AROUND ? f->at - AROUND - origin : 0;
	struct profile part;
	char name[MOMENT_NAME];

	range_samples(p, (struct range){from, f->at - origin + AROUND}, &first, &last);
	f->waits = false;
	f->since = f->at + AROUND;
	if (first >= last)
		return true;
	part = profile_part(p, first, last);
	part.origin = origin ? origin : 1; /* a picture, which has another end */
	make_name(f, p, name);
	if (!make_file(f, &part, name, err)) {
		tell_failure(f, err);
		return true;
	}
	tell(f, name, part.samples.count);
	return true;
}

/* ---- looking ---- */

/* `ended`: no more comes. The session is of a picture. */
static bool look(struct flight_recorder *f, const struct session *s, bool ended,
		 struct error *err)
{
	const struct profile *p = s->profile;

	if (!f->waits) {
		f->why = triggers_look(&f->triggers, s, f->since, ended, &f->at, err);
		tell_slow(f);
		f->waits = f->why != NULL;
		if (!f->waits && p->samples.end > f->since + 2 * AROUND)
			f->since = p->samples.end - 2 * AROUND;
	}
	if (err->kind)
		return false;
	return !f->waits || (!ended && p->samples.end < f->at + AROUND) ||
	       save(f, p, err);
}

static bool wants(void *arg)
{
	struct flight_recorder *f = arg;
	uint64_t now = clock_now();
	bool wants;

	pthread_mutex_lock(&f->lock);
	wants = !f->ended && !f->err.kind && now - f->looked >= LOOK_EACH;
	if (wants)
		f->looked = now;
	pthread_mutex_unlock(&f->lock);
	return wants;
}

/* The last one that something is to be written of is kept, in case nothing comes after it. With the lock. */
static bool open_and_look(struct flight_recorder *f, struct profile *p, bool ended)
{
	struct session *s = session_new(p, &f->options->settings, &f->err);
	bool ok = s && look(f, s, ended, &f->err);

	session_free(f->last);
	f->last = ok && f->waits ? s : NULL;
	if (!f->last)
		session_free(s);
	return ok;
}

static void show(void *arg, struct profile *preview)
{
	struct flight_recorder *f = arg;

	pthread_mutex_lock(&f->lock);
	if (f->ended)
		profile_free(preview);
	else
		open_and_look(f, preview, false);
	pthread_mutex_unlock(&f->lock);
}

static void join(void *arg)
{
	struct flight_recorder *f = arg;

	pthread_mutex_lock(&f->lock);
	f->owners++;
	pthread_mutex_unlock(&f->lock);
}

static void leave(void *arg)
{
	struct flight_recorder *f = arg;
	bool last;

	pthread_mutex_lock(&f->lock);
	last = --f->owners == 0;
	pthread_mutex_unlock(&f->lock);
	if (!last)
		return;
	triggers_release(&f->triggers);
	pthread_mutex_destroy(&f->lock);
	mem_free(f);
}

/* ---- both ways ---- */

static struct flight_recorder *begin(const struct options *o, const struct live_words *w,
				     struct error *err)
{
	struct flight_recorder *f = mem_array(1, sizeof *f, "flight recorder", err);

	if (!f)
		return NULL;
	f->options = o;
	f->words = w;
	f->owners = 1;
	f->audience = (struct audience){
	    .wants = wants, .show = show, .arg = f, .join = join, .leave = leave};
	pthread_mutex_init(&f->lock, NULL);
	for (unsigned i = 0; i < w->condition_count; i++)
		if (!triggers_add(&f->triggers, w->conditions[i], err)) {
			leave(f);
			return NULL;
		}
	return f;
}

bool flight_recorder_run(const struct options *o, const struct live_words *w,
			 struct error *err)
{
	struct reading_options reading = o->settings.reading;
	struct flight_recorder *f = begin(o, w, err);
	struct profile *p;
	bool ok;

	if (!f)
		return false;
	reading.audience = &f->audience;
	p = recordings_run(o->file, &reading, NULL, err);
	ok = p && open_and_look(f, p, true);
	if (p && f->err.kind) {
		*err = f->err;
		ok = false;
	}
	session_free(f->last);
	leave(f);
	return ok;
}

struct flight_recorder *flight_recorder_beside(const struct options *o,
					       const struct live_words *w,
					       struct error *err)
{
	struct flight_recorder *f = begin(o, w, err);

	if (f && !memory_stream_open(&f->said, err)) {
		leave(f);
		return NULL;
	}
	if (f)
		f->screen = true;
	return f;
}

const struct audience *flight_recorder_audience(const struct flight_recorder *f)
{
	return &f->audience;
}

void flight_recorder_end(struct flight_recorder *f)
{
	struct error err = ERROR_INIT;
	char *said;

	pthread_mutex_lock(&f->lock);
	f->ended = true;
	if (f->last && f->waits)
		save(f, f->last->profile, &err);
	session_free(f->last);
	f->last = NULL;
	said = memory_stream_take(&f->said, NULL, &err);
	pthread_mutex_unlock(&f->lock);
	if (said)
		fputs(said, stderr);
	if (f->err.kind) {
		fputs("flarescope: ", stderr);
		printable_write(text_of(f->err.message), stderr);
		fputs("; nothing was kept from then on\n", stderr);
	}
	mem_free(said);
	leave(f);
}
