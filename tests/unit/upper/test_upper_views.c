/* Two views in the pane of the map, the second of which cannot take another map. */

#include "lib/unit.h"

#include <stdlib.h>

#include "lib/made_profile.h"
#include "lib/replaced/upper_table.h"
#include "workspace/open_profile.h"

#define SECOND UINT64_C(1000000000)

static const struct made_sample made[] = {
    {.stack = "main;a", .time = 1 * SECOND, .tid = 1, .cpu = 0},
    {.stack = "main;b", .time = 2 * SECOND, .tid = 1, .cpu = 1},
    {.stack = "main;b", .time = 8 * SECOND, .tid = 2, .cpu = 1},
};

static int start(void **state)
{
	static struct settings settings;
	struct open_profile *o = calloc(1, sizeof *o);
	struct error err = ERROR_INIT;
	struct session *s;

	if (!o)
		return -1;
	*state = o;
	for (int i = 0; i < PANES; i++)
		o->panes[i].area = (struct rect){0, 0, 80, 20};
	s = session_new(made_profile(made, 3), &settings, &err);
	if (!s || !open_profile_begin(o, s, "made", &settings, &err))
		return -1;
	open_profile_toggle(o, VIEW_TABLE);
	return open_profile_refresh(o, &err) ? 0 : -1;
}

static int stop(void **state)
{
	open_profile_close(*state);
	free(*state);
	return 0;
}

static uint64_t samples_in(const struct heatmap *map)
{
	uint64_t sum = 0;

	for (uint32_t c = 0; c < map->columns; c++)
		sum += heatmap_sum(map, c);
	return sum;
}

/* The strip draws differences of these sums, by column of the map. */
static void the_map_is_in_step(const struct open_profile *o, uint32_t columns)
{
	assert_ptr_equal(o->heat.map, &o->map.map);
	assert_int_equal(o->heat.map->columns, columns);
	for (uint32_t c = 0; c < columns; c++)
		assert_int_equal(o->heat.sums[c + 1] - o->heat.sums[c],
				 heatmap_sum(o->heat.map, c));
	assert_int_equal(o->heat.sums[columns], samples_in(o->heat.map));
}

static void without_the_second_view_nothing_changes(struct open_profile *o,
						    uint64_t period, uint32_t columns)
{
	struct error err = ERROR_INIT;

	the_map_is_in_step(o, 8);
	upper_table_refuse(o->others[VIEW_TABLE], columns);
	assert_false(open_profile_set_period(o, period, 0, &err));
	assert_string_equal(err.message, "out of memory for a second view");
	assert_int_equal(o->session->choice.period, SECOND);
	the_map_is_in_step(o, 8);
	assert_int_equal(upper_table_map(o->others[VIEW_TABLE])->columns, 8);
}

TEST_WITH(shorter_columns_that_one_view_refuses_leave_all_as_they_were, start, stop)
{
	without_the_second_view_nothing_changes(*state, SECOND / 2, 15);
}

TEST_WITH(longer_columns_that_one_view_refuses_leave_all_as_they_were, start, stop)
{
	without_the_second_view_nothing_changes(*state, 4 * SECOND, 2);
}
