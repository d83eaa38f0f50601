/* Runs the command that y copies for a view: its output has the lines that were on the screen. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"
#define CONVOY	"data/examples/convoy.perf.gz"
#define NEW	"data/examples/new.perf.gz"
#define OLD	"data/examples/old.perf.gz"
#define WIDTH	240
#define HEIGHT	60
#define LINES	400
#define ROOM	1200

static char printed[LINES][ROOM];
static int count;

static struct seat *seat_of(const char *file, struct settings *settings)
{
	*settings = (struct settings){.theme = {.ascii = false}};
	return seat_new(seat_file(file), settings, WIDTH, HEIGHT);
}

/* The arguments of the command that y copies, which must be `command`. */
static void share(struct seat *s, const char *command, char *line, size_t room)
{
	seat_do(s, COMMAND_SHARE);
	assert_ptr_equal(strstr(workspace_copied(s->w), command), workspace_copied(s->w));
	assert_true(snprintf(line, room, "%s", workspace_copied(s->w) + 11) < (int)room);
	seat_do(s, COMMAND_CANCEL); /* clears the message */
}

static void run(const char *line, const char *options)
{
	const char *program = getenv("FLARESCOPE");
	char command[2 * ROOM];
	FILE *f;

	snprintf(command, sizeof command, "LC_ALL=C.UTF-8 %s %s --format text%s",
		 program ? program : "./flarescope", line, options);
	f = popen(command, "r");
	assert_non_null(f);
	for (count = 0; count < LINES && fgets(printed[count], ROOM, f); count++)
		printed[count][strcspn(printed[count], "\n")] = '\0';
	assert_int_equal(pclose(f), 0);
}

static const char *trimmed(const char *line, char *buf)
{
	size_t len = strlen(line);

	memcpy(buf, line, len + 1);
	while (len && buf[len - 1] == ' ')
		buf[--len] = '\0';
	return buf;
}

/*
 * From the line on the screen that starts with `from`, this many are printed, starting at the same
 * line.
 */
static void assert_lines(struct seat *s, const char *from, int lines)
{
	char a[ROOM], b[ROOM];
	int x, y, at = 0;

	assert_true(seat_find(s, from, &x, &y));
	while (at < count && !strstr(printed[at], from))
		at++;
	assert_true(at + lines <= count);
	for (int i = 0; i < lines; i++)
		assert_string_equal(trimmed(seat_line(s, y + i), a),
				    trimmed(printed[at + i], b));
}

static void select_two_seconds(struct seat *s)
{
	seat_do(s, COMMAND_COLUMNS);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
}

/* The table's first function between its callers and its callees. */
static void show_function(struct seat *s)
{
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_SORT);
	seat_do_n(s, 5, COMMAND_DOWN);
	seat_do(s, COMMAND_CALLERS);
}

TEST(a_function_is_printed_as_it_is_seen)
{
	struct settings settings;
	struct seat *s = seat_of(CONVOY, &settings);
	char line[ROOM];

	select_two_seconds(s);
	show_function(s);
	share(s, "flarescope flame", line, sizeof line);
	assert_non_null(strstr(line, "flame --function render_answer --range 0,2 "));
	run(line, " --width 240");
	assert_lines(s, "callers of render_answer", 6);
	seat_free(s);
}

TEST(leaf_first_means_nothing_to_it_and_transformations_do)
{
	struct settings settings;
	struct seat *s = seat_of(CONVOY, &settings);
	char line[ROOM];

	seat_do(s, COMMAND_LEAF_FIRST);
	show_function(s);
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_TRANSFORM);
	seat_do_n(s, 4, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	share(s, "flarescope flame", line, sizeof line);
	assert_null(strstr(line, "--reverse"));
	assert_non_null(strstr(line, " --transform "));
	run(line, " --width 240");
	assert_lines(s, "callers of hash_bytes", 5);
	seat_free(s);
}

TEST(both_sides_of_two_files_are_printed)
{
	struct settings settings;
	struct seat *s;
	char line[ROOM], old[ROOM];

	snprintf(old, sizeof old, "%s", seat_file(OLD));
	settings = (struct settings){.theme = {.ascii = false}, .baseline_file = old};
	s = seat_new(seat_file(NEW), &settings, WIDTH, HEIGHT);
	seat_do(s, COMMAND_SWAP);
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_CALLERS);
	share(s, "flarescope flame", line, sizeof line);
	assert_non_null(strstr(line, " --swap "));
	assert_non_null(strstr(line, "old.perf.gz"));
	run(line, " --width 240");
	assert_lines(s, "callers of find_record A 3.2 %, B 41.8 %", 5);
	seat_free(s);
}

TEST(the_call_tree_is_printed_as_deep_as_it_is_open)
{
	struct settings settings;
	struct seat *s = seat_of(CONVOY, &settings);
	char line[ROOM];

	select_two_seconds(s);
	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_HOTTEST);
	share(s, "flarescope tree", line, sizeof line);
	assert_non_null(strstr(line, "tree --depth "));
	assert_non_null(strstr(line, " --range 0,2 "));
	run(line, "");
	/* each name on the way down is there, with its indent of two */
	assert_true(count > 4);
	assert_true(seat_says(s, "start_thread"));
	for (int at = 0; at < count; at++)
		if (strstr(printed[at], "start_thread"))
			count = 0;
	assert_int_equal(count, 0);
	seat_free(s);
}

TEST(a_chart_is_printed_column_by_column)
{
	struct settings settings;
	struct seat *s = seat_of(SERVICE, &settings);
	char line[ROOM], screen[ROOM], a[ROOM], b[ROOM];
	int x, y;

	seat_do(s, COMMAND_COLUMNS);
	seat_do_n(s, 3, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_NEXT_THREAD);
	share(s, "flarescope chart", line, sizeof line);
	assert_non_null(strstr(line, "chart --thread "));
	assert_non_null(strstr(line, " --range 0.690621,4"));
	run(line, "");
	seat_do(s, COMMAND_PANE); /* its cursor is no longer drawn */
	assert_true(seat_find(s, "thread 2 of ", &x, &y));
	for (int i = 0; i < 3; i++) { /* boxes, which do not show the map's cursor */
		snprintf(screen, sizeof screen, "%s", seat_line(s, y + 2 + i));
		assert_string_equal(trimmed(screen, a), trimmed(printed[3 + i], b));
	}
	seat_free(s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
