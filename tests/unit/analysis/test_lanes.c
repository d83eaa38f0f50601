#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lanes/cell_winners.h"
#include "analysis/heatmap.h"
#include "analysis/lanes/lanes.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S     NS_PER_SECOND
#define TIMES 60

static struct bits random_samples(const struct profile *p, struct dice *d)
{
	struct error err = ERROR_INIT;
	struct bits b;

	assert_true(bits_build(&b, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (dice_below(d, 4))
			bits_add(&b, i);
	return b;
}

static const char *mode_of(const struct profile *p, uint64_t row)
{
	switch (p->frames[p->stacks[p->samples.stack[row]].frame].kind) {
	case FRAME_USER:
		return "user";
	case FRAME_KERNEL:
		return "kernel";
	default: /* in these profiles: nothing ran, or there is no stack */
		return "unknown";
	}
}

static struct text string_of(const struct profile *p, uint64_t row, enum lanes_by by)
{
	const struct context *c = profile_context(p, row);
	uint32_t frame = p->stacks[p->samples.stack[row]].frame;

	if (by == LANES_MODE)
		return text_of(mode_of(p, row));
	if (by == LANES_KIND)
		return text_of(frame ? frame_kind_names[p->frames[frame].kind]
				     : "[no stack]");
	if (by == LANES_MODULE && frame)
		return profile_frame_module(p, frame);
	if (by == LANES_FUNCTION || by == LANES_MODULE)
		return frame ? profile_frame_name(p, frame) : TEXT("[no stack]");
	if (by == LANES_EVENT)
		return profile_string(p, p->events[c->event].name);
	return profile_string(p, p->threads[c->thread].comm);
}

/* The definition: do two samples belong to the same lane? */
static bool same_lane(const struct profile *p, uint64_t a, uint64_t b, enum lanes_by by)
{
	const struct context *x = profile_context(p, a), *y = profile_context(p, b);
	const struct thread *t = &p->threads[x->thread], *u = &p->threads[y->thread];
	bool named = text_equal(string_of(p, a, by), string_of(p, b, by));

	switch (by) {
	case LANES_HOST:
	case LANES_SERVICE:  /* only samples in ClickHouse have one */
		return true; /* it has only one */
	case LANES_CPU:
		return x->cpu == y->cpu;
	case LANES_THREAD:
		return t->pid == u->pid && t->tid == u->tid &&
		       (t->tid != PROFILE_NO_ID || named);
	case LANES_PROCESS:
		return t->pid == u->pid && (t->pid != PROFILE_NO_ID || named);
	default:
		return named;
	}
}

static uint32_t lane_of(const struct lanes *l, const struct profile *p, uint64_t row)
{
	return l->of[lanes_key(l, p)[row]];
}

/* How much of a sample lies in [from, to): 0 or 1 for a moment. */
static uint64_t within(const struct profile *p, uint64_t row, bool spans, uint64_t from,
		       uint64_t to)
{
	uint64_t begin = p->samples.time[row] - profile_origin(p);
	uint64_t end = profile_row_end(p, row) - profile_origin(p);

	if (!spans)
		return begin >= from && begin < to;
	begin = begin > from ? begin : from;
	end = end < to ? end : to;
	return begin < end ? end - begin : 0;
}

static void check_lanes(const struct lanes *l, const struct profile *p,
			const struct bits *which)
{
	uint64_t *sums = calloc(l->count + 1, sizeof *sums), all = 0;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t value = l->spans ? p->samples.duration[i] : 1;

		if (!bits_has(which, i) || !value)
			continue;
		assert_true(lane_of(l, p, i) < l->count);
		sums[lane_of(l, p, i)] += value;
		all += value;
		for (uint64_t j = 0; j < i; j++)
			if (bits_has(which, j) && (!l->spans || p->samples.duration[j]))
				assert_int_equal(lane_of(l, p, i) == lane_of(l, p, j),
						 same_lane(p, i, j, l->by));
	}
	for (uint32_t i = 0; i < l->count; i++) {
		assert_true(l->list[i].count > 0);
		assert_int_equal(l->list[i].count, sums[i]);
		assert_true(i == 0 || l->list[i].count <= l->list[i - 1].count);
	}
	assert_int_equal(l->all, all);
	free(sums);
}

static void check_cells(const struct lanes *l, const struct profile *p,
			const struct bits *which, struct dice *d)
{
	static const uint64_t periods[] = {S, S / 3, 3 * S, 777777777};
	uint64_t period = periods[dice_below(d, 4)];
	uint64_t all = heatmap_columns(p, period), first = dice_below(d, (uint32_t)all);
	uint32_t *row = calloc(l->count + 1, sizeof *row);
	struct lane_window w = {
	    .from = first * period,
	    .period = period,
	    .columns = 1 + dice_below(d, (uint32_t)(all - first) + 1),
	    .rows = 1 + dice_below(d, 4),
	    .row = row,
	};
	struct error err = ERROR_INIT;
	struct lane_cells c;
	uint64_t peak = 0;

	for (uint32_t i = 0; i < l->count; i++)
		row[i] = dice_below(d, 3) ? dice_below(d, w.rows) : LANE_NONE;
	assert_true(lane_cells_build(&c, l, p, which, &w, &err));
	for (uint32_t r = 0; r <= w.rows; r++) {
		for (uint32_t x = 0; x < w.columns; x++) {
			uint64_t n = 0, from = w.from + x * period;

			for (uint64_t i = 0; i < p->samples.count; i++) {
				uint32_t lane = lane_of(l, p, i);
				uint32_t of = lane == LANE_NONE ? LANE_NONE : row[lane];

				if (bits_has(which, i) &&
				    (of == LANE_NONE ? w.rows : of) == r)
					n += within(p, i, l->spans, from, from + period);
			}
			assert_int_equal(lane_cells_count(&c, r, x), n);
			peak = r < w.rows && n > peak ? n : peak;
		}
	}
	assert_int_equal(c.peak, peak);
	lane_cells_release(&c);
	free(row);
}

static void try_profile(uint64_t seed, bool spans, struct dice *d)
{
	struct profile *p =
	    spans ? random_spans(seed, TIMES) : random_profile(seed, TIMES);
	struct bits which = random_samples(p, d);
	struct error err = ERROR_INIT;

	for (enum lanes_by by = 0; by < LANES_BY && p->samples.count; by++) {
		struct lanes l;

		assert_true(lanes_build(&l, p, &which, spans, by, &err));
		check_lanes(&l, p, &which);
		check_cells(&l, p, &which, d);
		lanes_release(&l);
	}
	bits_release(&which);
	profile_free(p);
}

TEST(each_sample_is_in_the_lane_of_who_ran)
{
	struct dice d = {5};

	for (uint64_t seed = 0; seed < 200; seed++)
		try_profile(seed, seed % 2, &d);
}

/* The fold that contains this lane; without a pid, folds go by name. */
static int fold_of(const struct lanes *l, uint32_t lane, const struct lane_folds *f)
{
	for (uint32_t i = 0; l->by == LANES_THREAD && i < f->count; i++)
		if (l->list[lane].pid == f->list[i].pid &&
		    (f->list[i].pid != PROFILE_NO_ID ||
		     text_equal(lane_name(l, lane), f->list[i].name)))
			return (int)i;
	return -1;
}

static void check_rows(const struct lanes *l, const struct lane_folds *f,
		       const struct lane_rows *r)
{
	uint64_t counts[TIMES + 1] = {0}, others = 0;
	uint32_t lanes[TIMES + 1] = {0}, of_others = 0;

	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t row = r->of[i];

		assert_true(row < r->shown || row == LANE_NONE);
		for (uint32_t j = 0; j < i && row != LANE_NONE; j++)
			assert_int_equal(r->of[j] == row,
					 fold_of(l, i, f) >= 0 &&
					     fold_of(l, i, f) == fold_of(l, j, f));
		counts[row == LANE_NONE ? TIMES : row] += l->list[i].count;
		lanes[row == LANE_NONE ? TIMES : row]++;
	}
	for (uint32_t i = 0; i < r->shown; i++) {
		assert_int_equal(r->list[i].count, counts[i]);
		assert_int_equal(r->list[i].lanes, lanes[i]);
		assert_int_equal(r->of[r->list[i].lane], i);
		assert_true(i == 0 || counts[i] <= counts[i - 1]);
	}
	others = counts[TIMES];
	of_others = lanes[TIMES];
	assert_int_equal(r->others, of_others);
	assert_int_equal(r->others_count, others);
}

static struct lane_fold fold_of_any(const struct profile *p, struct dice *d)
{
	const struct thread *t;

	if (!p->thread_count)
		return (struct lane_fold){.pid = 1, .name = TEXT("")};
	t = &p->threads[dice_below(d, p->thread_count)];
	return (struct lane_fold){.pid = t->pid, .name = profile_string(p, t->comm)};
}

TEST(threads_of_a_folded_process_are_one_row_and_no_lane_is_lost)
{
	struct dice d = {11};

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct profile *p = random_profile(seed, TIMES);
		struct bits which = random_samples(p, &d);
		struct error err = ERROR_INIT;
		struct lane_fold list[3];
		struct lane_folds folds = {list, dice_below(&d, 4)};
		struct lane_rows rows;
		struct lanes l;

		for (int i = 0; i < 3; i++)
			list[i] = fold_of_any(p, &d);
		assert_true(lanes_build(&l, p, &which, false,
					dice_below(&d, 4) ? LANES_THREAD : LANES_PROCESS,
					&err));
		assert_true(lane_rows_build(&rows, &l, &folds, dice_below(&d, 9), &err));
		check_rows(&l, &folds, &rows);
		lane_rows_release(&rows);
		lanes_release(&l);
		bits_release(&which);
		profile_free(p);
	}
}

/* Row by row, and column by column as with one cell per column. */
TEST(the_columns_add_up_to_those_of_the_map)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		bool spans = seed % 2;
		struct profile *p =
		    spans ? random_spans(seed, TIMES) : random_profile(seed, TIMES);
		uint32_t rows[3] = {0, 1, LANE_NONE};
		struct error err = ERROR_INIT;
		struct lane_window w = {.period = S / 4, .rows = 2};
		struct lane_cells c = {0};
		struct lanes l = {0};
		struct heatmap map = {0};
		struct bits which;
		uint32_t *row;

		assert_true(bits_build(&which, p->samples.count, &err));
		bits_fill(&which);
		assert_true(lanes_build(&l, p, &which, spans, LANES_THREAD, &err));
		row = calloc(l.count + 1, sizeof *row);
		for (uint32_t i = 0; i < l.count; i++)
			row[i] = rows[i < 3 ? i : 2];
		w.row = row;
		if (heatmap_build(&map, p, &which, spans, S / 4, 1, &err)) {
			w.columns = map.columns;
			assert_true(lane_cells_build(&c, &l, p, &which, &w, &err));
		}
		for (uint32_t x = 0; x < map.columns; x++)
			assert_int_equal(heatmap_sum(&map, x),
					 lane_cells_count(&c, 0, x) +
					     lane_cells_count(&c, 1, x) +
					     lane_cells_count(&c, 2, x));
		free(row);
		lane_cells_release(&c);
		heatmap_release(&map);
		lanes_release(&l);
		bits_release(&which);
		profile_free(p);
	}
}

/* ---- the largest lane of a cell ---- */

/* The winning row and its value. */
static uint32_t slow_winner(const struct cell_contest *c, const struct profile *p,
			    const struct bits *which, struct range cell, uint64_t *most)
{
	uint64_t of[CELL_WINNER_ROWS + 1] = {0};
	uint32_t first = CELL_WINNER_NONE;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint32_t lane = lane_of(c->lanes, p, i), row;

		if (!bits_has(which, i) || lane == LANE_NONE) /* zero length */
			continue;
		row = c->row[lane];
		of[row < c->rows ? row : c->rows] +=
		    within(p, i, c->lanes->spans, cell.from, cell.to);
	}
	for (uint32_t i = 0; i <= c->rows; i++)
		if (of[i] && (first == CELL_WINNER_NONE || of[i] > of[first]))
			first = i;
	*most = first == CELL_WINNER_NONE ? 0 : of[first];
	return first;
}

static void check_winners(struct profile *p, const struct bits *which, bool spans,
			  uint64_t seed, struct dice *d)
{
	enum lanes_by by = (enum lanes_by)(seed % LANES_BY);
	/* many columns are stored without cells where they are empty */
	uint32_t rows = 1 + dice_below(d, 3) * 30;
	uint64_t period = seed % 3 ? S : S / 500;
	struct error err = ERROR_INIT;
	struct cell_contest c = {.rows = dice_below(d, 5)};
	struct cell_winners best;
	struct heatmap map;
	struct lanes l;
	uint32_t *of;
	uint64_t most;

	assert_true(heatmap_build(&map, p, which, spans, period, rows, &err));
	assert_true(lanes_build(&l, p, which, spans, by, &err));
	of = mem_array((size_t)l.count + 1, sizeof *of, "lanes", &err);
	assert_non_null(of);
	for (uint32_t i = 0; i < l.count; i++)
		of[i] = dice_below(d, 7) ? dice_below(d, c.rows + 1) : LANE_NONE;
	c.lanes = &l;
	c.row = of;
	assert_true(cell_winners_build(&best, &map, &c, p, which, &err));
	for (int i = 0; i < 300; i++) {
		uint32_t column = dice_below(d, map.columns), row = dice_below(d, rows);

		if (dice_below(d, 2)) /* only where there is something */
			heatmap_find(
			    &map,
			    p->samples.time[dice_below(d, (uint32_t)p->samples.count)] -
				profile_origin(p),
			    &column, &row);
		assert_int_equal(
		    cell_winners_look(&best, &map, column, row),
		    slow_winner(&c, p, which, heatmap_cell(&map, column, row), &most));
		assert_int_equal(cell_winners_count(&best, &map, column, row), most);
	}
	mem_free(of);
	cell_winners_release(&best);
	lanes_release(&l);
	heatmap_release(&map);
}

TEST(a_cell_belongs_to_who_has_most_of_it)
{
	struct dice d = {9};

	for (uint64_t seed = 0; seed < 120; seed++) {
		bool spans = seed % 2;
		struct profile *p =
		    spans ? random_spans(seed, 200) : random_profile(seed, 200);
		struct bits which = random_samples(p, &d);

		if (p->samples.count)
			check_winners(p, &which, spans, seed, &d);
		bits_release(&which);
		profile_free(p);
	}
}

static void assert_lane(const struct lanes *l, uint32_t lane, const char *name, int pid,
			int tid, uint64_t count)
{
	struct text t = lane_name(l, lane);
	char got[64];

	snprintf(got, sizeof got, "%.*s", (int)t.len, t.at);
	assert_string_equal(got, name);
	assert_int_equal(l->list[lane].pid, pid);
	assert_int_equal(l->list[lane].tid, tid);
	assert_int_equal(l->list[lane].count, count);
}

static void build_all(struct lanes *l, struct profile *p, enum lanes_by by)
{
	struct error err = ERROR_INIT;
	struct bits which;

	assert_true(bits_build(&which, p->samples.count, &err));
	bits_fill(&which);
	assert_true(lanes_build(l, p, &which, p->samples.duration != NULL, by, &err));
	bits_release(&which);
}

/* A process renames its threads: it remains one lane, named after its first thread. */
TEST(names_change_and_the_lane_is_one)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .comm = "sh", .pid = 7, .tid = 7, .time = S},
	    {.stack = "a", .comm = "node", .pid = 7, .tid = 7, .time = S + 1, .cpu = 1},
	    {.stack = "a", .comm = "node", .pid = 7, .tid = 7, .time = S + 2},
	    {.stack = "b", .comm = "V8 Worker", .pid = 7, .tid = 8, .time = S + 3},
	    {.stack = "b", .comm = "V8 Worker", .pid = 7, .tid = 8, .time = S + 4},
	    {.stack = "b", .comm = "V8 Worker", .pid = 7, .tid = 8, .time = S + 5},
	    {.stack = "b", .comm = "V8 Worker", .pid = 7, .tid = 9, .time = S + 6},
	    {.stack = "", .comm = "x", .pid = -1, .tid = -1, .time = S + 7, .cpu = -1},
	    {.stack = "", .comm = "y", .pid = -1, .tid = -1, .time = S + 8, .cpu = -1},
	};
	struct profile *p = made_profile(made, sizeof made / sizeof *made);
	struct lanes l;

	build_all(&l, p, LANES_PROCESS);
	assert_int_equal(l.count, 3);
	assert_lane(&l, 0, "node", 7, PROFILE_NO_ID, 7);
	assert_lane(&l, 1, "x", PROFILE_NO_ID, PROFILE_NO_ID, 1);
	lanes_release(&l);
	build_all(&l, p, LANES_THREAD);
	assert_int_equal(l.count, 5);
	assert_lane(&l, 0, "V8 Worker", 7, 8, 3);
	assert_lane(&l, 1, "node", 7, 7, 3);
	assert_lane(&l, 2, "V8 Worker", 7, 9, 1);
	lanes_release(&l);
	build_all(&l, p, LANES_CPU);
	assert_int_equal(l.count, 3);
	assert_lane(&l, 0, "CPU 0", PROFILE_NO_ID, PROFILE_NO_ID, 6);
	assert_lane(&l, 1, "CPU ?", PROFILE_NO_ID, PROFILE_NO_ID, 2);
	lanes_release(&l);
	build_all(&l, p, LANES_FUNCTION);
	assert_int_equal(l.count, 3);
	assert_lane(&l, 2, "[no stack]", PROFILE_NO_ID, PROFILE_NO_ID, 2);
	lanes_release(&l);
	profile_free(p);
}

/* The leader only waits for its threads, which have names of their own. */
TEST(a_process_is_called_as_its_leader_who_has_no_sample)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .comm = "server", .process = "burst", .pid = 7, .tid = 8},
	    {.stack = "a", .comm = "server", .process = "burst", .pid = 7, .tid = 9},
	    {.stack = "a", .comm = "logger", .process = "burst", .pid = 7, .tid = 10},
	};
	struct profile *p = made_profile(made, 3);
	struct lanes l;

	build_all(&l, p, LANES_PROCESS);
	assert_int_equal(l.count, 1);
	assert_lane(&l, 0, "burst", 7, PROFILE_NO_ID, 3);
	lanes_release(&l);
	build_all(&l, p, LANES_THREAD);
	assert_int_equal(l.count, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(text_equal(lane_process(&l, i), TEXT("burst")));
	lanes_release(&l);
	profile_free(p);
}

/* Times at the end of the clock. */
TEST(the_last_column_may_end_beyond_the_end_of_time)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = UINT64_MAX - 6 * S, .span = true, .duration = 5 * S},
	    {.stack = "b", .time = UINT64_MAX - 2, .span = true, .duration = 1},
	};
	struct profile *p = made_profile(made, 2);
	struct error err = ERROR_INIT;
	uint32_t row[2] = {0, LANE_NONE};
	struct lane_window w = {.period = 4 * S, .rows = 1, .row = row};
	struct lane_cells c;
	struct lanes l;
	struct bits which;
	uint64_t sum = 0;

	build_all(&l, p, LANES_FUNCTION);
	assert_true(bits_build(&which, 2, &err));
	bits_fill(&which);
	w.columns = (uint32_t)heatmap_columns(p, w.period);
	assert_true(lane_cells_build(&c, &l, p, &which, &w, &err));
	for (uint32_t x = 0; x < w.columns; x++)
		sum += lane_cells_count(&c, 0, x);
	assert_int_equal(sum, 5 * S);
	lane_cells_release(&c);
	w.period = 1;
	w.columns = LANE_CELLS_MAX;
	assert_false(lane_cells_build(&c, &l, p, &which, &w, &err));
	assert_int_equal(err.kind, ERROR_LIMIT);
	bits_release(&which);
	lanes_release(&l);
	profile_free(p);
}
