#include "lib/made_profile.h"

#include <assert.h>
#include <stdlib.h>

#include "base/number.h"
#include "profile/builder.h"

/* The kind and mode that a module implies for its frames. */
static struct frame told_by(struct text module)
{
	if (text_equal(module, TEXT("[idle]")))
		return (struct frame){.kind = FRAME_IDLE};
	if (text_equal(module, TEXT("[inlined]")))
		return (struct frame){.kind = FRAME_INLINED};
	if (text_equal(module, TEXT("[no name]")))
		return (struct frame){.kind = FRAME_NAMELESS};
	if (text_equal(module, TEXT("[no name] user")))
		return (struct frame){.kind = FRAME_NAMELESS, .mode = FRAME_MODE_USER};
	if (text_equal(module, TEXT("[no name] kernel")))
		return (struct frame){.kind = FRAME_NAMELESS, .mode = FRAME_MODE_KERNEL};
	return (struct frame){.kind = text_starts(module, TEXT("[kernel")) ? FRAME_KERNEL
									   : FRAME_USER};
}

static uint32_t put_frame(struct builder *b, struct text t)
{
	const char *at = t.len ? memchr(t.at, '@', t.len) : NULL;
	struct text name = at ? text_upto(t, (size_t)(at - t.at)) : t;
	struct text module = at ? text_from(t, name.len + 1) : text_from(t, t.len);
	const struct frame told = told_by(module);

	if (told.kind == FRAME_NAMELESS)
		module = TEXT(""); /* another one would imply the mode */
	return builder_frame_like(b, builder_string(b, name), builder_string(b, module),
				  &told);
}

static uint32_t put_stack(struct builder *b, const char *frames)
{
	struct text rest = text_of(frames);
	uint32_t stack = 0;

	while (rest.len) {
		const char *end = memchr(rest.at, ';', rest.len);
		struct text frame = end ? text_upto(rest, (size_t)(end - rest.at)) : rest;

		stack = builder_stack(b, stack, put_frame(b, frame));
		rest = text_from(rest, frame.len + 1);
	}
	return stack;
}

static int32_t id_of(int id)
{
	return id == MADE_ZERO ? 0 : id == 0 ? 100 : id;
}

static void put_sample(struct builder *b, const struct made_sample *m)
{
	struct sample s = {
	    .time = m->time,
	    .weight = m->weight ? m->weight
		      : m->span ? m->duration
				: 1,
	    .duration = m->duration,
	    .cpu = m->cpu < 0 ? PROFILE_NO_CPU : (uint16_t)m->cpu,
	    .timed = !m->untimed,
	};
	struct thread t = {.pid = id_of(m->pid), .tid = id_of(m->tid)};

	s.stack = put_stack(b, m->stack);
	t.comm = builder_string(b, text_of(m->comm ? m->comm : "app"));
	if (m->process)
		t.process = builder_string(b, text_of(m->process));
	s.thread = builder_thread_in(b, &t);
	s.event = m->span ? builder_span_event(b, text_of(m->event ? m->event : "spans"))
			  : builder_event(b, text_of(m->event ? m->event : "cpu-clock"),
					  TEXT("ns"));
	builder_add_sample(b, &s);
}

struct profile *made_with_notes(const struct made_sample *samples, size_t count,
				const struct made_note *notes, size_t note_count)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	assert(b);
	for (size_t i = 0; i < note_count; i++)
		builder_note(b, text_of(notes[i].key), text_of(notes[i].value));
	for (size_t i = 0; i < count; i++)
		put_sample(b, &samples[i]);
	p = builder_finish(b, &err);
	assert(p);
	builder_free(b);
	return p;
}

struct profile *made_with_note(const struct made_sample *samples, size_t count,
			       const char *key, const char *value)
{
	return made_with_notes(samples, count, &(struct made_note){key, value}, 1);
}

struct profile *made_profile(const struct made_sample *samples, size_t count)
{
	return made_with_notes(samples, count, NULL, 0);
}

uint32_t dice_below(struct dice *d, uint32_t limit)
{
	uint64_t z = d->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ z >> 31) % limit);
}

static const char *pick(struct dice *d, const char *const *from, uint32_t count)
{
	return from[dice_below(d, count)];
}

static void random_stack(struct dice *d, char *buf, size_t room)
{
	static const char *const frames[] = {
	    "main@/bin/app",  "a@/bin/app",	    "b@/bin/app",
	    "b@/lib/libb.so", "c++::f(int)@x",	    "do_idle@[kernel]",
	    "irq@[kernel]",   "\xff\x1b[31m@weird", "default_idle@[kernel]",
	    "nothing@[idle]",
	};
	uint32_t depth = dice_below(d, 8);

	buf[0] = '\0';
	for (uint32_t i = 0; i < depth; i++) {
		strncat(buf, i ? ";" : "", room - strlen(buf) - 1);
		strncat(buf, pick(d, frames, 10), room - strlen(buf) - 1);
	}
}

/*
 * The duration of a span in a profile of some seconds: nothing, short, or longer than all others.
 */
static uint64_t random_duration(struct dice *d)
{
	switch (dice_below(d, 8)) {
	case 0:
		return 0;
	case 1:
		return dice_below(d, 4000000000u);
	case 2:
		return 1 + dice_below(d, 10);
	default:
		return dice_below(d, 30000000);
	}
}

static struct profile *thrown(uint64_t seed, uint32_t samples, bool spans)
{
	static const char *const comms[] = {"app", "swapper", "swapper/1", "a;b", "app"};
	static const char *const events[] = {"cpu-clock", "cpu-clock", "page-faults"};
	static const int ids[] = {0, 7, 8, -1, MADE_ZERO};
	struct dice d = {seed};
	uint32_t count = dice_below(&d, samples + 1);
	struct made_sample *made = calloc(count + 1, sizeof *made);
	char(*stacks)[256] = calloc(count + 1, sizeof *stacks);
	struct profile *p;

	assert(made && stacks);
	for (uint32_t i = 0; i < count; i++) {
		random_stack(&d, stacks[i], sizeof stacks[i]);
		made[i] = (struct made_sample){
		    .stack = i && dice_below(&d, 3) ? made[i - 1].stack : stacks[i],
		    .comm = pick(&d, comms, 5),
		    .event = pick(&d, events, 3),
		    .time = 7 * NS_PER_SECOND + dice_below(&d, 4000000000u),
		    .weight = 1 + dice_below(&d, 1000),
		    .pid = ids[dice_below(&d, 5)],
		    .tid = ids[dice_below(&d, 5)],
		    .cpu = (int)dice_below(&d, 4) - 1,
		};
		if (spans) {
			made[i].span = true;
			made[i].event = NULL;
			made[i].duration = random_duration(&d);
			made[i].weight *= dice_below(&d, 2);
		}
	}
	p = made_profile(made, count);
	free(made);
	free(stacks);
	return p;
}

struct profile *random_profile(uint64_t seed, uint32_t samples)
{
	return thrown(seed, samples, false);
}

struct profile *random_spans(uint64_t seed, uint32_t samples)
{
	return thrown(seed, samples, true);
}
