#include <assert.h>
#include <stdlib.h>

#include "profile/builder_state.h"
#include "profile/order.h"

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

/* The tables of a finished profile, each on its own. */
static void release_tables(void *owner)
{
	struct profile *p = owner;

	free((void *)p->strings.bytes);
	free((void *)p->strings.ends);
	free((void *)p->frames);
	free((void *)p->stacks);
	free((void *)p->threads);
	free((void *)p->events);
	free((void *)p->contexts);
	free((void *)p->notes);
	free((void *)p->losses);
	free((void *)p->samples.time);
	free((void *)p->samples.stack);
	free((void *)p->samples.context);
	free((void *)p->samples.weight);
}

static void *copy(const void *rows, size_t count, size_t size, bool *ok,
		  struct error *err)
{
	void *to =
	    *ok ? mem_array(count, size, "a picture of a growing profile", err) : NULL;

	*ok = to != NULL;
	if (to && count)
		memcpy(to, rows, count * size);
	return to;
}

#define COPY_TABLE(b, table, ok, err)                                                    \
	copy((b)->table.rows, (b)->table.count, sizeof *(b)->table.rows, ok, err)
#define COPY_COLUMN(b, column, ok, err)                                                  \
	copy((b)->column, (b)->samples, sizeof *(b)->column, ok, err)

static bool copy_tables(struct builder *b, struct profile *p, struct error *err)
{
	bool ok = true;

	p->strings.count = intern_count(b->strings);
	p->strings.bytes =
	    copy(intern_bytes(b->strings), intern_used(b->strings), 1, &ok, err);
	p->strings.ends = copy(intern_ends(b->strings), p->strings.count,
			       sizeof *p->strings.ends, &ok, err);
	p->frame_count = (uint32_t)b->frames.count;
	p->stack_count = (uint32_t)b->stacks.count;
	p->thread_count = (uint32_t)b->threads.count;
	p->event_count = (uint32_t)b->events.count;
	p->context_count = (uint32_t)b->contexts.count;
	p->note_count = (uint32_t)b->notes.count;
	p->samples.count = b->samples;
	p->frames = COPY_TABLE(b, frames, &ok, err);
	p->stacks = COPY_TABLE(b, stacks, &ok, err);
	p->threads = COPY_TABLE(b, threads, &ok, err);
	p->events = COPY_TABLE(b, events, &ok, err);
	p->contexts = COPY_TABLE(b, contexts, &ok, err);
	p->notes = COPY_TABLE(b, notes, &ok, err);
	p->samples.time = COPY_COLUMN(b, time, &ok, err);
	p->samples.weight = COPY_COLUMN(b, weight, &ok, err);
	p->samples.stack = COPY_COLUMN(b, stack, &ok, err);
	p->samples.context = COPY_COLUMN(b, context, &ok, err);
	return ok;
}

struct profile *builder_preview(struct builder *b, struct error *err)
{
	struct profile *p;

	if (!b->samples || !b->timed || !b->sorted || b->untimed_head || b->counts ||
	    builder_failed(b))
		return NULL;
	p = mem_array(1, sizeof *p, "a picture of a growing profile", err);
	if (!p)
		return NULL;
	p->owner = p;
	p->release = release_tables;
	p->has_times = true;
	p->has_weights = b->weighted;
	if (copy_tables(b, p, err))
		return p;
	profile_free(p);
	return NULL;
}

struct profile *builder_finish(struct builder *b, struct error *err)
{
	struct profile *p = NULL;

	assert(!b->counts || !b->timed);
	if (!builder_failed(b)) {
		builder_release_lookups(b); /* the sort can use their memory */
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
	p->owner = p;
	p->release = release_tables;
	return p;
}
