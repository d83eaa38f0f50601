#include "input/perf_data/perf_preview.h"

#include "base/threads.h"
#include "base/mem.h"
#include "base/bisect.h"
#include "input/perf_data/perf_features.h"
#include "profile/order.h"

/*
 * Every part is sorted on its own; then all times are cut where a part begins, and the pieces
 * between are put together, each by one thread. Parts overlap a little, so pieces are about
 * as large as parts.
 */
struct preview {
	const struct perf_scan *parts; /* borrowed */
	unsigned count;
	uint32_t *order[PERF_PREVIEW_PARTS]; /* owned: of each part's rows */
	/* how many rows of a part lie before a piece; the last is the end */
	uint32_t cut[PERF_PREVIEW_PARTS + 1][PERF_PREVIEW_PARTS];
	const uint32_t *stack_of, *context_of; /* borrowed: by kind */
	struct columns columns;
	atomic_uint next; /* part or piece to be worked on */
};

/* ---- sorting ---- */

static void sort_parts(void *arg, unsigned i)
{
	struct preview *s = arg;
	unsigned part;

	(void)i;
	while ((part = atomic_fetch_add(&s->next, 1)) < s->count) {
		const struct perf_points *rows = &s->parts[part].rows;
		struct error ignored = ERROR_INIT;

		s->order[part] =
		    order_by_time(rows->time, (uint32_t)rows->count, &ignored);
	}
}

/* Of a part's rows, the one that is `at`th by time. */
static uint64_t time_at(const struct preview *s, unsigned part, uint32_t at)
{
	return s->parts[part].rows.time[s->order[part][at]];
}

struct moment {
	const struct preview *preview; /* borrowed */
	unsigned part;
	uint64_t time;
};

static bool is_earlier(const void *moment, size_t i)
{
	const struct moment *m = moment;

	return time_at(m->preview, m->part, (uint32_t)i) < m->time;
}

/* How many rows of a part are earlier. */
static uint32_t count_before(const struct preview *s, unsigned part, uint64_t time)
{
	const struct moment m = {s, part, time};

	return (uint32_t)bisect_first(s->parts[part].rows.count, is_earlier, &m);
}

static void cut_pieces(struct preview *s)
{
	uint64_t from = 0;

	for (unsigned part = 0; part < s->count; part++) {
		s->cut[0][part] = 0;
		s->cut[s->count][part] = (uint32_t)s->parts[part].rows.count;
	}
	for (unsigned piece = 1; piece < s->count; piece++) {
		if (s->parts[piece].rows.count && time_at(s, piece, 0) > from)
			from = time_at(s, piece, 0);
		for (unsigned part = 0; part < s->count; part++)
			s->cut[piece][part] = count_before(s, part, from);
	}
}

/* ---- putting together ---- */

static void put_row(const struct preview *s, uint32_t to, unsigned part, uint32_t at)
{
	const struct perf_points *rows = &s->parts[part].rows;
	uint32_t row = s->order[part][at];

	s->columns.time[to] = rows->time[row];
	s->columns.weight[to] = rows->weight[row];
	s->columns.stack[to] = s->stack_of[rows->kind[row]];
	s->columns.context[to] = s->context_of[rows->kind[row]];
}

/* The part whose next row is the earliest; of equal ones the first. */
static unsigned earliest(const struct preview *s, const uint32_t *at, const uint32_t *end)
{
	unsigned best = s->count;

	for (unsigned part = 0; part < s->count; part++)
		if (at[part] < end[part] &&
		    (best == s->count ||
		     time_at(s, part, at[part]) < time_at(s, best, at[best])))
			best = part;
	return best;
}

static void put_piece(const struct preview *s, unsigned piece)
{
	uint32_t at[PERF_PREVIEW_PARTS], to = 0;
	unsigned part;

	for (part = 0; part < s->count; part++) {
		at[part] = s->cut[piece][part];
		to += at[part];
	}
	while ((part = earliest(s, at, s->cut[piece + 1])) < s->count)
		put_row(s, to++, part, at[part]++);
}

static void put_pieces(void *arg, unsigned i)
{
	struct preview *s = arg;
	unsigned piece;

	(void)i;
	while ((piece = atomic_fetch_add(&s->next, 1)) < s->count)
		put_piece(s, piece);
}

/* ---- the profile ---- */

static void free_columns(const struct columns *c)
{
	mem_free(c->time);
	mem_free(c->weight);
	mem_free(c->stack);
	mem_free(c->context);
}

static bool make_columns(struct columns *c, uint64_t rows, struct error *err)
{
	c->count = (uint32_t)rows;
	c->time = mem_array(rows, sizeof *c->time, "samples", err);
	if (c->time)
		c->weight = mem_array(rows, sizeof *c->weight, "samples", err);
	if (c->weight)
		c->stack = mem_array(rows, sizeof *c->stack, "samples", err);
	if (c->stack)
		c->context = mem_array(rows, sizeof *c->context, "samples", err);
	if (c->context)
		return true;
	free_columns(c);
	return false;
}

/* What each kind of row is in the builder: two numbers for each event, busy and idle. */
static void make_kinds(struct builder *b, const struct perf_events *events,
		       uint32_t *stack_of, uint32_t *context_of)
{
	uint32_t busy = builder_thread(b, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID);
	uint32_t idle = builder_thread(b, TEXT("swapper"), 0, 0);
	uint32_t frame =
	    builder_frame(b, builder_string(b, TEXT("do_idle")), 0, FRAME_KERNEL);
	uint32_t idle_stack = builder_stack(b, 0, frame);

	for (uint32_t i = 0; i < events->count; i++) {
		char made[PERF_ATTR_NAME_MAX];
		uint16_t event;

		if (!events->rows[i].used)
			continue;
		event = builder_event(b, perf_event_name(&events->rows[i], made),
				      perf_event_unit(&events->rows[i]));
		context_of[2 * i] = builder_context_id(b, busy, PROFILE_NO_CPU, event);
		context_of[2 * i + 1] =
		    builder_context_id(b, idle, PROFILE_NO_CPU, event);
		stack_of[2 * i + 1] = idle_stack;
	}
}

static struct profile *draw(struct preview *s, const struct perf_events *events,
			    struct builder *b, uint64_t rows)
{
	struct error ignored = ERROR_INIT;
	uint32_t *kinds = mem_array(4 * events->count, sizeof *kinds, "events", &ignored);
	struct profile *p = NULL;

	if (!kinds || !make_columns(&s->columns, rows, &ignored)) {
		mem_free(kinds);
		return NULL;
	}
	s->stack_of = kinds;
	s->context_of = kinds + 2 * events->count;
	make_kinds(b, events, kinds, kinds + 2 * events->count);
	if (builder_failed(b)) { /* then not all that rows refer to is there */
		free_columns(&s->columns);
		mem_free(kinds);
		return NULL;
	}
	atomic_store(&s->next, 0);
	threads_run(s->count, put_pieces, s);
	builder_columns(b, &s->columns);
	p = builder_finish(b, &ignored);
	mem_free(kinds);
	return p;
}

void perf_preview_show(const struct reading *reading, const struct perf_scan *parts,
		       unsigned count, const struct perf_events *events)
{
	const struct audience *a = reading->options->audience;
	struct preview s = {.parts = parts, .count = count};
	struct error ignored = ERROR_INIT;
	struct builder *b = NULL;
	struct profile *p = NULL;
	bool sorted = true;
	uint64_t rows = 0;

	for (unsigned i = 0; i < count; i++) {
		if (!parts[i].draw)
			return;
		rows += parts[i].rows.count;
	}
	if (rows == 0)
		return;
	threads_run(count, sort_parts, &s);
	for (unsigned i = 0; i < count; i++)
		sorted &= s.order[i] != NULL;
	if (sorted) {
		cut_pieces(&s);
		b = builder_new(&ignored);
	}
	if (b) {
		perf_features_written(b, reading->source);
		perf_events_note(events, b);
		p = draw(&s, events, b, rows);
	}
	if (p) {
		p->is_sketch = true;
		a->sketch(a->arg, p);
	}
	builder_free(b);
	for (unsigned i = 0; i < count; i++)
		mem_free(s.order[i]);
}
