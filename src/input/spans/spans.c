#include "input/spans/spans.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"

/* moves per span in the insertion sort; beyond that qsort() is used */
#define MOVES_EACH 16

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
	struct span_pairing *pairing; /* owned */
	struct span_rows *rows;	      /* owned */
};

static void release_storing(struct span_storing *s)
{
	mem_free(s->order);
	mem_free(s->ends);
	mem_free(s->keys);
	span_pairing_free(s->pairing);
	span_rows_free(s->rows);
}

static bool begin_storing(struct span_storing *s, struct error *err)
{
	const struct spans *spans = s->spans;

	s->order = mem_array(spans->count, sizeof *s->order, "spans", err);
	if (s->order)
		s->ends =
		    mem_array((size_t)spans->tracks + 1, sizeof *s->ends, "tracks", err);
	if (s->ends)
		s->pairing = span_pairing_new(err);
	if (s->pairing)
		s->rows = span_rows_new(
		    s->reading, builder_span_event(s->reading->builder, TEXT("spans")),
		    err);
	if (!s->rows)
		return false;
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

/* Pair the begins and ends of a track. */
static bool pair(struct span_storing *s, const uint32_t *events, size_t count,
		 struct error *err)
{
	const struct spans *spans = s->spans;
	int64_t last = INT64_MIN;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		const struct span_event *e = &spans->events[events[i]];

		last = end_of(e) > last ? end_of(e) : last;
		if (e->kind != SPAN_WHOLE &&
		    !APPEND(s->keys, n, s->room, "spans", err,
			    (struct span_key){e->time, 0, 0, events[i]}))
			return false;
	}
	spans_sort(s->keys, n);
	return n == 0 || span_pairs(s->pairing, s->spans, s->keys, n, last,
				    s->reading->losses, err);
}

static bool store_track(struct span_storing *s, const uint32_t *events, size_t count,
			uint32_t (*thread)(void *arg, uint32_t track), void *arg,
			struct error *err)
{
	const struct span_event *all = s->spans->events;
	size_t n = 0;

	if (!pair(s, events, count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct span_event *e = &all[events[i]];

		if (e->kind != SPAN_END && e->kind != SPAN_ENDED &&
		    !APPEND(s->keys, n, s->room, "spans", err,
			    (struct span_key){e->time, end_of(e), e->kind == SPAN_WHOLE,
					      events[i]}))
			return false;
	}
	spans_sort(s->keys, n);
	return n == 0 || span_rows_store(s->rows, s->spans, s->keys, n,
					 thread(arg, all[events[0]].track), err);
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
	release_storing(&s);
	return ok;
}
