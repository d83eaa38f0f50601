#include "input/trace/v8_profile.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/sample_run.h"

#define MOVES_EACH   8	/* sorting: this many moves per sample, then qsort() */
#define SECONDS_EACH 10 /* no profiler samples as seldom as once in 10 s */

/* A sample whose time is known. */
struct tick {
	int64_t time;  /* ns */
	uint32_t node; /* index of the sample, which orders equal times */
};

/* The samples in order of time. */
struct ticks {
	/* borrowed: the time of each sample, if they are in order */
	const int64_t *times;
	struct tick *at; /* owned: otherwise; NULL: `times` is used */
	uint32_t count;
	uint64_t beyond; /* samples whose time is out of range */
};

static struct tick get_tick(const struct ticks *t, uint32_t i)
{
	return t->at ? t->at[i] : (struct tick){t->times[i], i};
}

void v8_profile_release(struct v8_profile *p)
{
	v8_nodes_release(&p->nodes);
	mem_free(p->samples.at);
	mem_free(p->deltas.at);
	mem_free(p->stamps.at);
	mem_free(p->title);
	*p = (struct v8_profile){0};
}

bool v8_profile_is_there(const struct v8_profile *p)
{
	return p->nodes.count || p->samples.count;
}

/* ---- pieces ---- */

static bool append_column(struct v8_column *c, const struct v8_column *more,
			  struct error *err)
{
	if (more->count == 0)
		return true;
	if (!json_stream_reserve(&c->at, &c->room, c->count + more->count, sizeof *c->at,
				 "samples of a CPU profile", err))
		return false;
	memcpy(c->at + c->count, more->at, more->count * sizeof *c->at);
	c->count += more->count;
	return true;
}

/*
 * Make samples and deltas of a piece equal in number, as otherwise the deltas of the next piece
 * would be taken for these: some traces state all of them twice.
 */
static void align_deltas(struct v8_profile *piece, struct losses *losses)
{
	size_t samples = piece->samples.count, deltas = piece->deltas.count;

	if (samples == 0)
		losses_add(losses, LOSS_RECORD, deltas, piece->at);
	if (deltas > samples)
		piece->deltas.count = samples;
	if (deltas && deltas < samples) {
		piece->samples.count = deltas;
		losses_add(losses, LOSS_NO_TIME, samples - deltas, piece->at);
	}
}

bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err)
{
	uint64_t again;

	align_deltas(piece, losses);
	if (!v8_nodes_join(&p->nodes, &piece->nodes, &again, err) ||
	    !append_column(&p->samples, &piece->samples, err) ||
	    !append_column(&p->deltas, &piece->deltas, err) ||
	    !append_column(&p->stamps, &piece->stamps, err))
		return false;
	losses_add(losses, LOSS_RECORD, again, piece->at);
	if (piece->has_end && !(piece->has_start && p->has_start)) {
		p->end = piece->end;
		p->has_end = true;
	}
	if (piece->has_start && !p->has_start) {
		p->start = piece->start;
		p->has_start = true;
	}
	p->at = piece->at;
	return true;
}

/* ---- times ---- */

#define BEYOND INT64_MIN /* a time that is out of range */

static void add_tick(struct ticks *t, int64_t time, size_t node)
{
	if (time == BEYOND)
		t->beyond++;
	else
		t->at[t->count++] =
		    (struct tick){time, (uint32_t)node}; /* room: for all samples */
}

/*
 * Get start and end in ns from numbers in units of 10^shift ns. A start that is out of range
 * (Business Central counts from the year 1) becomes 0, and the end is then counted from it. False:
 * there is no valid end.
 */
static bool bounds(const struct v8_profile *p, int32_t shift, int64_t *start,
		   int64_t *end)
{
	struct decimal length = p->end;

	*start = *end = 0;
	if (!p->has_start || number_scaled(p->start, shift, start))
		return p->has_end && number_scaled(p->end, shift, end);
	length.digits -= p->start.digits; /* no overflow: they have at most 18 digits */
	return p->has_end && p->end.places == p->start.places &&
	       number_scaled(length, shift, end);
}

/*
 * Convert deltas to times in place: sample 0 is deltas[0] after the start, every other one its
 * delta after the previous one.
 */
static void sum_deltas(struct v8_profile *p, int64_t time)
{
	struct v8_column *c = &p->deltas;

	if (c->count > p->samples.count)
		c->count = p->samples.count;
	for (size_t i = 0; i < c->count; i++) {
		if (time != BEYOND && __builtin_add_overflow(time, c->at[i], &time))
			time = BEYOND; /* like all that follow */
		c->at[i] = time;
	}
	mem_free(p->stamps.at);
	p->stamps = *c;
	*c = (struct v8_column){0};
}

static bool make_room(const struct v8_profile *p, struct ticks *t, struct error *err)
{
	t->at =
	    mem_array(p->samples.count, sizeof *t->at, "samples of a CPU profile", err);
	return t->at;
}

static bool in_order(const int64_t *times, size_t count)
{
	int64_t before = BEYOND + 1;

	for (size_t i = 0; i < count; before = times[i++])
		if (times[i] < before)
			return false;
	return true;
}

/* A list that is one longer than the samples begins with the start of the profile. */
static bool by_stamps(const struct v8_profile *p, struct ticks *t, struct error *err)
{
	size_t from = p->stamps.count == p->samples.count + 1;
	size_t count = p->stamps.count - from;

	if (count > p->samples.count)
		count = p->samples.count;
	t->times = p->stamps.at + from;
	if (in_order(t->times, count)) {
		t->count = (uint32_t)count;
		return true;
	}
	if (!make_room(p, t, err))
		return false;
	for (size_t i = 0; i < count; i++)
		add_tick(t, t->times[i], i);
	return true;
}

/* Spread the samples evenly from start to end. `*ended` is the end. */
static bool evenly(const struct v8_profile *p, struct ticks *t, struct builder *b,
		   int64_t *ended, struct error *err)
{
	int64_t n = (int64_t)p->samples.count, start, end, span;
	int32_t shift = 3;

	if (p->nested && bounds(p, 0, &start, &end) &&
	    !__builtin_sub_overflow(end, start, &span) && span >= 0 &&
	    span / SECONDS_EACH <= n)
		shift = 9;
	if (!bounds(p, shift, &start, &end) ||
	    __builtin_sub_overflow(end, start, &span) || span < 0)
		return true;
	if (!make_room(p, t, err))
		return false;
	builder_note(
	    b, TEXT("times"),
	    TEXT("spread evenly from startTime to endTime, as samples have no times"));
	for (int64_t i = 0; i < n; i++)
		add_tick(t,
			 start + (int64_t)number_share((uint64_t)i, (uint64_t)n,
						       (uint64_t)span),
			 (size_t)i);
	*ended = end;
	return true;
}

static int compare_ticks(const void *a, const void *b)
{
	const struct tick *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Insertion sort, as few samples are out of order, and not by far. */
static void sort_ticks(struct ticks *t)
{
	uint64_t moves = 0, most = (uint64_t)t->count * MOVES_EACH;

	for (uint32_t i = 1; t->at && i < t->count; i++) {
		struct tick one = t->at[i];
		uint32_t to = i;

		for (; to > 0 && t->at[to - 1].time > one.time; to--, moves++)
			t->at[to] = t->at[to - 1];
		t->at[to] = one;
		if (moves > most) {
			qsort(t->at, t->count, sizeof *t->at, compare_ticks);
			return;
		}
	}
}

/* `*end`: the end in ns as far as the file states it; INT64_MIN: not stated. */
static bool place_all(struct v8_profile *p, struct ticks *t, struct builder *b,
		      int64_t *end, struct error *err)
{
	bool ok = true;
	int64_t start, ignored;

	if (p->samples.count > UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "too many samples in a CPU profile");
	if (!bounds(p, 3, &start, end))
		*end = INT64_MIN;
	if (!p->has_start && !p->stamps.count && p->deltas.count)
		builder_note(b, TEXT("times"),
			     TEXT("counted from 0, as there is no startTime"));
	if (p->has_start && !p->stamps.count && !number_scaled(p->start, 3, &ignored))
		builder_note(b, TEXT("times"),
			     TEXT("since startTime, which is out of range"));
	if (!p->stamps.count && p->deltas.count)
		sum_deltas(p, start);
	if (p->stamps.count) {
		ok = by_stamps(p, t, err);
	} else if (p->has_start && p->has_end && p->samples.count) {
		*end = INT64_MIN;
		ok = evenly(p, t, b, end, err);
	}
	sort_ticks(t);
	return ok;
}

/* ---- storing ---- */

/* The last sample lasts until the end, or as long as the one before it. */
static uint64_t lasting(const struct ticks *t, uint32_t i, int64_t end)
{
	int64_t time = get_tick(t, i).time;

	if (i + 1 < t->count)
		return (uint64_t)get_tick(t, i + 1).time - (uint64_t)time;
	if (end > time)
		return (uint64_t)end - (uint64_t)time;
	return i ? (uint64_t)time - (uint64_t)get_tick(t, i - 1).time : 0;
}

/* The data common to the samples of a profile. */
struct v8_storing {
	struct v8_profile *profile; /* borrowed, like all pointers here */
	struct reading *reading;
	uint32_t thread;
	uint16_t event;
};

/* False: the sample's node does not exist. */
static bool stack_of(const struct v8_storing *s, size_t node, uint32_t *stack)
{
	int64_t id = s->profile->samples.at[node];

	if (id < 0) /* counted as a loss when it was read */
		return false;
	if (v8_nodes_stack(&s->profile->nodes, (uint64_t)id, stack))
		return true;
	losses_count(s->reading->losses, LOSS_RECORD, s->profile->at);
	return false;
}

static void store_one(const struct v8_storing *s, size_t node, struct sample *sample)
{
	if (!stack_of(s, node, &sample->stack))
		return;
	sample->thread = s->thread;
	sample->event = s->event;
	sample->cpu = PROFILE_NO_CPU;
	builder_sample(s->reading->builder, sample);
}

static bool store_timed(const struct v8_storing *s, const struct ticks *t, int64_t end,
			struct error *err)
{
	uint64_t untimed = s->profile->samples.count - t->count - t->beyond;

	struct sample_run run;

	run.builder = s->reading->builder;
	run.thread = s->thread;
	run.event = s->event;
	run.cpu = PROFILE_NO_CPU;
	run.spans = false;
	run.count = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		struct tick tick = get_tick(t, i);
		uint32_t stack;

		if (stack_of(s, tick.node, &stack))
			sample_run_add(&run, (uint64_t)tick.time, lasting(t, i, end), 0,
				       stack);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	sample_run_flush(&run);
	losses_add(s->reading->losses, LOSS_NO_TIME, untimed, s->profile->at);
	losses_add(s->reading->losses, LOSS_NUMBER, t->beyond, s->profile->at);
	return true;
}

static bool store_untimed(const struct v8_storing *s, struct error *err)
{
	for (size_t i = 0; i < s->profile->samples.count; i++) {
		struct sample sample = {.weight = 1};

		store_one(s, i, &sample);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	return true;
}

static void store_hits(const struct v8_storing *s)
{
	struct sample sample = {
	    .thread = s->thread, .event = s->event, .cpu = PROFILE_NO_CPU};

	builder_weights_are_counts(s->reading->builder);
	for (uint32_t i = 0; i < s->profile->nodes.count; i++) {
		sample.weight = v8_nodes_row(&s->profile->nodes, i, &sample.stack);
		if (sample.weight)
			builder_sample(s->reading->builder, &sample);
	}
}

bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err)
{
	struct builder *b = r->builder;
	uint32_t name = owner->name;
	struct v8_storing s = {.profile = p, .reading = r};
	struct ticks ticks = {0};
	uint64_t bad;
	int64_t end;
	bool ok;

	if (!v8_nodes_resolve(&p->nodes, b, &bad, err))
		return false;
	losses_add(r->losses, LOSS_RECORD, bad, p->at);
	if (p->title && p->title[0])
		name = builder_string(b, text_of(p->title));
	s.thread = builder_thread_of(b, name, owner->pid, owner->tid);
	if (p->samples.count == 0)
		losses_add(r->losses, LOSS_RECORD, p->deltas.count + p->stamps.count,
			   p->at);
	if (p->samples.count == 0 && !alone)
		return true;
	ok = place_all(p, &ticks, b, &end, err);
	/* with times, a weight is the time until the next sample */
	s.event = builder_event(b, owner->event, ticks.count ? TEXT("ns") : TEXT(""));
	if (ok && p->samples.count == 0)
		store_hits(&s);
	else if (ok)
		ok = ticks.count ? store_timed(&s, &ticks, end, err)
				 : store_untimed(&s, err);
	mem_free(ticks.at);
	return ok;
}
