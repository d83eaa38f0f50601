
#include "base/append.h"
#include "base/mem.h"
#include "input/speedscope/speedscope_profile.h"

#define DEEPEST	 4096		 /* frames of one stack */
#define LOST	 (INT64_MIN / 2) /* the time after a time out of range */
#define EARLIEST (INT64_MIN / 4) /* no valid time is earlier */

/* The current stack. Frames that it shares with the previous stack are reused. */
struct speedscope_storing {
	const struct speedscope_profile *profile; /* borrowed, like the next two */
	const struct speedscope_frames *frames;
	struct reading *reading;
	uint32_t thread;
	uint16_t event;
	bool spans; /* type "evented": times at which frames begin and end */
	uint32_t depth;
	uint32_t frame[DEEPEST], stack[DEEPEST]; /* root first */
	int64_t time;				 /* current time */
};

static void count_profile_loss(struct speedscope_storing *s, enum loss_reason why)
{
	losses_count(s->reading->losses, why, s->profile->at);
}

static int32_t shift_of(const struct speedscope_profile *p)
{
	return p->unit == SPEEDSCOPE_TIME ? p->shift : 0;
}

static bool has_frame(const struct speedscope_storing *s, uint32_t frame)
{
	return frame < s->frames->count;
}

/* Make the stacks of the frames from this depth on. */
static void restack(struct speedscope_storing *s, uint32_t from)
{
	for (uint32_t i = from; i < s->depth; i++)
		s->stack[i] = builder_stack(s->reading->builder, i ? s->stack[i - 1] : 0,
					    s->frames->ids[s->frame[i]]);
}

/*
 * Add a sample of the current stack that lasts for `lasted` from now on; an empty stack adds none.
 */
static void add_stack_sample(struct speedscope_storing *s, int64_t lasted)
{
	bool timed = s->profile->unit == SPEEDSCOPE_TIME;
	struct sample sample = {
	    .time = timed ? (uint64_t)s->time : 0,
	    .duration = s->spans ? (uint64_t)lasted : 0,
	    .weight = (uint64_t)lasted,
	    .stack = s->depth ? s->stack[s->depth - 1] : 0,
	    .thread = s->thread,
	    .cpu = PROFILE_NO_CPU,
	    .event = s->event,
	    .timed = timed,
	};

	if (s->depth == 0 || (!timed && lasted == 0))
		return;
	if (timed && s->time < EARLIEST)
		count_profile_loss(s, LOSS_NUMBER);
	else
		builder_sample(s->reading->builder, &sample);
}

/* ---- "sampled" ---- */

/* Set the stack to the frames from..to of the profile's list. */
static void set_stack(struct speedscope_storing *s, size_t from, size_t to)
{
	const uint32_t *frames = s->profile->frames;
	uint32_t same = 0, depth = 0;

	for (size_t i = from; i < to; i++) {
		bool is_same =
		    same == depth && depth < s->depth && s->frame[depth] == frames[i];

		if (!has_frame(s, frames[i]) ||
		    !APPEND_FIXED(s->frame, depth, frames[i])) {
			count_profile_loss(s, depth == DEEPEST ? LOSS_DEEP : LOSS_RECORD);
			continue;
		}
		same += is_same;
	}
	s->depth = depth;
	restack(s, same);
}

static bool store_samples(struct speedscope_storing *s, struct error *err)
{
	const struct speedscope_profile *p = s->profile;
	size_t from = 0,
	       n = p->end_count < p->weight_count ? p->end_count : p->weight_count;

	for (size_t i = 0; i < n; i++) {
		int64_t weight;

		set_stack(s, from, p->ends[i]);
		from = p->ends[i];
		if (!number_scaled(p->weights[i], shift_of(p), &weight) || weight < 0) {
			count_profile_loss(s, LOSS_NUMBER);
			continue;
		}
		add_stack_sample(s, weight);
		if (__builtin_add_overflow(s->time, weight, &s->time))
			s->time = LOST; /* like all that follow */
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	losses_add(s->reading->losses, LOSS_NO_TIME, p->end_count - n, p->at);
	return true;
}

/* ---- "evented" ---- */

static void open_frame(struct speedscope_storing *s, uint32_t frame)
{
	if (!has_frame(s, frame) || !APPEND_FIXED(s->frame, s->depth, frame)) {
		count_profile_loss(s, s->depth == DEEPEST ? LOSS_DEEP : LOSS_RECORD);
		return;
	}
	restack(s, s->depth - 1);
}

/*
 * A frame that is not the innermost is removed nevertheless; those inside it stay until their own
 * ends.
 */
static void close_frame(struct speedscope_storing *s, uint32_t frame)
{
	uint32_t at = s->depth;

	while (at > 0 && s->frame[at - 1] != frame)
		at--;
	if (at < s->depth || at == 0)
		count_profile_loss(s, LOSS_RECORD);
	if (at == 0)
		return;
	s->depth--;
	memmove(s->frame + at - 1, s->frame + at, (s->depth - at + 1) * sizeof *s->frame);
	restack(s, at - 1);
}

/* Advance the time; it never goes back. */
static void go_on(struct speedscope_storing *s, struct decimal until)
{
	int64_t then, lasted;

	if (!number_scaled(until, shift_of(s->profile), &then) ||
	    __builtin_sub_overflow(then, s->time, &lasted)) {
		count_profile_loss(s, LOSS_NUMBER);
		return;
	}
	if (lasted < 0) {
		count_profile_loss(s, LOSS_RECORD);
		return;
	}
	if (lasted > 0)
		add_stack_sample(s, lasted);
	s->time = then;
}

static bool store_events(struct speedscope_storing *s, struct error *err)
{
	const struct speedscope_profile *p = s->profile;

	s->depth = 0;
	for (size_t i = 0; i < p->event_count; i++) {
		const struct speedscope_event *e = &p->events[i];

		go_on(s, e->at);
		if (e->opens)
			open_frame(s, e->frame);
		else
			close_frame(s, e->frame);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	if (s->depth)
		go_on(s, p->end);
	return true;
}

bool speedscope_profile_store(const struct speedscope_profile *p,
			      const struct speedscope_frames *frames, uint32_t thread,
			      struct reading *r, struct error *err)
{
	struct speedscope_storing *s =
	    mem_array(1, sizeof *s, "a profile of the file", err);
	struct text unit = TEXT("");
	bool ok;

	if (!s)
		return false;
	if (p->unit != SPEEDSCOPE_NONE)
		unit = p->unit == SPEEDSCOPE_TIME ? TEXT("ns") : TEXT("bytes");
	s->profile = p;
	s->frames = frames;
	s->reading = r;
	s->thread = thread;
	s->spans = p->event_count > 0 && p->unit == SPEEDSCOPE_TIME;
	if (s->spans)
		s->event = builder_span_event(r->builder, TEXT("spans"));
	else
		s->event = builder_event(
		    r->builder,
		    p->unit == SPEEDSCOPE_BYTES ? TEXT("bytes") : TEXT("samples"), unit);
	if (!number_scaled(p->start, shift_of(p), &s->time)) {
		count_profile_loss(s, LOSS_NUMBER);
		s->time = LOST;
	}
	ok = store_samples(s, err) && store_events(s, err);
	mem_free(s);
	return ok;
}
