#include "analysis/lanes/cell_winners.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* The state during the build. */
struct race {
	struct cell_winners *d;
	const struct heatmap *map;
	const struct cell_contest *contest;
	const struct profile *p;
	const struct bits *which;
	uint8_t *row; /* owned: by context or stack, see lanes_key() */
};

uint32_t cell_winners_look(const struct cell_winners *d, const struct heatmap *map,
			   uint32_t column, uint32_t row)
{
	if (map->block && !map->block[column])
		return d->of_column[column];
	return d->of[heatmap_place(map, column, row)];
}

uint64_t cell_winners_count(const struct cell_winners *d, const struct heatmap *map,
			    uint32_t column, uint32_t row)
{
	struct range cell;

	if (!map->block || map->block[column])
		return d->most[heatmap_place(map, column, row)];
	cell = heatmap_cell(map, column, row);
	return d->levels[column] * (cell.to - cell.from);
}

/* ---- moments: sorted by time, so those of a cell are consecutive ---- */

/* Find the winner of a cell by its counts. */
static void end_cell(struct cell_winners *d, uint64_t place, const uint32_t *counts)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i <= d->rows; i++)
		if (counts[i] > counts[first])
			first = i;
	d->of[place] = (uint8_t)first;
	d->most[place] = counts[first];
}

static void race_moments(struct race *r)
{
	const struct heatmap *map = r->map;
	const uint32_t *key = lanes_key(r->contest->lanes, r->p);
	uint64_t origin = profile_origin(r->p), place = UINT64_MAX;
	uint32_t counts[CELL_WINNER_ROWS + 1] = {0}, column, row;
	struct range cell = {0, 0};

	for (uint64_t i = 0; i < r->p->samples.count; i++) {
		uint64_t at = r->p->samples.time[i] - origin;

		if (!bits_has(r->which, i))
			continue;
		if (place == UINT64_MAX || at >= cell.to) {
			if (place != UINT64_MAX)
				end_cell(r->d, place, counts);
			memset(counts, 0, sizeof counts);
			heatmap_find(map, at, &column, &row);
			cell = heatmap_cell(map, column, row);
			place = heatmap_place(map, column, row);
		}
		counts[r->row[key[i]]] += (uint32_t)profile_row_count(r->p, i);
	}
	if (place != UINT64_MAX)
		end_cell(r->d, place, counts);
}

/* ---- spans: a map for each row, one after the other ---- */

/* Assign to the row the cells in which it has more than all previous rows. */
static void win_cells(struct race *r, const struct heatmap *own, uint8_t lane)
{
	struct cell_winners *d = r->d;
	const struct heatmap *map = r->map;

	for (uint32_t c = 0; c < map->columns; c++) {
		bool cells = !map->block || map->block[c];
		uint64_t n;

		for (uint32_t i = 0; cells && i < map->rows; i++) {
			uint64_t place = heatmap_place(map, c, i);

			n = heatmap_count(own, c, i);
			if (n <= d->most[place])
				continue;
			d->most[place] = n;
			d->of[place] = lane;
		}
		n = cells ? 0 : heatmap_sum(own, c) / map->period;
		if (n <= d->levels[c])
			continue;
		d->levels[c] = n;
		d->of_column[c] = lane;
	}
}

static bool race_row(struct race *r, uint8_t lane, struct error *err)
{
	const struct heatmap *map = r->map;
	const uint32_t *key = lanes_key(r->contest->lanes, r->p);
	struct bits own;
	struct heatmap of;
	bool ok;

	if (!bits_build(&own, r->p->samples.count, err))
		return false;
	for (uint64_t i = 0; i < r->p->samples.count; i++)
		if (bits_has(r->which, i) && r->row[key[i]] == lane)
			bits_add(&own, i);
	ok = heatmap_build(&of, r->p, &own, true, map->period, map->rows, err);
	if (ok) {
		win_cells(r, &of, lane);
		heatmap_release(&of);
	}
	bits_release(&own);
	return ok;
}

bool cell_winners_build(struct cell_winners *d, const struct heatmap *map,
			const struct cell_contest *contest, const struct profile *p,
			const struct bits *which, struct error *err)
{
	const struct lanes *l = contest->lanes;
	struct race r = {.d = d, .map = map, .contest = contest, .p = p, .which = which};
	size_t columns = map->columns, cells = map->block ? 0 : columns;
	bool ok;

	assert(contest->rows <= CELL_WINNER_ROWS);
	*d = (struct cell_winners){.rows = contest->rows};
	for (uint32_t c = 0; map->block && c < columns; c++)
		cells += map->block[c] != 0;
	cells *= map->rows;
	ok = (d->of = mem_array(cells + 1, sizeof *d->of, "heat map cells", err)) &&
	     (d->most = mem_array(cells + 1, sizeof *d->most, "heat map cells", err)) &&
	     (d->of_column = mem_array(columns + 1, sizeof *d->of_column,
				       "heat map columns", err)) &&
	     (d->levels =
		  mem_array(columns + 1, sizeof *d->levels, "heat map columns", err)) &&
	     (r.row = mem_array((size_t)l->of_count + 1, sizeof *r.row, "lanes", err));
	if (ok) {
		memset(d->of, CELL_WINNER_NONE, cells);
		memset(d->of_column, CELL_WINNER_NONE, columns);
	}
	for (uint32_t i = 0; ok && i < l->of_count; i++) {
		bool has =
		    l->of[i] != LANE_NONE && contest->row[l->of[i]] < contest->rows;

		r.row[i] = (uint8_t)(has ? contest->row[l->of[i]] : contest->rows);
	}
	if (ok && !map->spans)
		race_moments(&r);
	for (uint32_t i = 0; ok && map->spans && i <= contest->rows; i++)
		ok = race_row(&r, (uint8_t)i, err);
	mem_free(r.row);
	if (!ok)
		cell_winners_release(d);
	return ok;
}

void cell_winners_release(struct cell_winners *d)
{
	mem_free(d->of);
	mem_free(d->most);
	mem_free(d->of_column);
	mem_free(d->levels);
	*d = (struct cell_winners){0};
}
