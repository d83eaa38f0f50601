#include "profile/order.h"

#include <string.h>

#include "base/append.h"
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

uint32_t *order_by_time(const uint64_t *time, uint32_t count, struct error *err)
{
	struct runs runs = {0};
	uint32_t *order = mem_array(count, sizeof *order, "rows to sort", err);
	uint32_t *other =
	    order ? mem_array(count, sizeof *other, "rows to sort", err) : NULL;

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

void *order_apply(const uint32_t *order, uint32_t count, const void *column, size_t size,
		  struct error *err)
{
	char *to = mem_array(count, size, "sorted samples", err);
	const char *from = column;

	for (uint32_t i = 0; to && i < count; i++)
		memcpy(to + i * size, from + order[i] * size, size);
	return to;
}

bool order_column(const uint32_t *order, uint32_t count, void *column, size_t size,
		  struct error *err)
{
	void *from, *to;

	memcpy(&from, column, sizeof from);
	if (!from)
		return true;
	to = order_apply(order, count, from, size, err);
	if (!to)
		return false;
	mem_free(from);
	memcpy(column, &to, sizeof to);
	return true;
}
