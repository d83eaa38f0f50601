#include "profile/order.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/mem.h"
#include "base/threads.h"

/* The starts of the ascending runs, and the end of the last one. */
struct runs {
	uint32_t *from; /* owned */
	size_t count, room;
};

static bool add_run(struct runs *r, uint32_t from, struct error *err)
{
	return APPEND(r->from, r->count, r->room, "runs", err, from);
}

/* The number of rows in in[a, b) that are at most `limit`, or with `below` less than it. */
static uint32_t count_up_to(const uint64_t *time, const uint32_t *in, uint32_t a,
			    uint32_t b, uint64_t limit, bool below)
{
	uint32_t low = a, high = b;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint64_t at = time[in[middle]];

		if (at < limit || (at == limit && !below))
			low = middle + 1;
		else
			high = middle;
	}
	return low - a;
}

static void copy_rows(const uint32_t *in, uint32_t *out, uint32_t from, uint32_t to)
{
	memcpy(out + from, in + from, (to - from) * sizeof *in);
}

/*
 * Merge in[a, b) and in[b, c) into out[a, c); equal rows of the left run come first. Runs often
 * overlap little: the rows before and after the overlap are copied without comparing.
 */
static void merge_two_runs(const uint64_t *time, const uint32_t *in, uint32_t *out,
			   uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t left = a + count_up_to(time, in, a, b, time[in[b]], false);
	uint32_t end = b + count_up_to(time, in, b, c, time[in[b - 1]], true);
	uint32_t right = b, to = left;

	/* room: each row of `in` once */
	copy_rows(in, out, a, left);
	while (left < b && right < end)
		out[to++] = time[in[left]] <= time[in[right]] ? in[left++] : in[right++];
	while (left < b)
		out[to++] = in[left++];
	while (right < end) /* room: as above */
		out[to++] = in[right++];
	copy_rows(in, out, end, c);
}

/* Merge neighbouring runs from `in` to `out`, which leaves half as many. */
static void merge_pairs(struct runs *r, const uint64_t *time, const uint32_t *in,
			uint32_t *out)
{
	size_t kept = 0, last = r->count - 1;

	for (size_t i = 0; i < last; i += 2) {
		size_t mid = i + 1, end = i + 2 < last ? i + 2 : last;

		if (mid == end)
			copy_rows(in, out, r->from[i], r->from[mid]);
		else
			merge_two_runs(time, in, out, r->from[i], r->from[mid],
				       r->from[end]);
		r->from[kept++] = r->from[i]; /* room: kept <= i */
	}
	r->from[kept++] = r->from[last]; /* room: kept <= last */
	r->count = kept;
}

/* Merge all runs; `*order` and `*other` are swapped as often as needed. */
static void merge_runs(struct runs *r, const uint64_t *time, uint32_t **order,
		       uint32_t **other)
{
	while (r->count > 2) {
		uint32_t *merged = *other;

		merge_pairs(r, time, *order, merged);
		*other = *order;
		*order = merged;
	}
}

/* ---- on two threads ---- */

#define ROWS_ALONE (UINT32_C(1) << 16) /* with fewer rows, a thread does not pay off */

/*
 * The rows before `middle` and the rest: each half is sorted by the next free thread, then both
 * are merged.
 */
struct halves {
	const uint64_t *time;	 /* borrowed */
	struct runs left, right; /* the left one is owned, the right one borrowed */
	uint32_t *order, *other; /* borrowed: all rows */
	uint32_t middle, count;
	atomic_uint sorted, merged; /* how many of the two halves are taken */
};

static void sort_halves(void *arg, unsigned thread)
{
	struct halves *h = arg;
	unsigned half;

	(void)thread;
	while ((half = atomic_fetch_add(&h->sorted, 1)) < 2) {
		struct runs *r = half ? &h->right : &h->left;
		uint32_t from = r->from[0], to = r->from[r->count - 1];
		uint32_t *order = h->order, *other = h->other;

		merge_runs(r, h->time, &order, &other);
		if (order != h->order)
			copy_rows(order, h->order, from, to);
	}
}

static void merge_from_front(const struct halves *h, uint32_t end)
{
	const uint64_t *time = h->time;
	const uint32_t *in = h->order;
	uint32_t left = 0, right = h->middle;

	for (uint32_t to = 0; to < end; to++)
		h->other[to] = left < h->middle && (right == h->count ||
						    time[in[left]] <= time[in[right]])
				   ? in[left++]
				   : in[right++];
}

static void merge_from_back(const struct halves *h, uint32_t begin)
{
	const uint64_t *time = h->time;
	const uint32_t *in = h->order;
	uint32_t left = h->middle, right = h->count;

	for (uint32_t to = h->count; to > begin; to--)
		h->other[to - 1] =
		    right > h->middle &&
			    (left == 0 || time[in[left - 1]] <= time[in[right - 1]])
			? in[--right]
			: in[--left];
}

static void merge_halves(void *arg, unsigned thread)
{
	struct halves *h = arg;
	unsigned half;

	(void)thread;
	while ((half = atomic_fetch_add(&h->merged, 1)) < 2) {
		if (half)
			merge_from_back(h, h->count / 2);
		else
			merge_from_front(h, h->count / 2);
	}
}

/* False and an error when memory runs out: then nothing has changed. */
static bool merge_on_two(struct runs *r, const uint64_t *time, uint32_t **order,
			 uint32_t **other, struct error *err)
{
	uint32_t count = r->from[r->count - 1], *merged = *other;
	struct halves h = {
	    .time = time, .order = *order, .other = merged, .count = count};
	size_t middle = 1;

	while (middle + 2 < r->count && r->from[middle] < count / 2)
		middle++;
	h.middle = r->from[middle];
	for (size_t i = 0; i <= middle; i++)
		if (!add_run(&h.left, r->from[i], err)) {
			mem_free(h.left.from);
			return false;
		}
	h.right = (struct runs){.from = r->from + middle, .count = r->count - middle};
	threads_run(2, sort_halves, &h);
	threads_run(2, merge_halves, &h);
	mem_free(h.left.from);
	*other = *order;
	*order = merged;
	return true;
}

/* ---- nearly sorted rows ---- */

#define RUN_SHORT 16 /* rows: shorter runs need much merging */
#define NEAR	  64 /* positions that a row may move back, on average */

/*
 * Waits are recorded when they end, and sorted by their start: every second row is out of order,
 * but none is far from its place. False if rows are too far away: then `order` is incomplete.
 */
static bool insert_rows(const uint64_t *time, uint32_t *order, uint32_t count)
{
	uint64_t moves = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = i;

		for (; at && time[order[at - 1]] > time[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
		moves += i - at;
		if (moves > (uint64_t)NEAR * (i + NEAR))
			return false;
	}
	return true;
}

uint32_t *order_on_threads(const uint64_t *time, uint32_t count, unsigned threads,
			   struct error *err)
{
	uint32_t *order = mem_array(count, sizeof *order, "rows to sort", err), *other;
	uint32_t starts = 1;
	struct runs runs = {0};
	bool ok;

	for (uint32_t i = 1; order && i < count; i++)
		starts += time[i] < time[i - 1];
	if (!order || (starts > count / RUN_SHORT && insert_rows(time, order, count)))
		return order;
	other = mem_array(count, sizeof *other, "rows to sort", err);
	ok = other != NULL;
	for (uint32_t i = 0; ok && i < count; i++) {
		order[i] = i;
		if (i == 0 || time[i] < time[i - 1])
			ok = add_run(&runs, i, err);
	}
	ok = ok && add_run(&runs, count, err);
	if (ok && (threads < 2 || count < ROWS_ALONE || runs.count < 4))
		merge_runs(&runs, time, &order, &other);
	else if (ok)
		ok = merge_on_two(&runs, time, &order, &other, err);
	mem_free(runs.from);
	mem_free(other);
	if (ok)
		return order;
	mem_free(order);
	return NULL;
}

uint32_t *order_by_time(const uint64_t *time, uint32_t count, struct error *err)
{
	return order_on_threads(time, count, 1, err);
}

static inline void put_rows(const uint32_t *order, uint32_t count, const char *from,
			    char *to, size_t size)
{
	for (uint32_t i = 0; i < count; i++)
		memcpy(to + i * size, from + order[i] * size, size);
}

void *order_apply(const uint32_t *order, uint32_t count, const void *column, size_t size,
		  struct error *err)
{
	char *to = mem_array(count, size, "sorted samples", err);

	/* a constant size avoids a call of memcpy() */
	if (to && size == sizeof(uint64_t))
		put_rows(order, count, column, to, sizeof(uint64_t));
	else if (to && size == sizeof(uint32_t))
		put_rows(order, count, column, to, sizeof(uint32_t));
	else if (to)
		put_rows(order, count, column, to, size);
	return to;
}

/* Follow the cycle of moves that begins at `first`. */
static void turn_cycle(const uint32_t *order, struct bits *done, char *at, size_t size,
		       uint32_t first)
{
	char kept[sizeof(uint64_t)];
	uint32_t place = first;

	memcpy(kept, at + first * size, size);
	while (order[place] != first) {
		memcpy(at + place * size, at + order[place] * size, size);
		bits_add(done, place);
		place = order[place];
	}
	memcpy(at + place * size, kept, size);
	bits_add(done, place);
}

bool order_column(const uint32_t *order, uint32_t count, void *column, size_t size,
		  struct error *err)
{
	struct bits done;

	if (!column)
		return true;
	assert(size <= sizeof(uint64_t));
	if (!bits_build(&done, count, err))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!bits_has(&done, i) && order[i] != i)
			turn_cycle(order, &done, column, size, i);
	bits_release(&done);
	return true;
}
