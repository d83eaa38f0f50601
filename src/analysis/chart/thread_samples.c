#include "analysis/chart/thread_samples.h"

#include <stdlib.h>

#include "analysis/sampled_clock.h"
#include "base/append.h"
#include "base/number.h"

/* The node of a sample that is not dropped. */
static uint32_t node_of(const struct thread_samples *t, uint64_t row)
{
	return t->derived ? derived_tree_node(t->derived, t->leaf[row]) : t->leaf[row];
}

/* The rows of the thread among 64 from `first` on; without branches, four at a time. */
static uint64_t own_rows(const struct thread_samples *t, uint64_t first)
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

static void look_at(const struct thread_samples *t, struct thread_rows *rows,
		    uint64_t first)
{
	const struct samples *s = &t->profile->samples;

	rows->first = first;
	for (uint64_t i = 0; i < THREAD_ROWS; i++) {
		uint64_t at = first + 64 * i, own = at < s->count ? own_rows(t, at) : 0;

		rows->own[i] = own;
		if (__builtin_popcountll(own) > 8)
			continue;
		/* prefetch the next rows: rare samples are far apart, and memory is slow */
		for (; own; own &= own - 1) {
			uint64_t row = at + (uint64_t)__builtin_ctzll(own);

			__builtin_prefetch(&s->time[row]);
			__builtin_prefetch(&t->leaf[row]);
			if (s->duration)
				__builtin_prefetch(&s->duration[row]);
		}
	}
}

/*
 * The first counted sample of the thread in the rows [row, end), or `end`. For a thread with few
 * samples a chart spends most of its time here.
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

			if (!t->drops ||
			    derived_tree_node(t->derived, t->leaf[at]) != NODE_DROPPED)
				return at < end ? at : end;
		}
	}
	return end;
}

/* ---- the usual distance of moments ---- */

#define PARTS	  64 /* of the profile */
#define DISTANCES 64 /* per part; their median is accurate enough, and fast */

static int by_length(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of some distances; 1 if no two samples have different times. */
static bool find_median(const struct thread_samples *t, uint64_t *median,
			struct error *err)
{
	const struct samples *s = &t->profile->samples;
	uint64_t *list =
	    mem_array((size_t)PARTS * DISTANCES, sizeof *list, "a thread's samples", err);
	uint64_t first = 0;
	uint32_t count = 0;

	if (!list)
		return false;
	for (uint64_t part = 1; part <= PARTS; part++) {
		struct thread_rows rows = {.first = UINT64_MAX};
		uint64_t last = number_share(part, PARTS, s->count), next;
		uint64_t row = next_row(t, &rows, first, s->count);

		for (int n = 0; n < DISTANCES && row < last; n++, row = next) {
			next = next_row(t, &rows, row + 1, s->count);
			if (next < s->count)
				APPEND_WITHIN(list, count, PARTS * DISTANCES,
					      s->time[next] - s->time[row]);
		}
		first = last;
	}
	*median = 1;
	if (count) {
		qsort(list, count, sizeof *list, by_length);
		if (list[count / 2])
			*median = list[count / 2];
	}
	mem_free(list);
	return true;
}

/*
 * The only event of a lane, or ALL_EVENTS: ticks of a clock mixed with other events have no usual
 * distance.
 */
static uint32_t only_event(const struct profile *p, const struct lanes *lanes,
			   uint32_t lane)
{
	uint32_t event = ALL_EVENTS;

	for (uint32_t i = 0; i < p->context_count; i++) {
		if (lanes->of[i] != lane || p->contexts[i].event == event)
			continue;
		if (event != ALL_EVENTS)
			return ALL_EVENTS;
		event = p->contexts[i].event;
	}
	return event;
}

bool thread_samples_find(struct thread_samples *t, const struct flame *f,
			 const struct derived_tree *derived, const struct lanes *lanes,
			 uint32_t lane, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct sampled_clock clock = sampled_clock_of(p, only_event(p, lanes, lane));

	*t = (struct thread_samples){.profile = p,
				     .tree = derived ? derived->tree : f->tree,
				     .leaf = f->tree->leaf,
				     .derived = derived,
				     .drops = derived && derived_tree_drops(derived),
				     .which = f->which,
				     .spans = f->spans,
				     .lanes = lanes,
				     .lane = lane,
				     .origin = profile_origin(p),
				     .usual = clock.period};
	if (!t->spans && !t->usual && !find_median(t, &t->usual, err))
		return false;
	/* a thread that moves to another CPU gets its tick in less than twice the time */
	t->longest = number_add(t->usual, t->usual - t->usual / 4);
	return true;
}

/* ---- reading ---- */

/* The next span that may extend into the range, of those that begin before it. */
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
	if (!t->spans) /* a sample further away makes a gap, wherever it is */
		range_samples(p, reach, &last, &r.end);
	r.row = t->spans ? skip_ended(&r, 0) : r.first;
	r.row = next_row(t, &r.rows, r.row, r.end);
	return r;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Skip spans that had ended, or were truncated, when the range began. */
static size_t read_spans(struct thread_reader *r, struct thread_sample *list, size_t room)
{
	const struct thread_samples *t = r->of;
	const struct profile *p = t->profile;
	size_t n = 0;

	while (n < room && r->row < p->samples.count &&
	       p->samples.time[r->row] - t->origin < r->to) {
		uint64_t row = r->row, next = next_row(t, &r->rows, row + 1, r->end);
		uint64_t from = p->samples.time[row] - t->origin;
		uint64_t end = profile_row_end(p, row);
		bool cut = next < p->samples.count && p->samples.time[next] < end;
		struct thread_sample s = {.row = row,
					  .node = node_of(t, row),
					  .from = from > r->from ? from : r->from};

		if (cut) /* truncated, as the next one begins earlier */
			end = p->samples.time[next];
		r->cut += cut;
		s.to = earlier(end - t->origin, r->to);
		if (row >= r->first || s.to > r->from)
			list[n++] = s; /* room: checked above */
		r->row = skip_ended(r, next);
	}
	return n;
}

/* All samples of a profile may belong to one thread, so a chart may spend most of its time here. */
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

		/* room: checked above */
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
