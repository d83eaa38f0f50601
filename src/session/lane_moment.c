/* lane_moment.c - the state of a thread at the cursor of its lane, in words, and its waker. */

#include "session/lanes_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/waiting/state_at.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"

#define NAME_SHOWN 60 /* bytes of a function's name */
#define US	   UINT64_C(1000)

struct moment_words {
	char *at;
	size_t room;
};

static void add_words(struct moment_words *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void add_words(struct moment_words *w, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(w->at, w->room, fmt, ap);
	va_end(ap);
	n = n < 0 ? 0 : (size_t)n < w->room ? n : (int)w->room - 1;
	w->at += n;
	w->room -= (size_t)n;
}

static void add_name(struct moment_words *w, const struct profile *p, uint32_t frame)
{
	struct text name = profile_frame_name(p, frame);
	struct text shown = utf8_upto(name, NAME_SHOWN);

	add_words(w, "%.*s%s", (int)shown.len, shown.at,
		  shown.len < name.len ? "..." : "");
}

/* " in take_order → pthread_mutex_lock" */
static void add_place(struct moment_words *w, const struct profile *p,
		      const struct wait_place *place, bool about, bool ascii)
{
	if (!place->frame)
		return;
	add_words(w, about ? " in about " : " in ");
	if (place->caller) {
		add_name(w, p, place->caller);
		add_words(w, ascii ? " -> " : " → ");
	}
	add_name(w, p, place->frame);
}

/* Rounded to microseconds, as printed by `flarescope waits`. */
static void add_time(struct moment_words *w, const char *what, uint64_t ns)
{
	char n[NUMBER_SECONDS_MAX];

	if (ns < UINT64_MAX - US)
		ns = (ns + US / 2) / US * US;
	add_words(w, "%s %s s", what, number_plain_seconds(ns, n));
}

/* "blocked 0.272 s in take_order → pthread_mutex_lock, then 0.001 s for a CPU" */
static void add_absence(struct moment_words *w, const struct profile *p,
			const struct state_at *m, bool ascii)
{
	const struct absence *a = &m->absence;
	enum thread_state state = thread_state_of_letter(a->state);

	if (a->blocked)
		add_time(w, thread_states[state].title, a->blocked);
	else if (a->runnable)
		add_time(w, a->preempted ? "preempted" : "waiting for a CPU",
			 a->runnable);
	else
		add_time(w, "unknown", a->unknown);
	add_place(w, p, &m->place, m->is_approximate, ascii);
	if (a->blocked && a->runnable) {
		add_time(w, ", then", a->runnable);
		add_words(w, " for a CPU");
	}
	if ((a->blocked || a->runnable) && a->unknown)
		add_time(w, ", unknown", a->unknown);
	if (!a->is_over)
		add_words(w, ", to the end");
}

/* The place is known from a sample, or from the switch at which the thread stopped. */
static void write_state(struct moment_words *w, const struct profile *p,
			const struct state_at *m, bool ascii)
{
	struct text comm = profile_string(p, p->threads[m->thread].comm);

	comm = utf8_upto(comm, NAME_SHOWN);
	add_words(w, "%.*s: ", (int)comm.len, comm.at);
	if (m->has_absence) {
		add_absence(w, p, m, ascii);
		return;
	}
	add_time(w, thread_states[m->state].title, m->stretch.to - m->stretch.from);
	add_place(w, p, &m->place, m->state == STATE_RUNNING, ascii);
}

static void write_waker(struct moment_words *w, const struct profile *p,
			const struct state_at *m, bool ascii)
{
	const struct thread *t = &p->threads[m->waker];
	struct text comm = utf8_upto(profile_string(p, t->comm), NAME_SHOWN);

	if (m->by_interrupt)
		add_words(w, "woken by an interrupt");
	else if (m->has_waker)
		add_words(w, "woken by %.*s (%" PRId32 ")", (int)comm.len, comm.at,
			  host_tid(p, t));
	else if (m->has_absence && m->absence.blocked)
		add_words(w, "its waker is not recorded");
	if (m->has_waker)
		add_place(w, p, &m->waker_place, false, ascii);
}

/* ---- the moment of a lane ---- */

static uint32_t row_of(const struct lanes_map *m, uint32_t context)
{
	uint32_t lane = m->of.lanes.of[context];

	if (lane == LANE_NONE)
		return LANE_NONE;
	return m->of.rows.of[lane] == LANE_NONE ? m->of.rows.shown : m->of.rows.of[lane];
}

/* A lane may have several threads, and a thread several names. */
#define ANY_THREAD UINT32_MAX

static bool is_asked(const struct profile *p, uint32_t thread, uint32_t asked)
{
	return asked == ANY_THREAD || p->threads[thread].tid == p->threads[asked].tid;
}

static bool find_moment(struct lanes_map *m, const struct session *s, uint32_t row,
			uint32_t asked, struct state_at *moment, struct error *err)
{
	const struct profile *p = s->profile;
	uint64_t at = m->view.time->cursor, period = m->of.window.period;
	struct state_at_query q = {.which = &s->kept.samples,
				   .range = {at, at / period * period + period},
				   .at_once = at % period != 0};
	struct bits threads = {0};
	bool ok = bits_build(&threads, p->thread_count, err);

	for (uint32_t i = 0; ok && i < p->context_count; i++)
		if (row_of(m, i) == row && is_asked(p, p->contexts[i].thread, asked))
			bits_add(&threads, p->contexts[i].thread);
	q.threads = &threads;
	if (asked != ANY_THREAD)
		q.at_once = true;
	ok = ok && state_at_find(moment, p, &q, err);
	bits_release(&threads);
	return ok;
}

static bool tell_of(struct lanes_map *m, const struct session *s, uint32_t row,
		    uint32_t asked, struct error *err)
{
	struct lane_detail *told = &m->told;
	bool ascii = m->view.theme->ascii;
	struct moment_words what = {told->what, sizeof told->what},
			    who = {told->who, sizeof told->who};
	struct state_at moment;

	told->known = false;
	m->view.told = told;
	if (!m->view.states || !find_moment(m, s, row, asked, &moment, err))
		return err->kind == ERROR_NONE;
	*told = (struct lane_detail){.known = true,
				     .row = row,
				     .at = m->view.time->cursor,
				     .has_waker = moment.has_waker,
				     .waker = moment.waker,
				     .woken = moment.woken};
	write_state(&what, s->profile, &moment, ascii);
	write_waker(&who, s->profile, &moment, ascii);
	return true;
}

bool lanes_map_tell(struct lanes_map *m, const struct session *s, uint32_t row,
		    struct error *err)
{
	return tell_of(m, s, row, ANY_THREAD, err);
}

bool lanes_map_go_to_waker(struct lanes_map *m, const struct session *s,
			   struct error *err)
{
	const struct profile *p = s->profile;
	uint32_t row = LANE_NONE;

	if (!m->told.known || !m->told.has_waker)
		return error_set(err, ERROR_NOTHING,
				 "the thread that woke it is not known");
	for (uint32_t i = 0; row == LANE_NONE && i < p->context_count; i++)
		if (is_asked(p, p->contexts[i].thread, m->told.waker))
			row = row_of(m, i);
	if (row == LANE_NONE)
		return error_set(
		    err, ERROR_NOTHING,
		    "its waker has no lane here: the filter or the state leaves it out");
	m->view.cursor = row;
	m->view.time->cursor = m->told.woken;
	return tell_of(m, s, row, m->told.waker, err);
}
