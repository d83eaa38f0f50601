/* Typing and dragging for measurements. */

#include "drive.h"

#include <stdio.h>

#include "e2e/program.h"

#define FIRST_COLUMN 5	 /* of the map, where a drag begins */
#define TYPED_MS     150 /* quiet time after keys that are not measured */

/* The shares of the profile that successive typed ranges cover. */
static const double widths[] = {0.01, 0.1, 0.5, 0.9};

void drive_type(const struct drive *d, struct terminal *t, const char *keys)
{
	struct drive patient = *d;

	if (patient.quiet_ms > TYPED_MS)
		patient.quiet_ms = TYPED_MS;
	terminal_type(t, keys);
	drive_answer(&patient, t, 0, false);
}

void drive_measure(const struct drive *d, struct terminal *t, uint64_t start, bool sure,
		   struct series *times, struct series *bytes)
{
	uint64_t took = drive_answer(d, t, start, sure);

	if (took && times)
		figures_add(times, took);
	if (took && bytes)
		figures_add(bytes, terminal_sent(t));
}

const char *drive_some_range(const struct drive *d, int i, char *text, size_t size)
{
	double width = widths[(size_t)i % (sizeof widths / sizeof *widths)];
	double from = d->seconds * (1 - width) * i / d->steps;

	snprintf(text, size, "%.3f,%.3f", from + 0.001, from + d->seconds * width);
	return text;
}

void drive_type_range(const struct drive *d, struct terminal *t, const char *range,
		      struct series *times)
{
	uint64_t start;

	drive_type(d, t, ":");
	drive_type(d, t, "\025");
	drive_type(d, t, range);
	start = terminal_clock();
	terminal_type(t, "\r");
	drive_measure(d, t, start, true, times, NULL);
}

void drive_drag(const struct drive *d, struct terminal *t, int cells, bool down,
		struct series *times, struct series *bytes)
{
	int x0, y0, at = 0, way = 1;

	program_map(t, &x0, &y0);
	x0 += FIRST_COLUMN;
	terminal_press(t, x0, y0);
	drive_answer(d, t, 0, false);
	for (int i = 0; i < d->steps; i++) {
		uint64_t start;

		if (at + way < 0 || at + way >= cells)
			way = -way;
		at += way;
		terminal_mark(t);
		start = terminal_clock();
		terminal_drag(t, down ? x0 : x0 + at, down ? y0 - at : y0);
		drive_measure(d, t, start, false, times, bytes);
	}
	terminal_release(t, down ? x0 : x0 + at, down ? y0 - at : y0);
	drive_answer(d, t, 0, false);
	drive_type(d, t, "a");
}
