#include "analysis/reach.h"

#include "base/mem.h"

#define BLOCK_BITS 6 /* of a row's number: its place in a block of 64 */

static uint64_t blocks_of(uint64_t count)
{
	return (count + (1u << BLOCK_BITS) - 1) >> BLOCK_BITS;
}

/* The latest of each 64 of what the level below has `count` of. */
static void sum_up(uint64_t *latest, const struct reach *r, int level, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t end =
		    level ? r->latest[level - 1][i] : profile_row_end(r->profile, i);
		uint64_t *block = &latest[i >> BLOCK_BITS];

		*block = end > *block ? end : *block;
	}
}

bool reach_build(struct reach *r, const struct profile *p, struct error *err)
{
	uint64_t count = p->samples.count;

	*r = (struct reach){.profile = p};
	if (!p->samples.duration)
		return true;
	do {
		uint64_t *latest =
		    mem_array(blocks_of(count), sizeof *latest, "ends of spans", err);

		if (!latest) {
			reach_release(r);
			return false;
		}
		sum_up(latest, r, r->levels, count);
		r->latest[r->levels++] = latest; /* room: see the loop's end */
		count = blocks_of(count);
	} while (count > 1 && r->levels < REACH_LEVELS);
	return true;
}

void reach_release(struct reach *r)
{
	for (int i = 0; i < r->levels; i++)
		mem_free(r->latest[i]);
	*r = (struct reach){0};
}

/* How many samples from `row` on, where a block begins, are over at `at`; 0: not said. */
static uint64_t over(const struct reach *r, uint64_t row, uint64_t at)
{
	uint64_t rows = 0;

	for (int i = 0; i < r->levels; i++) {
		int bits = BLOCK_BITS * (i + 1);

		if (row & ((UINT64_C(1) << bits) - 1) || r->latest[i][row >> bits] > at)
			break;
		rows = UINT64_C(1) << bits;
	}
	return rows;
}

uint64_t reach_next(const struct reach *r, uint64_t row, uint64_t before, uint64_t at)
{
	if (r->levels == 0)
		return before;
	while (row < before) {
		uint64_t rows = over(r, row, at);

		if (!rows && profile_row_end(r->profile, row) > at)
			return row;
		row += rows ? rows : 1;
	}
	return before;
}
