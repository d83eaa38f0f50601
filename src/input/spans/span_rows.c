
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/spans/spans.h"

/* A span within the current outermost span, whose subtree is stored when that one ends. */
struct node {
	uint64_t length; /* of its stretches that have not been given a weight yet */
	uint64_t weight; /* of these stretches; set when the span is closed */
	uint64_t inner;	 /* weight of all inner spans */
	uint32_t stack;
	bool has_inner;
};

struct open {
	int64_t until;
	uint32_t node, event;
};

struct span_stretch {
	int64_t time;
	uint64_t length;
	uint32_t node;
};

struct span_rows {
	struct reading *reading; /* borrowed */
	uint16_t event;
	uint64_t published;
	int64_t now;	    /* the end of the last stretch */
	struct node *nodes; /* owned, like the next two */
	struct open *open;  /* innermost last */
	struct span_stretch *stretches;
	size_t node_room, node_count, open_room, open_count, stretch_room, stretch_count;
};

struct span_rows *span_rows_new(struct reading *r, uint16_t event, struct error *err)
{
	struct span_rows *rows = mem_array(1, sizeof *rows, "spans", err);

	if (!rows)
		return NULL;
	rows->reading = r;
	rows->event = event;
	return rows;
}

void span_rows_free(struct span_rows *rows)
{
	if (!rows)
		return;
	mem_free(rows->nodes);
	mem_free(rows->open);
	mem_free(rows->stretches);
	mem_free(rows);
}

static bool stretch(struct span_rows *rows, uint32_t node, int64_t time, uint64_t length,
		    struct error *err)
{
	if (!APPEND(rows->stretches, rows->stretch_count, rows->stretch_room, "spans",
		    err, (struct span_stretch){time, length, node}))
		return false;
	rows->nodes[node].length += length;
	return true;
}

/* The innermost span runs until this time. */
static bool go_on(struct span_rows *rows, int64_t until, struct error *err)
{
	int64_t from = rows->now;

	if (until <= from)
		return true;
	rows->now = until;
	return stretch(rows, rows->open[rows->open_count - 1].node, from,
		       (uint64_t)until - (uint64_t)from, err);
}

/* ---- weights ---- */

/*
 * Returns the weight of a span including its inner spans, and stores its own weight in the node. If
 * the inner spans used more CPU time than the span itself, their times are used, and its own weight
 * is 0.
 */
static uint64_t weigh_span(struct span_rows *rows, struct node *n,
			   const struct span_event *e)
{
	uint64_t cpu = (uint64_t)e->cpu;

	if (e->cpu == SPAN_NO_CPU || e->length == 0) {
		n->weight = n->length;
		return number_add(n->weight, n->inner);
	}
	if (cpu < n->inner) {
		losses_count(rows->reading->losses, ASIDE_SPAN_CPU, e->at);
		n->weight = 0;
		return n->inner;
	}
	n->weight = cpu - n->inner;
	return cpu;
}

/*
 * A span that was never the innermost gets a row of no duration if it has no inner spans, or has a
 * weight that no other row shows.
 */
static bool close_one(struct span_rows *rows, const struct spans *s, struct error *err)
{
	struct open *o = &rows->open[rows->open_count - 1];
	const struct span_event *e = &s->events[o->event];
	struct node *n;
	uint64_t weight;

	if (!go_on(rows, o->until, err))
		return false;
	n = &rows->nodes[o->node];
	weight = weigh_span(rows, n, e);
	if (n->length == 0 && (!n->has_inner || n->weight) &&
	    !stretch(rows, o->node, e->time, 0, err))
		return false;
	if (--rows->open_count) {
		n = &rows->nodes[rows->open[rows->open_count - 1].node];
		n->inner = number_add(n->inner, weight);
		n->has_inner = true;
	}
	return true;
}

/*
 * Distribute each span's weight among its stretches, in proportion to their length. Each stretch
 * takes its share of the remaining weight, so that nothing is lost by rounding.
 */
static bool give_out(struct span_rows *rows, uint32_t thread, struct error *err)
{
	struct builder *b = rows->reading->builder;
	struct sample sample = {
	    .thread = thread, .cpu = PROFILE_NO_CPU, .event = rows->event, .timed = true};

	for (size_t i = 0; i < rows->stretch_count; i++) {
		const struct span_stretch *st = &rows->stretches[i];
		struct node *n = &rows->nodes[st->node];

		sample.time = (uint64_t)st->time;
		sample.duration = st->length;
		sample.stack = n->stack;
		sample.weight = n->weight;
		if (n->length != n->weight && n->length)
			sample.weight = number_share(st->length, n->length, n->weight);
		else if (n->length)
			sample.weight = st->length;
		n->length -= st->length;
		n->weight -= sample.weight;
		builder_sample(b, &sample);
		if (++rows->published % READING_EACH == 0 &&
		    !reading_goes_on(rows->reading, err))
			return false;
	}
	rows->stretch_count = rows->node_count = 0;
	return true;
}

/* ---- nesting ---- */

static bool open_one(struct span_rows *rows, const struct spans *s,
		     const struct span_key *k, struct error *err)
{
	const struct open *outer =
	    rows->open_count ? &rows->open[rows->open_count - 1] : NULL;
	struct open o = {k->until, (uint32_t)rows->node_count, k->event};
	uint32_t below = outer ? rows->nodes[outer->node].stack : 0;
	struct node node = {0};

	if (rows->open_count == STACK_DEEPEST) {
		losses_count(rows->reading->losses, LOSS_DEEP, s->events[k->event].at);
		return true;
	}
	if (outer && o.until > outer->until) {
		losses_count(rows->reading->losses, LOSS_SPAN_CUT,
			     s->events[k->event].at);
		o.until = outer->until;
	}
	node.stack =
	    builder_stack(rows->reading->builder, below, s->events[k->event].frame);
	return APPEND(rows->open, rows->open_count, rows->open_room, "open spans", err,
		      o) &&
	       APPEND(rows->nodes, rows->node_count, rows->node_room, "spans", err, node);
}

/*
 * Has a span ended when the span of `k` begins? At equal times ends come before begins; but a span
 * of no length that begins and ends before the other's end in the input is inside it.
 */
static bool is_over(const struct spans *s, const struct open *o, const struct span_key *k)
{
	const struct span_event *e = &s->events[o->event];

	if (o->until != k->from || k->until > k->from)
		return o->until <= k->from;
	return e->kind != SPAN_PAIRED || s->events[k->event].kind != SPAN_PAIRED ||
	       k->event > e->name;
}

static bool close_until(struct span_rows *rows, const struct spans *s,
			const struct span_key *k, uint32_t thread, struct error *err)
{
	while (rows->open_count &&
	       (!k || is_over(s, &rows->open[rows->open_count - 1], k)))
		if (!close_one(rows, s, err))
			return false;
	return rows->open_count || give_out(rows, thread, err);
}

bool span_rows_store(struct span_rows *rows, const struct spans *s,
		     const struct span_key *keys, size_t count, uint32_t thread,
		     struct error *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!close_until(rows, s, &keys[i], thread, err))
			return false;
		if (rows->open_count == 0)
			rows->now = keys[i].from;
		else if (!go_on(rows, keys[i].from, err))
			return false;
		if (builder_failed(rows->reading->builder))
			return reading_goes_on(rows->reading, err);
		if (!open_one(rows, s, &keys[i], err))
			return false;
	}
	return close_until(rows, s, NULL, thread, err);
}
