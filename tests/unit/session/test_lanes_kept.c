/* Lanes of the samples that a session keeps: filter, event, search. */

#include "lib/unit.h"

#include "base/number.h"
#include "lib/made_profile.h"
#include "session/picture_lanes.h"

#define SAMPLES 300

static const char *const filters[] = {"",      "a",	   "!main",  "comm=app",
				      "cpu=1", "!tid=100", "pid=101"};
static const char *const events[] = {NULL, "all"};
static const char *const searches[] = {"", "main", "b", "nothing of the kind"};

#define ONE_OF(list, dice) (list)[dice_below(dice, sizeof(list) / sizeof *(list))]

static void check_column(const struct lane_cells *c, uint32_t column,
			 const struct heatmap *map, uint32_t of_map)
{
	uint64_t sum = 0;

	for (uint32_t row = 0; row <= c->rows; row++)
		sum += lane_cells_count(c, row, column);
	assert_int_equal(sum, heatmap_sum(map, of_map));
}

static void check_window(struct picture_lanes *m, const struct session *s,
			 const struct picture_map *map, struct dice *d)
{
	uint32_t all = map->map.columns, first = dice_below(d, all),
		 columns = 1 + dice_below(d, all - first);
	struct error err = ERROR_INIT;

	assert_true(picture_lanes_count(m, s, first * map->map.period, map->map.period,
					columns, &err));
	assert_int_equal(m->matched.counts != NULL, map->matched.counts != NULL);
	for (uint32_t i = 0; i < columns; i++) {
		check_column(&m->cells, i, &map->map, first + i);
		if (m->matched.counts)
			check_column(&m->matched, i, &map->matched, first + i);
	}
}

TEST(of_any_question_the_columns_of_lanes_add_up_to_the_maps)
{
	struct dice d = {3};
	int tried = 0;

	for (uint64_t seed = 0; seed < 300; seed++) {
		bool spans = dice_below(&d, 2);
		struct settings o = {.choice.filter = text_of(ONE_OF(filters, &d)),
				     .asked.event = spans ? NULL : ONE_OF(events, &d),
				     .choice.search = text_of(ONE_OF(searches, &d)),
				     .choice.idle = (enum idle_mode)dice_below(&d, 3)};
		struct error err = ERROR_INIT;
		struct profile *p =
		    spans ? random_spans(seed, SAMPLES) : random_profile(seed, SAMPLES);
		struct session *s = session_new(p, &o, &err);
		enum lanes_by by = (enum lanes_by)dice_below(&d, LANES_BY);
		struct picture_map map;
		struct picture_lanes m;

		if (!s)
			continue; /* this one has none of that kind */
		if (!picture_map_build(&map, s, NS_PER_SECOND / 5, 1, true, &err)) {
			session_free(s); /* it has no times */
			continue;
		}
		tried++;
		assert_true(picture_lanes_find(&m, s, by, NULL, dice_below(&d, 6), &err));
		for (int i = 0; i < 3 && map.map.columns; i++)
			check_window(&m, s, &map, &d);
		picture_lanes_release(&m);
		picture_map_release(&map);
		session_free(s);
	}
	assert_true(tried > 100);
}
