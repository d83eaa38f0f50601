/* An open profile, prompts and menus, without a workspace around them. */

#include "lib/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/made_profile.h"
#include "view/heat/heat_geometry.h"
#include "workspace/comparing.h"
#include "workspace/anomaly_list.h"
#include "workspace/open_profile.h"
#include "workspace/overlays.h"

#define SECOND UINT64_C(1000000000)

static const struct made_sample made[] = {
    {.stack = "main;a", .time = 1 * SECOND, .tid = 1, .cpu = 0},
    {.stack = "main;b", .time = 2 * SECOND, .tid = 1, .cpu = 1},
    {.stack = "main;b", .time = 3 * SECOND, .tid = 2, .cpu = 1},
};

struct opened {
	struct settings settings;
	struct open_profile open;
	struct prompts prompts;
	struct menus menus;
	char words[PROMPTS_WORDS];
	struct error err;
};

static int start(void **state)
{
	struct opened *t = calloc(1, sizeof *t);
	struct session *s;

	if (!t)
		return -1;
	for (int i = 0; i < PANES; i++)
		t->open.panes[i].area = (struct rect){0, 0, 80, 20};
	s = session_new(made_profile(made, 3), &t->settings, &t->err);
	if (!s || !open_profile_begin(&t->open, s, "made", &t->settings, &t->err))
		return -1;
	*state = t;
	return 0;
}

static int stop(void **state)
{
	struct opened *t = *state;

	prompts_release(&t->prompts);
	menus_release(&t->menus);
	open_profile_close(&t->open);
	free(t);
	return 0;
}

static struct action feed(struct opened *t, struct input in)
{
	return prompts_command(&t->prompts, &t->open, &in, t->words, &t->err);
}

static struct action press(struct opened *t, enum command c)
{
	return feed(t, (struct input){.command = c});
}

/* The action after the last character, or on Enter. */
static struct action type(struct opened *t, enum prompt_kind kind, const char *text,
			  bool entered)
{
	struct action r = ACTION(NONE);

	assert_true(prompts_open(&t->prompts, kind, &t->open, &t->err));
	press(t, COMMAND_KILL_START);
	for (; *text; text++)
		r = feed(t, (struct input){.rune = (unsigned char)*text});
	return entered ? press(t, COMMAND_ACCEPT) : r;
}

TEST_WITH(what_is_typed_is_done, start, stop)
{
	struct opened *t = *state;
	struct action r = type(t, PROMPT_RANGE, "0.5,1.5", true);

	assert_int_equal(r.kind, ACTION_RANGE);
	assert_true(r.settled && r.reveal);
	assert_int_equal(r.range.from, SECOND / 2);
	assert_int_equal(r.range.to, 3 * SECOND / 2);
	r = type(t, PROMPT_PERIOD, "0.25", true);
	assert_int_equal(r.kind, ACTION_PERIOD);
	assert_int_equal(r.value, SECOND / 4);
	r = type(t, PROMPT_FILTER, "tid=2", true);
	assert_int_equal(r.kind, ACTION_REDRAW);
	assert_true(text_equal(t->open.session->choice.filter, TEXT("tid=2")));
}

TEST_WITH(a_prompt_closes_when_it_is_done, start, stop)
{
	struct opened *t = *state;

	assert_int_equal(type(t, PROMPT_FILTER, "tid=(", true).kind, ACTION_NONE);
	prompts_answer(&t->prompts, false);
	assert_true(t->prompts.is_open);
	assert_int_equal(t->err.kind, ERROR_USAGE);
	t->err = (struct error)ERROR_INIT;
	press(t, COMMAND_ACCEPT);
	prompts_answer(&t->prompts, true);
	assert_false(t->prompts.is_open);
}

TEST_WITH(a_text_that_asks_for_nothing_says_why, start, stop)
{
	struct opened *t = *state;

	assert_int_equal(type(t, PROMPT_RANGE, "90,99", true).kind, ACTION_NONE);
	assert_non_null(strstr(t->err.message, "nothing was recorded in 90-99 s"));
	t->err = (struct error)ERROR_INIT;
	t->open.coming = true; /* then it may still come */
	assert_int_equal(type(t, PROMPT_RANGE, "90,99", true).kind, ACTION_RANGE);
	assert_int_equal(type(t, PROMPT_PERIOD, "0", true).kind, ACTION_NONE);
	assert_non_null(strstr(t->err.message, "a column is at least"));
}

TEST_WITH(a_pattern_is_searched_with_each_character_and_taken_back, start, stop)
{
	struct opened *t = *state;

	assert_true(open_profile_set_search(&t->open, TEXT("a"), &t->err));
	type(t, PROMPT_SEARCH, "b", false);
	assert_true(text_equal(t->open.session->choice.search, TEXT("b")));
	assert_int_equal(t->open.status.figures.found, 2);
	press(t, COMMAND_CANCEL);
	assert_true(text_equal(t->open.session->choice.search, TEXT("a")));
	assert_false(t->prompts.is_open);
}

TEST_WITH(a_file_that_is_there_is_asked_for_again, start, stop)
{
	struct opened *t = *state;
	char folder[] = "/tmp/flarescope-saving-XXXXXX", path[64];
	FILE *there;

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/x.folded", folder);
	there = fopen(path, "w");
	assert_non_null(there);
	assert_int_equal(fclose(there), 0);
	assert_int_equal(type(t, PROMPT_SAVE, path, true).kind, ACTION_REDRAW);
	prompts_answer(&t->prompts, false);
	assert_true(t->prompts.is_open);
	assert_string_equal(t->words, "");
	feed(t, (struct input){.rune = 'y'});
	assert_int_equal(press(t, COMMAND_ACCEPT).kind, ACTION_REDRAW);
	assert_non_null(strstr(t->words, "saved 3 samples as folded"));
	assert_non_null(strstr(t->words, path));
	assert_false(t->prompts.is_open);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

static struct action choose(struct opened *t, enum menu_kind kind, enum command c)
{
	struct pane p = {.area = {0, 0, 80, 20}};

	assert_true(menus_open(&t->menus, kind, &t->open, &t->err));
	return menus_command(&t->menus, &t->open, &(struct input){.command = c}, p,
			     t->words, &t->err);
}

static void assert_filter(struct opened *t, const char *filter)
{
	assert_true(text_equal(t->open.session->choice.filter, text_of(filter)));
}

TEST_WITH(what_is_chosen_from_a_menu_is_done, start, stop)
{
	struct opened *t = *state;

	assert_int_equal(choose(t, MENU_CPU, COMMAND_ENTER).kind, ACTION_REDRAW);
	assert_filter(t, "cpu=1");
	assert_false(t->menus.is_open);
	choose(t, MENU_THREAD, COMMAND_DROP);
	assert_filter(t, "cpu=1 & !tid=1");
	assert_true(open_profile_set_filter(&t->open, TEXT(""), &t->err));
	assert_int_equal(choose(t, MENU_ROWS, COMMAND_ENTER).kind, ACTION_ARRANGE);
	assert_int_equal(choose(t, MENU_ROOT, COMMAND_ENTER).kind, ACTION_REDRAW);
	assert_int_equal(choose(t, MENU_EVENT, COMMAND_ENTER).kind, ACTION_REDRAW);
	assert_int_equal(choose(t, MENU_EVENT, COMMAND_CANCEL).kind, ACTION_REDRAW);
	assert_false(t->menus.is_open);
}

TEST_WITH(a_filter_is_added_and_undone, start, stop)
{
	struct opened *t = *state;

	assert_true(open_profile_set_filter(&t->open, TEXT("tid=1"), &t->err));
	assert_true(open_profile_add_filter(&t->open, TEXT("cpu=1"), &t->err));
	assert_int_equal(t->open.session->kept.count, 1);
	assert_false(open_profile_add_filter(&t->open, TEXT("("), &t->err));
	assert_int_equal(t->open.session->kept.count, 1);
	t->err = (struct error)ERROR_INIT;
	assert_true(open_profile_undo(&t->open, false, &t->err));
	assert_int_equal(t->open.session->kept.count, 2);
	assert_true(open_profile_undo(&t->open, false, &t->err));
	assert_int_equal(t->open.session->kept.count, 3);
	assert_false(open_profile_undo(&t->open, false, &t->err));
	assert_string_equal(t->err.message, "nothing to undo");
}

/* Rows that are not visible have frames that may no longer exist. */
TEST_WITH(a_hidden_table_keeps_nothing_of_a_profile_that_is_replaced, start, stop)
{
	struct opened *t = *state;
	const struct input enter = {.command = COMMAND_ENTER};
	struct session *s = session_new(made_profile(made, 1), &t->settings, &t->err);
	struct view v;

	assert_non_null(s);
	open_profile_toggle(&t->open, VIEW_TABLE);
	assert_true(open_profile_recount(&t->open, &t->err));
	open_profile_toggle(&t->open, VIEW_TABLE);
	v = open_profile_view(&t->open, VIEW_TABLE);
	assert_int_equal(v.ops->command(v.self, &enter, v.pane).kind, ACTION_FRAME);
	session_free(open_profile_replace(&t->open, s, NULL));
	assert_int_equal(v.ops->command(v.self, &enter, v.pane).kind, ACTION_NONE);
	open_profile_toggle(&t->open, VIEW_TABLE);
	assert_true(open_profile_refresh(&t->open, &t->err));
	assert_int_equal(v.ops->command(v.self, &enter, v.pane).kind, ACTION_FRAME);
}

/* Half of a file would differ from the other half by what is still unread. */
TEST_WITH(nothing_is_compared_before_all_of_it_has_been_read, start, stop)
{
	struct opened *t = *state;
	const char *words;

	session_set_range(t->open.session, (struct range){0, SECOND});
	t->open.coming = true;
	assert_true(comparing_next_graph(&t->open, &words, &t->err));
	assert_null(t->open.flame.comparison);
	assert_null(t->open.status.comparison);
	assert_string_equal(t->open.flame.wait,
			    "compared when the whole file has been read");
	assert_null(anomaly_list_of(&t->open, &t->err));
	assert_non_null(strstr(t->err.message, "when the whole file has been read"));
	t->err = (struct error)ERROR_INIT;
	open_profile_ends(&t->open);
	assert_true(open_profile_recount(&t->open, &t->err));
	assert_non_null(t->open.flame.comparison);
	assert_non_null(t->open.status.comparison);
	assert_null(t->open.flame.wait);
}

/* As when a sample arrives that is earlier than the first. */
TEST_WITH(a_baseline_stays_with_its_time_when_the_profile_is_replaced, start, stop)
{
	static const struct made_sample more[] = {
	    {.stack = "main;c", .time = SECOND / 2, .tid = 1, .cpu = 0},
	    {.stack = "main;a", .time = 1 * SECOND, .tid = 1, .cpu = 0},
	    {.stack = "main;b", .time = 2 * SECOND, .tid = 1, .cpu = 1},
	    {.stack = "main;b", .time = 3 * SECOND, .tid = 2, .cpu = 1},
	};
	struct opened *t = *state;
	struct session *s;

	assert_true(
	    comparing_set_baseline(&t->open, (struct range){0, SECOND}, true, &t->err));
	s = session_new_as(made_profile(more, 4), &t->open.session->choice, &t->err);
	assert_non_null(s);
	session_free(open_profile_replace(&t->open, s, NULL));
	assert_true(open_profile_refresh(&t->open, &t->err));
	assert_int_equal(t->open.session->choice.baseline.range.from, SECOND);
	assert_int_equal(t->open.session->choice.baseline.range.to, 2 * SECOND);
	assert_int_equal(session_comparison(t->open.session)->baseline.samples, 1);
}

/* ---- the selection fills the map ---- */

/* About a sample per second; the first is at 0. */
static struct profile *long_profile(struct dice *d, uint64_t seconds)
{
	static struct made_sample samples[4000];
	size_t count = 0;

	for (uint64_t s = 0; s <= seconds; s++)
		samples[count++] = (struct made_sample){
		    .stack = "main;a",
		    .time =
			s * SECOND + (s && s < seconds ? dice_below(d, 900000000) : 0)};
	return made_profile(samples, count);
}

/* A moment, some columns, up to an end, beyond it, everything: somewhere in `length` ns. */
static struct range some_range(struct dice *d, uint64_t length)
{
	uint64_t at = length / 1000 * dice_below(d, 1000);
	uint64_t most = (length - at) / 1000;

	switch (dice_below(d, 6)) {
	case 0:
		return (struct range){at, at + 1 + dice_below(d, 30000000)};
	case 1:
		return (struct range){0, at + 1};
	case 2:
		return (struct range){at + 1, UINT64_MAX};
	case 3:
		return (struct range){at, length + SECOND * 1000};
	case 4:
		return (struct range){0, length};
	default:
		return (struct range){at, at + 1 + most * dice_below(d, 1000)};
	}
}

/* All of it is on the screen, and as wide as the shortest columns allow. */
static void assert_filled(const struct heat_view *v, struct range r, struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	int room = (int)heat_geometry_columns(p.area.w, v->hues != NULL);
	uint64_t first = r.from / v->map->period, last;

	if (r.to > v->length)
		r.to = v->length;
	last = (r.to - 1) / v->map->period;
	assert_in_range(v->cursor, first * v->map->period, r.to - 1);
	assert_in_range(first, g.first, g.first + g.shown - 1);
	assert_in_range(last, g.first, g.first + g.shown - 1);
	if (v->map->period > 10000000)
		assert_true((int)(last - first + 1) * g.cell_width * 5 >= room * 4);
}

static void press_in(struct opened *t, enum view_pane pane, enum command c)
{
	struct heat_view *v = open_profile_lead(&t->open, pane);
	const struct input in = {.command = c};
	struct action r = heat_view_command(v, &in, t->open.panes[pane]);

	assert_int_equal(r.kind, ACTION_PERIOD);
	assert_true(open_profile_set_period(&t->open, r.value, r.range.from, &t->err));
}

static void fit_in(struct opened *t, enum view_pane pane, struct range r)
{
	struct heat_view *v = open_profile_lead(&t->open, pane);
	uint64_t usual;

	press_in(t, pane, COMMAND_FIT);
	usual = t->open.session->choice.period;
	press_in(t, pane, COMMAND_FIT_RANGE);
	assert_filled(v, r, t->open.panes[pane]);
	press_in(t, pane, COMMAND_FIT);
	assert_int_equal(t->open.session->choice.period, usual);
}

/* On every screen, for long files and short ones, and in the map of a second file. */
TEST_WITH(the_selection_fills_the_map, start, stop)
{
	struct opened *t = *state;
	struct dice d = {.state = 20};
	const char *words;

	for (int i = 0; i < 40; i++) {
		struct session *s =
		    session_new(long_profile(&d, 1 + dice_below(&d, i % 4 ? 200 : 3900)),
				&t->settings, &t->err);

		open_profile_begin(&t->open, s, "made", &t->settings, &t->err);
		s = session_new(long_profile(&d, 1 + dice_below(&d, 300)), &t->settings,
				&t->err);
		t->settings.baseline_file = "other";
		assert_true(open_profile_hold_against(&t->open, s, &t->err));
		for (int k = 0; k < 10; k++) {
			enum view_pane pane = k % 3 ? PANE_UPPER : PANE_OTHER;
			int width = 40 + (int)dice_below(&d, 200);
			struct range r = some_range(
			    &d, k % 3 ? t->open.heat.length : t->open.other.heat.length);

			for (int n = 0; n < PANES; n++)
				t->open.panes[n].area = (struct rect){
				    0, 0, width, 6 + (int)dice_below(&d, 30)};
			if (pane == PANE_OTHER)
				comparing_set_other(&t->open, r, true, &t->err);
			else
				session_set_range(t->open.session, r);
			comparing_shift(&t->open, (int)dice_below(&d, 41) - 20, &words,
					&t->err);
			assert_true(open_profile_refresh(&t->open, &t->err));
			fit_in(t, pane, r);
		}
	}
}
