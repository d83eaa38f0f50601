#include "profile/order.h"

#include <assert.h>
#include <string.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/mem.h"
#include "base/bisect.h"

/* Where each rising run starts, and where the last one ends. */
struct runs {
	uint32_t *from; /* owned */
	size_t count, room;
};

static bool add_run(struct runs *r, uint32_t from, struct error *err)
{
	return APPEND(r->from, r->count, r->room, "runs", err, from);
}

static bool find_runs(struct runs *r, const uint64_t *time, uint32_t count,
		      struct error *err)
{
	for (uint32_t i = 0; i < count; i++)
		if ((i == 0 || time[i] < time[i - 1]) && !add_run(r, i, err))
			return false;
	return add_run(r, count, err);
}

struct limit {
	const uint64_t *time; /* borrowed, and ... */
	const uint32_t *in;   /* ... this: numbers in it */
	uint64_t at;
	bool below;
};

static bool is_up_to(const void *limit, size_t i)
{
	const struct limit *l = limit;
	uint64_t t = l->time[l->in[i]];

	return t < l->at || (t == l->at && !l->below);
}

/* How many of in[a, b) are at most `limit`, or with `below` less than it. */
static uint32_t count_up_to(const uint64_t *time, const uint32_t *in, uint32_t a,
			    uint32_t b, uint64_t limit, bool below)
{
	const struct limit l = {time, in + a, limit, below};

	return (uint32_t)bisect_first(b - a, is_up_to, &l);
}

static void copy(const uint32_t *in, uint32_t *out, uint32_t from, uint32_t to)
{
	memcpy(out + from, in + from, (to - from) * sizeof *in);
}

/*
 * Merge in[a, b) and in[b, c) into out[a, c); of equal ones the left comes first. Runs
 * often overlap little: what is before and after that need not be compared.
 */
static void merge(const uint64_t *time, const uint32_t *in, uint32_t *out, uint32_t a,
		  uint32_t b, uint32_t c)
{
	uint32_t left = a + count_up_to(time, in, a, b, time[in[b]], false);
	uint32_t end = b + count_up_to(time, in, b, c, time[in[b - 1]], true);
	uint32_t right = b, to = left;

	/* room: each row of `in` once */
	copy(in, out, a, left);
	while (left < b && right < end)
		out[to++] = time[in[left]] <= time[in[right]] ? in[left++] : in[right++];
	while (left < b)
		out[to++] = in[left++];
	while (right < end) /* room: as above */
		out[to++] = in[right++];
	copy(in, out, end, c);
}

/* Merge neighbouring runs from `in` to `out`, which leaves half as many. */
static void merge_pairs(struct runs *r, const uint64_t *time, const uint32_t *in,
			uint32_t *out)
{
	size_t kept = 0, last = r->count - 1;

	for (size_t i = 0; i < last; i += 2) {
		size_t mid = i + 1, end = i + 2 < last ? i + 2 : last;

		if (mid == end)
			copy(in, out, r->from[i], r->from[mid]);
		else
			merge(time, in, out, r->from[i], r->from[mid], r->from[end]);
		r->from[kept++] = r->from[i]; /* room: kept <= i */
	}
	r->from[kept++] = r->from[last]; /* room: kept <= last */
	r->count = kept;
}

/* ---- rows that are near their places ---- */

#define RUN_SHORT 16 /* rows: with shorter runs there is much to merge */
#define NEAR	  64 /* places that a row may go back, on average */

static bool has_short_runs(const uint64_t *time, uint32_t count)
{
	uint32_t runs = 1;

	for (uint32_t i = 1; i < count; i++)
		runs += time[i] < time[i - 1];
	return runs > count / RUN_SHORT;
}

/*
 * Waits are told as they end, and sorted by their begin: every second row is out of order, and none
 * is far from its place. False: they are too far, and `order` has only some of the rows.
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

/* The same by merging runs. `order` is freed, or what is returned. */
static uint32_t *merge_rows(const uint64_t *time, uint32_t *order, uint32_t count,
			    struct error *err)
{
	struct runs runs = {0};
	uint32_t *other = mem_array(count, sizeof *other, "rows to sort", err);

	if (!other || !find_runs(&runs, time, count, err)) {
		mem_free(order);
		order = NULL;
		goto out;
	}
	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	while (runs.count > 2) {
		uint32_t *merged = other;

		merge_pairs(&runs, time, order, merged);
		other = order;
		order = merged;
	}
out:
	mem_free(runs.from);
	mem_free(other);
	return order;
}

uint32_t *order_by_time(const uint64_t *time, uint32_t count, struct error *err)
{
	uint32_t *order = mem_array(count, sizeof *order, "rows to sort", err);

	if (!order || (has_short_runs(time, count) && insert_rows(time, order, count)))
		return order;
	return merge_rows(time, order, count, err);
}

void *order_apply(const uint32_t *order, uint32_t count, const void *column, size_t size,
		  struct error *err)
{
	char *to = mem_array(count, size, "sorted samples", err);
	const char *from = column;

	for (uint32_t i = 0; to && i < count; i++)
		memcpy(to + i * size, from + order[i] * size, size);
	return to;
}

/* Along the cycle that begins at `first`: each place gets what its row has, the last one the first. */
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
