#include "profile/join/join_state.h"

#include <string.h>

#include "base/mem.h"
#include "base/threads.h"

/* Samples that are put in order at a time: what a thread does that for stays in its cache. */
#define SLICE	   65536u
#define SLICE_BITS 16
#define SLICE_NS   (UINT64_C(1) << (64 - SLICE_BITS)) /* a time and a number fit a key */

#define PIECES 64 /* of all the time, for threads to take */

/* ---- samples by time ---- */

/* What one thread needs to put a slice in order. */
struct slice {
	uint64_t *keys,
	    *spare; /* owned: the time since the slice's begin, and a number below it */
	uint32_t *part, *row; /* owned: by that number */
	uint32_t count;
};

struct sorting {
	struct join *join;
	uint64_t from, to; /* the first and the last time */
	uint64_t *bounds;  /* owned: by piece and part, its first row; one piece more */
	uint64_t *at;	   /* owned: by piece, the row of the whole that it begins with */
	atomic_uint next;  /* piece to be taken */
	struct error *errors; /* owned: by thread */
};

struct before {
	const struct join_part *part;
	uint64_t at;
};

static bool is_before(const void *arg, size_t i)
{
	const struct before *b = arg;

	return join_moved(b->part, b->part->profile->samples.time[i]) < b->at;
}

/* Of rows `low` up to `high` of a part the first that is not before `at`. */
static uint64_t first_from(const struct join_part *p, uint64_t low, uint64_t high,
			   uint64_t at)
{
	struct before b = {p, at};

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (is_before(&b, middle))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* One sample of the whole. */
void join_put_row(const struct join *j, uint64_t to, uint32_t part, uint64_t row)
{
	const struct join_part *of = &j->parts[part];
	const struct samples *s = &of->profile->samples;
	const struct columns *c = &j->columns;

	/* room: each row of each part has one of the whole */
	c->time[to] = c->untimed ? 0 : join_moved(of, s->time[row]);
	c->weight[to] = s->weight[row];
	c->stack[to] = j->of[part].stacks[s->stack[row]];
	c->context[to] = j->of[part].contexts[s->context[row]];
	if (s->duration)
		c->duration[to] = s->duration[row];
	if (s->sched && s->sched[row])
		c->sched[to] = join_sched(j, part, s->sched[row]);
}

/*
 * By time, that is by all bits above the numbers, which rise already; byte by byte from the
 * lowest, in which equal ones stay as they are. `most` is the largest time.
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

/* Rows low[part] up to high[part] of all parts, none of them before `from`. */
static void sort_slice(const struct sorting *o, struct slice *s, const uint64_t *low,
		       const uint64_t *high, uint64_t from, uint64_t to)
{
	const struct join *j = o->join;
	uint64_t most = 0;

	s->count = 0;
	for (uint32_t p = 0; p < j->count; p++) {
		const uint64_t *time = j->parts[p].profile->samples.time;

		for (uint64_t i = low[p]; i < high[p] && s->count < SLICE; i++) {
			uint64_t since = join_moved(&j->parts[p], time[i]) - from;

			most = since > most ? since : most;
			/* room: below SLICE */
			s->keys[s->count] = since << SLICE_BITS | s->count;
			s->part[s->count] = p;
			s->row[s->count++] = (uint32_t)i;
		}
	}
	sort_keys(s, most);
	for (uint32_t i = 0; i < s->count; i++) {
		uint32_t n = (uint32_t)(s->keys[i] & (SLICE - 1));

		join_put_row(j, to + i, s->part[n], s->row[n]);
	}
}

/* Samples of one moment: part by part. */
static void put_moment(const struct sorting *o, const uint64_t *low, const uint64_t *high,
		       uint64_t to)
{
	for (uint32_t p = 0; p < o->join->count; p++)
		for (uint64_t i = low[p]; i < high[p]; i++)
			join_put_row(o->join, to++, p, i);
}

static uint64_t rows_between(const struct join *j, const uint64_t *low,
			     const uint64_t *high)
{
	uint64_t rows = 0;

	for (uint32_t p = 0; p < j->count; p++)
		rows += high[p] - low[p];
	return rows;
}

/* A stretch of time from `from` to `last`, both within it, that is still to be put in order. */
struct stretch {
	uint64_t from, last, to;
	uint64_t *low, *high; /* owned: by part */
};

#define STRETCHES_MOST 66 /* each is half as long as that before */

/* Cut a stretch in its middle, until what is left is a slice; later halves wait. */
static bool sort_piece(const struct sorting *o, struct slice *s, struct stretch *waiting,
		       struct error *err)
{
	const struct join *j = o->join;
	unsigned n = 1;

	while (n > 0) {
		struct stretch *w = &waiting[n - 1], *earlier;
		uint64_t rows = rows_between(j, w->low, w->high), middle;

		if (!join_goes_on(j, err))
			return false;
		if (!rows || w->from == w->last || n == STRETCHES_MOST ||
		    (rows <= SLICE && w->last - w->from < SLICE_NS)) {
			if (rows && w->from == w->last)
				put_moment(o, w->low, w->high, w->to);
			else if (rows)
				sort_slice(o, s, w->low, w->high, w->from, w->to);
			n--;
			continue;
		}
		middle = w->from + (w->last - w->from) / 2;
		earlier = &waiting[n++]; /* room: below STRETCHES_MOST */
		for (uint32_t p = 0; p < j->count; p++) {
			earlier->low[p] = w->low[p];
			w->low[p] =
			    first_from(&j->parts[p], w->low[p], w->high[p], middle + 1);
			earlier->high[p] = w->low[p];
		}
		earlier->from = w->from;
		earlier->last = middle;
		earlier->to = w->to;
		w->to += rows_between(j, earlier->low, earlier->high);
		w->from = middle + 1;
	}
	return true;
}

static bool begin_slice(struct slice *s, struct error *err)
{
	s->keys = mem_array(SLICE, sizeof *s->keys, "samples", err);
	s->spare = mem_array(SLICE, sizeof *s->spare, "samples", err);
	s->part = mem_array(SLICE, sizeof *s->part, "samples", err);
	s->row = mem_array(SLICE, sizeof *s->row, "samples", err);
	return s->keys && s->spare && s->part && s->row;
}

static void end_slice(struct slice *s)
{
	mem_free(s->keys);
	mem_free(s->spare);
	mem_free(s->part);
	mem_free(s->row);
}

/* Where piece `i` begins. */
static uint64_t piece_from(const struct sorting *o, unsigned i)
{
	return o->from + (uint64_t)((__uint128_t)(o->to - o->from) * i / PIECES);
}

static void sort_pieces(void *arg, unsigned thread)
{
	struct sorting *o = arg;
	const struct join *j = o->join;
	struct error *err = &o->errors[thread];
	struct slice s = {0};
	struct stretch waiting[STRETCHES_MOST];
	uint64_t *rows = mem_array((size_t)j->count * STRETCHES_MOST * 2, sizeof *rows,
				   "parts of samples", err);
	unsigned piece;
	bool ok = rows && begin_slice(&s, err);

	for (unsigned i = 0; ok && i < STRETCHES_MOST; i++)
		waiting[i] =
		    (struct stretch){.low = rows + (size_t)j->count * 2 * i,
				     .high = rows + (size_t)j->count * (2 * i + 1)};
	while (ok && (piece = atomic_fetch_add(&o->next, 1)) < PIECES) {
		struct stretch *w = &waiting[0];

		w->from = piece_from(o, piece);
		w->last = piece + 1 < PIECES ? piece_from(o, piece + 1) : o->to;
		if (piece + 1 < PIECES && w->last > w->from)
			w->last--;
		w->to = o->at[piece];
		memcpy(w->low, o->bounds + (size_t)j->count * piece,
		       j->count * sizeof *w->low);
		memcpy(w->high, o->bounds + (size_t)j->count * (piece + 1),
		       j->count * sizeof *w->high);
		ok = sort_piece(o, &s, waiting, err);
	}
	end_slice(&s);
	mem_free(rows);
}

/* The rows of all parts with which each piece begins. */
static void find_pieces(struct sorting *o)
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

static void find_ends(struct sorting *o)
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
	struct sorting o = {.join = j};
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
