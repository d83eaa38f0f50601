#include "lib/unit.h"

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/seat.h"
#include "lib/slow_file.h"
#include "session/loader/loading.h"

#define TIMEOUT_S 60 /* for slow machines; a longer wait is a hang */

static const struct settings defaults = {.file = NULL};

struct watch {
	struct seat seat;
	struct slow_file file;
};

static int start(void **state)
{
	struct watch *w = calloc(1, sizeof *w);

	if (!w)
		return -1;
	slow_file_make(&w->file);
	*state = w;
	return 0;
}

static int stop(void **state)
{
	struct watch *w = *state;

	if (w->seat.w)
		seat_close(&w->seat);
	slow_file_remove(&w->file);
	free(w);
	return 0;
}

/* Writes one second of samples after another until the picture changes. */
static void see_more(struct watch *w)
{
	time_t begin = time(NULL);

	do {
		assert_true(time(NULL) - begin < TIMEOUT_S);
		slow_file_feed(&w->file);
	} while (!seat_wake(&w->seat, 10));
}

static void open_slowly(struct watch *w, const struct settings *settings)
{
	seat_start(&w->seat, w->file.pipe, settings, 120, 30);
	see_more(w);
}

static void see_the_end(struct watch *w)
{
	slow_file_end(&w->file);
	seat_wait(&w->seat);
	assert_int_equal(workspace_wake_fd(w->seat.w), -1);
}

static bool shows(struct watch *w, const char *words)
{
	return strstr(seat_screen(&w->seat), words) != NULL;
}

static void choose(struct seat *s, enum command prompt, const char *text)
{
	seat_do(s, prompt);
	seat_do(s, COMMAND_KILL_START);
	seat_answer(s, text);
}

/* How many samples of everything written so far a new session counts with these settings. */
static long counted(struct watch *w, const struct settings *settings)
{
	struct seat fresh;
	long n;

	seat_open(&fresh, w->file.copy, settings, 120, 30);
	n = seat_samples(&fresh);
	seat_close(&fresh);
	return n;
}

/* ---- while it is read ---- */

TEST_WITH(the_picture_grows_while_the_file_is_read, start, stop)
{
	struct watch *w = *state;
	long first, second;

	seat_start(&w->seat, w->file.pipe, &defaults, 120, 30);
	assert_true(seat_says(&w->seat, "reading /tmp/"));
	see_more(w);
	first = seat_samples(&w->seat);
	assert_true(first > 0 && first <= w->file.samples);
	assert_true(seat_says(&w->seat, "loading "));
	see_more(w);
	second = seat_samples(&w->seat);
	assert_true(second > first);
	see_the_end(w);
	assert_int_equal(seat_samples(&w->seat), w->file.samples);
	assert_false(shows(w, "loading"));
	assert_false(shows(w, "incomplete"));
}

TEST_WITH(what_came_is_shown_although_nothing_follows, start, stop)
{
	struct watch *w = *state;
	time_t begin = time(NULL);

	seat_start(&w->seat, w->file.pipe, &defaults, 120, 30);
	for (int i = 0; i < 4; i++)
		slow_file_feed(&w->file);
	/* except for the last one: it might continue */
	while (!seat_wake(&w->seat, 100) || seat_samples(&w->seat) < w->file.samples - 1)
		assert_true(time(NULL) - begin < TIMEOUT_S);
	assert_false(seat_wake(&w->seat, 300)); /* nor is the same picture shown twice */
}

TEST_WITH(keys_are_answered_meanwhile, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	seat_do(&w->seat, COMMAND_HELP);
	assert_int_equal(workspace_place(w->seat.w), PLACE_PAGE);
	see_more(w);
	assert_int_equal(workspace_place(w->seat.w), PLACE_PAGE);
	seat_do(&w->seat, COMMAND_CANCEL);
	assert_int_equal(workspace_place(w->seat.w), PLACE_MAP);
	seat_do(&w->seat, COMMAND_HEADER);
	assert_true(seat_says(&w->seat, "so far; more is coming"));
	assert_true(seat_says(&w->seat, "lost: known when"));
	seat_do(&w->seat, COMMAND_CANCEL);
	seat_do(&w->seat, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(w->seat.w), "flarescope /tmp/"));
	seat_do(&w->seat, COMMAND_TABLE);
	assert_int_equal(workspace_place(w->seat.w), PLACE_TABLE);
	see_more(w);
	assert_int_equal(workspace_place(w->seat.w), PLACE_TABLE);
	see_the_end(w);
	assert_true(seat_says(&w->seat, "rest"));
}

TEST_WITH(the_page_about_the_recording_tells_of_all_when_that_is_there, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	seat_do(&w->seat, COMMAND_HEADER);
	assert_true(seat_says(&w->seat, "so far; more is coming"));
	see_the_end(w);
	assert_int_equal(workspace_place(w->seat.w), PLACE_PAGE);
	assert_false(shows(w, "more is coming"));
	assert_true(seat_says(&w->seat, "lost: nothing"));
}

TEST_WITH(without_times_there_is_only_the_progress, start, stop)
{
	struct watch *w = *state;

	seat_start(&w->seat, w->file.pipe, &defaults, 120, 30);
	for (int i = 0; i < 2000; i++)
		slow_file_say(&w->file,
			      "app 100/101 cpu-clock: \n\t1000 leaf+0x1 (/bin/app)\n\n");
	assert_false(seat_wake(&w->seat, 0));
	assert_true(seat_says(&w->seat, "reading /tmp/"));
	see_the_end(w);
	assert_int_equal(seat_samples(&w->seat), 2000);
}

TEST_WITH(a_file_that_cannot_be_used_ends_it_although_parts_could, start, stop)
{
	const struct settings wrong = {.asked.event = "cycles"};
	struct watch *w = *state;
	struct error err = ERROR_INIT;

	seat_start(&w->seat, w->file.pipe, &wrong, 120, 30);
	for (int i = 0; i < 20; i++)
		slow_file_feed(&w->file);
	assert_false(seat_wake(&w->seat, 0));
	see_the_end(w);
	assert_true(workspace_failure(w->seat.w, &err));
	assert_non_null(strstr(err.message, "no event 'cycles'"));
}

/* ---- user actions meanwhile ---- */

TEST_WITH(a_range_chosen_meanwhile_counts_as_in_the_whole_file, start, stop)
{
	const struct settings whole = {.asked.range = "0.25,1.75"};
	struct watch *w = *state;

	open_slowly(w, &defaults);
	choose(&w->seat, COMMAND_RANGE, "0.25,1.75");
	see_more(w);
	see_the_end(w);
	assert_true(seat_says(&w->seat, "0.250–1.750 s"));
	assert_int_equal(seat_samples(&w->seat), counted(w, &whole));
}

/* Text typed while the file is read may refer to something that is still to come. */
TEST_WITH(a_range_that_never_comes_is_dropped_at_the_end, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	choose(&w->seat, COMMAND_RANGE, "500,600");
	see_more(w);
	assert_true(seat_says(&w->seat, "500.000–600.000 s"));
	assert_int_equal(seat_samples(&w->seat), 0);
	see_the_end(w);
	assert_true(seat_says(&w->seat, "nothing was recorded in 500-600 s"));
	assert_int_equal(seat_samples(&w->seat), w->file.samples);
	assert_true(seat_says(&w->seat, "whole profile"));
}

TEST_WITH(a_range_of_the_command_line_that_never_comes_is_no_step, start, stop)
{
	const struct settings o = {.asked.range = "500,600"};
	struct watch *w = *state;

	open_slowly(w, &o);
	see_the_end(w);
	assert_true(seat_says(&w->seat, "nothing was recorded in 500-600 s"));
	assert_int_equal(seat_samples(&w->seat), w->file.samples);
	assert_true(seat_says(&w->seat, "  0 s ")); /* where the cursor is */
	seat_do(&w->seat, COMMAND_UNDO);
	assert_true(seat_says(&w->seat, "nothing to undo"));
}

TEST_WITH(a_selection_under_way_goes_on, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	seat_do(&w->seat, COMMAND_COLUMNS);
	see_more(w);
	see_more(w);
	seat_do(&w->seat, COMMAND_RIGHT);
	see_more(w);
	assert_true(seat_says(&w->seat, "0.000–2.000 s"));
	see_the_end(w);
	seat_do(&w->seat, COMMAND_COLUMNS);
	assert_int_equal(seat_samples(&w->seat), 2 * SLOW_FILE_RATE);
	seat_do(&w->seat, COMMAND_UNDO);
	assert_int_equal(seat_samples(&w->seat), w->file.samples);
}

TEST_WITH(dragging_goes_on, start, stop)
{
	struct watch *w = *state;
	int x, y;

	/* enough columns that their width no longer changes */
	seat_start(&w->seat, w->file.pipe, &defaults, 60, 30);
	while (w->file.samples < 100 * SLOW_FILE_RATE) {
		slow_file_feed(&w->file);
		seat_wake(&w->seat, 0);
	}
	see_more(w);
	assert_true(seat_find(&w->seat, "└", &x, &y));
	seat_mouse(&w->seat, COMMAND_PRESS, x + 1, y - 1);
	seat_mouse(&w->seat, COMMAND_DRAG, x + 2, y - 1);
	see_more(w);
	see_more(w);
	seat_mouse(&w->seat, COMMAND_DRAG, x + 3, y - 1);
	see_more(w);
	seat_mouse(&w->seat, COMMAND_RELEASE, x + 3, y - 1);
	assert_true(seat_says(&w->seat, "0.000–2."));
}

/* The screen without the line of the file's name and the key bar, as in a new session. */
static void is_as_fresh(struct watch *w, const struct settings *settings)
{
	struct seat fresh;
	char line[1000];

	seat_open(&fresh, w->file.copy, settings, 120, 30);
	for (int y = 1; y < 29; y++) {
		snprintf(line, sizeof line, "%s", seat_line(&fresh, y));
		assert_string_equal(seat_line(&w->seat, y), line);
	}
	seat_close(&fresh);
}

static void stays_transformed(struct watch *w, const char *transform, const char *said)
{
	const struct settings o = {.choice.transform = text_of(transform)};

	open_slowly(w, &o);
	assert_true(seat_says(&w->seat, said));
	for (int i = 0; i < 3; i++) {
		see_more(w);
		assert_true(seat_says(&w->seat, said));
	}
	seat_do(&w->seat, COMMAND_LEAF_FIRST); /* a choice made meanwhile stays, too */
	see_more(w);
	assert_true(seat_says(&w->seat, "leaf first"));
	seat_do(&w->seat, COMMAND_LEAF_FIRST);
	see_the_end(w);
	is_as_fresh(w, &o);
}

TEST_WITH(what_call_paths_are_focused_on_stays_while_more_is_read, start, stop)
{
	stays_transformed(*state, "focus=work", "focus work: all");
}

TEST_WITH(what_is_dropped_and_merged_stays_so_while_more_is_read, start, stop)
{
	stays_transformed(*state, "drop=rest\nmerge=main", "drop rest, merge main: all");
}

/*
 * Parts of a file without the function have nothing to show; only the whole file can tell that the
 * function does not occur.
 */
static void start_without_it(struct watch *w, const struct settings *o)
{
	seat_start(&w->seat, w->file.pipe, o, 120, 30);
	for (int i = 0; i < 8; i++)
		slow_file_feed(&w->file);
	assert_false(seat_wake(&w->seat, 0));
	assert_true(seat_says(&w->seat, "reading /tmp/"));
}

TEST_WITH(a_function_that_is_transformed_may_come_last, start, stop)
{
	const struct settings focus = {.choice.transform = TEXT("focus=late")};
	struct watch *w = *state;

	start_without_it(w, &focus);
	slow_file_say(&w->file,
		      "aaa 1/1 [000] 0.5: 1 cpu-clock: \n\t1 late+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(&w->seat, "late"));
	is_as_fresh(w, &focus);
}

TEST_WITH(a_function_that_is_transformed_and_never_comes_ends_it, start, stop)
{
	const struct settings focus = {.choice.transform = TEXT("focus=never")};
	struct watch *w = *state;
	struct error err = ERROR_INIT;

	start_without_it(w, &focus);
	see_the_end(w);
	assert_true(workspace_failure(w->seat.w, &err));
	assert_non_null(strstr(err.message, "no function is called 'never'"));
}

TEST_WITH(zoom_and_its_undo_survive, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "all > app > main"));
	see_more(w);
	/* more frames, so that the nodes have different numbers */
	slow_file_say(&w->file, "aaa 1/1 [000] 0.5: 1 cpu-clock: \n\t1 a+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(s, "all > app > main"));
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	seat_do(s, COMMAND_UNDO);
	assert_false(shows(w, "all > app"));
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "all > app > main"));
}

TEST_WITH(steps_out_of_a_zoom_survive, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "all > app > main"));
	slow_file_say(&w->file, "aaa 1/1 [000] 0.5: 1 cpu-clock: \n\t1 a+0x1 (/b)\n\n");
	see_the_end(w);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "all > app"));
	assert_false(shows(w, "all > app > main"));
	seat_do(s, COMMAND_CANCEL);
	assert_false(shows(w, "all > app"));
}

TEST_WITH(undo_under_other_root_frames_survives, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_ROOT);
	seat_do_n(s, 3, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER); /* by CPU */
	see_more(w);
	slow_file_say(&w->file, "aaa 1/1 [000] 0.5: 1 cpu-clock: \n\t1 a+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(s, "CPU 1"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "all > app > main"));
}

TEST_WITH(filter_and_search_hold_for_what_comes, start, stop)
{
	const struct settings whole = {.choice.filter = TEXT("work"),
				       .choice.search = TEXT("rest|work")};
	struct watch *w = *state;
	struct seat *s = &w->seat;
	long before;

	open_slowly(w, &defaults);
	choose(s, COMMAND_FILTER, "work");
	before = seat_samples(s);
	choose(s, COMMAND_SEARCH, "rest|work");
	see_more(w);
	assert_true(seat_samples(s) > before);
	choose(s, COMMAND_FILTER, "rest");
	choose(s, COMMAND_FILTER, "work");
	see_the_end(w);
	assert_true(seat_says(s, "/rest|work: "));
	assert_int_equal(seat_samples(s), counted(w, &whole));
}

static bool has_news(struct watch *w, int ms)
{
	struct pollfd news = {.fd = workspace_wake_fd(w->seat.w), .events = POLLIN};

	return poll(&news, 1, ms) > 0;
}

TEST_WITH(what_answers_another_question_by_now_is_asked_again, start, stop)
{
	const struct settings whole = {.choice.filter = TEXT("work")};
	struct watch *w = *state;
	struct seat *s = &w->seat;
	time_t begin = time(NULL);
	long before;

	open_slowly(w, &defaults);
	while (!has_news(w, 10)) {
		assert_true(time(NULL) - begin < TIMEOUT_S);
		slow_file_feed(&w->file);
	}
	choose(s, COMMAND_FILTER, "work");
	before = seat_samples(s);
	assert_false(seat_wake(s, 0));
	assert_int_equal(seat_samples(s), before);
	see_more(w);
	assert_true(seat_says(s, "filter work"));
	assert_true(seat_samples(s) > before);
	choose(s, COMMAND_FILTER, "");
	slow_file_end(&w->file);
	assert_true(has_news(w, TIMEOUT_S * 1000));
	choose(s, COMMAND_FILTER, "work");
	see_the_end(w);
	assert_int_equal(seat_samples(s), counted(w, &whole));
}

TEST_WITH(a_prompt_stays_open_with_its_text, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	seat_do(s, COMMAND_RANGE);
	seat_type(s, "0.5,");
	see_more(w);
	assert_true(seat_says(s, "FROM+LENGTH: 0.5,"));
	see_the_end(w);
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	seat_answer(s, "0.75");
	assert_true(seat_says(s, "0.500–0.750 s"));
	assert_int_equal(seat_samples(s), SLOW_FILE_RATE / 4);
}

TEST_WITH(a_menu_means_what_it_shows, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	seat_do(s, COMMAND_EVENTS);
	assert_true(seat_says(s, "all events together"));
	slow_file_say(&w->file, "app 100/101 [001] 6.9: 1 cycles: \n\t1 a+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(s, "all events together"));
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "all events"));
	assert_int_equal(seat_samples(s), w->file.samples + 1);
}

TEST_WITH(a_sample_before_the_first_moves_no_selection, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	open_slowly(w, &defaults);
	choose(s, COMMAND_RANGE, "0.5,0.75");
	slow_file_say(&w->file, "aaa 1/1 [000] 5.5: 1 cpu-clock: \n\t1 a+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(s, "2.500–2.750 s"));
	assert_int_equal(seat_samples(s), SLOW_FILE_RATE / 4);
}

TEST_WITH(a_frame_to_zoom_into_may_come_late, start, stop)
{
	const struct settings o = {.asked.zoom = "late;comer"};
	struct watch *w = *state;

	open_slowly(w, &o);
	assert_false(shows(w, "no such frame"));
	slow_file_say(&w->file,
		      "late 1/1 [000] 99.5: 1 cpu-clock: \n\t1 comer+0x1 (/b)\n\n");
	see_the_end(w);
	assert_true(seat_says(&w->seat, "all > late > comer"));
	seat_do(&w->seat, COMMAND_UNDO);
	assert_true(seat_says(&w->seat, "nothing to undo"));
}

/* ---- stopping ---- */

TEST(of_a_file_that_has_grown_no_more_is_read_than_all)
{
	const struct load_progress more = {.done = 300, .total = 100},
				   some = {1, 3, 7, false};
	const struct load_progress early = {.done = 1, .total = 3, .times_only = true};
	char words[LOADING_WORDS];

	loading_words(&more, words);
	assert_string_equal(words, "incomplete: 100 % read");
	loading_words(&some, words);
	assert_string_equal(words, "incomplete: 33 % read");
	loading_words(&early, words);
	assert_string_equal(words, "incomplete: no stacks yet");
}

TEST_WITH(saving_waits_for_the_whole_file, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	seat_do(&w->seat, COMMAND_SAVE);
	assert_int_equal(workspace_place(w->seat.w), PLACE_MAP);
	assert_true(seat_says(&w->seat, "not all of it has been read yet"));
	see_the_end(w);
	seat_do(&w->seat, COMMAND_SAVE);
	assert_true(
	    seat_says(&w->seat, "save as (.folded .svg .json .pb ...): pipe.folded"));
}

TEST_WITH(interrupt_keeps_what_is_there_and_marks_it, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;
	char name[128];
	long n;

	open_slowly(w, &defaults);
	choose(s, COMMAND_RANGE, "0.25,0.75");
	seat_do(s, COMMAND_CANCEL);
	assert_true(workspace_wake_fd(s->w) >= 0);
	n = seat_samples(s);
	seat_do(s, COMMAND_INTERRUPT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_int_equal(seat_samples(s), n);
	seat_do(s, COMMAND_LEFT);
	assert_non_null(strstr(seat_line(s, 0), "incomplete: "));
	assert_false(shows(w, "loading"));
	seat_do(s, COMMAND_HEADER);
	assert_true(seat_says(s, "incomplete, reading was stopped"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SAVE);
	assert_true(seat_says(s, "pipe-incomplete.folded"));
	seat_do(s, COMMAND_KILL_START);
	snprintf(name, sizeof name, "%s/out", w->file.dir);
	seat_answer(s, name);
	assert_true(seat_says(s, "the profile is incomplete"));
	unlink(name);
	seat_do(s, COMMAND_INTERRUPT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
}

/* "captured on" gives the time of the last sample, which has not been read yet. */
TEST_WITH(what_only_the_end_tells_is_not_guessed, start, stop)
{
	struct watch *w = *state;
	struct seat *s = &w->seat;

	seat_start(s, w->file.pipe, &defaults, 120, 30);
	slow_file_say(&w->file, "# captured on    : Sat Nov 21 06:20:08 2026\n#\n");
	see_more(w);
	assert_true(shows(w, "what was read"));
	assert_false(shows(w, "about "));
	seat_do(s, COMMAND_INTERRUPT);
	seat_do(s, COMMAND_LEFT);
	assert_true(shows(w, "incomplete"));
	assert_true(shows(w, "what was read"));
	assert_false(shows(w, "about "));
}

TEST_WITH(names_are_read_while_they_come, start, stop)
{
	struct watch *w = *state;

	seat_start(&w->seat, w->file.pipe, &defaults, 120, 30);
	slow_file_say(&w->file, "app 7/7 [000] 0.5: cpu-clock: \n"
				"\t1000 _ZN4work6Engine4spinEi+0x1 (/bin/app)\n\n");
	see_more(w);
	seat_do(&w->seat, COMMAND_TABLE);
	assert_true(shows(w, "what was read"));
	assert_true(shows(w, "work::Engine::spin"));
	assert_false(shows(w, "_ZN4"));
	see_the_end(w);
	assert_true(shows(w, "work::Engine::spin"));
}

TEST_WITH(what_the_end_tells_is_shown_then, start, stop)
{
	struct watch *w = *state;
	char about[32];
	long begin;

	seat_start(&w->seat, w->file.pipe, &defaults, 120, 30);
	slow_file_say(&w->file, "# captured on    : Sat Nov 21 06:50:00 2026\n#\n");
	see_more(w);
	see_the_end(w);
	begin = 50 * 60 - w->file.samples / SLOW_FILE_RATE;
	snprintf(about, sizeof about, "about 06:%02ld:%02ld", begin / 60, begin % 60);
	assert_true(shows(w, "whole profile"));
	assert_true(shows(w, about));
}

TEST_WITH(leaving_does_not_wait_for_the_rest, start, stop)
{
	struct watch *w = *state;

	open_slowly(w, &defaults);
	seat_do(&w->seat, COMMAND_QUIT);
	assert_int_equal(workspace_shell_action(w->seat.w), SHELL_QUIT);
	seat_close(&w->seat); /* while reading is blocked on the pipe */
	w->seat.w = NULL;
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
