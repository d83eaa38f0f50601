#include "profile/builder.h"

#include <assert.h>

#include "base/append.h"
#include "base/mem.h"
#include "profile/builder_state.h"

/* The whole's ids for a part's, plus one; 0: not asked for yet. */
struct ids {
	uint32_t *of; /* owned */
	size_t room;
};

struct merge {
	struct builder *whole, *part; /* borrowed */
	struct ids strings, frames, stacks, contexts;
	size_t untimed;	  /* untimed samples of the part already handed over */
	uint64_t crowded; /* and its events that share an id */
	uint32_t *path;	  /* owned: stacks on the way to a known one */
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

void merge_free(struct merge *m)
{
	if (!m)
		return;
	mem_free(m->strings.of);
	mem_free(m->frames.of);
	mem_free(m->stacks.of);
	mem_free(m->contexts.of);
	mem_free(m->path);
	mem_free(m);
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

		*id = 1 + builder_frame(m->whole, name, module, f->kind);
	}
	return *id - 1;
}

/* Up to the first ancestor that is known, then down again. */
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

/* Threads and events are few: they are looked up again for each context. */
static uint32_t context_id(struct merge *m, uint32_t context)
{
	const struct builder *p = m->part;
	const struct context *c = &p->contexts.rows[context];
	const struct thread *t = &p->threads.rows[c->thread];
	const struct event *e = &p->events.rows[c->event];
	uint32_t *id = &m->contexts.of[context];

	if (!*id) {
		struct text comm = intern_get(p->strings, t->comm);
		uint32_t thread = builder_thread(m->whole, comm, t->pid, t->tid);
		struct text name = intern_get(p->strings, e->name);
		uint16_t event =
		    e->spans
			? builder_span_event(m->whole, name)
			: builder_event(m->whole, name, intern_get(p->strings, e->unit));

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

void merge_forget_samples(struct merge *m)
{
	m->part->samples = 0;
	m->part->untimed.count = 0;
	m->untimed = 0;
}

uint64_t merge_weight(const struct builder *part)
{
	/* ids of events run out first: leave one for each event to come */
	if (part->events.count > PROFILE_NO_CPU / 2)
		return UINT64_MAX;
	return intern_used(part->strings) + intern_count(part->strings) * 24ull +
	       part->frames.count * 64ull + part->stacks.count * 40ull +
	       part->contexts.count * 40ull + part->threads.count * 64ull;
}
