#include "analysis/lanes/dominant.h"

#include <string.h>

#include "base/mem.h"

/* While it is built. */
struct race {
	struct dominant *d;
	const struct lanes *l;
	const struct profile *p;
	const struct bits *which;
	uint8_t *row;	/* owned: by context or stack, see lanes_key() */
	uint64_t *most; /* owned: of spans, as map->counts: what the first so far has */
};

static uint64_t place_of(const struct heatmap *map, uint32_t column, uint32_t row)
{
	uint64_t block = map->block ? map->block[column] - 1 : column;

	return block * map->rows + row;
}

uint32_t dominant_look(const struct dominant *d, uint32_t column, uint32_t row)
{
	if (d->map->block && !d->map->block[column])
		return d->of_column[column];
	return d->of[place_of(d->map, column, row)];
}

static bool find_rows(struct race *r, struct error *err)
{
	const struct lanes *l = r->l;

	r->row = mem_array((size_t)l->of_count + 1, sizeof *r->row, "lanes", err);
	for (uint32_t i = 0; r->row && i < l->of_count; i++)
		r->row[i] = (uint8_t)(l->of[i] < r->d->rows ? l->of[i] : r->d->rows);
	return r->row != NULL;
}

/* ---- moments: they are sorted by time, so those of a cell follow each other ---- */

static uint8_t winner(const struct dominant *d, const uint32_t *counts)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i <= d->rows; i++)
		if (counts[i] > counts[first])
			first = i;
	return (uint8_t)first;
}

static void race_moments(struct race *r)
{
	const struct heatmap *map = r->d->map;
	const uint32_t *key = lanes_key(r->l, r->p);
	uint64_t origin = profile_origin(r->p);
	uint32_t counts[DOMINANT_ROWS + 1] = {0}, column, row;
	struct range cell = {0, 0};
	uint8_t *of = NULL;

	for (uint64_t i = 0; i < r->p->samples.count; i++) {
		uint64_t at = r->p->samples.time[i] - origin;

		if (!bits_has(r->which, i))
			continue;
		if (!of || at >= cell.to) {
			if (of)
				*of = winner(r->d, counts);
			memset(counts, 0, sizeof counts);
			heatmap_find(map, at, &column, &row);
			cell = heatmap_cell(map, column, row);
			of = &r->d->of[place_of(map, column, row)];
		}
		counts[r->row[key[i]]]++;
	}
	if (of)
		*of = winner(r->d, counts);
}

/* ---- spans: a map for each lane, one after the other ---- */

/* The first lane comes first: who has as much comes too late. */
static void take(struct race *r, const struct heatmap *own, uint8_t lane,
		 uint64_t *levels)
{
	const struct heatmap *map = r->d->map;

	for (uint32_t c = 0; c < map->columns; c++) {
		bool cells = !map->block || map->block[c];
		uint64_t n;

		for (uint32_t i = 0; cells && i < map->rows; i++) {
			uint64_t place = place_of(map, c, i);

			n = heatmap_count(own, c, i);
			if (n <= r->most[place])
				continue;
			r->most[place] = n;
			r->d->of[place] = lane;
		}
		n = cells ? 0 : heatmap_sum(own, c);
		if (n <= levels[c])
			continue;
		levels[c] = n;
		r->d->of_column[c] = lane;
	}
}

static bool race_lane(struct race *r, uint8_t lane, uint64_t *levels, struct error *err)
{
	const struct heatmap *map = r->d->map;
	const uint32_t *key = lanes_key(r->l, r->p);
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
		take(r, &of, lane, levels);
		heatmap_release(&of);
	}
	bits_release(&own);
	return ok;
}

static bool race_spans(struct race *r, uint64_t cells, struct error *err)
{
	size_t columns = (size_t)r->d->map->columns + 1;
	uint64_t *levels = mem_array(columns, sizeof *levels, "heat map columns", err);
	bool ok;

	r->most = mem_array((size_t)cells + 1, sizeof *r->most, "heat map cells", err);
	ok = levels && r->most;
	for (uint32_t i = 0; ok && i <= r->d->rows; i++)
		ok = race_lane(r, (uint8_t)i, levels, err);
	mem_free(levels);
	mem_free(r->most);
	return ok;
}

static uint64_t cells_of(const struct heatmap *map)
{
	uint64_t columns = map->block ? 0 : map->columns;

	for (uint32_t c = 0; map->block && c < map->columns; c++)
		columns += map->block[c] != 0;
	return columns * map->rows;
}

static bool run(struct race *r, struct error *err)
{
	struct dominant *d = r->d;
	uint64_t cells = cells_of(d->map);

	d->of = mem_array((size_t)cells + 1, 1, "heat map cells", err);
	if (!d->of)
		return false;
	memset(d->of, DOMINANT_NONE, (size_t)cells);
	d->of_column = mem_array((size_t)d->map->columns + 1, 1, "heat map columns", err);
	if (!d->of_column || !find_rows(r, err))
		return false;
	memset(d->of_column, DOMINANT_NONE, d->map->columns);
	if (d->map->spans)
		return race_spans(r, cells, err);
	race_moments(r);
	return true;
}

bool dominant_build(struct dominant *d, const struct heatmap *map, const struct lanes *l,
		    const struct profile *p, const struct bits *which, uint32_t rows,
		    struct error *err)
{
	struct race r = {.d = d, .l = l, .p = p, .which = which};
	bool ok;

	rows = rows < DOMINANT_ROWS ? rows : DOMINANT_ROWS;
	*d = (struct dominant){.map = map, .rows = rows < l->count ? rows : l->count};
	ok = run(&r, err);
	mem_free(r.row);
	if (!ok)
		dominant_release(d);
	return ok;
}

void dominant_release(struct dominant *d)
{
	mem_free(d->of);
	mem_free(d->of_column);
	*d = (struct dominant){0};
}
