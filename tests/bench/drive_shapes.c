/* The cost of a new range for views that compute more than a graph. */

#include "drive.h"

#include <stdio.h>
#include <stdlib.h>

#define TOGETHER   60	  /* ranges selected together */
#define SHARE	   0.4	  /* of the profile that they cover together */
#define WIDTH	   90	  /* of a drag, in cells of the screen */
#define CODE_MS	   10000  /* for instructions; later there are none */
#define INLINED_MS 120000 /* for a large recording that is read again */

static void type_ranges(const struct drive *d, struct terminal *t, const char *name)
{
	struct series *times = calloc(1, sizeof *times);
	char text[DRIVE_RANGE];

	for (int i = 0; times && i < d->steps; i++)
		drive_type_range(d, t, drive_some_range(d, i, text, sizeof text), times);
	drive_type(d, t, "a");
	if (times)
		figures_print_all_ms(name, times);
	free(times);
}

/* Leaf first; callers and callees of the busiest function; the stacks of a thread. */
bool drive_shapes(const struct drive *d)
{
	struct terminal *t = drive_open(d);

	if (!t)
		return false;
	drive_type(d, t, "\\");
	type_ranges(d, t, "reverse-range");
	drive_type(d, t, "\\TJ");
	type_ranges(d, t, "sandwich-range");
	drive_type(d, t, "\033_");
	type_ranges(d, t, "chart-range");
	terminal_free(t);
	return true;
}

/* From the key A to the first picture with samples at instructions. */
static void ask_for_code(const struct drive *d, struct series *times)
{
	struct terminal *t = drive_open(d);
	uint64_t start;
	bool shown = false;

	if (!t)
		return;
	drive_type(d, t, "T");
	start = terminal_clock();
	terminal_type(t, "A");
	while (!shown && terminal_hear(t, CODE_MS)) {
		terminal_catch_up(t);
		shown = terminal_shows(t, " of the function, ");
	}
	if (shown)
		figures_add(times, terminal_heard(t) - start);
	terminal_free(t);
}

/* For the busiest function, each time by a program that has not looked it up before. */
bool drive_code(const struct drive *d)
{
	static struct series times;

	for (int i = 0; i < d->steps; i++)
		ask_for_code(d, &times);
	figures_print_all_ms("code", &times);
	return true;
}

/* From the key x to the picture with the resulting message. 0 if there is none. */
static uint64_t toggle_inlined(struct terminal *t, const char *words)
{
	uint64_t start = terminal_clock();

	terminal_type(t, "x");
	while (terminal_hear(t, INLINED_MS)) {
		terminal_catch_up(t);
		if (terminal_shows(t, words))
			return terminal_heard(t) - start;
	}
	return 0;
}

/* First they are read; then they are hidden and shown again. */
bool drive_inlined(const struct drive *d)
{
	static struct series off, on;
	struct terminal *t = drive_open(d);
	uint64_t took;

	if (!t)
		return false;
	drive_answer(d, t, 0, false);
	took = toggle_inlined(t, "inlined functions: ");
	figures_print_ms("inlined-read", took);
	for (int i = 0; took && i < d->steps; i++) {
		drive_answer(d, t, 0, false);
		took = toggle_inlined(t, "inlined functions are hidden");
		if (took)
			figures_add(&off, took);
		drive_answer(d, t, 0, false);
		took = took ? toggle_inlined(t, "inlined functions: ") : 0;
		if (took)
			figures_add(&on, took);
	}
	terminal_free(t);
	figures_print_all_ms("inlined-off", &off);
	figures_print_all_ms("inlined-on", &on);
	return took != 0;
}

/* Sixty ranges of equal length, each set a little later than the previous one. */
static const char *many_ranges(const struct drive *d, int i, char *text, size_t size)
{
	double each = d->seconds / (TOGETHER + 1);
	size_t len = 0;

	for (int k = 0; k < TOGETHER; k++) {
		double from = each * (k + (double)i / d->steps);

		len += (size_t)snprintf(text + len, size - len, "%s%.4f,%.4f",
					k ? "/" : "", from, from + each * SHARE);
	}
	return text;
}

bool drive_ranges(const struct drive *d)
{
	static struct series sets, drags;
	struct terminal *t = drive_open(d);
	char text[TOGETHER * DRIVE_RANGE];

	if (!t)
		return false;
	for (int i = 0; i < d->steps; i++)
		drive_type_range(d, t, many_ranges(d, i, text, sizeof text), &sets);
	drive_drag(d, t, WIDTH, false, &drags, NULL);
	terminal_free(t);
	figures_print_all_ms("ranges", &sets);
	figures_print_all_ms("ranges-drag", &drags);
	return true;
}
