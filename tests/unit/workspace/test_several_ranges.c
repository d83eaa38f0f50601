/* Several ranges on the screen: added with keys and the mouse, removed, undone, shown. */

#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/made_profile.h"
#include "lib/seat.h"
#include "workspace/workspace_inside.h"

#define SERVICE "data/examples/service.perf.gz"

static const struct settings settings = {.file = SERVICE, .theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(SERVICE), &settings, 100, 30);
	return 0;
}

static const struct session *session_of(const struct seat *s)
{
	return s->w->open.session;
}

/* Of all samples that count, those whose time lies in one of the ranges. */
static uint64_t samples_in(const struct session *s)
{
	const struct profile *p = s->profile;
	uint64_t n = 0;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - profile_origin(p);
		bool in = !s->choice.also.count || !range_is_all(s->choice.range);

		in = in && at >= s->choice.range.from && at < s->choice.range.to;
		for (uint32_t k = 0; k < s->choice.also.count; k++)
			in |= at >= s->choice.also.list[k].from &&
			      at < s->choice.also.list[k].to;
		n += in && bits_has(&s->kept.samples, i);
	}
	return n;
}

TEST_WITH(what_is_kept_is_counted_with_what_is_selected_next, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "10,12");
	assert_int_equal(seat_samples(s), 67);
	seat_do(s, COMMAND_GATHER);
	assert_true(seat_says(s, "this range is kept, and the next selection is added"));
	assert_int_equal(seat_samples(s), 67);
	seat_ask(s, COMMAND_RANGE, "20,21.5");
	assert_true(seat_says(s, "2 ranges"));
	assert_true(seat_says(s, "3.500 s"));
	assert_int_equal(seat_samples(s), 67 + 63);
	seat_ask(s, COMMAND_RANGE,
		 "20,22"); /* it was not kept, and is a different one now */
	assert_true(seat_says(s, "2 ranges"));
	seat_ask(s, COMMAND_RANGE, "11,21.5"); /* merged with the first */
	assert_true(seat_says(s, "10.000-21.500 s") || seat_says(s, "11.500 s"));
	assert_int_equal(session_of(s)->selection.count, 1);
}

TEST_WITH(undo_and_escape_and_a_take_back, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "10,12");
	seat_do(s, COMMAND_GATHER);
	seat_ask(s, COMMAND_RANGE, "20,21.5");
	seat_do(s, COMMAND_GATHER);
	seat_ask(s, COMMAND_RANGE, "40,41");
	assert_true(seat_says(s, "3 ranges"));
	assert_int_equal(seat_samples(s), 178);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 67 + 63);
	seat_do(s, COMMAND_REDO);
	assert_int_equal(seat_samples(s), 178);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "whole profile"));
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), 178);
	seat_do(s, COMMAND_ALL);
	assert_true(seat_says(s, "whole profile"));
	assert_int_equal(session_of(s)->choice.also.count, 0);
}

TEST_WITH(once_more_takes_out_the_range_at_the_cursor, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_GATHER);
	assert_true(seat_says(s, "select a range first"));
	seat_ask(s, COMMAND_RANGE, "10,12");
	seat_do(s, COMMAND_GATHER);
	seat_ask(s, COMMAND_RANGE, "20,21.5");
	seat_do(s, COMMAND_GATHER);
	seat_do(s, COMMAND_GATHER); /* the cursor is where the range is */
	assert_true(seat_says(s, "taken out; u undoes"));
	assert_int_equal(seat_samples(s), 67);
	assert_true(seat_says(s, "10.000-12.000 s"));
	seat_do_n(s, 10, COMMAND_LEFT);
	seat_do(s, COMMAND_GATHER);
	assert_true(seat_says(s, "whole profile"));
}

TEST_WITH(a_selection_that_is_being_made_ends_and_stays, start, seat_stop)
{
	struct seat *s = *state;

	seat_do_n(s, 10, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
	seat_do_n(s, 1, COMMAND_RIGHT);
	seat_do(s, COMMAND_GATHER);
	assert_int_equal(session_of(s)->choice.also.count, 1);
	seat_do_n(s, 5, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
	assert_true(seat_says(s, "2 ranges"));
	seat_do(s, COMMAND_CANCEL); /* the unfinished selection */
	assert_int_equal(session_of(s)->choice.also.count, 1);
	assert_int_equal(session_of(s)->selection.count, 1);
}

TEST_WITH(the_mouse_drags_one_more, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "10,12");
	seat_do(s, COMMAND_GATHER);
	seat_mouse(s, COMMAND_PRESS, 50, 5);
	seat_mouse(s, COMMAND_DRAG, 53, 5);
	assert_true(seat_says(s, "2 ranges"));
	seat_mouse(s, COMMAND_RELEASE, 53, 5);
	assert_true(seat_says(s, "2 ranges"));
	assert_int_equal(seat_samples(s), samples_in(session_of(s)));
	seat_do(s, COMMAND_STEP_ON); /* it moves, the other one stays */
	assert_true(seat_says(s, "2 ranges"));
	assert_int_equal(seat_samples(s), samples_in(session_of(s)));
}

TEST_WITH(anomalies_are_gathered_from_their_list, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ANOMALY_LIST);
	seat_do(s, COMMAND_GATHER);
	assert_int_equal(session_of(s)->choice.also.count, 1);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_GATHER);
	assert_int_equal(session_of(s)->choice.also.count, 2);
	assert_true(seat_says(s, "Odd moments"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "2 ranges"));
	assert_int_equal(seat_samples(s), samples_in(session_of(s)));
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(session_of(s)->choice.also.count, 1);
}

TEST_WITH(all_bursts_are_one_graph, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ANOMALY_LIST);
	for (int i = 0; i < 100; i++) { /* to the first burst */
		const struct menu_view *v = &s->w->menus.view;

		if (strncmp(v->lines[v->list.cursor].label, "burst  10.", 10) == 0)
			break;
		seat_do(s, COMMAND_DOWN);
	}
	seat_do(s, COMMAND_GATHER_LIKE);
	assert_int_equal(session_of(s)->choice.also.count, 13);
	assert_int_equal(session_of(s)->flame.samples, samples_in(session_of(s)));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "10.69,10.93/15.69,15.93/20.69,20.93/"));
}

/* The list stays open, so that those of another period can be added. */
TEST_WITH(all_bursts_of_a_period_are_selected_from_its_list, start, seat_stop)
{
	struct seat *s = *state;

	seat_close(s);
	seat_open(s, seat_file("data/examples/cron.perf.gz"), &settings, 120, 30);
	seat_ask(s, COMMAND_RANGE, "5,44");
	seat_do(s, COMMAND_PERIODS);
	assert_true(seat_says(s, "U: select all bursts"));
	seat_do(s, COMMAND_GATHER);
	assert_true(seat_says(s, "7 ranges"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(session_of(s)->choice.also.count, 7);
	assert_true(range_is_all(session_of(s)->choice.range));
	assert_in_range(seat_samples(s), 200, 300);
	assert_int_equal(seat_samples(s), samples_in(session_of(s)));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--range 5,5.508/11.497,12.005/"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "5.000-44.000 s"));
}

TEST_WITH(several_are_typed_as_they_are_printed, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "10,12/40,41/20,21.5");
	assert_true(seat_says(s, "3 ranges"));
	assert_int_equal(seat_samples(s), 178);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--range 10,12/20,21.5/40,41"));
	seat_do(s, COMMAND_CANCEL);
	seat_ask(s, COMMAND_RANGE, "10,12/400,410");
	assert_true(seat_says(s, "nothing was recorded in 400-410 s"));
	assert_int_equal(session_of(s)->choice.also.count, 3);
}

static uint64_t samples_of_baseline(const struct session *s)
{
	const struct profile *p = s->profile;
	uint64_t n = 0;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t at = p->samples.time[i] - profile_origin(p);

		for (uint32_t k = 0; k < s->baseline.count; k++)
			n += bits_has(&s->kept.samples, i) &&
			     at >= s->baseline.list[k].from &&
			     at < s->baseline.list[k].to;
	}
	return n;
}

TEST_WITH(a_baseline_may_be_several_ranges, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "10,12/40,41");
	seat_do(s, COMMAND_DIFFERENTIAL); /* with the rest */
	assert_true(seat_says(s, "A 2 ranges"));
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, "60,61");
	assert_true(seat_says(s, "A 60.000-61.000 s against B 2 ranges"));
	assert_int_equal(session_of(s)->baseline.count, 2);
	assert_int_equal(session_comparison(session_of(s))->baseline.samples,
			 samples_of_baseline(session_of(s)));
	assert_int_equal(session_comparison(session_of(s))->baseline.length,
			 UINT64_C(3000000000));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w),
			       "flarescope --range 60,61 --against 10,12/40,41"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "A 2 ranges against B 60.000-61.000 s"));
	assert_int_equal(session_of(s)->choice.also.count, 2);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "A 60.000-61.000 s against B 2 ranges"));
	seat_ask(s, COMMAND_FILTER, "cpu=0"); /* the baseline keeps its filter */
	assert_true(seat_says(s, "against B 2 ranges"));
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_BASELINE);
	assert_int_equal(session_of(s)->baseline.count, 0);
	assert_true(seat_says(s, "everything else"));
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(session_of(s)->baseline.count, 2);
}

/* Each column belongs to the side in which it lies. */
TEST_WITH(the_map_marks_all_ranges_of_a_baseline, start, seat_stop)
{
	const struct settings two = {.file = SERVICE,
				     .asked.range = "60,61",
				     .asked.against = "10,12/40,41",
				     .theme = {.ascii = true}};
	struct seat *s = *state;
	int a = 0, b = 0;

	seat_close(s);
	seat_open(s, seat_file(SERVICE), &two, 120, 30);
	for (const char *at = seat_line(s, 5); *at; at++) {
		a += *at == 'A';
		b += *at == 'B';
	}
	assert_int_equal(a, 2); /* before it and after it */
	assert_int_equal(b, 4);
}

TEST_WITH(whatever_is_pressed_what_is_shown_is_counted, start, seat_stop)
{
	static const enum command keys[] = {
	    COMMAND_GATHER,	  COMMAND_GATHER,	  COMMAND_GATHER,
	    COMMAND_ANOMALY_NEXT, COMMAND_ANOMALY_BEFORE, COMMAND_SELECT,
	    COMMAND_COLUMNS,	  COMMAND_RIGHT,	  COMMAND_LEFT,
	    COMMAND_UP,		  COMMAND_UNDO,		  COMMAND_REDO,
	    COMMAND_STEP_ON,	  COMMAND_STEP_BACK,	  COMMAND_CANCEL,
	    COMMAND_OTHER_END,	  COMMAND_LEAF_FIRST,	  COMMAND_ROOT,
	    COMMAND_TABLE,	  COMMAND_IDLE,		  COMMAND_DIFFERENTIAL,
	    COMMAND_LANES,	  COMMAND_FIT_RANGE,	  COMMAND_WHY};
	struct seat *s = *state;
	struct dice d = {77};

	for (int i = 0; i < 1500; i++) {
		enum command c = keys[dice_below(&d, sizeof keys / sizeof *keys)];

		if (s->w->menus.is_open || s->w->prompts.is_open)
			c = COMMAND_CANCEL;
		seat_do_n(s, 1 + (int)dice_below(&d, 6), c);
		if (!session_shaped(session_of(s))[0])
			assert_int_equal(session_of(s)->flame.samples,
					 samples_in(session_of(s)));
	}
}
