#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"
#define ALL	4613 /* its samples that are not idle */

static int start(void **state)
{
	static const struct settings settings = {.file = SERVICE};

	*state = seat_new(seat_file(SERVICE), &settings, 100, 30);
	return 0;
}

static void select_to(struct seat *s, const char *range)
{
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, range);
}

/* ---- searching ---- */

TEST_WITH(a_search_is_answered_as_it_is_typed, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SEARCH);
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	seat_type(s, "hash");
	assert_true(seat_says(s, "/hash: 304 of 4,613 (6.6 %)"));
	assert_string_equal(seat_line(s, -1), "/hash");
	seat_type(s, "_x");
	assert_true(seat_says(s, "/hash_x: 0 of 4,613 (0 %)"));
	seat_do(s, COMMAND_ERASE);
	seat_do(s, COMMAND_ACCEPT);
	assert_true(seat_says(s, "/hash_: "));
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

TEST_WITH(cancelling_a_search_brings_back_the_one_before, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "hash");
	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "worker");
	assert_true(seat_says(s, "/worker: "));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "/hash: 304 of 4,613"));
	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "(");
	assert_true(seat_says(s, "missing closing parenthesis"));
	assert_true(seat_says(s, "/hash: 304 of 4,613"));
	seat_do(s, COMMAND_INTERRUPT);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_true(seat_says(s, "/hash: 304 of 4,613"));
}

/* Typing is not a step for undo, Enter is one; Escape, which drops a search, is another. */
TEST_WITH(a_dropped_search_comes_back, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "hash");
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "worker");
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, "/worker"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "/worker: "));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "/hash: 304 of 4,613"));
	seat_do(s, COMMAND_UNDO);
	assert_false(seat_shows(s, "/hash"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "nothing to undo"));
	seat_do_n(s, 3, COMMAND_REDO);
	assert_false(seat_shows(s, "/worker"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "/worker: "));
}

/* # searches for one whole name: / shows the pattern for it. */
TEST_WITH(a_searched_name_can_be_edited, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_SEARCH_IT);
	assert_true(seat_says(s, "/compare_keys: "));
	seat_do(s, COMMAND_SEARCH);
	assert_string_equal(seat_line(s, -1), "/compare_keys");
	seat_do(s, COMMAND_ACCEPT); /* the same again */
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--search '^'\\\\'Qcompare_keys'\\\\'E$'"));
	seat_do(s, COMMAND_CANCEL); /* a line, or a page if the file's path is long */
	seat_do(s, COMMAND_SEARCH);
	seat_do_n(s, 1, COMMAND_ERASE);
	assert_string_equal(seat_line(s, -1), "/compare_key");
	seat_do(s, COMMAND_ACCEPT);
	seat_do(s, COMMAND_SEARCH); /* a pattern is typed from scratch, as always */
	assert_string_equal(seat_line(s, -1), "/");
	seat_do(s, COMMAND_CANCEL);
	seat_ask(s, COMMAND_SEARCH, "^\\Qa(int*)\\E$");
	seat_do(s, COMMAND_SEARCH);
	assert_string_equal(seat_line(s, -1), "/a\\(int\\*\\)");
	seat_type(s, "w");
	assert_string_equal(seat_line(s, -1), "/w");
}

TEST_WITH(the_top_table_searches_for_a_name_as_it_reads, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_SEARCH_IT);
	assert_true(seat_says(s, "/mark_reachable.const…: 591 of 4,613"));
	assert_false(seat_shows(s, "\\Q"));
}

TEST_WITH(the_page_of_a_stack_is_searched, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_STACK);
	assert_true(seat_says(s, " The whole stack: "));
	seat_do(s, COMMAND_SEARCH);
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	seat_answer(s, "compare_k");
	assert_int_equal(workspace_place(s->w), PLACE_PAGE);
	assert_true(seat_find(s, "996  21.6 %  compare_keys", &x, &y));
	assert_true(sheet_cell(&s->sheet, x + 13, y)->style.attr & ATTR_REVERSE);
	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "zzz");
	assert_true(seat_says(s, "no line matches"));
}

TEST_WITH(a_search_follows_the_range, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "compare_keys");
	select_to(s, "0.625,10.75");
	assert_true(seat_says(s, "/compare_keys: 426 of 1,606 (26.5 %)"));
	/* where there is no room for everything, the share is shown */
	seat_size(s, 80, 24);
	assert_true(
	    seat_says(s, "1,606 of 4,613 samples (34.8 %)  /compar…: 426 (26.5 %)"));
	seat_size(s, 70, 24);
	assert_true(seat_says(s, "  1,606 samples (34.8 %)  /compar…: 426 (26.5 %)"));
}

TEST_WITH(a_prompt_has_a_cursor, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	assert_false(workspace_cursor(s->w, &x, &y));
	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "abc");
	assert_true(workspace_cursor(s->w, &x, &y));
	assert_int_equal(x, 4);
	assert_int_equal(y, 29);
}

/* ---- filters ---- */

TEST_WITH(a_filter_says_what_it_drops, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "!worker");
	assert_true(seat_says(s, "3,169 samples (7,269 idle hidden)"));
	assert_true(seat_says(s, "filter !worker (1,444 dropped)"));
	assert_int_equal(seat_samples(s), ALL - 1444);
	seat_do(s, COMMAND_FILTER);
	assert_true(seat_says(s, "drop): !worker"));
	seat_do(s, COMMAND_KILL_START);
	seat_do(s, COMMAND_ACCEPT);
	assert_int_equal(seat_samples(s), ALL);
	assert_false(seat_shows(s, "filter !"));
}

/* Whatever the terms, and however many there are. */
TEST_WITH(the_title_says_in_words_what_is_kept, start, seat_stop)
{
	static const struct {
		const char *expression, *words;
	} said[] = {
	    {"comm=service", "  thread service"},
	    {"comm~^\\Qservice\\E$", "  thread service"},
	    {"!comm~^serv", "  without thread ~^serv ("},
	    {"process=service", "  process service"},
	    {"!process~^\\Qservice\\E$", "  without process service ("},
	    {"tid=2974", "  thread service 2974 ("},
	    {"!cpu=1", "  without CPU 1 ("},
	    {"module=libc.so.6", "  module libc.so.6 ("},
	    {"^\\Qworker\\E$", "  with worker ("},
	    {"!^\\Qworker\\E$ & cpu=1", "  without worker, CPU 1 ("},
	    {"^\\Qa & b\\E$ & hash", "  with a & b, filter hash ("},
	    {"hash", "  filter hash ("},
	    {"self~^\\Qworker\\E$", "  function worker ("},
	    {"self=worker", "  function worker ("},
	    {"!self~^work", "  without function ~^work ("},
	    {"self-module=libc.so.6", "  self module libc.so.6 ("},
	    {"!self-module~libc", "  without self module ~libc ("},
	    {"self-kind=kernel", "  kind kernel ("},
	};
	struct seat *s = *state;

	seat_size(s, 160, 40);
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		seat_ask(s, COMMAND_FILTER, said[i].expression);
		assert_true(seat_says(s, said[i].words));
		seat_do(s, COMMAND_FILTER); /* in the form to be typed */
		assert_true(seat_says(s, said[i].expression));
		seat_do(s, COMMAND_CANCEL);
	}
}

TEST_WITH(a_filter_that_nothing_fits_says_so, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "comm=nginx");
	assert_true(seat_says(s, "no sample matches the filter comm=nginx"));
	assert_int_equal(seat_samples(s), 0);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), ALL);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "foo=1");
	assert_true(
	    seat_says(s, "no sample matches the filter foo=1: foo= is not a key"));
}

TEST_WITH(a_name_that_cannot_be_saved_is_told_what_can, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_SAVE, "x.html");
	assert_true(seat_says(s,
			      "only .folded, .timed, .speedscope.json, .pb, .json, .svg, "
			      ".tsv, .flare can be saved"));
	assert_false(seat_shows(s, "--format"));
}

TEST_WITH(what_is_typed_stays_in_sight_while_it_is_no_pattern_yet, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_SEARCH);
	seat_type(s, "wor(k");
	assert_string_equal(seat_line(s, -1), "/wor(k");
	assert_true(seat_says(s, "missing closing parenthesis"));
	assert_true(workspace_cursor(s->w, &x, &y));
	assert_int_equal(x, 6);
	seat_type(s, ")");
	assert_string_equal(seat_line(s, -1), "/wor(k)");
	assert_null(strstr(seat_screen(s), "missing"));
}

/* How often these words are on the screen. */
static int times_shown(struct seat *s, const char *words)
{
	int times = 0;

	for (const char *at = seat_screen(s); (at = strstr(at, words)); at++)
		times++;
	return times;
}

/* However often it is entered; the accepted text comes back, not the refused one. */
TEST_WITH(a_refused_text_stays_to_be_edited, start, seat_stop)
{
	static const struct {
		enum command prompt;
		const char *text, *label, *says, *taken;
	} rows[] = {
	    {COMMAND_RANGE, "11", "FROM+LENGTH: ", "range '11': expected FROM,TO",
	     "4,10"},
	    {COMMAND_RANGE, "abc", "FROM+LENGTH: ", "range 'abc': expected FROM,TO",
	     "5+2"},
	    {COMMAND_RANGE, "500,600", "FROM+LENGTH: ", "nothing was recorded in",
	     "10,3"},
	    {COMMAND_FILTER, "(", "drop): ", "pattern '(': missing closing", "worker"},
	    {COMMAND_SEARCH, "[", "/", "pattern '[': missing terminating", "hash"},
	    {COMMAND_PERIOD, "x", "column: ", "a column is at least", "0.5"},
	    {COMMAND_SAVE, "x.html", "...): ", "can be saved", NULL},
	};
	struct seat *s = *state;
	char line[200];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		long before;

		if (rows[i].taken)
			seat_ask(s, rows[i].prompt, rows[i].taken);
		assert_int_equal(workspace_place(s->w), PLACE_MAP);
		before = seat_samples(s);
		seat_ask(s, rows[i].prompt, rows[i].text);
		seat_do(s, COMMAND_ACCEPT);
		snprintf(line, sizeof line, "%s%s", rows[i].label, rows[i].text);
		assert_non_null(strstr(seat_line(s, -1), line));
		assert_non_null(strstr(seat_line(s, -2), rows[i].says));
		assert_int_equal(times_shown(s, rows[i].says), 1);
		seat_do(s, COMMAND_OLDER);
		snprintf(line, sizeof line, "%s%s", rows[i].label,
			 rows[i].taken ? rows[i].taken : rows[i].text);
		assert_non_null(strstr(seat_line(s, -1), line));
		seat_do(s, COMMAND_NEWER);
		snprintf(line, sizeof line, "%s%s", rows[i].label, rows[i].text);
		assert_non_null(strstr(seat_line(s, -1), line));
		seat_do(s, COMMAND_CANCEL);
		assert_int_equal(seat_samples(s), before);
	}
}

/* At 80 columns, too. */
TEST_WITH(a_refused_range_names_all_forms, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 80, 24);
	seat_ask(s, COMMAND_RANGE, "absolute nonsense");
	assert_true(seat_says(s, "range 'absolute n...': expected FROM,TO or "
				 "FROM+LENGTH: 600ms,2s 10:44:23+2 -5"));
}

TEST_WITH(a_bad_filter_says_so_and_keeps_the_prompt, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "work(");
	assert_true(seat_says(s, "'work(': missing closing parenthesis"));
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	assert_int_equal(seat_samples(s), ALL);
	seat_do(s, COMMAND_ERASE);
	assert_true(seat_says(s, "drop): work"));
	seat_do(s, COMMAND_ACCEPT);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(seat_samples(s), 1444);
}

/* "keep" keeps exactly what "drop" drops. */
static void assert_keep_and_drop(struct seat *s, enum command menu, const char *title,
				 const char *words)
{
	char dropping[100];
	long kept, left;

	seat_do(s, menu);
	assert_int_equal(workspace_place(s->w), PLACE_MENU);
	assert_true(seat_says(s, title));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_true(seat_says(s, words));
	kept = seat_samples(s);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, menu);
	seat_do(s, COMMAND_DROP);
	snprintf(dropping, sizeof dropping, "without %s", words);
	assert_true(seat_says(s, dropping));
	left = seat_samples(s);
	assert_true(kept > 0 && left > 0);
	assert_int_equal(kept + left, ALL);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), ALL);
}

TEST_WITH(menus_keep_with_enter_and_drop_with_x, start, seat_stop)
{
	struct seat *s = *state;

	assert_keep_and_drop(s, COMMAND_THREADS, "Threads in the range",
			     "thread service 2974 (");
	assert_keep_and_drop(s, COMMAND_PROCESSES, "Processes in the range",
			     "process service (");
	assert_keep_and_drop(s, COMMAND_CPUS, "CPUs in the range", "CPU 1 (");
	seat_do(s, COMMAND_THREADS);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(seat_samples(s), ALL);
}

TEST_WITH(choices_add_up, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_THREADS);
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_CPUS);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "thread service 2974, CPU 1 ("));
}

TEST_WITH(a_menu_counts_what_is_in_the_range, start, seat_stop)
{
	struct seat *s = *state;

	select_to(s, "0.625,10.75");
	seat_do(s, COMMAND_THREADS);
	assert_true(seat_says(s, "805  50.1 %"));
	assert_true(seat_says(s, "799  49.8 %"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CPUS);
	assert_true(seat_says(s, "CPU 1"));
	assert_true(seat_says(s, "CPU 0"));
}

TEST_WITH(rows_and_roots_can_be_chosen, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ROWS);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "  900┤"));
	seat_do(s, COMMAND_ROOT);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "service-?/2974"));
	seat_do(s, COMMAND_UNDO);
	assert_false(seat_shows(s, "service-?/2974"));
}

TEST_WITH(dropping_a_frame_drops_its_stacks, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "choose a frame to drop first"));
	assert_true(seat_find(s, "▏worker", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x + 1, y);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "dropped the stacks with worker; u undoes"));
	assert_int_equal(seat_samples(s), ALL - 1439);
}

/* ---- the table and undo ---- */

TEST_WITH(enter_in_the_table_finds_the_function, start, seat_stop)
{
	struct seat *s = *state;

	select_to(s, "0.625,10.75");
	seat_do(s, COMMAND_TABLE);
	assert_int_equal(workspace_place(s->w), PLACE_TABLE);
	assert_true(seat_says(s, "424  26.4 %          426  26.5 %    compare_keys"));
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "total 312 (19.4 % of the range"));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	assert_true(seat_says(s, " msort_with_tmp.part.0  /usr/lib"));
	assert_true(seat_says(s, "self 311 (19.4 %)  total 312 (19.4 %"));
	assert_false(seat_shows(s, "function"));
}

TEST_WITH(the_table_is_of_the_range, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	assert_false(seat_shows(s, "424  26.4 %"));
	select_to(s, "0.625,10.75");
	assert_true(seat_says(s, "424  26.4 %"));
	seat_do(s, COMMAND_TABLE);
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
}

/* ---- sharing and saving ---- */

TEST_WITH(y_gives_the_command_line_of_the_view, start, seat_stop)
{
	struct seat *s = *state;
	char end[600];

	select_to(s, "0.625,10.75");
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "!a'b");
	seat_ask(s, COMMAND_PERIOD, "0.5");
	seat_do(s, COMMAND_SHARE);
	snprintf(end, sizeof end,
		 "flarescope --range 0.625,10.75 --filter '!a'\\''b' --period 0.5 %s",
		 seat_file(SERVICE));
	assert_string_equal(workspace_copied(s->w), end);
	assert_int_equal(workspace_shell_action(s->w), SHELL_COPY);
	assert_true(seat_says(s, "--filter '!a'\\''b'"));
}

static char home[] = "/tmp/flarescope-prompts-XXXXXX";

/* A directory to save in. */
static int go_away(void **state)
{
	snprintf(home, sizeof home, "%s", "/tmp/flarescope-prompts-XXXXXX");
	return mkdtemp(home) && chdir(home) == 0 ? start(state) : -1;
}

static int come_back(void **state)
{
	unlink("service.folded");
	unlink("service-0.625-10.75.folded");
	return chdir("/") == 0 && rmdir(home) == 0 ? seat_stop(state) : -1;
}

static long long size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (long long)st.st_size : -1;
}

static void write_file(const char *path, const char *words)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(words, f);
	assert_int_equal(fclose(f), 0);
}

/* The sum of the numbers at the ends of the lines of a folded file. */
static long count_saved(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[4096];
	long sum = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		sum += strtol(strrchr(line, ' '), NULL, 10);
	fclose(f);
	return sum;
}

TEST_WITH(save_proposes_a_name_and_saves_the_selection, go_away, come_back)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SAVE);
	assert_true(seat_says(s, "save as (.folded .svg .json .pb ...): service.folded"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(size_of("service.folded"), -1);
	select_to(s, "0.625,10.75");
	seat_do(s, COMMAND_SAVE);
	assert_true(seat_says(s, "): service-0.625-10.75.folded"));
	seat_do(s, COMMAND_ACCEPT);
	assert_true(seat_says(s, "saved 1,606 samples"));
	assert_int_equal(count_saved("service-0.625-10.75.folded"), 1606);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

/* Whether the file starts with this. */
static bool begins(const char *path, const char *expected)
{
	char head[64] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	assert_int_equal(fread(head, 1, strlen(expected), f), strlen(expected));
	fclose(f);
	return strcmp(head, expected) == 0;
}

TEST_WITH(the_ending_of_the_name_says_what_is_saved, go_away, come_back)
{
	static const struct {
		const char *name, *says, *begins;
	} saved[] = {
	    {"a.svg", "samples as a flame graph in SVG in a.svg", "<?xml "},
	    {"a.json", "samples as a tree in JSON in a.json", "{\"name\":\"all\""},
	    {"a.speedscope.json", "as a speedscope file in", "{\"$schema\":"},
	    {"a.timed", "as timed folded stacks in", "# flarescope timed-folded"},
	    {"a.folded", "as folded stacks in", "kdamond.0;"},
	    {"svg", "as folded stacks in", "kdamond.0;"},
	    {".svg", "as folded stacks in", "kdamond.0;"},
	    {"a.svg.txt", "as folded stacks in", "kdamond.0;"},
	};
	struct seat *s = *state;

	for (size_t i = 0; i < sizeof saved / sizeof *saved; i++) {
		seat_ask(s, COMMAND_SAVE, saved[i].name);
		assert_true(seat_says(s, saved[i].says));
		assert_true(begins(saved[i].name, saved[i].begins));
		unlink(saved[i].name);
	}
}

TEST_WITH(an_existing_file_is_kept_unless_yes_is_said, go_away, come_back)
{
	static const char *const noes[] = {"", "no", "N", "x"};
	struct seat *s = *state;

	write_file("service.folded", "mine\n");
	for (size_t i = 0; i < sizeof noes / sizeof *noes; i++) {
		seat_do(s, COMMAND_SAVE);
		seat_do(s, COMMAND_ACCEPT);
		assert_true(seat_says(s, "that file exists; overwrite it? (yes/no):"));
		seat_answer(s, noes[i]);
		assert_true(seat_says(s, "nothing was saved"));
		assert_int_equal(size_of("service.folded"), 5);
	}
	seat_do(s, COMMAND_SAVE);
	seat_do(s, COMMAND_ACCEPT);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(size_of("service.folded"), 5);
	seat_do(s, COMMAND_SAVE);
	seat_do(s, COMMAND_ACCEPT);
	seat_answer(s, "yes");
	assert_int_equal(count_saved("service.folded"), ALL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

TEST_WITH(where_nothing_can_be_written_it_says_so, go_away, come_back)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_SAVE, "missing/file");
	assert_true(seat_says(s, "missing/file"));
	assert_true(seat_says(s, "No such file or directory"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

static int prepare(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	seat_file(SERVICE); /* while a relative srcdir is still valid */
	return 0;
}

TEST_GROUP(prepare, NULL);
