#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/waiting/wait_keys.h"
#include "analysis/waiting/waiting_profile.h"
#include "analysis/waiting/waits.h"
#include "lib/check_profile.h"
#include "lib/made_profile.h"
#include "profile/builder.h"
#include "profile/sched.h"

#define THREADS 9 /* tids 1 ... 9; 0 is the idle task */
#define EVENTS	300
#define PATH	8192

/*
 * Some are the same function at other addresses; kernel functions handle interrupts, others only
 * look like it.
 */
static const char *const functions[] = {
    "main", "work", "lock", "schedule", "hrtimer_interrupt", "try_to_wake_up"};
#define FUNCTIONS 6

static uint32_t any_stack(struct builder *b, struct dice *d, uint32_t most)
{
	uint32_t stack = 0, depth = dice_below(d, most);

	for (uint32_t i = 0; i < depth; i++) {
		uint32_t n = dice_below(d, FUNCTIONS);
		enum frame_kind kind =
		    i > 2 || dice_below(d, 4) == 0 ? FRAME_KERNEL : FRAME_USER;

		stack = builder_stack(
		    b, stack,
		    builder_frame(b, builder_string(b, text_of(functions[n])), 0, kind));
	}
	return stack;
}

/*
 * Events in any order: the woken thread runs, the running one is switched to, threads wake
 * themselves. Stacks have fewer frames than `most`.
 */
static struct profile *any_profile(uint64_t seed, uint32_t most)
{
	static const char states[] = "SDTR";
	struct error err = ERROR_INIT;
	struct dice d = {seed};
	struct builder *b = builder_new(&err);
	struct profile *p;
	uint64_t time = 1000;

	assert_non_null(b);
	for (int i = 0; i < EVENTS; i++) {
		struct sched s = {.kind = dice_below(&d, 2)   ? SCHED_SWITCH
					  : dice_below(&d, 2) ? SCHED_WAKING
							      : SCHED_WAKEUP,
				  .state = states[dice_below(&d, 4)],
				  .other = (int32_t)dice_below(&d, THREADS + 1)};
		int own = (int)dice_below(&d, THREADS + 1);
		struct sample sample = {.weight = 1,
					.timed = true,
					.stack = any_stack(b, &d, most),
					.cpu = PROFILE_NO_CPU,
					.sched = sched_pack(&s)};
		char name[] = {'t', (char)('0' + own / 2), '\0'}; /* two share one */

		time += dice_below(&d, 4); /* sometimes at the same time */
		sample.time = time;
		sample.thread = own ? builder_thread(b, text_of(name), 100, own)
				    : builder_thread(b, TEXT("swapper"), 0, 0);
		sample.event = builder_event(b, TEXT("sched:sched_switch"), TEXT(""));
		builder_add_sample(b, &sample);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

/* ---- reference implementation ---- */

struct written {
	char text[PATH];
	size_t len;
};

static void put(struct written *w, struct text t)
{
	assert_true(w->len + t.len + 2 < sizeof w->text);
	memcpy(w->text + w->len, t.at, t.len);
	w->len += t.len;
	w->text[w->len++] = ';';
	w->text[w->len] = '\0';
}

static size_t frames_of(const struct profile *p, uint32_t stack, uint32_t frames[8])
{
	size_t n = 0;

	for (; stack; stack = p->stacks[stack].parent)
		frames[n++] = p->stacks[stack].frame;
	return n;
}

/* The frames of the waker at this row, innermost first, and its name; true: an interrupt. */
static bool waker_of(const struct profile *p, uint64_t row, uint32_t frames[8], size_t *n,
		     struct text *name)
{
	const struct thread *t = &p->threads[profile_context(p, row)->thread];
	size_t handles = 0;

	*n = frames_of(p, p->samples.stack[row], frames);
	for (size_t i = 0; i < *n && p->frames[frames[i]].kind == FRAME_KERNEL; i++)
		if (text_equal(profile_frame_name(p, frames[i]),
			       TEXT("hrtimer_interrupt")))
			handles = i + 1;
	if (handles)
		*n = handles;
	*name = handles || t->tid == 0 ? TEXT("[interrupt]") : profile_string(p, t->comm);
	return handles || t->tid == 0;
}

/*
 * Of all absences of the thread that was the waker at `row`, the last whose wake-up came before
 * that.
 */
static uint64_t woken_before(const struct waits *w, uint64_t row)
{
	const struct profile *p = w->profile;
	int32_t tid = p->threads[profile_context(p, row)->thread].tid;
	uint64_t last = ABSENCE_NO_WAKER;

	for (size_t i = 0; i < w->count; i++) {
		const struct absence *a = &w->rows[i];

		if (p->threads[a->thread].tid == tid && a->waker < row &&
		    (last == ABSENCE_NO_WAKER || a->waker > last))
			last = a->waker;
	}
	return last;
}

static void put_waker(const struct profile *p, uint64_t row, struct written *to,
		      bool *interrupt)
{
	uint32_t frames[8];
	struct text name;
	size_t n;

	*interrupt = waker_of(p, row, frames, &n, &name);
	put(to, TEXT("--"));
	for (size_t i = 0; i < n; i++)
		put(to, profile_frame_name(p, frames[i]));
	put(to, name);
}

static void put_wakers(const struct waits *w, const struct absence *a, bool chain,
		       struct written *to)
{
	uint64_t row = a->waker;
	bool interrupt;

	for (int i = 0; i < CHAIN_LONGEST; i++) {
		put_waker(w->profile, row, to, &interrupt);
		row = chain && !interrupt ? woken_before(w, row) : ABSENCE_NO_WAKER;
		if (row == ABSENCE_NO_WAKER || w->profile->samples.time[row] <= a->from)
			return;
	}
	put(to, TEXT("--"));
	put(to, TEXT("[more wakers]"));
}

static struct text end_of(const struct absence *a)
{
	return a->is_over ? TEXT("[waker not known]") : TEXT("[not woken]");
}

static void write_path(const struct waits *w, const struct absence *a,
		       enum wait_graph graph, struct written *to)
{
	const struct profile *p = w->profile;
	bool known = a->waker != ABSENCE_NO_WAKER;
	uint32_t frames[8];
	struct text name = end_of(a);
	size_t n = 0;

	to->len = 0;
	if (graph == GRAPH_WAKEUP) {
		if (known)
			waker_of(p, a->waker, frames, &n, &name);
		put(to, name);
		while (n-- > 0)
			put(to, profile_frame_name(p, frames[n]));
		put(to, profile_string(p, p->threads[a->thread].comm));
		return;
	}
	n = frames_of(p, a->stack, frames);
	while (n-- > 0)
		put(to, profile_frame_name(p, frames[n]));
	if (known) {
		put_wakers(w, a, graph == GRAPH_CHAIN, to);
		return;
	}
	put(to, TEXT("--"));
	put(to, name);
}

/* ---- the profile under test ---- */

static void write_stack(const struct profile *p, uint32_t stack, struct written *to)
{
	static uint32_t frames[1000];
	size_t n = 0;

	for (; stack; stack = p->stacks[stack].parent)
		frames[n++] = p->stacks[stack].frame;
	to->len = 0;
	to->text[0] = '\0';
	while (n-- > 0)
		put(to, profile_frame_name(p, frames[n]));
}

/* The row of an absence: the thread has only one at a time. */
static uint64_t row_of(const struct profile *w, const struct absence *a)
{
	for (uint64_t row = 0; row < w->samples.count; row++)
		if (w->samples.time[row] == a->from &&
		    profile_context(w, row)->thread == a->thread)
			return row;
	fail_msg("a wait is missing");
	return 0;
}

static unsigned count_wakers(const char *path)
{
	unsigned n = 0;

	for (; (path = strstr(path, "--")); path += 2)
		n++;
	return n;
}

/* The number of rows; `*longest`: the longest chain of wakers. */
static uint64_t compare(const struct waits *waits, const struct profile *w,
			enum wait_graph graph, unsigned *longest)
{
	static struct written expected, found;
	uint64_t rows = 0;

	for (size_t i = 0; i < waits->count; i++) {
		const struct absence *a = &waits->rows[i];
		uint64_t row;

		if (!a->blocked)
			continue;
		row = row_of(w, a);
		write_path(waits, a, graph, &expected);
		write_stack(w, w->samples.stack[row], &found);
		assert_string_equal(expected.text, found.text);
		assert_int_equal(w->samples.duration[row], a->blocked);
		if (count_wakers(found.text) > *longest)
			*longest = count_wakers(found.text);
		rows++;
	}
	assert_int_equal(rows, w->samples.count);
	return rows;
}

TEST(paths_are_those_that_a_plain_search_finds)
{
	uint64_t rows = 0;
	unsigned longest = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct error err = ERROR_INIT;
		const struct range whole = RANGE_ALL;
		struct waits_choice all = {.ranges = selection_of(&whole)};
		struct profile *p = any_profile(seed, 6);
		struct waits waits;

		assert_true(waits_build(&waits, p, &all, &err));
		for (int graph = GRAPH_WAKEUP; graph <= GRAPH_CHAIN; graph++) {
			struct waiting_choice c = {.states = STATES_BLOCKED,
						   .graph = (enum wait_graph)graph};
			struct profile *w = waiting_profile(p, &c, &err);

			if (!w) { /* no thread was blocked or woken */
				assert_int_equal(err.kind, ERROR_NOTHING);
				err = (struct error)ERROR_INIT;
				continue;
			}
			if (!check_profile(w, &err))
				fail_msg("%s", err.message);
			rows += compare(&waits, w, c.graph, &longest);
			profile_free(w);
		}
		waits_release(&waits);
		profile_free(p);
	}
	assert_true(rows > 3000);
	assert_true(longest >= 3);
}

/* ---- descriptions of waits ---- */

static const struct absence *covering(const struct waits *waits, uint32_t thread,
				      uint64_t at, bool ended)
{
	const struct absence *last = NULL;

	for (size_t i = 0; i < waits->count; i++) {
		const struct absence *a = &waits->rows[i];

		if (a->thread == thread && a->from <= at &&
		    (!last || a->from > last->from ||
		     (a->from == last->from && a->to >= last->to)))
			last = a;
	}
	return last && (ended || last->to >= at) ? last : NULL;
}

/* The named frame, and in user space its caller; 0 if there is none. */
static uint32_t place_of(const struct waits *waits, uint32_t stack, uint32_t *caller)
{
	const struct profile *p = waits->profile;
	uint32_t place = waits_place(waits, stack);

	*caller = 0;
	while (place && p->stacks[stack].frame != place)
		stack = p->stacks[stack].parent;
	if (place && p->frames[place].kind != FRAME_KERNEL)
		*caller = p->stacks[p->stacks[stack].parent].frame;
	return place;
}

static bool is_same_place(const struct waits *waits, uint32_t a, uint32_t b)
{
	uint32_t callers[2], place = place_of(waits, a, &callers[0]);

	return a == b || (place && place == place_of(waits, b, &callers[1]) &&
			  callers[0] == callers[1]);
}

static void say_place(const struct waits *waits, const char *before, uint32_t stack,
		      char *to)
{
	const struct profile *p = waits->profile;
	uint32_t caller, place = place_of(waits, stack, &caller);

	if (!place)
		return;
	to += sprintf(to, "%s", before);
	if (caller)
		to += sprintf(to, "%.*s → ", (int)profile_frame_name(p, caller).len,
			      profile_frame_name(p, caller).at);
	sprintf(to, "%.*s", (int)profile_frame_name(p, place).len,
		profile_frame_name(p, place).at);
}

/*
 * The waker; if that thread itself waited there meanwhile, the one that woke it. `*handed` counts
 * these.
 */
static uint64_t behind(const struct waits *waits, const struct absence *a, int *handed)
{
	const struct profile *p = waits->profile;
	const struct absence *at = a;

	for (int i = 0; i < 128 && at->waker != ABSENCE_NO_WAKER && at->blocked &&
			!waits_by_interrupt(waits, at->waker);
	     i++) {
		const struct absence *b =
		    covering(waits, profile_context(p, at->waker)->thread,
			     p->samples.time[at->waker], true);

		if (!b || !b->blocked || b->to > p->samples.time[at->waker] ||
		    b->to <= a->from || b->to <= at->from ||
		    b->waker == ABSENCE_NO_WAKER ||
		    !is_same_place(waits, a->stack, b->stack))
			break;
		at = b;
		++*handed;
	}
	return at->waker;
}

static void say_wait(const struct waits *waits, const struct profile *w, uint64_t row,
		     char *to, int *handed)
{
	const struct profile *p = waits->profile;
	uint32_t thread = profile_context(w, row)->thread;
	const struct absence *a = covering(waits, thread, w->samples.time[row], false);
	enum thread_state state =
	    waiting_profile_state(w, profile_context(w, row)->event);
	struct text comm = profile_string(p, p->threads[thread].comm);
	uint64_t waker;

	*to = '\0';
	if (state == STATE_RUNNABLE || state == STATE_PREEMPTED)
		sprintf(to, "%s: %.*s",
			state == STATE_RUNNABLE ? "for a CPU" : "preempted",
			(int)comm.len, comm.at);
	if (state != STATE_BLOCKED && state != STATE_DISK)
		return;
	assert_non_null(a);
	sprintf(to, "%s", state == STATE_DISK ? "blocked in D" : "blocked");
	say_place(waits, ": ", a->stack, to + strlen(to));
	waker = behind(waits, a, handed);
	if (waker == ABSENCE_NO_WAKER)
		return;
	if (waits_by_interrupt(waits, waker)) {
		strcat(to, ", waiting for an interrupt");
		return;
	}
	comm = profile_string(p, p->threads[profile_context(p, waker)->thread].comm);
	sprintf(to + strlen(to), ", waiting for %.*s", (int)comm.len, comm.at);
	say_place(waits, " in ", p->samples.stack[waker], to + strlen(to));
}

TEST(words_of_waits_are_those_that_a_plain_search_finds)
{
	static char expected[PATH];
	int handed = 0, said = 0;

	for (uint64_t seed = 1; seed <= 900; seed++) {
		struct error err = ERROR_INIT;
		const struct range whole = RANGE_ALL;
		const struct waits_choice all = {.ranges = selection_of(&whole)};
		struct waiting_choice c = {.states = STATES_ALL};
		struct profile *p = any_profile(seed, seed % 3 ? 2 : 6), *w;
		struct intern *names = intern_new(&err);
		struct waits waits;
		uint32_t *keys;

		assert_true(waits_build(&waits, p, &all, &err));
		w = waiting_profile(p, &c, &err);
		assert_non_null(w);
		keys = wait_keys_of(w, NULL, names, &err);
		assert_non_null(keys);
		for (uint64_t row = 0; row < w->samples.count; row++) {
			say_wait(&waits, w, row, expected, &handed);
			if (keys[row] == WAIT_NO_KEY) {
				assert_string_equal(expected, "");
				continue;
			}
			said++;
			struct text is = intern_get(names, keys[row]);

			if (!text_equal(is, text_of(expected)))
				fail_msg("seed %u, row %u: %s, not %.*s", (unsigned)seed,
					 (unsigned)row, expected, (int)is.len, is.at);
		}
		mem_free(keys);
		intern_free(names);
		profile_free(w);
		waits_release(&waits);
		profile_free(p);
	}
	assert_true(said > 3000);
	assert_true(handed > 50);
}
