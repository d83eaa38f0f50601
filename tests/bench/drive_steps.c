/* The cost of each step once a profile is on the screen: time, and bytes to the terminal. */

#include "drive.h"

#include "e2e/program.h"

#define WIDTH	90 /* of a drag, in cells of the screen */
#define HEIGHT	6
#define IDLE_MS 2000

/* Type a range; then go back to the whole profile. */
static void type_ranges(const struct drive *d, struct terminal *t)
{
	static struct series range, all;

	for (int i = 0; i < d->steps; i++) {
		char text[DRIVE_RANGE];
		uint64_t start;

		drive_type_range(d, t, drive_some_range(d, i, text, sizeof text), &range);
		start = terminal_clock();
		terminal_type(t, "a");
		drive_measure(d, t, start, true, &all, NULL);
	}
	figures_print_all_ms("range", &range);
	figures_print_all_ms("everything", &all);
}

/*
 * The difference between the range and the rest, drawn at each step; then the elided graph; then
 * neither.
 */
static void drag_compared(const struct drive *d, struct terminal *t)
{
	static struct series differential, elided;

	drive_type(d, t, "D");
	drive_drag(d, t, WIDTH, false, &differential, NULL);
	drive_type(d, t, "D");
	drive_drag(d, t, WIDTH, false, &elided, NULL);
	drive_type(d, t, "D");
	figures_print_all_ms("differential", &differential);
	figures_print_all_ms("elided", &elided);
}

#define LANE_COLUMN 80 /* a column of the screen among the cells of lanes */
#define LANE_LINE   6

/* The same over lanes of threads; then scroll to new columns. */
static void drag_over_lanes(const struct drive *d, struct terminal *t)
{
	static struct series drags, pans;
	int way = 1;

	drive_type(d, t, "L");
	terminal_press(t, LANE_COLUMN, LANE_LINE);
	drive_answer(d, t, 0, false);
	for (int i = 0, x = LANE_COLUMN; i < d->steps; i++) {
		uint64_t start = terminal_clock();

		way = x == LANE_COLUMN ? 1 : x == LANE_COLUMN + WIDTH ? -1 : way;
		x += way;
		terminal_drag(t, x, LANE_LINE);
		drive_measure(d, t, start, false, &drags, NULL);
	}
	terminal_release(t, LANE_COLUMN, LANE_LINE);
	drive_answer(d, t, 0, false);
	drive_type(d, t, "a");
	for (int i = 0; i < d->steps; i++) {
		uint64_t start = terminal_clock();

		terminal_type(t, i % 2 ? "g" : "G");
		drive_measure(d, t, start, false, &pans, NULL);
	}
	drive_type(d, t, "\033");
	figures_print_all_ms("lanes", &drags);
	figures_print_all_ms("lanes-pan", &pans);
}

/* For the whole profile: threads, processes, CPUs. Opening one is timed, closing is not. */
static void open_lists(const struct drive *d, struct terminal *t)
{
	static struct series threads, processes, cpus;
	const struct {
		const char *key, *name;
		struct series *times;
	} lists[] = {{"t", "list-threads", &threads},
		     {"p", "list-processes", &processes},
		     {"c", "list-cpus", &cpus}};

	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
		for (int i = 0; i < d->steps; i++) {
			uint64_t start = terminal_clock();

			terminal_type(t, lists[k].key);
			drive_measure(d, t, start, true, lists[k].times, NULL);
			drive_type(d, t, "\033");
		}
		figures_print_all_ms(lists[k].name, lists[k].times);
	}
}

/* Another thread's stacks in order of time, with the whole profile visible. */
static void go_through_charts(const struct drive *d, struct terminal *t)
{
	static struct series charts;

	drive_type(d, t, "a=_");
	for (int i = 0; i < d->steps; i++) {
		uint64_t start = terminal_clock();

		terminal_type(t, ";");
		drive_measure(d, t, start, false, &charts, NULL);
	}
	drive_type(d, t, "_");
	figures_print_all_ms("chart", &charts);
}

bool drive_steps(const struct drive *d)
{
	static struct series sideways, upwards;
	struct terminal *t = drive_open(d);

	if (!t)
		return false;
	drive_drag(d, t, WIDTH, false, &sideways, NULL);
	drive_drag(d, t, HEIGHT, true, &upwards, NULL);
	drag_over_lanes(d, t);
	open_lists(d, t);
	drag_compared(d, t);
	type_ranges(d, t);
	go_through_charts(d, t);
	terminal_free(t);
	figures_print_all_ms("drag-column", &sideways);
	figures_print_all_ms("drag-row", &upwards);
	return true;
}

#define READ_MS 2000 /* quiet time after both files have been read */

/* A pattern grows and shrinks key by key. */
static void search(const struct drive *d, struct terminal *t)
{
	static const char keys[] = "main\177\177\177\177";
	static struct series times;

	drive_type(d, t, "/");
	for (int i = 0; i < d->steps; i++) {
		const char key[2] = {keys[(size_t)i % (sizeof keys - 1)], '\0'};
		uint64_t start = terminal_clock();

		terminal_type(t, key);
		drive_measure(d, t, start, true, &times, NULL);
	}
	drive_type(d, t, "\033");
	figures_print_all_ms("search", &times);
}

bool drive_search(const struct drive *d)
{
	struct terminal *t = drive_open(d);

	if (!t)
		return false;
	search(d, t);
	terminal_free(t);
	return true;
}

/* A file compared with another one: the difference is drawn from the beginning. */
bool drive_two(const struct drive *d)
{
	static struct series differential, elided;
	struct drive patient = *d;
	struct terminal *t = drive_open(d);

	if (!t)
		return false;
	patient.quiet_ms = READ_MS;
	drive_answer(&patient, t, 0, true);
	drive_drag(d, t, WIDTH, false, &differential, NULL);
	drive_type(d, t, "D");
	drive_drag(d, t, WIDTH, false, &elided, NULL);
	drive_type(d, t, "DD");
	figures_print_all_ms("differential", &differential);
	figures_print_all_ms("elided", &elided);
	search(d, t);
	terminal_free(t);
	return true;
}

/* Back and forth over lanes of threads, with the button pressed and without. */
static void bytes_over_lanes(const struct drive *d, struct terminal *t)
{
	static struct series hovers, drags;

	drive_type(d, t, "L");
	terminal_hover(t, LANE_COLUMN, LANE_LINE);
	drive_answer(d, t, 0, false);
	for (int i = 1; i <= d->steps; i++) {
		terminal_mark(t);
		terminal_hover(t, LANE_COLUMN + i, LANE_LINE);
		drive_measure(d, t, 0, false, NULL, &hovers);
	}
	terminal_press(t, LANE_COLUMN, LANE_LINE);
	drive_answer(d, t, 0, false);
	for (int i = 1; i <= d->steps; i++) {
		terminal_mark(t);
		terminal_drag(t, LANE_COLUMN + i, LANE_LINE);
		drive_measure(d, t, 0, false, NULL, &drags);
	}
	terminal_release(t, LANE_COLUMN + d->steps, LANE_LINE);
	drive_answer(d, t, 0, false);
	figures_print_all_bytes("hover-lanes", &hovers);
	figures_print_all_bytes("drag-lanes", &drags);
}

/* Over one row of the map, or up and down the levels of the graph. */
static void hover(const struct drive *d, struct terminal *t, int y, int levels,
		  struct series *bytes)
{
	terminal_hover(t, 20, y);
	drive_answer(d, t, 0, false);
	for (int i = 0; i < d->steps; i++) {
		terminal_mark(t);
		terminal_hover(t, 21 + i, y - i % levels);
		drive_measure(d, t, 0, false, NULL, bytes);
	}
}

bool drive_bytes(const struct drive *d)
{
	static struct series map, graph, drags;
	struct terminal *t = drive_open(d);
	uint64_t start;
	int x, y;

	if (!t)
		return false;
	program_map(t, &x, &y);
	hover(d, t, y - 1, 1, &map);
	hover(d, t, terminal_rows(t) - 5, 6, &graph);
	drive_drag(d, t, WIDTH, false, NULL, &drags);
	terminal_mark(t);
	for (start = terminal_clock(); terminal_clock() - start < IDLE_MS * DRIVE_MS;)
		terminal_hear(t, 100);
	figures_print_all_bytes("hover-map", &map);
	figures_print_all_bytes("hover-graph", &graph);
	figures_print_all_bytes("drag", &drags);
	figures_print_bytes("idle", terminal_sent(t));
	bytes_over_lanes(d, t);
	terminal_free(t);
	return true;
}
