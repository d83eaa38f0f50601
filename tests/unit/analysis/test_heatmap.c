#include "lib/unit.h"

#include "analysis/heatmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S NS_PER_SECOND

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

/* The definition: one cell, sample by sample. */
static uint32_t slow_count(const struct profile *p, const struct bits *which,
			   const struct heatmap *map, uint32_t column, uint32_t row)
{
	uint32_t n = 0;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - profile_origin(p);

		n += bits_has(which, i) && at / map->period == column &&
		     at % map->period * map->rows / map->period == row;
	}
	return n;
}

TEST(every_cell_holds_the_samples_of_its_slice)
{
	struct dice d = {11};

	for (uint64_t seed = 0; seed < 40; seed++) {
		static const uint64_t periods[] = {S, S / 3, 3 * S, 777777777};
		struct profile *p = random_profile(seed, 60);
		struct bits which = random_samples(p, &d);
		struct error err = ERROR_INIT;
		struct heatmap map;
		uint64_t peak = 0;

		if (!heatmap_build(&map, p, &which, false, periods[seed % 4],
				   1 + dice_below(&d, 60), &err)) {
			assert_int_equal(p->samples.count, 0);
			assert_int_equal(err.kind, ERROR_FORMAT);
			assert_int_equal(heatmap_columns(p, S), 0);
		}
		for (uint32_t c = 0; c < map.columns; c++) {
			for (uint32_t r = 0; r < map.rows; r++) {
				uint64_t n = heatmap_count(&map, c, r);

				assert_int_equal(n, slow_count(p, &which, &map, c, r));
				peak = n > peak ? n : peak;
			}
		}
		assert_int_equal(map.peak, peak);
		assert_int_equal(map.samples, bits_population(&which));
		heatmap_release(&map);
		bits_release(&which);
		profile_free(p);
	}
}

/* How much of all spans lies in a cell, span by span. */
static uint64_t slow_time(const struct profile *p, const struct bits *which,
			  struct range cell)
{
	uint64_t ns = 0, origin = profile_origin(p);

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t from = p->samples.time[i] - origin;
		uint64_t to = profile_row_end(p, i) - origin;

		from = from > cell.from ? from : cell.from;
		to = to < cell.to ? to : cell.to;
		ns += bits_has(which, i) && from < to ? to - from : 0;
	}
	return ns;
}

TEST(every_cell_of_spans_has_the_time_that_they_cover)
{
	struct dice d = {12};

	for (uint64_t seed = 0; seed < 40; seed++) {
		static const uint64_t periods[] = {S, S / 3, 3 * S, 777777777};
		struct profile *p = random_spans(seed, 60);
		struct bits which = random_samples(p, &d);
		struct error err = ERROR_INIT;
		uint64_t sum = 0, peak = 0;
		struct heatmap map;

		if (!heatmap_build(&map, p, &which, true, periods[seed % 4],
				   1 + dice_below(&d, 60), &err))
			assert_int_equal(p->samples.count, 0);
		for (uint32_t c = 0; c < map.columns; c++) {
			for (uint32_t r = 0; r < map.rows; r++) {
				uint64_t n = heatmap_count(&map, c, r);

				assert_int_equal(
				    n, slow_time(p, &which, heatmap_cell(&map, c, r)));
				peak = n > peak ? n : peak;
				sum += n;
			}
		}
		assert_int_equal(map.peak, peak);
		assert_int_equal(map.samples, sum);
		assert_int_equal(sum, slow_time(p, &which, RANGE_ALL));
		heatmap_release(&map);
		bits_release(&which);
		profile_free(p);
	}
}

/* As many columns as are useful, beginning where the spans do. */
TEST(spans_that_are_over_soon_have_short_columns)
{
	static const struct {
		uint64_t first, length, period, origin;
	} cases[] = {
	    {9 * S + 5, S - 10, 20000000, 9 * S},
	    {9 * S + 5, S + 1, S, 9 * S},
	    {7 * S + 123456789, 5316000, 200000, 7 * S + 123000000},
	    {7 * S + 123456789, 20000, 10000, 7 * S + 123450000},
	    {7 * S + 123456789, 3, 10000, 7 * S + 123456000},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct made_sample made[] = {{.stack = "a",
						    .time = cases[i].first,
						    .span = true,
						    .duration = cases[i].length}};
		struct profile *p = made_profile(made, 1);

		assert_int_equal(heatmap_usual_period(p), cases[i].period);
		assert_int_equal(profile_origin(p), cases[i].origin);
		profile_free(p);
	}
}

TEST(cells_tile_time_without_gap_or_overlap)
{
	struct dice d = {12};

	for (int i = 0; i < 300; i++) {
		struct heatmap map = {
		    .period =
			1 + ((uint64_t)dice_below(&d, UINT32_MAX) << dice_below(&d, 20)),
		    .columns = 3,
		    .rows = 1 + dice_below(&d, HEATMAP_ROWS_MAX),
		};
		uint64_t end = 0;

		for (uint32_t cell = 0; cell < 3 * map.rows; cell++) {
			struct range r =
			    heatmap_cell(&map, cell / map.rows, cell % map.rows);
			uint32_t column, row;

			assert_int_equal(r.from, end);
			assert_true(r.from <= r.to);
			end = r.to;
			if (r.from == r.to)
				continue; /* more rows than nanoseconds */
			heatmap_find(&map, r.from, &column, &row);
			assert_int_equal(column * map.rows + row, cell);
			heatmap_find(&map, r.to - 1, &column, &row);
			assert_int_equal(column * map.rows + row, cell);
		}
		assert_int_equal(end, 3 * map.period);
	}
}

TEST(a_time_beyond_the_map_is_its_last_cell)
{
	struct heatmap map = {.period = S, .columns = 4, .rows = 50},
		       none = {.period = S};
	uint32_t column, row;

	heatmap_find(&map, UINT64_MAX, &column, &row);
	assert_int_equal(column, 3);
	assert_int_equal(row, 49);
	heatmap_find(&none, 5, &column, &row);
	assert_int_equal(column + row, 0);
}

/*
 * FlameScope's floating-point arithmetic puts 10.020000 into the cell of 0 ms; it belongs to the
 * next one.
 */
TEST(a_sample_on_a_boundary_begins_the_later_cell)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = 10 * S},
	    {.stack = "a", .time = 10019999999},
	    {.stack = "a", .time = 10020000000},
	    {.stack = "a", .time = 11 * S},
	};
	struct profile *p = made_profile(made, 4);
	struct error err = ERROR_INIT;
	struct heatmap map;
	struct bits all;

	assert_true(bits_build(&all, 4, &err));
	for (uint64_t i = 0; i < 4; i++)
		bits_add(&all, i);
	assert_true(heatmap_build(&map, p, &all, false, S, 50, &err));
	assert_int_equal(map.columns, 2);
	assert_int_equal(heatmap_count(&map, 0, 0), 2);
	assert_int_equal(heatmap_count(&map, 0, 1), 1);
	assert_int_equal(heatmap_count(&map, 1, 0), 1);
	heatmap_release(&map);
	bits_release(&all);
	profile_free(p);
}

TEST(a_broken_clock_is_no_reason_to_take_all_memory)
{
	static const struct made_sample made[] = {{.stack = "a", .time = 0},
						  {.stack = "a", .time = UINT64_MAX}};
	struct profile *p = made_profile(made, 2);
	struct error err = ERROR_INIT;
	struct heatmap map;
	struct bits all;

	assert_true(bits_build(&all, 2, &err));
	bits_add(&all, 1);
	assert_false(heatmap_build(&map, p, &all, false, S, 50, &err));
	assert_int_equal(err.kind, ERROR_LIMIT);
	heatmap_release(&map);
	err = (struct error)ERROR_INIT;
	assert_false(heatmap_build(&map, p, &all, false, UINT64_MAX / 99999, 1000, &err));
	assert_int_equal(err.kind, ERROR_LIMIT); /* of cells, not columns */
	err = (struct error)ERROR_INIT;
	assert_true(heatmap_build(&map, p, &all, false, UINT64_MAX / 3 + 1, 50, &err));
	assert_int_equal(map.columns, 3);
	assert_int_equal(map.samples, 1);
	assert_true(heatmap_cell(&map, 2, 49).to == UINT64_MAX);
	heatmap_release(&map);
	bits_release(&all);
	profile_free(p);
}

/* ---- few samples over a long time: most columns have no cells ---- */

#define FEW 24

/* Bursts far apart; among spans, also some that last for most of the time. */
static struct profile *scattered(uint64_t seed, bool spans)
{
	static const uint64_t lengths[] = {0, 1, S / 7, S, 3 * S, 900 * S, 4000 * S};
	struct made_sample made[FEW];
	struct dice d = {seed};
	uint64_t at = 5 * S + dice_below(&d, 1000000);

	for (int i = 0; i < FEW; i++) {
		made[i] = (struct made_sample){.stack = "a;b", .time = at, .span = spans};
		if (spans)
			made[i].duration = lengths[dice_below(&d, 7)];
		if (dice_below(&d, 3) == 0)
			at += (uint64_t)dice_below(&d, 1000) * S;
		at += dice_below(&d, 4) * (S / 4);
	}
	return made_profile(made, FEW);
}

static void compare_scattered(uint64_t seed, bool spans)
{
	struct profile *p = scattered(seed, spans);
	struct dice d = {seed + 100};
	struct bits which = random_samples(p, &d);
	struct error err = ERROR_INIT;
	uint64_t sum = 0, peak = 0;
	struct heatmap map;

	assert_true(heatmap_build(&map, p, &which, spans, seed % 2 ? S : S / 2,
				  90 + dice_below(&d, 20), &err));
	assert_non_null(map.block);
	for (uint32_t c = 0; c < map.columns; c++) {
		uint64_t column = 0;

		for (uint32_t r = 0; r < map.rows; r++) {
			uint64_t n = heatmap_count(&map, c, r);

			if (n != (spans ? slow_time(p, &which, heatmap_cell(&map, c, r))
					: slow_count(p, &which, &map, c, r)))
				fail_msg("seed %u, cell %u,%u", (unsigned)seed, c, r);
			peak = n > peak ? n : peak;
			column += n;
		}
		assert_int_equal(heatmap_sum(&map, c), column);
		sum += column;
	}
	assert_int_equal(map.samples, sum);
	assert_int_equal(map.peak, peak);
	heatmap_release(&map);
	bits_release(&which);
	profile_free(p);
}

TEST(what_is_scattered_over_hours_is_counted_as_exactly)
{
	for (uint64_t seed = 0; seed < 6; seed++) {
		compare_scattered(seed, false);
		compare_scattered(seed, true);
	}
}

/* This took 700 MB when every cell of a day was allocated. */
TEST(empty_columns_take_next_to_no_memory)
{
	static struct made_sample made[1000];
	struct error err = ERROR_INIT;
	struct profile *p;
	struct heatmap map;
	struct bits all;
	size_t before;

	for (uint64_t i = 0; i < 1000; i++)
		made[i] = (struct made_sample){.stack = "a", .time = i * 864 * S};
	p = made_profile(made, 1000);
	assert_true(bits_build(&all, p->samples.count, &err));
	bits_fill(&all);
	before = mem_used();
	assert_true(heatmap_build(&map, p, &all, false, S, 50, &err));
	assert_int_equal(map.columns, 863137);
	assert_int_equal(map.samples, 1000);
	assert_true(mem_used() - before < 6 << 20);
	heatmap_release(&map);
	assert_int_equal(mem_used(), before);
	bits_release(&all);
	profile_free(p);
}
