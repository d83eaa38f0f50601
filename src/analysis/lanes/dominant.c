#include "analysis/lanes/dominant.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* While it is built. */
struct race {
	struct dominant *d;
	const struct heatmap *map;
	const struct contest *contest;
	const struct profile *p;
	const struct bits *which;
	uint8_t *row; /* owned: by context or stack, see lanes_key() */
};

static uint64_t place_of(const struct heatmap *map, uint32_t column, uint32_t row)
{
	uint64_t block = map->block ? map->block[column] - 1 : column;

	return block * map->rows + row;
}

uint32_t dominant_look(const struct dominant *d, const struct heatmap *map,
		       uint32_t column, uint32_t row)
{
	if (map->block && !map->block[column])
		return d->of_column[column];
	return d->of[place_of(map, column, row)];
}

uint64_t dominant_count(const struct dominant *d, const struct heatmap *map,
			uint32_t column, uint32_t row)
{
	struct range cell;

	if (!map->block || map->block[column])
		return d->most[place_of(map, column, row)];
	cell = heatmap_cell(map, column, row);
	return d->levels[column] * (cell.to - cell.from);
}

static bool find_rows(struct race *r, struct error *err)
{
	const struct contest *c = r->contest;
	const struct lanes *l = c->lanes;

	r->row = mem_array((size_t)l->of_count + 1, sizeof *r->row, "lanes", err);
	for (uint32_t i = 0; r->row && i < l->of_count; i++)
		r->row[i] = (uint8_t)(l->of[i] != LANE_NONE && c->row[l->of[i]] < c->rows
					  ? c->row[l->of[i]]
					  : c->rows);
	return r->row != NULL;
}

/* ---- moments: they are sorted by time, so those of a cell follow each other ---- */

/* The cell at `place` is counted. */
static void settle(struct dominant *d, uint64_t place, const uint32_t *counts)
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
	uint32_t counts[DOMINANT_ROWS + 1] = {0}, column, row;
	struct range cell = {0, 0};

	for (uint64_t i = 0; i < r->p->samples.count; i++) {
		uint64_t at = r->p->samples.time[i] - origin;

		if (!bits_has(r->which, i))
			continue;
		if (place == UINT64_MAX || at >= cell.to) {
			if (place != UINT64_MAX)
				settle(r->d, place, counts);
			memset(counts, 0, sizeof counts);
			heatmap_find(map, at, &column, &row);
			cell = heatmap_cell(map, column, row);
			place = place_of(map, column, row);
		}
		counts[r->row[key[i]]] += (uint32_t)profile_row_count(r->p, i);
	}
	if (place != UINT64_MAX)
		settle(r->d, place, counts);
}

/* ---- spans: a map for each lane, one after the other ---- */

/* The first lane comes first: who has as much comes too late. */
static void take(struct race *r, const struct heatmap *own, uint8_t lane)
{
	struct dominant *d = r->d;
	const struct heatmap *map = r->map;

	for (uint32_t c = 0; c < map->columns; c++) {
		bool cells = !map->block || map->block[c];
		uint64_t n;

		for (uint32_t i = 0; cells && i < map->rows; i++) {
			uint64_t place = place_of(map, c, i);

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

static bool race_lane(struct race *r, uint8_t lane, struct error *err)
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
		take(r, &of, lane);
		heatmap_release(&of);
	}
	bits_release(&own);
	return ok;
}

static uint64_t cells_of(const struct heatmap *map)
{
	uint64_t columns = map->block ? 0 : map->columns;

	for (uint32_t c = 0; map->block && c < map->columns; c++)
		columns += map->block[c] != 0;
	return columns * map->rows;
}

static bool make_cells(struct dominant *d, const struct heatmap *map, struct error *err)
{
	size_t cells = (size_t)cells_of(map), columns = map->columns;

	d->of = mem_array(cells + 1, sizeof *d->of, "heat map cells", err);
	if (d->of)
		d->most = mem_array(cells + 1, sizeof *d->most, "heat map cells", err);
	if (d->most)
		d->of_column =
		    mem_array(columns + 1, sizeof *d->of_column, "heat map columns", err);
	if (d->of_column)
		d->levels =
		    mem_array(columns + 1, sizeof *d->levels, "heat map columns", err);
	if (!d->levels)
		return false;
	memset(d->of, DOMINANT_NONE, cells);
	memset(d->of_column, DOMINANT_NONE, columns);
	return true;
}

static bool run(struct race *r, struct error *err)
{
	bool ok = true;

	if (!make_cells(r->d, r->map, err) || !find_rows(r, err))
		return false;
	if (!r->map->spans)
		race_moments(r);
	for (uint32_t i = 0; ok && r->map->spans && i <= r->d->rows; i++)
		ok = race_lane(r, (uint8_t)i, err);
	return ok;
}

bool dominant_build(struct dominant *d, const struct heatmap *map,
		    const struct contest *contest, const struct profile *p,
		    const struct bits *which, struct error *err)
{
	struct race r = {.d = d, .map = map, .contest = contest, .p = p, .which = which};
	bool ok;

	assert(contest->rows <= DOMINANT_ROWS);
	*d = (struct dominant){.rows = contest->rows};
	ok = run(&r, err);
	mem_free(r.row);
	if (!ok)
		dominant_release(d);
	return ok;
}

void dominant_release(struct dominant *d)
{
	mem_free(d->of);
	mem_free(d->most);
	mem_free(d->of_column);
	mem_free(d->levels);
	*d = (struct dominant){0};
}
