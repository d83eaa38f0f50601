#include "analysis/cpu_usage.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"

#define NO_CELL	 UINT64_MAX
#define START_UP 20000000 /* ns: CPUs neither start nor stop all at the same moment */

/* A cell, by its number: column * rows + row. */
struct usage_spot {
	uint64_t number;
	struct range time; /* ns after the origin */
};

/* A CPU, and its ticks in the cell of its last tick. */
struct ticker {
	uint64_t at; /* ns after the origin: its last tick */
	uint64_t ticks;
	uint64_t cell;
	uint64_t samples;
	bool begun, sampled; /* it has ticked; the last tick is a counted sample */
};

/* The start times of cells, which save a division for each tick. */
struct grid {
	/* of a column's rows, then the column's end */
	uint64_t starts[HEATMAP_ROWS_MAX + 1];
	double rows_a_ns;
	uint64_t column, column_from; /* of the previous spot */
};

/* The difference of each cell from the previous one. */
struct changes {
	uint32_t *cells; /* owned: like busy.ticks */
	/* owned: at the start of each column; NULL without `block` */
	uint32_t *columns;
};

/* The state of a pass over the samples. */
struct usage_walk {
	struct cpu_usage *busy;
	struct heatmap *map;
	const struct profile *profile;
	const struct bits *which;
	struct grid *grid; /* owned */
	/* owned: by context, the index of its ticker + 1; 0: its CPU is not measured */
	uint32_t *by_context;
	struct ticker *tickers; /* owned */
	uint32_t ticker_count;
	/* if not NULL, ticks are not counted, but their columns are marked here */
	struct bits *marked;
	/* levels carried over cells without a tick, in CPU_USAGE_ONE */
	struct changes carried;
	/* the number of CPUs that are silent in the whole cell */
	struct changes silent;
	uint64_t origin;
	struct usage_spot first, last; /* the beginning and the end of the recording */
	uint64_t begin, end; /* ns after the origin: the first and the last tick */
};

/* Like heatmap_find() and heatmap_cell(): the estimate with a double is at most one row off. */
static struct usage_spot spot_at(const struct usage_walk *w, uint64_t at)
{
	struct grid *g = w->grid;
	uint64_t period = w->map->period, offset = at - g->column_from;
	uint32_t rows = w->map->rows, row;

	if (offset >= period) {
		g->column = at / period;
		if (g->column >= w->map->columns)
			g->column = w->map->columns - 1;
		g->column_from = g->column * period;
		offset = at - g->column_from;
		offset = offset < period ? offset : period - 1;
	}
	row = (uint32_t)((double)offset * g->rows_a_ns);
	row = row < rows ? row : rows - 1;
	while (offset < g->starts[row])
		row--;
	while (offset >= g->starts[row + 1])
		row++;
	return (struct usage_spot){g->column * rows + row,
				   {g->column_from + g->starts[row],
				    number_add(g->column_from, g->starts[row + 1])}};
}

/* ---- cells ---- */

/* The index of a cell in the arrays; its column must have cells. */
static uint64_t place_of(const struct cpu_usage *b, const struct heatmap *map,
			 uint64_t cell)
{
	if (!b->block)
		return cell;
	return (uint64_t)(b->block[cell / map->rows] - 1) * map->rows + cell % map->rows;
}

/* Add `by` to this cell and all later ones. */
static void change_from_cell(struct usage_walk *w, struct changes *c, uint64_t cell,
			     uint32_t by)
{
	if (cell / w->map->rows >= w->map->columns)
		return;
	if (c->columns && cell % w->map->rows == 0)
		c->columns[cell / w->map->rows] += by;
	else
		c->cells[place_of(w->busy, w->map, cell)] += by;
}

/* Add to the cells [from, to). */
static void change_between(struct usage_walk *w, struct changes *c, uint64_t from,
			   uint64_t to, uint32_t by)
{
	if (from >= to || by == 0)
		return;
	change_from_cell(w, c, from, by);
	change_from_cell(w, c, to, (uint32_t)-by);
}

/* ---- ticks ---- */

/* Add a CPU's ticks in its current cell to the totals; the cell is complete. */
static void settle_ticks(struct usage_walk *w, struct ticker *k)
{
	uint64_t place;

	if (!k->ticks)
		return;
	place = place_of(w->busy, w->map, k->cell);
	if (w->busy->ticks)
		w->busy->ticks[place] += k->ticks;
	w->busy->levels[place] += (uint32_t)(k->samples * CPU_USAGE_ONE / k->ticks);
	heatmap_add(w->map, (uint32_t)(k->cell / w->map->rows),
		    (uint32_t)(k->cell % w->map->rows), k->samples);
}

static void take_ticks(struct usage_walk *w, struct ticker *k, uint64_t cell, uint64_t n,
		       bool sampled)
{
	if (w->marked) {
		bits_add(w->marked, cell / w->map->rows);
		k->begun = true;
		return;
	}
	/* each cell in between counts half of the last tick and half of the new one */
	if (cell != k->cell) {
		uint64_t from = k->begun ? k->cell + 1 : w->first.number;
		unsigned states = (k->begun ? k->sampled : sampled) + (unsigned)sampled;

		settle_ticks(w, k);
		change_between(w, &w->carried, from, cell, states * (CPU_USAGE_ONE / 2));
		k->cell = cell;
		k->ticks = k->samples = 0;
	}
	k->begun = true;
	k->ticks += n;
	k->samples += sampled;
	k->sampled = sampled;
}

/*
 * The number of ticks in a cell, of `n` ticks a step apart, the last of which is a step before
 * `to`.
 */
static uint64_t ticks_within(const struct usage_spot *s, uint64_t to, uint64_t n,
			     uint64_t step)
{
	uint64_t from = (to - s->time.from) / step, later = 0;

	if (s->time.to < to) /* ticks in or after the next cell */
		later = (to - s->time.to) / step;
	from = from < n ? from : n;
	return from - (later < from ? later : from);
}

/* `n` ticks without a sample: at to - step, to - 2 * step ... */
static void pass_silence(struct usage_walk *w, struct ticker *k, uint64_t to, uint64_t n,
			 uint64_t step)
{
	struct usage_spot first = spot_at(w, to - n * step), last;

	if (n <= CPU_USAGE_SILENCE) {
		for (uint64_t i = n; i > 0; i--) {
			if (to - i * step >= first.time.to)
				first = spot_at(w, to - i * step);
			take_ticks(w, k, first.number, 1, false);
		}
		return;
	}
	last = spot_at(w, to - step);
	take_ticks(w, k, first.number, ticks_within(&first, to, n, step), false);
	if (first.number == last.number)
		return;
	if (!w->marked && w->silent.cells)
		change_between(w, &w->silent, first.number + 1, last.number, 1);
	take_ticks(w, k, last.number, ticks_within(&last, to, n, step), false);
}

/* Insert the ticks between `at` and the last tick of this CPU, or the start of the recording. */
static void pass_to(struct usage_walk *w, struct ticker *k, uint64_t at)
{
	uint64_t period = w->busy->period, n;

	if (k->begun) {
		n = (at - k->at + period / 2) / period;
		if (n > 1)
			pass_silence(w, k, at, n - 1, (at - k->at) / n);
	} else if (at - w->begin > START_UP && at - w->begin > 2 * period) {
		pass_silence(w, k, at, (at - w->begin) / period, period);
	}
}

/* Insert the ticks after the CPU's last one. */
static void pass_end(struct usage_walk *w, struct ticker *k)
{
	uint64_t period = w->busy->period, left = w->end - k->at, n = left / period;

	if (!k->begun)
		return;
	if (left > START_UP && left > 2 * period)
		pass_silence(w, k, k->at + (n + 1) * period, n, period);
	else if (!w->marked)
		change_between(w, &w->carried, k->cell + 1, w->last.number + 1,
			       k->sampled ? CPU_USAGE_ONE : 0);
	if (!w->marked)
		settle_ticks(w, k);
}

/* The loop over all samples. */
static void pass_samples(struct usage_walk *w)
{
	const struct samples s = w->profile->samples;
	const uint32_t *by_context = w->by_context;
	const struct bits counted = *w->which;
	const uint64_t origin = w->origin, soon = w->busy->period + w->busy->period / 2;
	struct ticker *tickers = w->tickers;
	struct usage_spot here = {0};

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t which = by_context[s.context[i]];
		uint64_t at = s.time[i] - origin;
		bool sampled = bits_has(&counted, i);
		struct ticker *k;

		if (!which)
			continue;
		k = &tickers[which - 1];
		if (k->cell != here.number || at >= here.time.to || at - k->at >= soon) {
			/* another cell than that of the CPU's last tick, or a gap */
			if (at >= here.time.to)
				here = spot_at(w, at);
			if (!k->begun || at - k->at >= soon)
				pass_to(w, k, at);
			take_ticks(w, k, here.number, 1, sampled);
			k->at = at;
			continue;
		}
		k->at = at;
		k->ticks++;
		k->samples += sampled;
		k->sampled = sampled;
	}
	for (uint32_t i = 0; i < w->ticker_count; i++)
		pass_end(w, &w->tickers[i]);
}

/* ---- the period of the clock ---- */

#define GAPS_LOOKED_AT 2000
#define GAPS_LEAST     100

static int compare_gaps(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Collect the times between consecutive samples of a CPU; returns their number. */
static size_t first_gaps(struct usage_walk *w, uint64_t gaps[GAPS_LOOKED_AT])
{
	const struct samples *s = &w->profile->samples;
	size_t n = 0;

	for (uint64_t i = 0; i < s->count && n < GAPS_LOOKED_AT; i++) {
		uint32_t which = w->by_context[s->context[i]];
		struct ticker *k = which ? &w->tickers[which - 1] : NULL;

		if (!k)
			continue;
		if (k->begun)
			gaps[n++] = /* room: n is below it */
			    s->time[i] - w->origin - k->at;
		k->at = s->time[i] - w->origin;
		k->begun = true;
	}
	return n;
}

/*
 * A machine without fine timers ticks more slowly than perf was asked to sample: no gap is as short
 * as the period, and almost all are equally long. A machine that is mostly idle, and is not sampled
 * then, does have some short gaps.
 */
static bool find_period(struct usage_walk *w, struct error *err)
{
	uint64_t *gaps = mem_array(GAPS_LOOKED_AT, sizeof *gaps, "ticks", err);
	uint64_t period = w->busy->period, usual;
	size_t n = gaps ? first_gaps(w, gaps) : 0, even = 0;

	if (n >= GAPS_LEAST) {
		qsort(gaps, n, sizeof *gaps, compare_gaps);
		usual = gaps[n / 2];
		for (size_t i = 0; i < n; i++)
			even += gaps[i] - usual + usual / 8 <= usual / 4;
		if (gaps[n / 50] > period + period / 2 && even > n / 10 * 8)
			w->busy->period = usual;
	}
	mem_free(gaps);
	return gaps != NULL;
}

/* ---- building ---- */

static void begin_anew(struct usage_walk *w)
{
	for (uint32_t i = 0; i < w->ticker_count; i++)
		w->tickers[i] = (struct ticker){.cell = NO_CELL};
}

static bool find_cpus(struct usage_walk *w, const struct cpu_usage_query *q,
		      struct error *err)
{
	const struct profile *p = w->profile;
	uint32_t *by_cpu = mem_array(PROFILE_NO_CPU, sizeof *by_cpu, "CPUs", err);

	w->by_context =
	    by_cpu ? mem_array(p->context_count, sizeof *w->by_context, "contexts", err)
		   : NULL;
	for (uint32_t i = 0; w->by_context && i < p->context_count; i++) {
		const struct context *c = &p->contexts[i];

		if (c->event != q->event || c->cpu == PROFILE_NO_CPU ||
		    (q->filter && !filter_admits_cpu(q->filter, p, c->cpu)))
			continue;
		if (!by_cpu[c->cpu])
			by_cpu[c->cpu] = ++w->ticker_count;
		w->by_context[i] = by_cpu[c->cpu];
	}
	mem_free(by_cpu);
	if (!w->by_context)
		return false;
	w->tickers = mem_array(w->ticker_count, sizeof *w->tickers, "CPUs", err);
	return w->tickers != NULL;
}

/* Find the times of the first and the last tick; false if there are no ticks. */
static bool find_ends(struct usage_walk *w)
{
	const struct samples *s = &w->profile->samples;
	uint64_t first = 0, last = s->count;

	while (first < s->count && !w->by_context[s->context[first]])
		first++;
	if (first == s->count)
		return false;
	while (!w->by_context[s->context[last - 1]])
		last--;
	w->begin = s->time[first] - w->origin;
	w->end = s->time[last - 1] - w->origin;
	w->first = spot_at(w, w->begin);
	w->last = spot_at(w, w->end);
	w->busy->first = w->first.number;
	w->busy->last = w->last.number;
	return true;
}

static bool give_blocks(struct usage_walk *w, struct error *err)
{
	struct cpu_usage *b = w->busy;
	size_t columns = w->map->columns;
	uint32_t n = 0;

	b->block = mem_array(columns, sizeof *b->block, "heat map columns", err);
	if (!b->block)
		return false;
	for (uint32_t c = 0; c < columns; c++)
		if (bits_has(w->marked, c))
			b->block[c] = ++n;
	b->column_levels = mem_array(columns, sizeof *b->column_levels, "columns", err);
	b->column_silent = b->column_levels ? mem_array(columns, sizeof *b->column_silent,
							"columns", err)
					    : NULL;
	w->carried.columns = b->column_levels;
	w->silent.columns = b->column_silent;
	return b->column_silent != NULL;
}

/* Do at least half of the columns have samples? */
static bool is_crowded(const struct usage_walk *w)
{
	const struct samples *s = &w->profile->samples;
	uint64_t end = 0, n = 0;

	for (uint64_t i = 0; i < s->count; i++) {
		uint64_t at = s->time[i] - w->origin;

		if (at < end)
			continue;
		end = (at / w->map->period + 1) * w->map->period;
		if (end <= at) /* past the largest time */
			break;
		n++;
	}
	return n >= w->map->columns / 2;
}

/*
 * Allocate cells for the columns that have ticks, or for all columns if at least half have ticks;
 * see make_cells() in heatmap.c.
 */
static bool make_cells(struct usage_walk *w, bool levels_only, struct error *err)
{
	struct cpu_usage *b = w->busy;
	uint64_t columns = w->map->columns, cells;
	struct bits marked = {0};
	bool ok = true;

	if (columns * w->map->rows > HEATMAP_CELLS_FEW && !is_crowded(w)) {
		if (!bits_build(&marked, columns, err))
			return false;
		w->marked = &marked;
		pass_samples(w);
		begin_anew(w);
		if (bits_population(&marked) < columns / 2) {
			columns = bits_population(&marked);
			ok = give_blocks(w, err);
		}
		w->marked = NULL;
		bits_release(&marked);
	}
	cells = columns * w->map->rows;
	return ok &&
	       (b->levels = mem_array(cells, sizeof *b->levels, "heat map cells", err)) &&
	       (w->carried.cells =
		    mem_array(cells, sizeof *w->carried.cells, "heat map cells", err)) &&
	       (levels_only ||
		((b->ticks = mem_array(cells, sizeof *b->ticks, "heat map cells", err)) &&
		 (w->silent.cells =
		      mem_array(cells, sizeof *w->silent.cells, "heat map cells", err))));
}

/* The number of ticks before `at` of `cpus` CPUs whose ticks are spread evenly over time. */
static uint64_t count_spread_ticks(uint64_t at, uint64_t cpus, uint64_t period)
{
	return at / period * cpus + number_share(at % period, period, cpus);
}

static uint64_t spread_in(struct range cell, uint64_t cpus, uint64_t period)
{
	return cpus ? count_spread_ticks(cell.to, cpus, period) -
			  count_spread_ticks(cell.from, cpus, period)
		    : 0;
}

static void raise_peak(struct cpu_usage *b, uint64_t level)
{
	b->peak = level > b->peak ? level : b->peak;
}

/* Turn the differences between cells into values. */
static void finish_levels(struct usage_walk *w)
{
	struct cpu_usage *b = w->busy;
	const struct heatmap *map = w->map;
	uint32_t level = 0, silent = 0;

	for (uint32_t c = 0; c < map->columns; c++) {
		level += b->block ? b->column_levels[c] : 0;
		silent += b->block ? b->column_silent[c] : 0;
		if (b->block) {
			b->column_levels[c] = level;
			b->column_silent[c] = silent;
			raise_peak(b, level);
		}
		if (b->block && !b->block[c])
			continue;
		for (uint32_t r = 0; r < map->rows; r++) {
			uint64_t i = place_of(b, map, (uint64_t)c * map->rows + r);

			level += w->carried.cells[i];
			b->levels[i] += level;
			raise_peak(b, b->levels[i]);
			if (!b->ticks)
				continue;
			silent += w->silent.cells[i];
			if (silent)
				b->ticks[i] +=
				    spread_in(heatmap_cell(map, c, r), silent, b->period);
		}
	}
}

bool cpu_usage_build(struct cpu_usage *b, struct heatmap *map, const struct profile *p,
		     const struct cpu_usage_query *q, struct error *err)
{
	struct usage_walk w = {.busy = b,
			       .map = map,
			       .profile = p,
			       .which = q->which,
			       .origin = profile_origin(p)};
	bool ok;

	*b = (struct cpu_usage){.period = q->period};
	w.grid = mem_array(1, sizeof *w.grid, "heat map rows", err);
	if (w.grid) {
		for (uint32_t r = 0; r < map->rows; r++)
			w.grid->starts[r] = heatmap_cell(map, 0, r).from;
		w.grid->starts[map->rows] = map->period;
		w.grid->rows_a_ns = (double)map->rows / (double)map->period;
	}
	ok = w.grid && find_cpus(&w, q, err) && find_period(&w, err);
	if (ok) {
		bool ticks;

		begin_anew(&w);
		ticks = find_ends(&w);
		if (!ticks)
			b->first = 1; /* first > last: no cells */
		ok = make_cells(&w, q->levels_only, err);
		if (ok && ticks) {
			pass_samples(&w);
			finish_levels(&w);
			b->cpus = w.ticker_count;
		}
	}
	mem_free(w.grid);
	mem_free(w.by_context);
	mem_free(w.tickers);
	mem_free(w.carried.cells);
	mem_free(w.silent.cells);
	if (!ok)
		cpu_usage_release(b);
	return ok;
}

void cpu_usage_release(struct cpu_usage *b)
{
	mem_free(b->ticks);
	mem_free(b->levels);
	mem_free(b->block);
	mem_free(b->column_levels);
	mem_free(b->column_silent);
	*b = (struct cpu_usage){0};
}

/* ---- queries ---- */

static uint64_t cell_of(const struct heatmap *map, uint32_t column, uint32_t row)
{
	return (uint64_t)column * map->rows + row;
}

bool cpu_usage_covers(const struct cpu_usage *b, const struct heatmap *map,
		      uint32_t column, uint32_t row)
{
	uint64_t cell = cell_of(map, column, row);

	return cell >= b->first && cell <= b->last;
}

uint64_t cpu_usage_ticks(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row)
{
	if (b->block && !b->block[column])
		return spread_in(heatmap_cell(map, column, row), b->column_silent[column],
				 b->period);
	return b->ticks[place_of(b, map, cell_of(map, column, row))];
}

uint64_t cpu_usage_level(const struct cpu_usage *b, const struct heatmap *map,
			 uint32_t column, uint32_t row)
{
	if (b->block && !b->block[column])
		return b->column_levels[column];
	return b->levels[place_of(b, map, cell_of(map, column, row))];
}
