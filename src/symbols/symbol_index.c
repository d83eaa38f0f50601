#include "symbols/symbol_index.h"

#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"

/* ---- sorting ---- */

#define DIGIT_BITS 8
#define DIGITS	   (1u << DIGIT_BITS)

/* One pass of a radix sort: by the digit of `start` that begins at bit `shift`. */
static void sort_by_digit(const struct symbol_entry *from, struct symbol_entry *to,
			  size_t n, unsigned shift)
{
	size_t at[DIGITS] = {0}, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[from[i].start >> shift & (DIGITS - 1)]++;
	for (size_t d = 0; d < DIGITS; d++) {
		size_t here = at[d];

		at[d] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		/* room: each was counted for its digit */
		to[at[from[i].start >> shift & (DIGITS - 1)]++] = from[i];
}

/* Sort `e` with a buffer of the same size. Digits that are equal in all entries cost nothing. */
static void sort_entries(struct symbol_entry *e, struct symbol_entry *aside, size_t n)
{
	struct symbol_entry *from = e, *to = aside, *swap;
	uint64_t varies = 0;

	for (size_t i = 1; i < n; i++)
		varies |= e[i].start ^ e[0].start;
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		if (!(varies >> shift & (DIGITS - 1)))
			continue;
		sort_by_digit(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != e)
		memcpy(e, from, n * sizeof *e);
}

/* Merge the entries from `settled` on into the others, from the end backwards. */
static void merge_entries(struct symbol_entry *e, struct symbol_entry *aside,
			  size_t settled, size_t count)
{
	size_t n = count - settled, low = settled;

	memcpy(aside, e + settled, n * sizeof *e);
	for (size_t to = count; n > 0; to--) {
		if (low > 0 && e[low - 1].start > aside[n - 1].start)
			e[to - 1] = e[--low];
		else
			e[to - 1] = aside[--n];
	}
}

static bool in_order(const struct symbol_entry *e, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (e[i - 1].start > e[i].start)
			return false;
	return true;
}

bool symbol_order(struct symbol_entry *entries, size_t settled, size_t count,
		  struct error *err)
{
	struct symbol_entry *added, *aside;
	size_t n = count - settled;

	if (n == 0)
		return true;
	added = entries + settled;
	if (in_order(added, n) && (settled == 0 || added[-1].start <= added[0].start))
		return true;
	aside = mem_array(n, sizeof *aside, "symbols", err);
	if (!aside)
		return false;
	sort_entries(added, aside, n);
	merge_entries(entries, aside, settled, count);
	mem_free(aside);
	return true;
}

/* ---- the index ---- */

/* Average number of symbols per slice. */
#define SLICE 4

/* At each end, one in this many symbols may be far from all others, as per-CPU symbols at 0 are. */
#define ASTRAY 16

static uint32_t slice_of(const struct symbol_index *x, uint64_t address)
{
	uint64_t at;

	if (address < x->base)
		return 0;
	at = (address - x->base) >> x->shift;
	return at < x->last ? (uint32_t)at + 1 : x->last;
}

bool symbol_index_make(struct symbol_index *x, const struct symbol_entry *entries,
		       size_t count, struct error *err)
{
	size_t slice = 0;

	symbol_index_release(x);
	x->last = (uint32_t)(count / SLICE + 1);
	if (count) {
		uint64_t top = entries[count - 1 - count / ASTRAY].start;

		x->base = entries[count / ASTRAY].start;
		while (x->shift < 63 && (top - x->base) >> x->shift >= x->last)
			x->shift++;
	}
	x->firsts = mem_array((size_t)x->last + 2, sizeof *x->firsts, "symbols", err);
	if (!x->firsts) {
		symbol_index_release(x);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t of = slice_of(x, entries[i].start);

		while (slice < of)
			x->firsts[++slice] = (uint32_t)i;
	}
	while (slice <= x->last)
		x->firsts[++slice] = (uint32_t)count;
	return true;
}

void symbol_index_release(struct symbol_index *x)
{
	mem_free(x->firsts);
	*x = (struct symbol_index){0};
}

uint32_t symbol_index_upto(const struct symbol_index *x,
			   const struct symbol_entry *entries, uint64_t address)
{
	uint32_t slice = slice_of(x, address), low, high;

	if (!x->firsts)
		return 0;
	low = x->firsts[slice];
	high = x->firsts[slice + 1];
	if (low == high) /* there may be no entries at all */
		return low;
	return low +
	       (uint32_t)bisect_upto(entries + low, sizeof *entries, high - low, address);
}

uint32_t symbol_index_before(const struct symbol_index *x,
			     const struct symbol_entry *entries, uint64_t address)
{
	return address ? symbol_index_upto(x, entries, address - 1) : 0;
}
