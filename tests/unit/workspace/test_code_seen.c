/* The instructions of a function in place of the graph, with the keys and the mouse. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "export/table/annotation_table.h"
#include "lib/built_program.h"
#include "lib/made_profile.h"
#include "lib/seat.h"
#include "session/session.h"
#include "symbols/code/disassembly.h"
#include "session/loader/annotating.h"

#define SERVICE	 "data/examples/service.perf.gz"
#define SWITCHES "../shared/recordings/sched/ident.data.gz"

static const struct settings settings = {.theme = {.ascii = true},
					 .reading = {.symbols = true, .symfs = "/"}};

static struct built_program built;

static int forget(void **state)
{
	(void)state;
	built_program_remove(&built);
	return 0;
}

static int start(void **state)
{
	built_program_record(&built, 5 * built.samples / 2);
	*state = seat_new(built.recording, &settings, 120, 60);
	return 0;
}

/* The first row of the table is outer(), which has all samples. */
static void show_outer(struct seat *s)
{
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	seat_wait(s);
	assert_true(seat_says(s, "instruction"));
	seat_do(s, COMMAND_MAXIMISE);
	seat_do(s, COMMAND_MAXIMISE);
}

/* ---- what annotate prints for the same query ---- */

static void batch(const char *range, const char *filter, char *text, size_t room)
{
	struct error err = ERROR_INIT;
	struct settings o = settings;
	struct annotation a;
	struct profile *p;
	struct session *s;
	FILE *out = fmemopen(text, room, "w");

	o.reading.instructions_of = "outer";
	o.asked.range = range;
	o.choice.filter = text_of(filter ? filter : "");
	p = reading_run(built.recording, &o.reading, NULL, &err);
	assert_non_null(p);
	s = session_new(p, &o, &err);
	assert_non_null(s);
	assert_true(annotation_build(&a, &s->flame, TEXT("outer"), &err));
	assert_true(annotation_table_text(&a, true, out, &err));
	annotation_release(&a);
	session_free(s);
	assert_int_equal(fclose(out), 0);
}

/* "  12  10.34 > 1149" as "12 10.34 1149", whatever is in between; false if it is no such line. */
static bool take_numbers(const char *line, char *to, size_t room)
{
	unsigned long samples, address;
	char *end;
	double share;

	samples = strtoul(line, &end, 10);
	if (end == line || *end != ' ')
		return false;
	line = end;
	share = strtod(line, &end);
	if (end == line || *end != ' ')
		return false;
	line = end + strspn(end, " %>=");
	address = strtoul(line, &end, 16);
	if (end == line || *end != ' ')
		return false;
	snprintf(to, room, "%lu %.2f %lx\n", samples, share, address);
	return true;
}

static void gather(const char *text, char *to, size_t room)
{
	char line[1024];
	size_t used = 0;

	*to = '\0';
	while (*text) {
		size_t len = strcspn(text, "\n");

		snprintf(line, sizeof line, "%.*s", (int)len, text);
		if (used + 64 < room && take_numbers(line, to + used, room - used))
			used += strlen(to + used);
		text += len + (text[len] == '\n');
	}
}

/* All lines with samples are visible. */
static void assert_as_batch(struct seat *s, const char *range, const char *filter)
{
	static char theirs[8192], ours[8192], text[1 << 15];
	char head[128];

	batch(range, filter, text, sizeof text);
	snprintf(head, sizeof head, "%.*s", (int)strcspn(text + 7, "\n"), text + 7);
	assert_true(seat_says(s, head)); /* after "outer: " */
	gather(text, theirs, sizeof theirs);
	gather(seat_screen(s), ours, sizeof ours);
	assert_string_equal(ours, theirs);
}

/* ---- tests ---- */

TEST_WITH(each_instruction_has_the_samples_that_were_in_it, start, seat_stop)
{
	struct seat *s = *state;
	static char ours[8192];
	char *at = ours;
	unsigned sum = 0, n, lines = 0;

	show_outer(s);
	gather(seat_screen(s), ours, sizeof ours);
	for (int used; sscanf(at, "%u %*f %*x\n%n", &n, &used) == 1; at += used) {
		sum += n;
		lines++;
	}
	assert_int_equal(sum, 5 * built.samples / 2);
	assert_true(lines > 4);
	assert_true(seat_says(s, "  ret"));
	assert_true(seat_says(s, "app.c:5  __attribute__((noinline)) int outer"));
	assert_true(seat_says(s, "inner < middle"));
	assert_true(seat_says(s, "a sample is counted at the next instruction"));
	assert_as_batch(s, NULL, NULL);
}

TEST_WITH(numbers_are_those_of_annotate_whatever_the_range_and_the_filter, start,
	  seat_stop)
{
	struct seat *s = *state;
	struct dice d = {(uint64_t)getpid()};
	char range[64];

	show_outer(s);
	for (int i = 0; i < 12; i++) {
		unsigned from = (unsigned)dice_below(&d, 10 * built.samples);
		unsigned more = 1 + (unsigned)dice_below(&d, 10 * built.samples);

		snprintf(range, sizeof range, "%u.%03u,%u.%03u", from / 1000, from % 1000,
			 (from + more) / 1000, (from + more) % 1000);
		seat_ask(s, COMMAND_RANGE, range);
		assert_as_batch(s, range, NULL);
	}
	seat_ask(s, COMMAND_FILTER, "outer");
	assert_as_batch(s, range, "outer");
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_ALL);
	assert_as_batch(s, NULL, NULL);
	/* a command of graphs: it switches to the graph */
	seat_do(s, COMMAND_LEAF_FIRST);
	assert_false(seat_shows(s, " address "));
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE); /* it is known, and the samples are untransformed */
	assert_as_batch(s, NULL, NULL);
	assert_true(seat_says(s, "of the range, as recorded"));
}

/* A file name may contain all bytes except '/' and NUL. */
TEST(a_module_may_have_any_name)
{
	struct built_program odd = built;
	struct seat *s;

	snprintf(odd.program, sizeof odd.program, "%s/a\nb \x1b[1m", built.dir);
	snprintf(odd.recording, sizeof odd.recording, "%s/odd.data", built.dir);
	assert_int_equal(link(built.program, odd.program), 0);
	built_program_record(&odd, built.samples);
	s = seat_new(odd.recording, &settings, 120, 60);
	show_outer(s);
	assert_true(seat_says(s, "  ret"));
	seat_free(s);
	assert_int_equal(unlink(odd.program), 0);
	assert_int_equal(unlink(odd.recording), 0);
}

TEST_WITH(escape_comes_back_to_where_it_began, start, seat_stop)
{
	struct seat *s = *state;

	show_outer(s);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "self v"));
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, " address "));
	seat_do(s, COMMAND_CALLERS);
	assert_true(seat_says(s, "callers of outer"));
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, " address "));
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, "self v"));
	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_HOTTEST);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, " address "));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "total v"));
}

/* The bytes of the instruction under the cursor, after its share of the range. */
static const char *bytes_here(struct seat *s)
{
	const char *line = seat_line(s, -3), *bytes = strstr(line, "of the range  ");

	assert_non_null(bytes);
	return bytes;
}

TEST_WITH(instructions_are_there_before_their_lines, start, seat_stop)
{
	struct seat *s = *state;
	char before[400];
	int x, y, now;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	while (!seat_shows(s, "   share "))
		assert_true(workspace_wake_fd(s->w) >= 0 && (seat_wake(s, 10000), true));
	assert_false(seat_shows(s, "app.c"));
	seat_do_n(s, 2, COMMAND_DOWN);
	snprintf(before, sizeof before, "%s", bytes_here(s));
	assert_true(seat_find(s, "  ret", &x, &y));
	seat_wait(s);
	assert_true(seat_says(s, "app.c:5"));
	assert_string_equal(bytes_here(s), before);
	assert_true(seat_find(s, "  ret", &x, &now));
	assert_true(now >= y);
}

/*
 * On a screen that is too small for the whole function, but large enough to show the hottest
 * instruction.
 */
TEST_WITH(a_function_is_shown_from_its_beginning, start, seat_stop)
{
	struct seat *s = *state;
	int x, y, height = 60;

	do {
		seat_free(s);
		s = *state = seat_new(built.recording, &settings, 120, --height);
		seat_do(s, COMMAND_TABLE);
		seat_do(s, COMMAND_MAXIMISE); /* only the map, only this */
		seat_do(s, COMMAND_MAXIMISE);
		seat_do(s, COMMAND_ANNOTATE);
		seat_wait(s);
	} while (seat_shows(s, "took the time may be just above") && height > 12);
	assert_true(height > 12);
	assert_true(seat_find(s, " address ", &x, &y));
	assert_non_null(strstr(seat_line(s, y + 1), "app.c:5"));
}

/* The first of those that have equally many. */
TEST_WITH(one_key_goes_from_the_hottest_to_the_next, start, seat_stop)
{
	struct seat *s = *state;
	unsigned n, last = UINT32_MAX, seen = 0, total = 0;

	show_outer(s);
	seat_do(s, COMMAND_TOP);
	while (total < 5 * built.samples / 2 && seen++ < 200) {
		seat_do(s, COMMAND_HOTTEST);
		assert_int_equal(sscanf(seat_line(s, -3), " %u sample", &n), 1);
		assert_true(n <= last);
		last = n;
		total += n;
	}
	assert_int_equal(total, 5 * built.samples / 2);
	seat_do(s, COMMAND_HOTTEST); /* wraps around */
	assert_int_equal(sscanf(seat_line(s, -3), " %u sample", &n), 1);
	assert_true(n > last);
}

TEST_WITH(lines_are_searched, start, seat_stop)
{
	struct seat *s = *state;
	char first[400];

	show_outer(s);
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, "search for something in these lines first: /"));
	seat_ask(s, COMMAND_SEARCH, "call");
	assert_true(seat_says(s, "e8 "));
	snprintf(first, sizeof first, "%s", seat_line(s, -3));
	seat_do(s, COMMAND_NEXT);
	assert_string_not_equal(seat_line(s, -3), first);
	seat_do(s, COMMAND_PREVIOUS);
	assert_string_equal(seat_line(s, -3), first);
	seat_ask(s, COMMAND_SEARCH, "no such words");
	assert_true(seat_says(s, "not found"));
}

TEST_WITH(a_click_and_the_wheel_move, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	show_outer(s);
	assert_true(seat_find(s, "  ret", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_true(seat_says(s, "  c3"));
	seat_mouse(s, COMMAND_WHEEL_UP, x, y);
	assert_false(seat_shows(s, "  c3"));
	seat_mouse(s, COMMAND_BACK, x, y);
	assert_true(seat_says(s, "self v"));
}

TEST_WITH(the_command_line_prints_the_same, start, seat_stop)
{
	struct seat *s = *state;
	char expected[256];

	show_outer(s);
	seat_ask(s, COMMAND_RANGE, "0.1,0.2");
	seat_do(s, COMMAND_SHARE);
	snprintf(expected, sizeof expected,
		 "flarescope annotate --range 0.1,0.2 outer %s", built.recording);
	assert_string_equal(workspace_copied(s->w), expected);
}

/* A file being read has a descriptor to wait for. */
TEST_WITH(reading_is_stopped_by_escape_and_by_an_interrupt, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(workspace_wake_fd(s->w) >= 0);
	assert_true(seat_says(s, "instructions"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(workspace_wake_fd(s->w) < 0);
	assert_true(seat_says(s, "self v"));
	seat_do(s, COMMAND_ANNOTATE);
	seat_do(s, COMMAND_INTERRUPT);
	assert_true(workspace_wake_fd(s->w) < 0);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_true(seat_says(s, "reading its instructions was stopped"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_ANNOTATE);
	seat_wait(s);
	assert_true(seat_says(s, "   share "));
}

/* With --lines frames are named "FUNCTION FILE:LINE", and both may contain blanks. */
TEST(the_function_of_a_frame_with_a_line_is_known)
{
	static const struct {
		const char *frame, *function;
	} rows[] = {
	    {"main a.c:12", "main"},
	    {"main my own file.c:12", "main"},
	    {"main", "main"},
	    {"main a.c", "main a.c"},
	    {"main a.c:", "main a.c:"},
	    {"a.c:12", "a.c:12"},
	    {":12", ":12"},
	    {" a.c:12", " a.c:12"},
	    {"", ""},
	    {"f<int, long> x y.cc:3", "f<int, long>"},
	    {"(anonymous namespace)::f x y.cc:3", "(anonymous namespace)::f"},
	    {"f<A::operator()(int, int)> x.cc:3", "f<A::operator()(int, int)>"},
	    {"operator new x.cc:3", "operator new"},
	    {"A::operator unsigned long x.cc:3", "A::operator unsigned long"},
	    {"std::operator<< <char> x.cc:3", "std::operator<< <char>"},
	    {"non-virtual thunk to A::f x.cc:3", "non-virtual thunk to A::f"},
	    {"<fn(u8) -> bool as X>::go my lib.rs:3", "<fn(u8) -> bool as X>::go"},
	    {"unfinished<int x.cc:3", "unfinished<int"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct text name = text_of(rows[i].frame);
		struct text got = annotating_function(name, true);

		if (!text_equal(got, text_of(rows[i].function)))
			fail_msg("'%s': '%.*s'", rows[i].frame, (int)got.len, got.at);
		assert_true(text_equal(annotating_function(name, false), name));
	}
}

/* ---- what cannot be shown ---- */

TEST_WITH(what_has_no_instructions_says_why, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_do_n(s, 2, COMMAND_RIGHT);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_ANNOTATE);
	seat_wait(s);
	assert_true(seat_says(s, "no sample is in 'main' itself"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_INLINED);
	seat_wait(s);
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_SORT);
	seat_do(s, COMMAND_SORT);
	seat_do(s, COMMAND_TOP); /* inner */
	seat_do(s, COMMAND_ANNOTATE);
	seat_wait(s);
	assert_true(
	    seat_says(s, "'inner' has no instructions of its own, it is inlined"));
}

TEST(of_time_of_threads_there_are_none)
{
	static const struct settings running = {
	    .theme = {.ascii = true},
	    .reading = {.symbols = true, .symfs = "/", .switches = true},
	    .choice.waiting.states = STATE_SET(STATE_RUNNING)};
	struct seat *s;

	if (access(seat_file(SWITCHES), R_OK) != 0)
		skip();
	s = seat_new(seat_file(SWITCHES), &running, 120, 40);
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, "instructions need samples, not the time in a state"));
	assert_true(seat_says(s, "self v"));
	seat_do(s, COMMAND_INLINED);
	seat_wait(s);
	assert_false(seat_says(s, "has changed"));
	assert_true(seat_says(s, "inlined functions: "));
	seat_free(s);
}

TEST(only_a_recording_has_instructions)
{
	struct seat *s = seat_new(seat_file(SERVICE), &settings, 120, 40);

	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_ANNOTATE);
	assert_true(seat_says(s, "no instructions: only a perf.data has addresses"));
	assert_true(seat_says(s, "self v"));
	seat_free(s);
}

/* A file from a different build, half a file, a file without headers. */
TEST_WITH(of_a_damaged_program_it_says_what_is_missing, start, seat_stop)
{
	struct seat *s = *state;
	static char bytes[1 << 20];
	FILE *f = fopen(built.program, "rb");
	size_t len = fread(bytes, 1, sizeof bytes, f);
	struct dice d = {(uint64_t)getpid()};

	assert_int_equal(fclose(f), 0);
	for (int i = 0; i < 24; i++) {
		size_t some = 1 + (size_t)dice_below(&d, (uint32_t)len);

		f = fopen(built.program, "wb");
		assert_int_equal(fwrite(bytes, 1, i % 3 ? len : some, f),
				 i % 3 ? len : some);
		for (int k = 0; k < (i % 3) * 40; k++) {
			fseek(f, (long)dice_below(&d, i % 2 ? (uint32_t)len : 4096),
			      SEEK_SET);
			fputc((int)dice_below(&d, 256), f);
		}
		assert_int_equal(fclose(f), 0);
		seat_do(s, COMMAND_TABLE);
		seat_do(s, COMMAND_ANNOTATE);
		seat_wait(s);
		assert_true(seat_shows(s, "   share ") ||
			    seat_shows(s, "no instructions: ") ||
			    seat_shows(s, "is not a function") ||
			    seat_shows(s, "no sample is in"));
		seat_do(s, COMMAND_BOTTOM);
		seat_free(s);
		s = *state = seat_new(built.recording, &settings, 120, 60);
	}
	f = fopen(built.program, "wb");
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

/* With the path in the debug symbols, or below a directory. */
TEST_WITH(source_code_is_looked_for_below_a_directory, start, seat_stop)
{
	struct settings o = settings;
	struct seat *s = *state;
	char from[96], to[96], dir[96], line[256];

	snprintf(from, sizeof from, "%s/app.c", built.dir);
	snprintf(dir, sizeof dir, "%s/moved", built.dir);
	assert_int_equal(mkdir(dir, 0700), 0);
	o.reading.source = dir;
	snprintf(to, sizeof to, "%s/moved/app.c", built.dir);
	assert_int_equal(rename(from, to), 0);
	show_outer(s);
	assert_true(seat_says(s, "app.c:5"));
	assert_false(seat_shows(s, "__attribute__"));
	seat_free(s);
	s = *state = seat_new(built.recording, &o, 120, 60);
	show_outer(s);
	assert_true(seat_says(s, "app.c:5  __attribute__((noinline)) int outer"));
	seat_do(s, COMMAND_SHARE);
	snprintf(line, sizeof line, "flarescope annotate --source %s/moved outer %s",
		 built.dir, built.recording);
	assert_string_equal(workspace_copied(s->w), line);
	assert_int_equal(rename(to, from), 0);
	assert_int_equal(rmdir(dir), 0);
}

TEST(of_two_files_it_is_of_the_first)
{
	struct settings both = settings;
	struct seat *s;

	both.baseline_file = built.recording;
	s = seat_new(built.recording, &both, 120, 60);
	seat_wait(s);
	show_outer(s);
	assert_true(seat_says(s, "of the range, of the first file"));
	assert_as_batch(s, NULL, NULL);
	seat_free(s);
}

TEST(no_keys_in_any_order_do_harm)
{
	static const enum command keys[] = {
	    COMMAND_UP,	       COMMAND_DOWN,	  COMMAND_HOTTEST, COMMAND_RIGHT,
	    COMMAND_CALLERS,   COMMAND_ENTER,	  COMMAND_CANCEL,  COMMAND_PAGE_UP,
	    COMMAND_PAGE_DOWN, COMMAND_TABLE,	  COMMAND_WHY,	   COMMAND_UNDO,
	    COMMAND_REDO,      COMMAND_PRESS,	  COMMAND_SELECT,  COMMAND_PANE,
	    COMMAND_INLINED,   COMMAND_ROOT,	  COMMAND_SEARCH,  COMMAND_DROP,
	    COMMAND_NEXT,      COMMAND_TRANSFORM, COMMAND_TOP,	   COMMAND_BOTTOM,
	    COMMAND_ANNOTATE,  COMMAND_WHEEL_UP,  COMMAND_TREE,	   COMMAND_ANNOTATE,
	    COMMAND_SHARE,     COMMAND_ANNOTATE,  COMMAND_MAXIMISE};

	for (uint64_t seed = 1; seed <= 8; seed++) {
		struct dice d = {seed};
		struct seat *s = seat_new(built.recording, &settings, 80, 24);

		seat_do(s, COMMAND_MAXIMISE); /* only the map, only this */
		for (int i = 0; i < 150; i++) {
			if (dice_below(&d, 8) == 0)
				seat_wait(s);
			seat_do_any(s, &d, keys, sizeof keys / sizeof *keys);
		}
		seat_free(s);
	}
}

static const char *missing(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	if (!capstone_library.version)
		return "built without capstone";
	return built_program_make(&built) ? NULL : "no program can be built here";
}

TEST_NEEDS(missing);
TEST_GROUP(NULL, forget);
