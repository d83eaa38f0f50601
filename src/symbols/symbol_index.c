#include "symbols/symbol_index.h"

#include "base/mem.h"
#include "base/bisect.h"

/* Symbols in a slice, where they are spread evenly. */
#define SLICE 4

/* Where symbols begin and end that are far from all others: those of each CPU are at 0. */
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
	return low +
	       (uint32_t)bisect_upto(entries + low, sizeof *entries, high - low, address);
}

uint32_t symbol_index_before(const struct symbol_index *x,
			     const struct symbol_entry *entries, uint64_t address)
{
	return address ? symbol_index_upto(x, entries, address - 1) : 0;
}
