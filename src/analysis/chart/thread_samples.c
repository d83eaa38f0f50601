#include "analysis/chart/thread_samples.h"

#include <stdlib.h>

#include "analysis/sampled_clock.h"
#include "base/append.h"
#include "base/number.h"

static bool is_dropped(const struct thread_samples *t, uint64_t row)
{
	return t->drops && shape_node(t->shape, t->leaf[row]) == SHAPE_DROPPED;
}

/* Of one that is not. */
static uint32_t node_of(const struct thread_samples *t, uint64_t row)
{
	return t->shape ? shape_node(t->shape, t->leaf[row]) : t->leaf[row];
}

/* Of 64 rows from `first` on those of the thread; one look at each, without a branch, four at a time. */
static uint64_t own_of(const struct thread_samples *t, uint64_t first)
{
	const uint32_t *of = t->lanes->of, *c = &t->profile->samples.context[first];
	uint64_t rest = t->profile->samples.count - first, own = 0;
	unsigned rows = rest < 64 ? (unsigned)rest : 64, i = 0;
	uint32_t lane = t->lane;

	for (; i + 4 <= rows; i += 4, c += 4) {
		unsigned four =
		    (unsigned)(of[c[0]] == lane) | (unsigned)(of[c[1]] == lane) << 1 |
		    (unsigned)(of[c[2]] == lane) << 2 | (unsigned)(of[c[3]] == lane) << 3;

		own |= (uint64_t)four << i;
	}
	for (; i < rows; i++)
		own |= (uint64_t)(of[*c++] == lane) << i;
	return own & t->which->words[first >> 6];
}

/* What is asked of these rows next: seldom ones stand far apart, and memory is slow. */
static void fetch(const struct thread_samples *t, uint64_t first, uint64_t own)
{
	const struct samples *s = &t->profile->samples;

	if (__builtin_popcountll(own) > 8)
		return;
	for (; own; own &= own - 1) {
		uint64_t row = first + (uint64_t)__builtin_ctzll(own);

		__builtin_prefetch(&s->time[row]);
		__builtin_prefetch(&t->leaf[row]);
		if (s->duration)
			__builtin_prefetch(&s->duration[row]);
	}
}

static void look_at(const struct thread_samples *t, struct thread_rows *rows,
		    uint64_t first)
{
	rows->first = first;
	for (uint64_t i = 0; i < THREAD_ROWS; i++) {
		uint64_t at = first + 64 * i;

		if (at >= t->profile->samples.count) {
			rows->own[i] = 0;
			continue;
		}
		rows->own[i] = own_of(t, at);
		fetch(t, at, rows->own[i]);
	}
}

/*
 * The thread's first sample that counts of the rows [row, end), or `end`. Of a thread that was seldom
 * sampled this is all that a chart takes.
 */
static uint64_t next_row(const struct thread_samples *t, struct thread_rows *rows,
			 uint64_t row, uint64_t end)
{
	for (uint64_t first = row & ~UINT64_C(63); first < end; first += 64) {
		uint64_t group = first & ~(UINT64_C(64) * THREAD_ROWS - 1), word;

		if (rows->first != group)
			look_at(t, rows, group);
		word = rows->own[(first - group) / 64];
		if (first < row)
			word &= UINT64_MAX << (row - first);
		for (; word; word &= word - 1) {
			uint64_t at = first + (uint64_t)__builtin_ctzll(word);

			if (!is_dropped(t, at))
				return at < end ? at : end;
		}
	}
	return end;
}

/* ---- how long a moment stands for ---- */

#define PARTS	  64 /* of the profile, and so many distances of each: */
#define DISTANCES 64 /* their median is good enough, and found at once */

struct distances {
	uint64_t *list; /* owned: room for all parts */
	uint32_t count;
};

/* Those from samples in the rows [first, last), as many as are wanted. */
static void take_part(struct distances *d, const struct thread_samples *t, uint64_t first,
		      uint64_t last)
{
	const struct samples *s = &t->profile->samples;
	struct thread_rows rows = {.first = UINT64_MAX};
	uint64_t row = next_row(t, &rows, first, s->count), next;

	for (int n = 0; n < DISTANCES && row < last; n++, row = next) {
		next = next_row(t, &rows, row + 1, s->count);
		if (next < s->count)
			APPEND_WITHIN(d->list, d->count, PARTS * DISTANCES,
				      s->time[next] - s->time[row]);
	}
}

static int by_length(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* 1 where no two samples have different times. */
static bool find_median(const struct thread_samples *t, uint64_t *median,
			struct error *err)
{
	uint64_t count = t->profile->samples.count, first = 0;
	struct distances d = {.list = mem_array((size_t)PARTS * DISTANCES, sizeof *d.list,
						"a thread's samples", err)};

	if (!d.list)
		return false;
	for (uint64_t part = 1; part <= PARTS; part++) {
		uint64_t last = number_share(part, PARTS, count);

		take_part(&d, t, first, last);
		first = last;
	}
	*median = 1;
	if (d.count) {
		qsort(d.list, d.count, sizeof *d.list, by_length);
		if (d.list[d.count / 2])
			*median = d.list[d.count / 2];
	}
	mem_free(d.list);
	return true;
}

/* Ticks of several clocks, or of a clock and something else, have no usual distance. */
static uint32_t event_of(const struct profile *p, const struct lanes *lanes,
			 uint32_t lane)
{
	uint32_t event = KEPT_ALL_EVENTS;

	for (uint32_t i = 0; i < p->context_count; i++) {
		if (lanes->of[i] != lane || p->contexts[i].event == event)
			continue;
		if (event != KEPT_ALL_EVENTS)
			return KEPT_ALL_EVENTS;
		event = p->contexts[i].event;
	}
	return event;
}

bool thread_samples_find(struct thread_samples *t, const struct flame *f,
			 const struct shape *shape, const struct lanes *lanes,
			 uint32_t lane, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct sampled_clock clock = sampled_clock_of(p, event_of(p, lanes, lane));

	*t = (struct thread_samples){.profile = p,
				     .tree = shape ? shape->tree : f->tree,
				     .leaf = f->tree->leaf,
				     .shape = shape,
				     .drops = shape && shape_drops(shape),
				     .which = f->which,
				     .spans = f->spans,
				     .lanes = lanes,
				     .lane = lane,
				     .origin = profile_origin(p),
				     .usual = clock.period};
	if (!t->spans && !t->usual && !find_median(t, &t->usual, err))
		return false;
	/* A thread that goes to another CPU waits for its tick for less than two of them. */
	t->longest = number_add(t->usual, t->usual - t->usual / 4);
	return true;
}

/* ---- one after the other ---- */

/* The next that may reach into the range, of spans that begin before it. */
static uint64_t skip_ended(struct thread_reader *r, uint64_t row)
{
	uint64_t from = number_add(r->of->origin, r->from);

	if (row >= r->first)
		return row;
	return next_row(r->of, &r->rows,
			span_index_next(r->of->spans, row, r->first, from), r->end);
}

struct thread_reader thread_reader_of(const struct thread_samples *t, struct range range)
{
	const struct profile *p = t->profile;
	struct thread_reader r = {.of = t,
				  .rows = {.first = UINT64_MAX},
				  .from = range.from,
				  .to = range.to,
				  .end = p->samples.count};
	struct range reach = {range.from, number_add(range.to, t->longest)};
	uint64_t last;

	range_samples(p, range, &r.first, &last);
	if (!t->spans) /* what is further away makes a gap wherever it is */
		range_samples(p, reach, &last, &r.end);
	r.row = t->spans ? skip_ended(&r, 0) : r.first;
	r.row = next_row(t, &r.rows, r.row, r.end);
	return r;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* When a span ends, on the recording's clock, if `next` is the next. */
static uint64_t end_of(struct thread_reader *r, uint64_t row, uint64_t next)
{
	const struct profile *p = r->of->profile;
	uint64_t end = profile_row_end(p, row);

	if (next == p->samples.count || p->samples.time[next] >= end)
		return end;
	r->cut++;
	return p->samples.time[next];
}

/* Of spans those that were over when the range began, or were cut then, are passed over. */
static size_t read_spans(struct thread_reader *r, struct thread_sample *list, size_t room)
{
	const struct thread_samples *t = r->of;
	const struct profile *p = t->profile;
	size_t n = 0;

	while (n < room && r->row < p->samples.count &&
	       p->samples.time[r->row] - t->origin < r->to) {
		uint64_t row = r->row, next = next_row(t, &r->rows, row + 1, r->end);
		uint64_t from = p->samples.time[row] - t->origin;
		struct thread_sample s = {
		    .row = row,
		    .node = node_of(t, row),
		    .from = later(from, r->from),
		    .to = earlier(end_of(r, row, next) - t->origin, r->to)};

		if (row >= r->first || s.to > r->from)
			list[n++] = s; /* room: looked for above */
		r->row = skip_ended(r, next);
	}
	return n;
}

/* Every sample of a profile may be of one thread: this is what a chart takes. */
static size_t read_moments(struct thread_reader *r, struct thread_sample *list,
			   size_t room)
{
	const struct thread_samples *t = r->of;
	const struct samples *s = &t->profile->samples;
	uint64_t origin = t->origin, to = r->to, row = r->row, longest = t->longest;
	uint64_t from = row < r->end ? s->time[row] - origin : UINT64_MAX;
	size_t n = 0;

	while (n < room && from < to) {
		uint64_t next = next_row(t, &r->rows, row + 1, r->end);
		uint64_t then = next < r->end ? s->time[next] - origin : UINT64_MAX;
		bool gap = next == r->end || then - from > longest;
		uint64_t end = gap ? number_add(from, t->usual) : then;

		/* room: looked for above */
		list[n++] = (struct thread_sample){.row = row,
						   .node = node_of(t, row),
						   .from = from,
						   .to = earlier(end, to)};
		row = next;
		from = then;
		if (next == r->end)
			break;
	}
	r->row = row;
	return n;
}

size_t thread_reader_read(struct thread_reader *r, struct thread_sample *list,
			  size_t room)
{
	return r->of->spans ? read_spans(r, list, room) : read_moments(r, list, room);
}
