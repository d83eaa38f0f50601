#include "input/spans/spans.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"

/* moves per span in the insertion sort; beyond that qsort() is used */
#define MOVES_EACH 16

#define NONE UINT32_MAX

bool spans_add(struct spans *s, const struct span_event *e, struct error *err)
{
	if (s->count >= SPANS_MOST)
		return error_set(err, ERROR_LIMIT,
				 "more than %u starts and ends of spans; record less",
				 SPANS_MOST);
	if (!APPEND(s->events, s->count, s->room, "spans", err, *e))
		return false;
	if (e->track >= s->tracks)
		s->tracks = e->track + 1;
	return true;
}

void spans_release(struct spans *s)
{
	mem_free(s->events);
	*s = (struct spans){0};
}

/* ---- order ---- */

/* The sort key of an event. */
struct span_key {
	int64_t from, until;
	uint32_t rank, event;
};

static int compare_span_keys(const void *a, const void *b)
{
	const struct span_key *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->until != y->until)
		return x->until > y->until ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

/* Inputs list spans by begin or by end, so few are far from their places. */
static void spans_sort(struct span_key *keys, size_t count)
{
	uint64_t moves = 0, most = (uint64_t)count * MOVES_EACH;

	for (size_t i = 1; i < count && moves <= most; i++) {
		struct span_key k = keys[i];
		size_t to = i;

		for (; to > 0 && compare_span_keys(&keys[to - 1], &k) > 0; to--, moves++)
			keys[to] = keys[to - 1];
		keys[to] = k;
	}
	if (moves > most)
		qsort(keys, count, sizeof *keys, compare_span_keys);
}

/* ---- pairing ---- */

/* The begins of one name on the current track. */
struct named_begins {
	uint32_t track;
	/* number of the innermost open begin, whose `length` links to the next one */
	uint32_t innermost;
	uint32_t coming; /* begins at the current time that are not open yet */
};

struct span_pairing {
	struct span_event *all; /* borrowed, like `losses` */
	struct losses *losses;
	bool in_order;		    /* the input has the track's events by time */
	struct idmap places;	    /* from names to rows of `named` */
	struct named_begins *named; /* owned */
	size_t named_room;
	/* owned: begins, innermost last; some may be paired already */
	uint32_t *open;
	size_t open_room, open_count;
	/* owned: ends at the current time that wait for a begin at the same time */
	uint32_t *late;
	size_t late_room, late_count;
};

static void join_pair(struct span_event *all, uint32_t b, uint32_t e)
{
	struct span_event *begin = &all[b], *end = &all[e];

	begin->length = (uint64_t)end->time - (uint64_t)begin->time;
	if (begin->cpu == SPAN_NO_CPU || end->cpu == SPAN_NO_CPU ||
	    __builtin_sub_overflow(end->cpu, begin->cpu, &begin->cpu) || begin->cpu < 0)
		begin->cpu = SPAN_NO_CPU;
	begin->name = e;
	begin->kind = SPAN_PAIRED;
	end->kind = SPAN_ENDED;
}

static bool find_named(struct span_pairing *p, const struct span_event *e,
		       struct named_begins **named, struct error *err)
{
	uint32_t fresh = (uint32_t)p->places.count, place;

	if (!idmap_put(&p->places, e->name, fresh, &place, err) ||
	    !mem_reserve(&p->named, &p->named_room, p->places.count, sizeof *p->named,
			 "names of spans", err))
		return false;
	*named = &p->named[place];
	if (place == fresh || (*named)->track != e->track)
		**named = (struct named_begins){e->track, NONE, 0};
	return true;
}

static bool open_begin(struct span_pairing *p, uint32_t event, struct error *err)
{
	struct named_begins *named;

	if (!find_named(p, &p->all[event], &named, err) ||
	    !APPEND(p->open, p->open_count, p->open_room, "open spans", err, event))
		return false;
	named->coming--;
	p->all[event].length = named->innermost;
	named->innermost = event;
	return true;
}

/*
 * Close the innermost span of the end's name, otherwise the innermost one. `is_late`: all other
 * events of the same time have been processed.
 */
static bool take_end(struct span_pairing *p, uint32_t event, bool is_late,
		     struct error *err)
{
	struct span_event *all = p->all;
	struct named_begins *named = NULL;
	uint32_t begin = NONE;

	while (p->open_count && all[p->open[p->open_count - 1]].kind != SPAN_BEGIN)
		p->open_count--;
	if (p->open_count)
		begin = p->open[p->open_count - 1];
	if (all[event].name && !find_named(p, &all[event], &named, err))
		return false;
	if (!named || named->innermost == NONE) {
		if (!is_late && (begin == NONE || (named && named->coming)))
			return APPEND(p->late, p->late_count, p->late_room, "open spans",
				      err, event);
		if (begin == NONE || (named && !p->in_order))
			return true;
		if (named)
			losses_count(p->losses, ASIDE_SPAN_NAME, all[event].at);
		if (!find_named(p, &all[begin], &named, err))
			return false;
	}
	begin = named->innermost;
	named->innermost = (uint32_t)all[begin].length;
	join_pair(all, begin, event);
	return true;
}

/*
 * Pair begins and ends of the same time. An end whose begin follows in the input, at the same time,
 * waits for it. An end with a name that no open span has closes the innermost one, as in
 * chrome://tracing. But if the input is not in order, which chrome://tracing does not support, the
 * end waits until all others are paired.
 */
static bool pair_moment(struct span_pairing *p, const struct span_key *keys, size_t count,
			struct error *err)
{
	struct named_begins *named;

	p->late_count = 0;
	for (size_t i = 0; i < count; i++) {
		if (p->all[keys[i].event].kind != SPAN_BEGIN)
			continue;
		if (!find_named(p, &p->all[keys[i].event], &named, err))
			return false;
		named->coming++;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t event = keys[i].event;

		if (!(p->all[event].kind == SPAN_BEGIN ? open_begin(p, event, err)
						       : take_end(p, event, false, err)))
			return false;
	}
	for (size_t i = 0; i < p->late_count; i++)
		if (!take_end(p, p->late[i], true, err))
			return false;
	return true;
}

/*
 * Pair the begins and ends of one track. `keys` are sorted by time; `last` is the end of the track.
 * Begins get their lengths and CPU times and become SPAN_PAIRED.
 */
static bool pair_spans(struct span_pairing *p, const struct span_key *keys, size_t count,
		       int64_t last, struct error *err)
{
	p->in_order = true;
	for (size_t i = 1; i < count; i++)
		p->in_order &= keys[i - 1].event < keys[i].event;
	p->open_count = 0;
	for (size_t from = 0, to; from < count; from = to) {
		for (to = from; to < count && keys[to].from == keys[from].from;)
			to++;
		if (!pair_moment(p, keys + from, to - from, err))
			return false;
	}
	/*
	 * Pair the remaining ones. `open` has room for all, because all were in it before; one
	 * without room would stay unpaired.
	 */
	p->open_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct span_event *e = &p->all[keys[i].event];

		if (e->kind == SPAN_BEGIN)
			(void)APPEND_WITHIN(p->open, p->open_count, p->open_room,
					    keys[i].event);
		if (e->kind != SPAN_END)
			continue;
		losses_count(p->losses, p->open_count ? ASIDE_SPAN_NAME : LOSS_SPAN_END,
			     e->at);
		if (p->open_count)
			join_pair(p->all, p->open[--p->open_count], keys[i].event);
	}
	for (size_t i = 0; i < p->open_count; i++) {
		struct span_event *e = &p->all[p->open[i]];

		losses_count(p->losses, LOSS_SPAN_OPEN, e->at);
		e->length = (uint64_t)last - (uint64_t)e->time;
		e->cpu = SPAN_NO_CPU;
		e->name = NONE;
		e->kind = SPAN_PAIRED;
	}
	return true;
}

/* ---- nesting ---- */

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

/* Makes rows of spans. */
struct span_rows {
	struct reading *reading; /* borrowed, like `events` */
	const struct span_event *events;
	uint32_t thread; /* of the current track */
	uint16_t event;
	uint64_t published;
	int64_t now;	    /* the end of the last stretch */
	struct node *nodes; /* owned, like the next two */
	struct open *open;  /* innermost last */
	struct span_stretch *stretches;
	size_t node_room, node_count, open_room, open_count, stretch_room, stretch_count;
};

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
static bool close_one(struct span_rows *rows, struct error *err)
{
	struct open *o = &rows->open[rows->open_count - 1];
	const struct span_event *e = &rows->events[o->event];
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
static bool give_out(struct span_rows *rows, struct error *err)
{
	struct builder *b = rows->reading->builder;
	struct sample sample = {.thread = rows->thread,
				.cpu = PROFILE_NO_CPU,
				.event = rows->event,
				.timed = true};

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
		builder_add_sample(b, &sample);
		if (++rows->published % READING_EACH == 0 &&
		    !reading_goes_on(rows->reading, err))
			return false;
	}
	rows->stretch_count = rows->node_count = 0;
	return true;
}

static bool open_one(struct span_rows *rows, const struct span_key *k, struct error *err)
{
	const struct open *outer =
	    rows->open_count ? &rows->open[rows->open_count - 1] : NULL;
	struct open o = {k->until, (uint32_t)rows->node_count, k->event};
	uint32_t below = outer ? rows->nodes[outer->node].stack : 0;
	struct node node = {0};

	if (rows->open_count == STACK_DEEPEST) {
		losses_count(rows->reading->losses, LOSS_DEEP, rows->events[k->event].at);
		return true;
	}
	if (outer && o.until > outer->until) {
		losses_count(rows->reading->losses, LOSS_SPAN_CUT,
			     rows->events[k->event].at);
		o.until = outer->until;
	}
	node.stack =
	    builder_stack(rows->reading->builder, below, rows->events[k->event].frame);
	return APPEND(rows->open, rows->open_count, rows->open_room, "open spans", err,
		      o) &&
	       APPEND(rows->nodes, rows->node_count, rows->node_room, "spans", err, node);
}

/*
 * Has a span ended when the span of `k` begins? At equal times ends come before begins; but a span
 * of no length that begins and ends before the other's end in the input is inside it.
 */
static bool is_over(const struct span_rows *rows, const struct open *o,
		    const struct span_key *k)
{
	const struct span_event *e = &rows->events[o->event];

	if (o->until != k->from || k->until > k->from)
		return o->until <= k->from;
	return e->kind != SPAN_PAIRED || rows->events[k->event].kind != SPAN_PAIRED ||
	       k->event > e->name;
}

static bool close_until(struct span_rows *rows, const struct span_key *k,
			struct error *err)
{
	while (rows->open_count &&
	       (!k || is_over(rows, &rows->open[rows->open_count - 1], k)))
		if (!close_one(rows, err))
			return false;
	return rows->open_count || give_out(rows, err);
}

/*
 * Store the spans of one track. `keys` are sorted; `from` and `until` are begin and end of a span.
 */
static bool nest_spans(struct span_rows *rows, const struct span_key *keys, size_t count,
		       struct error *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!close_until(rows, &keys[i], err))
			return false;
		if (rows->open_count == 0)
			rows->now = keys[i].from;
		else if (!go_on(rows, keys[i].from, err))
			return false;
		if (builder_failed(rows->reading->builder))
			return reading_goes_on(rows->reading, err);
		if (!open_one(rows, &keys[i], err))
			return false;
	}
	return close_until(rows, NULL, err);
}

/* ---- storing ---- */

/* State of spans_store(), used for all tracks in turn. */
struct span_storing {
	struct spans *spans; /* borrowed */
	struct reading *reading;
	/* owned: events by track, within a track in order of the input */
	uint32_t *order;
	size_t *ends;	       /* owned: the end of each track in `order` */
	struct span_key *keys; /* owned: keys of one track */
	size_t room;
	struct span_pairing pairing;
	struct span_rows rows;
};

static bool begin_storing(struct span_storing *s, struct error *err)
{
	const struct spans *spans = s->spans;

	s->order = mem_array(spans->count, sizeof *s->order, "spans", err);
	if (s->order)
		s->ends =
		    mem_array((size_t)spans->tracks + 1, sizeof *s->ends, "tracks", err);
	if (!s->ends)
		return false;
	s->pairing.all = spans->events;
	s->rows.events = spans->events;
	s->pairing.losses = s->reading->losses;
	s->rows.reading = s->reading;
	s->rows.event = builder_span_event(s->reading->builder, TEXT("spans"));
	/* `ends` first has the counts, then the begins, finally the ends */
	for (size_t i = 0; i < spans->count; i++)
		s->ends[spans->events[i].track]++;
	for (size_t t = 0, sum = 0; t <= spans->tracks; t++) {
		size_t n = s->ends[t];

		s->ends[t] = sum;
		sum += n;
	}
	/* room: each was counted for its track */
	for (size_t i = 0; i < spans->count; i++)
		s->order[s->ends[spans->events[i].track]++] = (uint32_t)i;
	return true;
}

static int64_t end_of(const struct span_event *e)
{
	bool has_length = e->kind == SPAN_WHOLE || e->kind == SPAN_PAIRED;

	return has_length ? (int64_t)((uint64_t)e->time + e->length) : e->time;
}

/* Pair the begins and ends of a track, and make rows of its spans. */
static bool store_track(struct span_storing *s, const uint32_t *events, size_t count,
			uint32_t (*thread)(void *arg, uint32_t track), void *arg,
			struct error *err)
{
	const struct span_event *all = s->spans->events;
	int64_t last = INT64_MIN;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		const struct span_event *e = &all[events[i]];

		last = end_of(e) > last ? end_of(e) : last;
		if (e->kind != SPAN_WHOLE &&
		    !APPEND(s->keys, n, s->room, "spans", err,
			    (struct span_key){e->time, 0, 0, events[i]}))
			return false;
	}
	spans_sort(s->keys, n);
	if (n && !pair_spans(&s->pairing, s->keys, n, last, err))
		return false;
	n = 0;
	for (size_t i = 0; i < count; i++) {
		const struct span_event *e = &all[events[i]];

		if (e->kind != SPAN_END && e->kind != SPAN_ENDED &&
		    !APPEND(s->keys, n, s->room, "spans", err,
			    (struct span_key){e->time, end_of(e), e->kind == SPAN_WHOLE,
					      events[i]}))
			return false;
	}
	if (n == 0)
		return true;
	spans_sort(s->keys, n);
	s->rows.thread = thread(arg, all[events[0]].track);
	return nest_spans(&s->rows, s->keys, n, err);
}

bool spans_store(struct spans *spans, uint32_t (*thread)(void *arg, uint32_t track),
		 void *arg, struct reading *r, struct error *err)
{
	struct span_storing s = {.spans = spans, .reading = r};
	size_t from = 0;
	bool ok;

	if (spans->count == 0)
		return true;
	ok = begin_storing(&s, err);
	for (uint32_t t = 0; ok && t < spans->tracks; t++) {
		size_t to = s.ends[t];

		ok = from == to ||
		     store_track(&s, s.order + from, to - from, thread, arg, err);
		from = to;
	}
	mem_free(s.order);
	mem_free(s.ends);
	mem_free(s.keys);
	idmap_release(&s.pairing.places);
	mem_free(s.pairing.named);
	mem_free(s.pairing.open);
	mem_free(s.pairing.late);
	mem_free(s.rows.nodes);
	mem_free(s.rows.open);
	mem_free(s.rows.stretches);
	return ok;
}
