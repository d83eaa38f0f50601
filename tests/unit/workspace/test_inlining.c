#include "lib/unit.h"

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/built_program.h"
#include "lib/seat.h"
#include "lib/slow_file.h"

static const struct settings plain = {.reading = {.symbols = true, .symfs = "/"}};
static const struct settings wished = {
    .reading = {.symbols = true, .symfs = "/", .inlined = true}};

static struct built_program built;

static int forget(void **state)
{
	(void)state;
	built_program_remove(&built);
	return 0;
}

static int start(void **state)
{
	built_program_record(&built, built.samples);
	*state = calloc(1, sizeof(struct seat));
	return *state ? 0 : -1;
}

static void choose(struct seat *s, enum command prompt, const char *text)
{
	seat_do(s, prompt);
	seat_do(s, COMMAND_KILL_START);
	seat_answer(s, text);
}

static const char *const endings[] = {".folded", ".json",  ".speedscope.json",
				      ".pb",	 ".flare", ".svg"};

/* Presses the key and waits for the result. */
static void toggle(struct seat *s)
{
	seat_do(s, COMMAND_INLINED);
	seat_wait(s);
}

/* ---- the key ---- */

TEST_WITH(the_key_shows_inlined_functions_and_takes_them_away, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 120, 40);
	assert_true(seat_says(s, "outer"));
	assert_false(seat_shows(s, "middle"));
	toggle(s);
	assert_true(seat_says(s, "middle"));
	assert_true(seat_says(s, "inner"));
	assert_true(seat_says(s, "inlined functions: at "));
	toggle(s);
	assert_true(seat_says(s, "inlined functions are hidden"));
	seat_do(s, COMMAND_LEFT);
	assert_true(seat_says(s, "outer"));
	assert_false(seat_shows(s, "middle"));
}

TEST_WITH(what_the_user_has_done_stays, start, seat_stop)
{
	struct seat *s = *state;
	long n;

	seat_open(s, built.recording, &plain, 120, 40);
	choose(s, COMMAND_RANGE, "0.05,0.2");
	choose(s, COMMAND_FILTER, "outer");
	choose(s, COMMAND_SEARCH, "main");
	seat_do(s, COMMAND_PANE);
	seat_do_n(s, 2, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "all > app > main"));
	n = seat_samples(s);
	for (int i = 0; i < 2; i++) {
		toggle(s);
		assert_true(seat_says(s, "0.050–0.200 s"));
		assert_int_equal(seat_samples(s), n);
		assert_true(seat_says(s, "all > app > main"));
		assert_true(seat_says(s, "filter outer"));
		assert_true(seat_says(s, "/main: "));
		assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	}
	seat_do(s, COMMAND_UNDO);
	assert_false(seat_shows(s, "all > app > main"));
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "all > app > main"));
}

/* Middle is no longer a frame: the function that contains it is the nearest. */
TEST_WITH(a_zoom_into_an_inlined_function_becomes_one_into_its_caller, start, seat_stop)
{
	struct settings o = wished;
	struct seat *s = *state;

	o.asked.zoom = "app;main;outer;middle";
	seat_open(s, built.recording, &o, 120, 40);
	assert_true(seat_says(s, "all > app > main > outer > middle"));
	toggle(s);
	assert_true(seat_says(s, "all > app > main > outer"));
	assert_false(seat_shows(s, "middle"));
	toggle(s);
	assert_true(seat_says(s, "all > app > main > outer"));
}

TEST_WITH(a_view_is_shared_with_its_inlined_functions, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 200, 40);
	seat_do(s, COMMAND_SHARE);
	assert_false(seat_shows(s, "--inline"));
	toggle(s);
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--inline "));
}

/* ---- the previous profile is still in memory ---- */

static void refuses(struct seat *s, const char *words)
{
	seat_do(s, COMMAND_INLINED);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_true(seat_says(s, words));
}

/* The file may even be gone: it is not read. */
TEST_WITH(the_way_back_and_forth_reads_nothing, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 120, 40);
	toggle(s);
	assert_true(seat_says(s, "middle"));
	remove(built.recording);
	for (int i = 0; i < 2; i++) {
		toggle(s);
		assert_true(seat_says(s, "inlined functions are hidden"));
		assert_int_equal(seat_samples(s), built.samples);
		assert_false(seat_shows(s, "middle"));
		toggle(s);
		assert_true(seat_says(s, "inlined functions: at "));
		assert_int_equal(seat_samples(s), built.samples);
		assert_true(seat_says(s, "middle"));
	}
}

/* So the file must be unchanged. */
TEST_WITH(without_memory_to_spare_it_is_read_again, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 120, 40);
	seat_do(s, COMMAND_INLINED);
	while (workspace_wake_fd(s->w) >= 0) {
		struct pollfd news = {.fd = workspace_wake_fd(s->w), .events = POLLIN};

		assert_int_equal(poll(&news, 1, -1), 1);
		mem_set_budget(mem_used() + mem_used() / 2);
		seat_wake(s, 0);
		mem_set_budget(0);
	}
	assert_true(seat_says(s, "middle"));
	built_program_record(&built, built.samples - 1);
	refuses(s, "the file has changed since it was opened");
	built_program_record(&built, built.samples);
}

TEST_WITH(stopping_what_is_at_hand_loses_nothing, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 120, 40);
	toggle(s);
	remove(built.recording);
	for (int i = 0; i < 2; i++) {
		seat_do(s, COMMAND_INLINED);
		assert_true(workspace_wake_fd(s->w) >= 0);
		seat_do(s, i ? COMMAND_INLINED : COMMAND_CANCEL);
		assert_int_equal(workspace_wake_fd(s->w), -1);
		assert_true(seat_says(s, "stopped: inlined functions stay shown"));
		assert_true(seat_says(s, "middle"));
	}
	toggle(s);
	assert_true(seat_says(s, "inlined functions are hidden"));
	assert_false(seat_shows(s, "middle"));
}

/* Everything that can be saved, in each notation; `name` distinguishes them. */
static void save_all(struct seat *s, const char *name)
{
	char path[128];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(path, sizeof path, "%s/%s%s", built.dir, name, endings[i]);
		seat_ask(s, COMMAND_SAVE, path);
		assert_true(seat_says(s, " saved "));
		assert_int_equal(access(path, R_OK), 0);
	}
}

static void assert_same_files(const char *name, const char *other)
{
	char command[512];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(command, sizeof command, "cmp %s/%s%s %s/%s%s", built.dir, name,
			 endings[i], built.dir, other, endings[i]);
		assert_int_equal(system(command), 0);
	}
}

static void save_anew(const struct settings *settings, const char *name)
{
	struct seat anew = {0};

	seat_open(&anew, built.recording, settings, 120, 40);
	save_all(&anew, name);
	seat_close(&anew);
}

TEST_WITH(what_is_saved_is_what_a_reading_would_have_saved, start, seat_stop)
{
	struct seat *s = *state;

	save_anew(&plain, "without");
	save_anew(&wished, "with");
	seat_open(s, built.recording, &plain, 120, 40);
	for (int i = 0; i < 2; i++) {
		toggle(s);
		save_all(s, i ? "on-again" : "on");
		toggle(s);
		save_all(s, i ? "off-again" : "off");
	}
	assert_same_files("without", "off");
	assert_same_files("without", "off-again");
	assert_same_files("with", "on");
	assert_same_files("with", "on-again");
}

static void choose_much(struct seat *s)
{
	choose(s, COMMAND_RANGE, "0.05,0.2");
	choose(s, COMMAND_FILTER, "outer");
	choose(s, COMMAND_SEARCH, "main");
}

/* The one in memory was left with a different choice, of which nothing may be shown. */
TEST_WITH(what_is_chosen_meanwhile_is_chosen_for_what_is_at_hand, start, seat_stop)
{
	struct seat *s = *state, anew = {0};

	seat_open(&anew, built.recording, &wished, 120, 40);
	choose_much(&anew);
	save_all(&anew, "chosen");
	seat_close(&anew);
	seat_open(s, built.recording, &plain, 120, 40);
	toggle(s);
	save_all(s, "all");
	toggle(s);
	choose_much(s);
	remove(built.recording);
	toggle(s);
	save_all(s, "chosen-meanwhile");
	assert_same_files("chosen", "chosen-meanwhile");
	seat_do(s, COMMAND_ALL);
	choose(s, COMMAND_FILTER, "");
	choose(s, COMMAND_SEARCH, "");
	toggle(s);
	toggle(s);
	save_all(s, "all-again");
	assert_same_files("all", "all-again");
}

/* ---- while it is read ---- */

#define MANY 200000 /* samples: enough to notice that it is in progress */

TEST_WITH(it_is_said_how_far_it_is_and_how_to_stop_it, start, seat_stop)
{
	struct seat *s = *state;

	built_program_record(&built, MANY);
	seat_open(s, built.recording, &plain, 120, 40);
	seat_do(s, COMMAND_INLINED);
	assert_true(seat_shows(s, "━ inlined functions ") ||
		    seat_shows(s, "─ inlined functions "));
	assert_true(seat_says(s, " %, x or Esc: stop"));
	seat_do(s, COMMAND_SAVE); /* what is shown is complete */
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "Esc: stop"));
	seat_wait(s);
	assert_true(seat_says(s, "middle"));
}

static void stops_by(struct seat *s, enum command c)
{
	seat_do(s, COMMAND_INLINED);
	assert_true(workspace_wake_fd(s->w) >= 0);
	seat_do(s, c);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_true(seat_says(s, "stopped: no inlined functions are shown"));
	assert_false(seat_shows(s, "Esc: stop"));
	assert_false(seat_shows(s, "incomplete"));
	assert_int_equal(seat_samples(s), MANY);
}

TEST_WITH(stopping_it_loses_nothing, start, seat_stop)
{
	struct seat *s = *state;

	built_program_record(&built, MANY);
	seat_open(s, built.recording, &plain, 120, 40);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "all > app"));
	stops_by(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "all > app"));
	stops_by(s, COMMAND_INLINED);
	stops_by(s, COMMAND_INTERRUPT);
	toggle(s);
	assert_true(seat_says(s, "middle"));
}

TEST_WITH(escape_ends_a_selection_first, start, seat_stop)
{
	struct seat *s = *state;

	built_program_record(&built, MANY);
	seat_open(s, built.recording, &plain, 120, 40);
	seat_do(s, COMMAND_COLUMNS);
	seat_do(s, COMMAND_INLINED);
	seat_do(s, COMMAND_CANCEL);
	assert_true(workspace_wake_fd(s->w) >= 0);
	assert_true(seat_says(s, "whole profile"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_wake_fd(s->w), -1);
}

TEST_WITH(what_is_asked_meanwhile_holds_for_what_comes, start, seat_stop)
{
	struct seat *s = *state;
	long n;

	built_program_record(&built, MANY);
	seat_open(s, built.recording, &plain, 120, 40);
	seat_do(s, COMMAND_INLINED);
	choose(s, COMMAND_RANGE, "100,300");
	n = seat_samples(s);
	choose(s, COMMAND_SEARCH, "inner");
	assert_true(seat_says(s, "/inner: 0 of 20,000"));
	seat_wait(s);
	assert_int_equal(seat_samples(s), n);
	assert_false(seat_shows(s, "/inner: 0 of 20,000"));
	assert_true(seat_says(s, "/inner: "));
}

/* ---- on the command line ---- */

TEST_WITH(they_come_by_themselves_when_they_are_wished, start, seat_stop)
{
	struct seat *s = *state;

	built_program_record(&built, MANY);
	seat_start(s, built.recording, &wished, 120, 40);
	while (!seat_shows(s, "inlined functions ")) /* parts may be shown earlier */
		seat_wake(s, 10);
	assert_true(seat_says(s, "outer"));
	assert_false(seat_shows(s, "middle"));
	seat_wait(s);
	assert_true(seat_says(s, "middle"));
}

/* ---- files without inlining ---- */

TEST_WITH(of_a_text_all_are_shown_already, start, seat_stop)
{
	seat_open(*state, seat_file("tests/cli/data/small.txt"), &wished, 120, 30);
	assert_true(seat_says(*state, "looked up in a perf.data"));
	refuses(*state, "looked up in a perf.data");
}

TEST_WITH(without_names_there_are_none, start, seat_stop)
{
	const struct settings nameless = {.reading = {.symbols = false}};

	seat_open(*state, built.recording, &nameless, 120, 30);
	refuses(*state, "need symbols, which --no-symbols");
}

TEST_WITH(without_dwarf_it_says_so, start, seat_stop)
{
	const struct settings nowhere = {
	    .reading = {.symbols = true, .symfs = "/nonexistent"}};

	seat_open(*state, built.recording, &nowhere, 120, 30);
	for (int i = 0; i < 2; i++) {
		toggle(*state);
		assert_true(
		    seat_says(*state, "inlined functions: none: no file here has DWARF"));
		seat_do(*state, COMMAND_LEFT);
	}
}

TEST_WITH(a_file_that_has_changed_is_not_mixed_with_what_is_shown, start, seat_stop)
{
	struct seat *s = *state;

	seat_open(s, built.recording, &plain, 120, 30);
	seat_do(s, COMMAND_INLINED);
	built_program_record(&built, built.samples - 1);
	seat_wait(s);
	assert_true(seat_says(s, "the file has changed since it was opened"));
	assert_false(seat_shows(s, "middle"));
	assert_int_equal(seat_samples(s), built.samples);
	refuses(s, "the file has changed since it was opened");
	remove(built.recording);
	refuses(s, "the file has changed since it was opened");
}

TEST_WITH(a_pipe_is_not_read_twice, start, seat_stop)
{
	struct slow_file file;

	slow_file_make(&file);
	seat_start(*state, file.pipe, &wished, 120, 30);
	for (int i = 0; i < 3; i++)
		slow_file_feed(&file);
	slow_file_end(&file);
	seat_wait(*state);
	assert_true(seat_says(*state, "a pipe cannot be read again"));
	refuses(*state, "a pipe cannot be read again");
	slow_file_remove(&file);
}

TEST_WITH(a_file_read_in_part_has_to_be_whole_first, start, seat_stop)
{
	struct seat *s = *state;
	struct slow_file file;

	slow_file_make(&file);
	seat_start(s, file.pipe, &plain, 120, 30);
	do
		slow_file_feed(&file);
	while (!seat_wake(s, 10));
	seat_do(s, COMMAND_INLINED);
	assert_true(seat_says(s, "come when the whole file has been read"));
	seat_do(s, COMMAND_INLINED);
	assert_true(seat_says(s, "stopped looking for inlined"));
	seat_do(s, COMMAND_INTERRUPT);
	refuses(s, "need the whole file");
	slow_file_remove(&file);
}

static const char *missing(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return built_program_make(&built) ? NULL : "no program can be built here";
}

TEST_NEEDS(missing);
TEST_GROUP(NULL, forget);
