#include "profile/builder.h"

#include <assert.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "profile/order.h"

#define EVENTS_MAX PROFILE_NO_CPU

/* A table that grows: rows, how many, and room for how many. */
#define TABLE(type)                                                                      \
	struct {                                                                         \
		type *rows; /* owned */                                                  \
		size_t count, room;                                                      \
	}

/* Rows of three members are found in two steps: the first two have a number together. */
struct triples {
	struct idmap pairs, rows;
};

struct builder {
	struct error err;	/* the first failure; everything after it does nothing */
	struct intern *strings; /* owned */
	TABLE(struct frame) frames;
	TABLE(struct stack) stacks;
	TABLE(struct thread) threads;
	TABLE(struct event) events;
	TABLE(struct context) contexts;
	TABLE(struct note) notes;
	TABLE(struct loss) losses;
	struct triples frame_ids, thread_ids;
	struct idmap stack_ids, event_ids, context_ids, note_ids;
	uint32_t samples;
	size_t sample_room;	 /* of each of these columns */
	uint64_t *time;		 /* owned */
	uint64_t *weight;	 /* owned */
	uint32_t *stack;	 /* owned */
	uint32_t *context;	 /* owned */
	uint32_t untimed_head;	 /* so many samples at the start have no time ... */
	TABLE(uint32_t) untimed; /* ... nor have these, later ones */
	uint64_t weight_sum, too_heavy;
	uint64_t crowded; /* events that share the last row, for want of numbers */
	bool timed, sorted, weighted, counts;
};

#define RESERVE(b, table, wanted, what)                                                  \
	mem_reserve(&(b)->table.rows, &(b)->table.room, (wanted),                        \
		    sizeof *(b)->table.rows, (what), &(b)->err)

struct builder *builder_new(struct error *err)
{
	struct builder *b = mem_array(1, sizeof *b, "profile builder", err);

	if (!b)
		return NULL;
	b->sorted = true;
	b->strings = intern_new(&b->err);
	if (!b->strings || !RESERVE(b, frames, 1, "frames") ||
	    !RESERVE(b, stacks, 1, "stacks")) {
		*err = b->err;
		builder_free(b);
		return NULL;
	}
	b->frames.rows[b->frames.count++] = (struct frame){0};
	b->stacks.rows[b->stacks.count++] = (struct stack){0};
	return b;
}

static void release_lookups(struct builder *b)
{
	idmap_release(&b->frame_ids.pairs);
	idmap_release(&b->frame_ids.rows);
	idmap_release(&b->thread_ids.pairs);
	idmap_release(&b->thread_ids.rows);
	idmap_release(&b->stack_ids);
	idmap_release(&b->event_ids);
	idmap_release(&b->context_ids);
	idmap_release(&b->note_ids);
}

void builder_free(struct builder *b)
{
	if (!b)
		return;
	release_lookups(b);
	intern_free(b->strings);
	free(b->frames.rows);
	free(b->stacks.rows);
	free(b->threads.rows);
	free(b->events.rows);
	free(b->contexts.rows);
	free(b->notes.rows);
	free(b->losses.rows);
	free(b->time);
	free(b->weight);
	free(b->stack);
	free(b->context);
	free(b->untimed.rows);
	free(b);
}

bool builder_failed(const struct builder *b)
{
	return b->err.kind != ERROR_NONE;
}

uint32_t builder_string(struct builder *b, struct text t)
{
	uint32_t id;

	if (builder_failed(b) || !intern_put(b->strings, t, &id, &b->err))
		return 0;
	return id;
}

/* May a table of `count` rows have one more? The last id is kept free for "none". */
static bool has_id(struct builder *b, size_t count, const char *what)
{
	return count < UINT32_MAX - 1 ||
	       error_set(&b->err, ERROR_LIMIT, "more than %u %s", UINT32_MAX - 1, what);
}

static bool find_triple(struct builder *b, struct triples *t, uint32_t first,
			uint32_t second, uint32_t third, uint32_t fresh, uint32_t *id)
{
	uint32_t pair;

	return has_id(b, t->pairs.count, "pairs of names") &&
	       idmap_put(&t->pairs, idmap_pair(first, second), (uint32_t)t->pairs.count,
			 &pair, &b->err) &&
	       idmap_put(&t->rows, idmap_pair(pair, third), fresh, id, &b->err);
}

uint32_t builder_frame(struct builder *b, uint32_t name, uint32_t module,
		       enum frame_kind kind)
{
	uint32_t fresh = (uint32_t)b->frames.count, id;

	if (builder_failed(b))
		return 0;
	assert(name < intern_count(b->strings) && module < intern_count(b->strings));
	if (!has_id(b, fresh, "functions") ||
	    !find_triple(b, &b->frame_ids, name, module, kind, fresh, &id))
		return 0;
	if (id == fresh) {
		if (!RESERVE(b, frames, (size_t)fresh + 1, "functions"))
			return 0;
		b->frames.rows[b->frames.count++] = (struct frame){name, module, kind};
	}
	return id;
}

uint32_t builder_stack(struct builder *b, uint32_t parent, uint32_t frame)
{
	uint32_t fresh = (uint32_t)b->stacks.count, id;

	if (builder_failed(b))
		return 0;
	assert(parent < fresh && frame && frame < b->frames.count);
	if (!has_id(b, fresh, "stacks") ||
	    !idmap_put(&b->stack_ids, idmap_pair(parent, frame), fresh, &id, &b->err))
		return 0;
	if (id == fresh) {
		if (!RESERVE(b, stacks, (size_t)fresh + 1, "stacks"))
			return 0;
		b->stacks.rows[b->stacks.count++] = (struct stack){parent, frame};
	}
	return id;
}

uint32_t builder_thread(struct builder *b, struct text comm, int32_t pid, int32_t tid)
{
	uint32_t name = builder_string(b, comm), fresh = (uint32_t)b->threads.count, id;

	if (builder_failed(b) || !has_id(b, fresh, "threads") ||
	    !find_triple(b, &b->thread_ids, name, (uint32_t)pid, (uint32_t)tid, fresh,
			 &id))
		return 0;
	if (id == fresh) {
		if (!RESERVE(b, threads, (size_t)fresh + 1, "threads"))
			return 0;
		b->threads.rows[b->threads.count++] = (struct thread){name, pid, tid};
	}
	return id;
}

uint16_t builder_event(struct builder *b, struct text name, struct text unit)
{
	uint32_t key = builder_string(b, name), counts = builder_string(b, unit);
	uint32_t fresh = (uint32_t)b->events.count, id;
	size_t known = b->event_ids.count;
	bool full = fresh == EVENTS_MAX;

	if (builder_failed(b))
		return 0;
	if (full)
		fresh = EVENTS_MAX - 1;
	if (!idmap_put(&b->event_ids, key, fresh, &id, &b->err))
		return 0;
	b->crowded += full && b->event_ids.count > known;
	if (id == b->events.count) {
		if (!RESERVE(b, events, b->events.count + 1, "events"))
			return 0;
		b->events.rows[b->events.count++] = (struct event){key, counts};
	}
	return (uint16_t)id;
}

/* Remember that the next sample has no time. */
static bool note_untimed(struct builder *b)
{
	if (!b->timed) {
		b->untimed_head++;
		return true;
	}
	if (!RESERVE(b, untimed, b->untimed.count + 1, "samples without a time"))
		return false;
	b->untimed.rows[b->untimed.count++] = b->samples;
	return true;
}

/* All weights together fit 64 bits; one that would not is dropped and counted. */
static uint64_t weigh(struct builder *b, uint64_t weight)
{
	if (weight > UINT64_MAX - b->weight_sum) {
		b->too_heavy++;
		return 0;
	}
	b->weight_sum += weight;
	return weight;
}

static bool grow_column(struct builder *b, void *column, size_t size, size_t *room)
{
	*room = b->sample_room;
	return mem_reserve(column, room, *room + 1, size, "samples", &b->err);
}

static bool grow_samples(struct builder *b)
{
	size_t room;

	if (!grow_column(b, &b->time, sizeof *b->time, &room) ||
	    !grow_column(b, &b->weight, sizeof *b->weight, &room) ||
	    !grow_column(b, &b->stack, sizeof *b->stack, &room) ||
	    !grow_column(b, &b->context, sizeof *b->context, &room))
		return false;
	b->sample_room = room;
	return true;
}

/* All three of a context fit one key. */
static bool find_context(struct builder *b, const struct sample *s, uint32_t *id)
{
	uint32_t fresh = (uint32_t)b->contexts.count;
	uint32_t place = (uint32_t)s->cpu << 16 | s->event;

	if (!has_id(b, fresh, "threads on CPUs") ||
	    !idmap_put(&b->context_ids, idmap_pair(s->thread, place), fresh, id, &b->err))
		return false;
	if (*id != fresh)
		return true;
	if (!RESERVE(b, contexts, (size_t)fresh + 1, "threads on CPUs"))
		return false;
	b->contexts.rows[b->contexts.count++] =
	    (struct context){s->thread, s->cpu, s->event};
	return true;
}

void builder_sample(struct builder *b, const struct sample *s)
{
	size_t row = b->samples;
	uint64_t time = s->timed ? s->time : 0;
	uint32_t context;

	if (builder_failed(b) || !has_id(b, row, "samples"))
		return;
	assert(s->stack < b->stacks.count && s->thread < b->threads.count &&
	       s->event < b->events.count);
	if ((row == b->sample_room && !grow_samples(b)) ||
	    !find_context(b, s, &context) || (!s->timed && !note_untimed(b)))
		return;
	b->timed |= s->timed;
	b->sorted &= row == 0 || b->time[row - 1] <= time;
	b->time[row] = time;
	b->weight[row] = weigh(b, s->weight);
	b->weighted |= b->weight[row] != 1;
	b->stack[row] = s->stack;
	b->context[row] = context;
	b->samples++;
}

void builder_weights_are_counts(struct builder *b)
{
	b->counts = true;
}

uint64_t builder_sample_count(const struct builder *b)
{
	return b->samples;
}

void builder_note(struct builder *b, struct text key, struct text value)
{
	uint32_t k = builder_string(b, key), v = builder_string(b, value);
	uint32_t fresh = (uint32_t)b->notes.count, id;

	if (builder_failed(b) || !has_id(b, fresh, "notes") ||
	    !idmap_put(&b->note_ids, idmap_pair(k, v), fresh, &id, &b->err) ||
	    id != fresh || !RESERVE(b, notes, (size_t)fresh + 1, "notes"))
		return;
	b->notes.rows[b->notes.count++] = (struct note){k, v};
}

void builder_loss(struct builder *b, const struct loss *l)
{
	if (builder_failed(b))
		return;
	for (size_t i = 0; i < b->losses.count; i++) {
		struct loss *same = &b->losses.rows[i];

		if (same->reason != l->reason || same->aside != l->aside)
			continue;
		if (__builtin_add_overflow(same->count, l->count, &same->count))
			same->count = UINT64_MAX;
		if (!same->first_line ||
		    (l->first_line && l->first_line < same->first_line))
			same->first_line = l->first_line;
		return;
	}
	if (RESERVE(b, losses, b->losses.count + 1, "losses"))
		b->losses.rows[b->losses.count++] = *l;
}

static void count_loss(struct builder *b, struct text reason, uint64_t count)
{
	struct loss l = {.reason = builder_string(b, reason), .count = count};

	if (count)
		builder_loss(b, &l);
}

/* Put the samples without a time where the recording begins, and count them as a loss. */
static void place_untimed(struct builder *b)
{
	uint64_t first = UINT64_MAX, lost = b->untimed_head + b->untimed.count;
	size_t next = 0;

	if (!b->timed || !lost)
		return;
	for (uint32_t i = b->untimed_head; i < b->samples; i++) {
		if (next < b->untimed.count && b->untimed.rows[next] == i)
			next++;
		else if (b->time[i] < first)
			first = b->time[i];
	}
	for (uint32_t i = 0; i < b->untimed_head; i++)
		b->time[i] = first;
	for (size_t i = 0; i < b->untimed.count; i++)
		b->time[b->untimed.rows[i]] = first;
	b->sorted = false;
	count_loss(b, TEXT("samples without a time"), lost);
}

/* Sort all columns by time, one after the other. */
static bool sort_samples(struct builder *b)
{
	uint32_t *order = order_by_time(b->time, b->samples, &b->err);
	bool sorted = order && order_apply(order, b->samples, &b->time, 8, &b->err) &&
		      order_apply(order, b->samples, &b->weight, 8, &b->err) &&
		      order_apply(order, b->samples, &b->stack, 4, &b->err) &&
		      order_apply(order, b->samples, &b->context, 4, &b->err);

	free(order);
	return sorted;
}

/* Hand over an array (`array` is the address of its pointer) without unneeded room. */
static void *take(void *array, size_t count, size_t size)
{
	void *rows, *none = NULL;

	mem_trim(array, count, size);
	memcpy(&rows, array, sizeof rows);
	memcpy(array, &none, sizeof none);
	return rows;
}

#define TAKE_TABLE(b, table)                                                             \
	take(&(b)->table.rows, (b)->table.count, sizeof *(b)->table.rows)
#define TAKE_COLUMN(b, column) take(&(b)->column, (b)->samples, sizeof *(b)->column)

static void take_tables(struct builder *b, struct profile *p)
{
	char *bytes;
	uint64_t *ends;

	intern_take(b->strings, &bytes, &ends, &p->strings.count);
	mem_trim(&bytes, (size_t)ends[p->strings.count - 1], 1);
	mem_trim(&ends, p->strings.count, sizeof *ends);
	p->strings.bytes = bytes;
	p->strings.ends = ends;
	p->frame_count = (uint32_t)b->frames.count;
	p->stack_count = (uint32_t)b->stacks.count;
	p->thread_count = (uint32_t)b->threads.count;
	p->event_count = (uint32_t)b->events.count;
	p->context_count = (uint32_t)b->contexts.count;
	p->note_count = (uint32_t)b->notes.count;
	p->loss_count = (uint32_t)b->losses.count;
	p->frames = TAKE_TABLE(b, frames);
	p->stacks = TAKE_TABLE(b, stacks);
	p->threads = TAKE_TABLE(b, threads);
	p->events = TAKE_TABLE(b, events);
	p->contexts = TAKE_TABLE(b, contexts);
	p->notes = TAKE_TABLE(b, notes);
	p->losses = TAKE_TABLE(b, losses);
}

static void take_samples(struct builder *b, struct profile *p)
{
	p->samples.count = b->samples;
	p->samples.time = TAKE_COLUMN(b, time);
	p->samples.weight = TAKE_COLUMN(b, weight);
	p->samples.stack = TAKE_COLUMN(b, stack);
	p->samples.context = TAKE_COLUMN(b, context);
	p->has_times = b->timed;
	p->has_weights = b->weighted;
	p->weights_are_counts = b->counts;
}

struct profile *builder_finish(struct builder *b, struct error *err)
{
	struct profile *p = NULL;

	assert(!b->counts || !b->timed);
	if (!builder_failed(b)) {
		release_lookups(b); /* the sort can use their memory */
		place_untimed(b);
		count_loss(b, TEXT("weights too large to add up"), b->too_heavy);
		count_loss(b, TEXT("events too many to tell apart"), b->crowded);
	}
	if (!builder_failed(b) && (b->sorted || sort_samples(b)))
		p = mem_array(1, sizeof *p, "profile", &b->err);
	if (!p) {
		*err = b->err;
		return NULL;
	}
	take_tables(b, p);
	take_samples(b, p);
	return p;
}
