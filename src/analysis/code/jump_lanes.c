#include "analysis/code/jump_lanes.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"

/* Generated code may have so many jumps that arrows show nothing. */
#define JUMPS_MOST 16384

enum jump_cell { CELL_NONE, CELL_UPPER, CELL_ON, CELL_LOWER };

struct jump {
	uint32_t upper, lower, target; /* lines */
};

static int shortest_first(const void *a, const void *b)
{
	const struct jump *x = a, *y = b;
	uint32_t m = x->lower - x->upper, n = y->lower - y->upper;

	if (m != n)
		return m < n ? -1 : 1;
	return x->upper < y->upper ? -1 : x->upper > y->upper;
}

/* Collect the jumps that can be drawn, sorted by length. */
static bool gather_jumps(const struct instruction *lines, uint32_t count,
			 struct jump **jumps, size_t *n, struct error *err)
{
	size_t room = 0;

	for (uint32_t i = 0; i < count && *n < JUMPS_MOST; i++) {
		size_t at = bisect_upto(lines, sizeof *lines, count, lines[i].target);
		uint32_t to = (uint32_t)at - 1;
		struct jump j = {to < i ? to : i, to < i ? i : to, to};

		if (lines[i].target == CODE_NOWHERE || at == 0 || to == i ||
		    lines[to].address != lines[i].target ||
		    j.lower - j.upper > JUMP_LONGEST)
			continue;
		if (!APPEND(*jumps, *n, room, "jumps", err, j))
			return false;
	}
	if (*n)
		qsort(*jumps, *n, sizeof **jumps, shortest_first);
	return true;
}

static uint8_t *find_lane_cell(const struct jump_lanes *j, uint32_t line, int lane)
{
	return &j->cells[(size_t)line * JUMP_LANES + (size_t)lane];
}

static bool is_free(const struct jump_lanes *j, const struct jump *jump, int lane)
{
	for (uint32_t i = jump->upper; i <= jump->lower; i++)
		if (*find_lane_cell(j, i, lane))
			return false;
	return true;
}

static void draw_jump(struct jump_lanes *j, const struct jump *jump)
{
	int lane = JUMP_LANES - 1;

	while (lane >= 0 && !is_free(j, jump, lane))
		lane--;
	if (lane < 0)
		return;
	for (uint32_t i = jump->upper; i <= jump->lower; i++)
		*find_lane_cell(j, i, lane) = i == jump->upper	 ? CELL_UPPER
					      : i == jump->lower ? CELL_LOWER
								 : CELL_ON;
	j->heads[jump->target] = 1;
	j->any = true;
}

bool jump_lanes_build(struct jump_lanes *j, const struct instruction *lines,
		      uint32_t count, struct error *err)
{
	struct jump *jumps = NULL;
	size_t n = 0;
	bool ok;

	*j = (struct jump_lanes){.count = count};
	j->cells = mem_array((size_t)count + 1, JUMP_LANES, "jumps", err);
	j->heads = j->cells ? mem_array((size_t)count + 1, 1, "jumps", err) : NULL;
	ok = j->heads && gather_jumps(lines, count, &jumps, &n, err);
	for (size_t i = 0; ok && i < n; i++)
		draw_jump(j, &jumps[i]);
	mem_free(jumps);
	if (!ok)
		jump_lanes_release(j);
	return ok;
}

void jump_lanes_release(struct jump_lanes *j)
{
	mem_free(j->cells);
	mem_free(j->heads);
	*j = (struct jump_lanes){0};
}

char32_t jump_lanes_rune(const struct jump_lanes *j, uint32_t line, int column,
			 bool ascii)
{
	bool level = false; /* a line arrives from the left */
	uint8_t is;

	for (int i = 0; i < column && i < JUMP_LANES; i++)
		level |= *find_lane_cell(j, line, i) == CELL_UPPER ||
			 *find_lane_cell(j, line, i) == CELL_LOWER;
	if (column >= JUMP_LANES)
		return !level ? U' ' : j->heads[line] ? U'>' : ascii ? U'-' : U'─';
	is = *find_lane_cell(j, line, column);
	if (is == CELL_ON)
		return ascii ? (level ? U'+' : U'|') : level ? U'┼' : U'│';
	if (is == CELL_UPPER)
		return ascii ? U'.' : level ? U'┬' : U'╭';
	if (is == CELL_LOWER)
		return ascii ? U'\'' : level ? U'┴' : U'╰';
	return !level ? U' ' : ascii ? U'-' : U'─';
}

char32_t jump_lanes_between(const struct jump_lanes *j, uint32_t line, int column,
			    bool ascii)
{
	uint8_t is;

	if (column >= JUMP_LANES)
		return U' ';
	is = *find_lane_cell(j, line, column);
	return is == CELL_ON || is == CELL_LOWER ? (ascii ? U'|' : U'│') : U' ';
}
