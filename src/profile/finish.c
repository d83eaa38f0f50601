#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/builder_state.h"
#include "profile/order.h"
#include "profile/sched.h"

/* ---- sorting samples ---- */

/* Count a loss of samples that are present, but differ from the input. */
static void count_loss(struct builder *b, struct text reason, uint64_t count)
{
	struct loss l = {
	    .reason = builder_string(b, reason), .kind = LOST_SHAPE, .count = count};

	if (count)
		builder_loss(b, &l);
}

/* The number of off-CPU sums (SCHED_SUM), which have no time on purpose. */
static uint64_t untimed_sums(const struct builder *b)
{
	uint64_t sums = 0;

	for (uint32_t i = 0; b->sched && i < b->samples; i++)
		sums += sched_of(b->sched[i]).kind == SCHED_SUM;
	return sums;
}

/*
 * Shift all times if some are negative: by whole seconds, so that the decimals stay those of the
 * input, unless the sum does not fit. A shared column of times is copied.
 */
static bool move_times(struct builder *b)
{
	uint64_t *moved = b->time, end = b->end, first = UINT64_MAX, below, by;
	char later[NUMBER_SECONDS_MAX], in_file[NUMBER_SECONDS_MAX];
	char text[2 * NUMBER_SECONDS_MAX + 60];

	b->end = end ^ b->flip;
	if (!b->negative)
		return true;
	for (uint32_t i = b->gone; i < b->samples; i++)
		first = (b->time[i] ^ b->flip) < first ? b->time[i] ^ b->flip : first;
	if (first >= b->flip) { /* the negative ones have been dropped */
		b->origin = 0;
		return true;
	}
	below = b->flip - first;
	if (b->keep && (b->origin ^ b->flip) < first)
		first = b->origin ^ b->flip;
	by = (b->flip - first + NS_PER_SECOND - 1) / NS_PER_SECOND * NS_PER_SECOND;
	if (end > b->flip && end - b->flip > UINT64_MAX - by)
		by = b->flip - first;
	if (!builder_owns(b, SHARED_TIME)) {
		moved = mem_array(b->samples, sizeof *moved, "samples", &b->err);
		if (!moved)
			return false;
	}
	for (uint32_t i = 0; i < b->samples; i++)
		moved[i] = b->time[i] + by;
	if (moved != b->time) {
		shared_forget(b->shared, SHARED_TIME);
		b->sorted_apart |= 1u << SHARED_TIME;
		b->sorted = false; /* then no column will be shared */
	}
	b->time = moved;
	b->end = end - b->flip + by;
	b->origin = b->keep ? b->origin + by : 0;
	/* "1 s later than in the input, where the first is at -0.033 s" */
	snprintf(text, sizeof text,
		 "%s s later than in the input, where the first is at -%s s",
		 number_plain_seconds(by, later), number_plain_seconds(below, in_file));
	builder_note(b, TEXT("times"), text_of(text));
	return true;
}

/* Place the samples without a time at the beginning of the recording, and count them as a loss. */
static void place_untimed(struct builder *b)
{
	uint64_t first = UINT64_MAX, all = b->untimed_head + b->untimed.count;
	size_t next = 0;

	if (!b->timed || !all)
		return;
	for (uint32_t i = b->untimed_head; i < b->samples; i++) {
		if (next < b->untimed.count && b->untimed.rows[next] == i)
			next++;
		else if (i >= b->gone && b->time[i] < first)
			first = b->time[i];
	}
	for (uint32_t i = 0; i < b->untimed_head; i++)
		b->time[i] = first;
	for (size_t i = 0; i < b->untimed.count; i++)
		b->time[b->untimed.rows[i]] = first;
	b->sorted = false;
	if (all > untimed_sums(b))
		count_loss(b, TEXT("samples without a time"), all - untimed_sums(b));
}

/* Remove the dropped rows from a column that is not shared. */
static void drop_front(const struct builder *b, void *column, size_t size)
{
	if (column && b->gone)
		memmove(column, (char *)column + b->gone * size,
			(b->samples - b->gone) * size);
}

static void count_dropped(struct builder *b)
{
	b->samples -= b->gone;
	b->gone_before += b->gone;
	b->gone = 0;
}

/* Shared columns begin after the dropped rows; others are moved. */
static void drop_gone(struct builder *b)
{
	drop_front(b, b->site, sizeof *b->site);
	drop_front(b, b->sched, sizeof *b->sched);
	if (b->shared)
		return;
	drop_front(b, b->time, sizeof *b->time);
	drop_front(b, b->weight, sizeof *b->weight);
	drop_front(b, b->stack, sizeof *b->stack);
	drop_front(b, b->context, sizeof *b->context);
	drop_front(b, b->duration, sizeof *b->duration);
	count_dropped(b);
}

/* Sort the kept rows of a column; the old array is freed unless a preview uses it. */
static bool sort_column(struct builder *b, const uint32_t *order, enum shared_table which,
			void *column, size_t size)
{
	char *from;
	void *to;

	memcpy(&from, column, sizeof from);
	to = order_apply(order, b->samples - b->gone, from + b->gone * size, size,
			 &b->err);
	if (!to)
		return false;
	if (builder_owns(b, which))
		mem_free(from);
	else
		shared_forget(b->shared, which);
	memcpy(column, &to, sizeof to);
	b->sorted_apart |= 1u << which;
	return true;
}

/* Sort all columns; they are no longer shared. */
static bool sort_samples(struct builder *b)
{
	uint32_t count = b->samples - b->gone;
	uint32_t *order = order_on_threads(b->time + b->gone, count, b->sorters, &b->err);
	bool sorted =
	    order && sort_column(b, order, SHARED_TIME, &b->time, 8) &&
	    sort_column(b, order, SHARED_WEIGHT, &b->weight, 8) &&
	    sort_column(b, order, SHARED_STACK, &b->stack, 4) &&
	    sort_column(b, order, SHARED_CONTEXT, &b->context, 4) &&
	    (!b->duration || sort_column(b, order, SHARED_DURATION, &b->duration, 8)) &&
	    order_column(order, count, b->site, sizeof *b->site, &b->err) &&
	    order_column(order, count, b->sched, sizeof *b->sched, &b->err);

	mem_free(order);
	if (sorted)
		count_dropped(b);
	return sorted;
}

/* ---- handing over ---- */

/* Fill in the tables and the kept samples of `p`; they still belong to the builder. */
static void show_tables(const struct builder *b, struct profile *p)
{
	const uint32_t gone = b->gone;

	p->strings = (struct strings){.count = intern_count(b->strings),
				      .bytes = intern_bytes(b->strings),
				      .ends = intern_ends(b->strings)};
	p->frame_count = (uint32_t)b->frames.count;
	p->stack_count = (uint32_t)b->stacks.count;
	p->thread_count = (uint32_t)b->threads.count;
	p->event_count = (uint32_t)b->events.count;
	p->context_count = (uint32_t)b->contexts.count;
	p->note_count = (uint32_t)b->notes.count;
	p->frames = b->frames.rows;
	p->stacks = b->stacks.rows;
	p->threads = b->threads.rows;
	p->events = b->events.rows;
	p->contexts = b->contexts.rows;
	p->notes = b->notes.rows;
	p->samples = (struct samples){.count = b->samples - gone,
				      .time = b->time + gone,
				      .stack = b->stack + gone,
				      .context = b->context + gone,
				      .weight = b->weight + gone,
				      .many = b->counts ? b->weight + gone : b->many,
				      .duration = b->duration ? b->duration + gone : NULL,
				      .end = b->timed ? b->end : 0};
	p->origin = b->origin;
	p->generation = b->generation;
	p->has_times = b->timed;
	p->has_weights = b->weighted;
	p->weights_are_counts = b->counts;
}

struct profile *builder_preview(struct builder *b, struct error *err)
{
	struct profile *p;

	if (!b->shared || !b->samples || !b->timed || !b->sorted || b->untimed_head ||
	    b->negative || builder_failed(b))
		return NULL;
	p = mem_array(1, sizeof *p, "a picture of a growing profile", err);
	if (!p)
		return NULL;
	show_tables(b, p);
	p->samples.end ^= b->flip;
	if (b->until > p->samples.end)
		p->samples.end = b->until;
	p->owner = shared_look(b->shared, b->gone, b->samples, err);
	p->release = shared_look_away;
	if (p->owner)
		return p;
	mem_free(p);
	return NULL;
}

/* Owns the tables of a finished profile, which are separate or shared. */
struct tables_owner {
	struct profile *profile; /* borrowed */
	struct shared *shared;	 /* owned: one user of it; or NULL */
	bool sorted; /* the sample columns are separate even if `shared` is set */
};

static void release_tables(void *owner)
{
	struct tables_owner *e = owner;
	struct profile *p = e->profile;

	if (!e->shared || e->sorted) {
		mem_free((void *)p->samples.time);
		mem_free((void *)p->samples.stack);
		mem_free((void *)p->samples.context);
		mem_free((void *)p->samples.weight);
		mem_free((void *)p->samples.duration);
	}
	if (!e->shared) {
		mem_free((void *)p->strings.bytes);
		mem_free((void *)p->strings.ends);
		mem_free((void *)p->frames);
		mem_free((void *)p->stacks);
		mem_free((void *)p->threads);
		mem_free((void *)p->events);
		mem_free((void *)p->contexts);
		mem_free((void *)p->notes);
	}
	mem_free((void *)p->losses);
	mem_free((void *)p->samples.site);
	if (!p->weights_are_counts)
		mem_free((void *)p->samples.many);
	mem_free((void *)p->samples.sched);
	code_free((struct code *)p->code);
	builder_free_hosts(&p->hosts);
	shared_drop(e->shared);
	mem_free(e);
}

/* Move the tables to the profile. */
static void hand_over(struct builder *b, struct profile *p, struct tables_owner *e)
{
	struct builder empty = {.err = b->err};
	uint64_t *ends;
	uint32_t count;
	char *bytes;

	if (!b->shared) { /* release the unused room */
		mem_trim(&b->frames.rows, b->frames.count, sizeof *b->frames.rows);
		mem_trim(&b->stacks.rows, b->stacks.count, sizeof *b->stacks.rows);
		mem_trim(&b->threads.rows, b->threads.count, sizeof *b->threads.rows);
		mem_trim(&b->contexts.rows, b->contexts.count, sizeof *b->contexts.rows);
		mem_trim(&b->time, b->samples, sizeof *b->time);
		mem_trim(&b->weight, b->samples, sizeof *b->weight);
		mem_trim(&b->stack, b->samples, sizeof *b->stack);
		mem_trim(&b->context, b->samples, sizeof *b->context);
		if (b->duration)
			mem_trim(&b->duration, b->samples, sizeof *b->duration);
	}
	if (b->site)
		mem_trim(&b->site, b->samples, sizeof *b->site);
	if (b->sched)
		mem_trim(&b->sched, b->samples, sizeof *b->sched);
	show_tables(b, p);
	p->losses = b->losses.rows;
	p->loss_count = (uint32_t)b->losses.count;
	p->samples.site = b->site;
	p->samples.sched = b->sched;
	p->code = b->code;
	p->hosts = b->hosts;
	*e = (struct tables_owner){
	    .profile = p, .shared = b->shared, .sorted = b->sorted_apart};
	p->owner = e;
	p->release = release_tables;
	intern_take(b->strings, &bytes, &ends, &count);
	intern_free(b->strings);
	mem_free(b->untimed.rows);
	*b = empty;
}

struct profile *builder_finish(struct builder *b, struct error *err)
{
	struct profile *p = NULL;
	struct tables_owner *e = NULL;

	if (!builder_failed(b) && b->counts && b->timed)
		error_set(&b->err, ERROR_FORMAT,
			  "some of its samples have times, others are only counts");
	if (!builder_failed(b) && move_times(b)) {
		builder_release_lookups(b); /* the sort can use their memory */
		place_untimed(b);
		count_loss(b, TEXT("weights too large to add up"), b->too_heavy);
		count_loss(b, TEXT("durations too large to add up"), b->too_long);
		count_loss(b, TEXT("too many events to distinguish"), b->crowded);
	}
	if (!builder_failed(b)) {
		p = mem_array(1, sizeof *p, "profile", &b->err);
		e = p ? mem_array(1, sizeof *e, "profile", &b->err) : NULL;
	}
	if (e)
		drop_gone(b);
	if (e && (b->sorted || sort_samples(b))) {
		hand_over(b, p, e);
		return p;
	}
	mem_free(e);
	mem_free(p);
	*err = b->err;
	return NULL;
}
