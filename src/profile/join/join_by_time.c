#include "profile/join/join_state.h"

#include <string.h>

#include "base/mem.h"
#include "base/threads.h"

/* The number of samples that are sorted together: they fit the cache of a CPU. */
#define SLICE	   16384u
#define SLICE_BITS 14
#define SLICE_NS   (UINT64_C(1) << (64 - SLICE_BITS)) /* a time and a number fit a key */

#define PIECES 64 /* parts of the whole time, which threads take one by one */

/* ---- samples by time ---- */

/*
 * A sample with its numbers in the whole. The samples of one part are read together, because the
 * data of a thousand parts would not fit the cache.
 */
struct gathered {
	uint64_t weight;
	uint32_t stack, context;
	uint32_t part, row; /* its position in the input */
};

/* The memory of one thread for sorting a slice. */
struct slice {
	/* owned: the time since the start of the slice, and a number in the lower bits */
	uint64_t *keys, *spare;
	struct gathered *samples; /* owned: by that number */
	uint32_t count;
};

struct join_sorting {
	struct join *join;
	uint64_t from, to; /* the first and the last time */
	uint64_t *bounds;  /* owned: by piece and part, its first row; one extra piece */
	uint64_t *at;	   /* owned: by piece, its first row in the whole */
	atomic_uint next;  /* the next piece to take */
	struct error *errors; /* owned: by thread */
};

/* The first row of a part at or after `at`, within the rows `low` up to `high`. */
static uint64_t first_from(const struct join_part *p, uint64_t low, uint64_t high,
			   uint64_t at)
{
	const uint64_t *time = p->profile->samples.time;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (join_moved(p, time[middle]) < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct gathered gather_sample(const struct join *j, uint32_t part, uint64_t row)
{
	const struct samples *s = &j->parts[part].profile->samples;

	return (struct gathered){.weight = s->weight[row],
				 .stack = j->of[part].stacks[s->stack[row]],
				 .context = j->of[part].contexts[s->context[row]],
				 .part = part,
				 .row = (uint32_t)row};
}

/* Room: each row of each part has a row in the whole. */
static void put_gathered(const struct join *j, uint64_t to, uint64_t time,
			 const struct gathered *g)
{
	const struct columns *c = &j->columns;
	const struct samples *s;

	c->time[to] = time;
	c->weight[to] = g->weight;
	c->stack[to] = g->stack;
	c->context[to] = g->context;
	if (!c->duration && !c->sched) /* as in most recordings */
		return;
	s = &j->parts[g->part].profile->samples;
	if (s->duration)
		c->duration[to] = s->duration[g->row];
	if (s->sched && s->sched[g->row])
		c->sched[to] = join_sched(j, g->part, s->sched[g->row]);
}

void join_put_row(const struct join *j, uint64_t to, uint32_t part, uint64_t row)
{
	const struct join_part *of = &j->parts[part];
	const struct gathered g = gather_sample(j, part, row);

	put_gathered(
	    j, to,
	    j->columns.untimed ? 0 : join_moved(of, of->profile->samples.time[row]), &g);
}

/*
 * Radix sort by time, in the bits above the numbers, which are already in order; byte by byte
 * from the lowest, and stable. `most` is the largest time.
 */
static void sort_keys(struct slice *s, uint64_t most)
{
	for (unsigned shift = SLICE_BITS; shift < 64 && most >> (shift - SLICE_BITS);
	     shift += 8) {
		uint32_t starts[256] = {0}, sum = 0;
		uint64_t *swap = s->keys;

		for (uint32_t i = 0; i < s->count; i++)
			starts[s->keys[i] >> shift & 0xff]++;
		for (unsigned b = 0; b < 256; b++) {
			uint32_t n = starts[b];

			starts[b] = sum;
			sum += n;
		}
		for (uint32_t i = 0; i < s->count; i++) /* room: each key once */
			s->spare[starts[s->keys[i] >> shift & 0xff]++] = s->keys[i];
		s->keys = s->spare;
		s->spare = swap;
	}
}

/* The rest of a piece: the rows low[part] up to high[part] of all parts. */
struct rest {
	uint64_t from, last; /* the first and the last time, inclusive */
	uint64_t to;	     /* its first row in the whole */
	uint64_t *low;	     /* owned: by part */
	uint64_t *next;	     /* owned: the same, after a slice */
	const uint64_t *high;
};

/* Gather the samples up to the time `upto`; false when a slice cannot hold them. */
static bool fill_slice(const struct join *j, struct slice *s, const struct rest *r,
		       uint64_t upto)
{
	s->count = 0;
	for (uint32_t p = 0; p < j->count; p++) {
		const uint64_t *time = j->parts[p].profile->samples.time;
		uint64_t i = r->low[p], at;

		for (; i < r->high[p] && (at = join_moved(&j->parts[p], time[i])) <= upto;
		     i++) {
			if (s->count == SLICE)
				return false;
			/* room: below SLICE */
			s->keys[s->count] = (at - r->from) << SLICE_BITS | s->count;
			s->samples[s->count++] = gather_sample(j, p, i);
		}
		r->next[p] = i;
	}
	return true;
}

/* Write samples of one moment that do not fit a slice: part by part. */
static uint64_t put_moment(const struct join *j, const struct rest *r)
{
	uint64_t to = r->to;

	for (uint32_t p = 0; p < j->count; p++) {
		uint64_t end =
		    first_from(&j->parts[p], r->low[p], r->high[p], r->from + 1);

		for (uint64_t i = r->low[p]; i < end; i++)
			join_put_row(j, to++, p, i);
		r->next[p] = end;
	}
	return to - r->to;
}

/* The length of a slice if samples were evenly distributed. */
static uint64_t usual_span(const struct join *j, const struct rest *r)
{
	uint64_t rows = 0, span;

	for (uint32_t p = 0; p < j->count; p++)
		rows += r->high[p] - r->low[p];
	span = rows
		   ? (uint64_t)((__uint128_t)(r->last - r->from) * (SLICE / 4 * 3) / rows)
		   : r->last - r->from;
	return span < SLICE_NS ? span : SLICE_NS - 1;
}

/* Sort slice after slice, each as long as the last one that fitted. */
static bool sort_piece(const struct join *j, struct slice *s, struct rest *r,
		       struct error *err)
{
	uint64_t span = usual_span(j, r);

	for (;;) {
		uint64_t upto = r->last - r->from > span ? r->from + span : r->last;
		uint64_t *low = r->low, count;

		if (!join_goes_on(j, err))
			return false;
		if (fill_slice(j, s, r, upto)) {
			sort_keys(s, upto - r->from);
			for (uint32_t i = 0; i < s->count; i++)
				put_gathered(j, r->to + i,
					     r->from + (s->keys[i] >> SLICE_BITS),
					     &s->samples[s->keys[i] & (SLICE - 1)]);
			count = s->count;
		} else if (upto > r->from) {
			span /= 2;
			continue;
		} else {
			count = put_moment(j, r);
		}
		r->to += count;
		r->low = r->next;
		r->next = low;
		if (upto == r->last)
			return true;
		r->from = upto + 1;
		if (count < SLICE / 4)
			span = span < SLICE_NS / 2 ? span * 2 + 1 : SLICE_NS - 1;
	}
}

/* The start of piece `i`. */
static uint64_t piece_from(const struct join_sorting *o, unsigned i)
{
	return o->from + (uint64_t)((__uint128_t)(o->to - o->from) * i / PIECES);
}

static void sort_pieces(void *arg, unsigned thread)
{
	struct join_sorting *o = arg;
	const struct join *j = o->join;
	struct error *err = &o->errors[thread];
	struct slice s = {0};
	uint64_t *rows =
	    mem_array((size_t)j->count * 2, sizeof *rows, "parts of samples", err);
	struct rest r = {.low = rows, .next = rows ? rows + j->count : NULL};
	unsigned piece;
	bool ok;

	ok = rows && (s.keys = mem_array(SLICE, sizeof *s.keys, "samples", err)) &&
	     (s.spare = mem_array(SLICE, sizeof *s.spare, "samples", err)) &&
	     (s.samples = mem_array(SLICE, sizeof *s.samples, "samples", err));
	while (ok && (piece = atomic_fetch_add(&o->next, 1)) < PIECES) {
		r.from = piece_from(o, piece);
		r.last = piece + 1 < PIECES ? piece_from(o, piece + 1) : o->to;
		if (piece + 1 < PIECES && r.last > r.from)
			r.last--;
		r.to = o->at[piece];
		r.high = o->bounds + (size_t)j->count * (piece + 1);
		memcpy(r.low, o->bounds + (size_t)j->count * piece,
		       j->count * sizeof *r.low);
		ok = sort_piece(j, &s, &r, err);
	}
	mem_free(s.keys);
	mem_free(s.spare);
	mem_free(s.samples);
	mem_free(rows);
}

/* Find the first rows of each piece in all parts. */
static void find_pieces(struct join_sorting *o)
{
	const struct join *j = o->join;
	uint64_t at = 0;

	for (unsigned i = 0; i <= PIECES; i++) {
		uint64_t *here = o->bounds + (size_t)j->count * i;
		uint64_t *before = i ? here - j->count : NULL;

		for (uint32_t p = 0; p < j->count; p++) {
			uint64_t rows = j->parts[p].profile->samples.count;

			here[p] = i == PIECES ? rows
				  : before    ? first_from(&j->parts[p], before[p], rows,
							   piece_from(o, i))
					      : 0;
			at += before ? here[p] - before[p] : 0;
		}
		o->at[i] = at;
	}
}

static void find_ends(struct join_sorting *o)
{
	const struct join *j = o->join;

	o->from = UINT64_MAX;
	for (uint32_t p = 0; p < j->count; p++) {
		const struct samples *s = &j->parts[p].profile->samples;

		if (!s->count)
			continue;
		if (join_moved(&j->parts[p], s->time[0]) < o->from)
			o->from = join_moved(&j->parts[p], s->time[0]);
		if (join_moved(&j->parts[p], s->time[s->count - 1]) > o->to)
			o->to = join_moved(&j->parts[p], s->time[s->count - 1]);
	}
}

bool join_sort_samples(struct join *j, struct error *err)
{
	unsigned threads = j->options->threads;
	struct join_sorting o = {.join = j};
	bool ok;

	find_ends(&o);
	o.bounds = mem_array((size_t)j->count * (PIECES + 1), sizeof *o.bounds,
			     "parts of samples", err);
	o.at = o.bounds ? mem_array(PIECES + 1, sizeof *o.at, "parts of samples", err)
			: NULL;
	o.errors = o.at ? mem_array(threads, sizeof *o.errors, "threads", err) : NULL;
	ok = o.errors != NULL;
	if (ok) {
		find_pieces(&o);
		threads_run(threads, sort_pieces, &o);
	}
	for (unsigned i = 0; ok && i < threads; i++) {
		if (o.errors[i].kind) {
			*err = o.errors[i];
			ok = false;
		}
	}
	mem_free(o.errors);
	mem_free(o.at);
	mem_free(o.bounds);
	return ok;
}
