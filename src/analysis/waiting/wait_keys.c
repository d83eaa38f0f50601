#include "analysis/waiting/wait_keys.h"

#include <stdlib.h>

#include "analysis/waiting/state_at.h"
#include "analysis/waiting/waiting_profile.h"
#include "analysis/waiting/waits.h"
#include "analysis/waiting/wake_paths.h"
#include "base/idmap.h"
#include "base/mem.h"

struct wait_wording {
	const struct waits *waits; /* borrowed */
	/* borrowed; NULL: threads keep their names */
	const struct wait_naming *naming;
	struct intern *names; /* borrowed */
	struct idmap by_waker, by_wait;
	uint32_t wakers;
	uint32_t *before;	 /* owned: by absence, see find_links() */
	struct text_buffer text; /* a buffer for the words of one wait */
};

/* ---- absences, by thread ---- */

static int compare_absence_values(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int by_thread(const void *x, const void *y)
{
	const struct absence *a = x, *b = y;

	if (a->thread != b->thread)
		return compare_absence_values(a->thread, b->thread);
	return a->from != b->from ? compare_absence_values(a->from, b->from)
				  : compare_absence_values(a->to, b->to);
}

/* The last absence of the thread that began at or before `at`, or NO_ABSENCE. */
#define NO_ABSENCE UINT32_MAX
static uint32_t last_absence(const struct waits *w, uint32_t thread, uint64_t at)
{
	size_t low = 0, high = w->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct absence *a = &w->rows[mid];

		if (a->thread < thread || (a->thread == thread && a->from <= at))
			low = mid + 1;
		else
			high = mid;
	}
	return low && w->rows[low - 1].thread == thread ? (uint32_t)low - 1 : NO_ABSENCE;
}

/* ---- locks that are passed on ---- */

/*
 * The absence in which the waker had itself waited at the same place, if that ended within this
 * absence; or NO_ABSENCE.
 */
static uint32_t handed_by(const struct waits *w, const struct absence *a)
{
	const struct profile *p = w->profile;
	struct wait_place here, there;
	uint32_t i;

	if (!a->blocked || a->waker == ABSENCE_NO_WAKER ||
	    waits_by_interrupt(w, a->waker))
		return NO_ABSENCE;
	i = last_absence(w, profile_context(p, a->waker)->thread,
			 p->samples.time[a->waker]);
	if (i == NO_ABSENCE || !w->rows[i].blocked || w->rows[i].to <= a->from ||
	    w->rows[i].to > p->samples.time[a->waker])
		return NO_ABSENCE;
	here = wait_place_of(w, a->stack);
	there = wait_place_of(w, w->rows[i].stack);
	if (a->stack == w->rows[i].stack ||
	    (here.frame && here.frame == there.frame && here.caller == there.caller))
		return i;
	return NO_ABSENCE;
}

static bool find_links(struct wait_wording *w, struct error *err)
{
	const struct waits *waits = w->waits;

	if (waits->count >= NO_ABSENCE)
		return error_set(err, ERROR_LIMIT, "it has too many waits");
	w->before = mem_array(waits->count, sizeof *w->before, "waits", err);
	for (size_t i = 0; w->before && i < waits->count; i++)
		w->before[i] = handed_by(waits, &waits->rows[i]);
	return w->before != NULL;
}

#define HANDED_ON_MOST 128

/* The waker of the first thread in the chain of threads that passed on the lock. */
static uint64_t first_waker(const struct wait_wording *w, const struct absence *a)
{
	uint32_t at = (uint32_t)(a - w->waits->rows);

	for (int i = 0; i < HANDED_ON_MOST; i++) {
		uint32_t before = w->before[at];

		if (before == NO_ABSENCE || w->waits->rows[before].to <= a->from ||
		    w->waits->rows[before].waker == ABSENCE_NO_WAKER)
			break;
		at = before;
	}
	return w->waits->rows[at].waker;
}

/* ---- words ---- */

static bool add_wording(struct wait_wording *w, struct text t, struct error *err)
{
	return text_buffer_add(&w->text, t, err);
}

static bool add_frame(struct wait_wording *w, uint32_t frame, struct error *err)
{
	struct text name = profile_frame_name(w->waits->profile, frame);

	return add_wording(w, name.len ? name : TEXT("[no name]"), err);
}

/* Add ": take_order → pthread_mutex_lock"; nothing for an empty stack. */
static bool add_place(struct wait_wording *w, struct text before, uint32_t stack,
		      struct error *err)
{
	const struct wait_place place = wait_place_of(w->waits, stack);

	if (!place.frame)
		return true;
	return add_wording(w, before, err) &&
	       (!place.caller ||
		(add_frame(w, place.caller, err) && add_wording(w, TEXT(" → "), err))) &&
	       add_frame(w, place.frame, err);
}

static struct text comm_of(const struct wait_wording *w, uint32_t thread)
{
	const struct profile *p = w->waits->profile;
	struct text comm = profile_string(p, p->threads[thread].comm);

	if (w->naming)
		comm = w->naming->called(w->naming->arg, comm);
	return comm.len ? comm : TEXT("[no name]");
}

static bool is_blocked(enum thread_state state)
{
	return state == STATE_BLOCKED || state == STATE_DISK;
}

/* `a` is NULL for a thread that is not blocked. */
static bool write_words(struct wait_wording *w, uint32_t thread, const struct absence *a,
			enum thread_state state, struct error *err)
{
	static const struct text begins[THREAD_STATES] = {
	    [STATE_BLOCKED] = {"blocked", 7},
	    [STATE_DISK] = {"blocked in D", 12},
	    [STATE_RUNNABLE] = {"for a CPU: ", 11},
	    [STATE_PREEMPTED] = {"preempted: ", 11},
	};
	const struct profile *p = w->waits->profile;
	uint64_t waker;

	w->text.len = 0;
	if (!add_wording(w, begins[state], err))
		return false;
	if (!is_blocked(state))
		return add_wording(w, comm_of(w, thread), err);
	if (!add_place(w, TEXT(": "), a->stack, err))
		return false;
	waker = first_waker(w, a);
	if (waker == ABSENCE_NO_WAKER)
		return true;
	if (waits_by_interrupt(w->waits, waker))
		return add_wording(w, TEXT(WAIT_FOR "an interrupt"), err);
	return add_wording(w, TEXT(WAIT_FOR), err) &&
	       add_wording(w, comm_of(w, profile_context(p, waker)->thread), err) &&
	       add_place(w, TEXT(" in "), p->samples.stack[waker], err);
}

/* ---- ids of words: equal for equal stacks and names; words are written once per id ---- */

static bool waker_id(struct wait_wording *w, uint64_t waker, uint32_t *id,
		     struct error *err)
{
	const struct profile *p = w->waits->profile;
	uint64_t key;

	*id = 0; /* 0: unknown waker; 1: an interrupt */
	if (waker == ABSENCE_NO_WAKER)
		return true;
	*id = 1;
	if (waits_by_interrupt(w->waits, waker))
		return true;
	key = idmap_pair(p->threads[profile_context(p, waker)->thread].comm,
			 p->samples.stack[waker]);
	if (w->wakers + 2 > UINT32_MAX / THREAD_STATES)
		return error_set(err, ERROR_LIMIT, "its wakers have too many names");
	if (!idmap_put(&w->by_waker, key, w->wakers + 2, id, err))
		return false;
	w->wakers += *id == w->wakers + 2;
	return true;
}

static bool key_of(struct wait_wording *w, uint32_t thread, const struct absence *a,
		   enum thread_state state, uint32_t *key, struct error *err)
{
	uint32_t waker = 0, what = w->waits->profile->threads[thread].comm;
	uint64_t id;

	if (is_blocked(state)) {
		if (!waker_id(w, first_waker(w, a), &waker, err))
			return false;
		what = a->stack;
	}
	id = idmap_pair(what, waker * THREAD_STATES + (uint32_t)state);
	if (idmap_get(&w->by_wait, id, key))
		return true;
	return write_words(w, thread, a, state, err) &&
	       intern_put(w->names, text_buffer_text(&w->text), key, err) &&
	       idmap_put(&w->by_wait, id, *key, key, err);
}

static bool is_wait(enum thread_state state)
{
	return is_blocked(state) || state == STATE_RUNNABLE || state == STATE_PREEMPTED;
}

static bool find_keys(struct wait_wording *words, const struct profile *w, uint32_t *keys,
		      struct error *err)
{
	enum thread_state states[STATE_KINDS];
	bool ok = true;

	for (uint32_t e = 0; e < w->event_count && e < STATE_KINDS; e++)
		states[e] = waiting_profile_state(w, e);
	for (uint64_t i = 0; ok && i < w->samples.count; i++) {
		const struct context *c = profile_context(w, i);
		enum thread_state state = states[c->event];
		const struct absence *a = NULL;

		if (is_blocked(state)) { /* the absence that includes the stretch */
			uint64_t at = w->samples.time[i];
			uint32_t last = last_absence(words->waits, c->thread, at);

			if (last != NO_ABSENCE && words->waits->rows[last].to >= at)
				a = &words->waits->rows[last];
		}
		keys[i] = WAIT_NO_KEY;
		if (is_wait(state) && (a || !is_blocked(state)))
			ok = key_of(words, c->thread, a, state, &keys[i], err);
	}
	return ok;
}

/* ---- the keys ---- */

struct text wait_keys_where(struct text words, struct text *who)
{
	const struct text mark = TEXT(WAIT_FOR);

	*who = TEXT("");
	for (size_t i = 0; i + mark.len <= words.len; i++) {
		if (!text_starts(text_from(words, i), mark))
			continue;
		*who = text_from(words, i + mark.len);
		return text_upto(words, i);
	}
	return words;
}

bool wait_keys_are_known(const struct profile *w)
{
	bool waits = false;

	if (!w->states || !w->of_threads || !w->has_times || !waiting_profile_origin(w))
		return false;
	for (uint32_t e = 0; e < w->event_count; e++)
		waits |= is_wait(waiting_profile_state(w, e));
	return waits;
}

uint32_t *wait_keys_of(const struct profile *w, const struct wait_naming *naming,
		       struct intern *names, struct error *err)
{
	const struct waits_choice all = {.ranges = selection_of(&RANGE_ALL)};
	struct waits waits = {.count = 0};
	struct wait_wording words = {.waits = &waits, .naming = naming, .names = names};
	uint32_t *keys = mem_array(w->samples.count, sizeof *keys, "waits", err);
	bool ok = keys && waits_build(&waits, waiting_profile_origin(w), &all, err);

	if (ok && waits.count)
		qsort(waits.rows, waits.count, sizeof *waits.rows, by_thread);
	ok = ok && find_links(&words, err) && find_keys(&words, w, keys, err);
	idmap_release(&words.by_waker);
	idmap_release(&words.by_wait);
	mem_free(words.before);
	mem_free(words.text.at);
	waits_release(&waits);
	if (ok)
		return keys;
	mem_free(keys);
	return NULL;
}

/* ---- the place in a flame graph ---- */

/*
 * The node of the place where the thread stopped: its innermost user frame or, if there is none,
 * its innermost frame outside of the scheduler. Frames of wakers, beyond LABEL_DIVIDER, do not
 * count.
 */
static uint32_t place_of(const struct tree *t, uint32_t node)
{
	const struct profile *p = t->profile;
	uint32_t place = node;

	for (uint32_t n = node; t->frame[n]; n = t->parent[n])
		if (text_equal(tree_label(t, n), text_of(wake_labels[LABEL_DIVIDER])))
			place = t->parent[n];
	node = place;
	while (t->frame[place] && sched_is_kernel(p, t->frame[place]))
		place = t->parent[place];
	if (t->frame[place])
		return place;
	place = node;
	while (t->frame[place] && waits_is_scheduler(p, t->frame[place]))
		place = t->parent[place];
	return t->frame[place] ? place : node;
}

/* Add up the time of the wait by place; returns the node with the most time. */
static uint32_t largest_place(const struct flame *f, const uint32_t *keys, uint32_t key,
			      uint64_t *sums)
{
	uint32_t best = 0;

	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t at;

		if (keys[row] != key)
			continue;
		at = place_of(f->tree, f->tree->leaf[row]);
		sums[at] += flame_value(f, row);
		if (sums[at] > sums[best])
			best = at;
	}
	return best;
}

bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err)
{
	struct intern *names = intern_new(err);
	uint32_t *keys = names ? wait_keys_of(f->tree->profile, NULL, names, err) : NULL;
	uint64_t *sums =
	    keys ? mem_array(f->tree->count, sizeof *sums, "call paths", err) : NULL;
	uint32_t key = WAIT_NO_KEY;
	bool ok = sums && intern_put(names, name, &key, err);

	*node = ok ? largest_place(f, keys, key, sums) : 0;
	mem_free(sums);
	mem_free(keys);
	intern_free(names);
	return ok;
}
