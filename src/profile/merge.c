#include "profile/builder.h"

#include "base/append.h"
#include "base/mem.h"
#include "profile/builder_state.h"

/* By id in a part, the id in the whole plus one; 0: not numbered yet. */
struct ids {
	uint32_t *of; /* owned */
	size_t room;
};

struct merge {
	struct builder *whole, *part; /* borrowed */
	struct ids strings, frames, stacks, contexts;
	size_t untimed;	  /* untimed samples of the part already handed over */
	uint64_t crowded; /* events of the part that share an id, already counted */
	uint32_t *path;	  /* owned: the stacks up to a numbered ancestor */
	size_t path_room;
};

struct merge *merge_new(struct builder *whole, struct builder *part, struct error *err)
{
	struct merge *m = mem_array(1, sizeof *m, "parts of a profile", err);

	if (!m)
		return NULL;
	m->whole = whole;
	m->part = part;
	part->is_part = true;
	return m;
}

static void release_ids(struct merge *m)
{
	mem_free(m->strings.of);
	mem_free(m->frames.of);
	mem_free(m->stacks.of);
	mem_free(m->contexts.of);
	mem_free(m->path);
}

void merge_free(struct merge *m)
{
	if (!m)
		return;
	release_ids(m);
	mem_free(m);
}

void builder_same_events(struct builder *b, const struct builder *from)
{
	if (builder_failed(from) && !builder_failed(b))
		b->err = from->err;
	for (size_t i = 0; i < from->events.count; i++) {
		const struct event *e = &from->events.rows[i];
		struct text name = intern_get(from->strings, e->name);

		if (e->spans)
			builder_span_event(b, name);
		else
			builder_event(b, name, intern_get(from->strings, e->unit));
	}
}

struct merge_mark merge_mark(const struct builder *part)
{
	return (struct merge_mark){part->samples, (uint32_t)part->notes.count};
}

static bool make_room(struct merge *m, struct ids *ids, size_t count)
{
	size_t before = ids->room;

	if (!mem_reserve(&ids->of, &ids->room, count, sizeof *ids->of,
			 "numbers of a part", &m->whole->err))
		return false;
	if (ids->room > before)
		memset(ids->of + before, 0, (ids->room - before) * sizeof *ids->of);
	return true;
}

static bool make_all_room(struct merge *m)
{
	const struct builder *p = m->part;

	return make_room(m, &m->strings, intern_count(p->strings)) &&
	       make_room(m, &m->frames, p->frames.count) &&
	       make_room(m, &m->stacks, p->stacks.count) &&
	       make_room(m, &m->contexts, p->contexts.count);
}

static uint32_t string_id(struct merge *m, uint32_t string)
{
	uint32_t *id = &m->strings.of[string];

	if (!*id)
		*id = 1 + builder_string(m->whole, intern_get(m->part->strings, string));
	return *id - 1;
}

static uint32_t frame_id(struct merge *m, uint32_t frame)
{
	const struct frame *f = &m->part->frames.rows[frame];
	uint32_t *id = &m->frames.of[frame];

	if (!*id) {
		uint32_t name = string_id(m, f->name), module = string_id(m, f->module);

		*id = 1 + builder_frame_like(m->whole, name, module, f);
	}
	return *id - 1;
}

/* Go up to the nearest numbered ancestor, then down again. */
static uint32_t stack_id(struct merge *m, uint32_t stack)
{
	const struct stack *rows = m->part->stacks.rows;
	uint32_t id;
	size_t n = 0;

	for (; stack && !m->stacks.of[stack]; stack = rows[stack].parent) {
		if (!APPEND(m->path, n, m->path_room, "a stack", &m->whole->err, stack))
			return 0;
	}
	id = stack ? m->stacks.of[stack] - 1 : 0;
	while (n > 0 && !builder_failed(m->whole)) {
		stack = m->path[--n];
		id = builder_stack(m->whole, id, frame_id(m, rows[stack].frame));
		m->stacks.of[stack] = id + 1;
	}
	return id;
}

/* Threads and events are few, so they are looked up again for each context. */
static uint32_t context_id(struct merge *m, uint32_t context)
{
	const struct builder *p = m->part;
	const struct context *c = &p->contexts.rows[context];
	const struct thread *t = &p->threads.rows[c->thread];
	const struct event *e = &p->events.rows[c->event];
	uint32_t *id = &m->contexts.of[context];

	if (!*id) {
		struct thread whole = *t;
		struct text name = intern_get(p->strings, e->name);
		uint32_t thread;
		uint16_t event;

		whole.comm = builder_string(m->whole, intern_get(p->strings, t->comm));
		if (t->process)
			whole.process =
			    builder_string(m->whole, intern_get(p->strings, t->process));
		thread = builder_thread_in(m->whole, &whole);
		event = e->spans ? builder_span_event(m->whole, name)
				 : builder_event(m->whole, name,
						 intern_get(p->strings, e->unit));
		*id = 1 + builder_context_id(m->whole, thread, c->cpu, event);
	}
	return *id - 1;
}

static void hand_over_samples(struct merge *m, uint32_t from, uint32_t to)
{
	const struct builder *p = m->part;

	for (uint32_t i = from; i < to && !builder_failed(m->whole); i++) {
		struct row r = {.time = p->time[i],
				.weight = p->weight[i],
				.duration = p->duration ? p->duration[i] : 0,
				.sched = p->sched ? p->sched[i] : 0,
				.timed = true};

		if (m->untimed < p->untimed.count && p->untimed.rows[m->untimed] == i) {
			m->untimed++;
			r.timed = false;
		}
		r.context = context_id(m, p->context[i]);
		if (builder_failed(m->whole))
			return;
		r.stack = stack_id(m, p->stack[i]);
		builder_row(m->whole, &r);
	}
}

void merge_hand_over(struct merge *m, struct merge_mark from, struct merge_mark to)
{
	struct builder *p = m->part;

	if (builder_failed(p) && !builder_failed(m->whole))
		m->whole->err = p->err;
	if (builder_failed(m->whole) || !make_all_room(m))
		return;
	for (uint32_t i = from.notes; i < to.notes; i++)
		builder_note(m->whole, intern_get(p->strings, p->notes.rows[i].key),
			     intern_get(p->strings, p->notes.rows[i].value));
	hand_over_samples(m, from.samples, to.samples);
	m->whole->crowded += p->crowded - m->crowded;
	m->crowded = p->crowded;
}

bool merge_frame(const struct merge *m, uint32_t frame, uint32_t *whole)
{
	if (frame >= m->frames.room || !m->frames.of[frame])
		return false;
	*whole = m->frames.of[frame] - 1;
	return true;
}

void merge_forget_samples(struct merge *m)
{
	m->part->samples = 0;
	m->part->untimed.count = 0;
	m->untimed = 0;
}

static uint64_t weight_of(const struct builder *part)
{
	return intern_used(part->strings) + intern_count(part->strings) * 24ull +
	       part->frames.count * 64ull + part->stacks.count * 40ull +
	       part->contexts.count * 40ull + part->threads.count * 64ull;
}

uint64_t merge_weight(const struct builder *part)
{
	/* ids of events run out first: leave one for each further event */
	if (part->events.count > PROFILE_NO_CPU / 2)
		return UINT64_MAX;
	return weight_of(part);
}

/* ---- rebuilding a builder ---- */

#define WORN_LEAST (UINT64_C(4) << 20) /* bytes */
#define ROWS_LEAST (UINT32_C(16) << 20)
#define ROWS_MOST  (UINT32_C(3) << 30) /* row numbers have 32 bits */

/* Copying the kept rows must pay off, so the more is kept, the rarer rebuilds become. */
bool builder_is_worn(const struct builder *b)
{
	uint32_t kept = b->samples - b->gone;
	/* without sharing, their memory is not returned */
	uint64_t rows = b->shared ? 0 : b->gone * 28ull;

	if (!b->keep || !b->timed || !b->sorted || b->untimed_head || b->untimed.count ||
	    b->many || b->is_part || builder_failed(b))
		return false;
	if (b->gone >= ROWS_LEAST && (b->gone / 4 >= kept || b->samples >= ROWS_MOST))
		return true;
	return b->gone >= kept / 2 && weight_of(b) + rows > 2 * b->renewed + WORN_LEAST;
}

static void copy_facts(struct merge *m)
{
	const struct builder *p = m->part;

	builder_same_events(m->whole, p);
	for (size_t i = 0; i < p->notes.count; i++)
		builder_note_of(m->whole, string_id(m, p->notes.rows[i].key),
				string_id(m, p->notes.rows[i].value));
	for (size_t i = 0; i < p->losses.count; i++) {
		struct loss l = p->losses.rows[i];

		l.reason = string_id(m, l.reason);
		builder_loss(m->whole, &l);
	}
}

static void copy_kept(struct merge *m)
{
	const struct builder *p = m->part;

	for (uint32_t i = p->gone; i < p->samples && !builder_failed(m->whole); i++) {
		struct row r = {.time = p->time[i],
				.weight = p->weight[i],
				.duration = p->duration ? p->duration[i] : 0,
				.site = p->site ? p->site[i] : 0,
				.sched = p->sched ? p->sched[i] : 0,
				.timed = true};

		r.context = context_id(m, p->context[i]);
		r.stack = stack_id(m, p->stack[i]);
		if (!builder_failed(m->whole))
			builder_row(m->whole, &r);
	}
}

/*
 * Move everything except the samples. The old builder keeps everything that it still has to
 * release.
 */
static void take_over(struct builder *b, struct builder *old)
{
	b->end = old->end;
	b->until = old->until;
	b->keep = old->keep;
	b->origin = old->origin;
	b->gone_before = old->gone_before + old->gone;
	b->generation = old->generation + 1;
	b->renewed = weight_of(b);
	b->too_heavy += old->too_heavy;
	b->too_long += old->too_long;
	b->crowded = old->crowded;
	b->backwards = old->backwards;
	b->counts = old->counts;
	b->code = old->code;
	b->hosts = old->hosts;
	old->code = NULL;
	old->hosts = (struct hosts){0};
}

uint32_t *builder_renew(struct builder *b, size_t *count, struct error *err)
{
	struct builder *fresh = b->shared ? builder_new_shown(err) : builder_new(err),
		       old;
	struct merge m = {.whole = fresh, .part = b};
	uint32_t *frames = NULL;

	b->renewed = weight_of(b); /* after a failure, do not retry immediately */
	if (!fresh)
		return NULL;
	if (!b->shared != !fresh->shared) {
		builder_free(fresh);
		error_set(err, ERROR_MEMORY, "no room for new tables");
		return NULL;
	}
	if (make_all_room(&m)) {
		copy_facts(&m);
		copy_kept(&m);
	}
	*err = fresh->err;
	if (!builder_failed(fresh)) {
		take_over(fresh, b);
		*count = b->frames.count;
		/* the new numbers of frames: the values of `m.frames` minus one */
		frames = m.frames.of;
		for (size_t i = 0; i < *count; i++)
			frames[i] -= frames[i] != 0;
		m.frames.of = NULL;
		old = *b;
		*b = *fresh;
		*fresh = old;
	}
	release_ids(&m);
	builder_free(fresh);
	return frames;
}
