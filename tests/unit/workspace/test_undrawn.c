/*
 * Several keys may arrive before the next picture, which is the same as if each key had been drawn.
 */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>

#include "lib/made_profile.h"
#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"
#define CONVOY	"data/examples/convoy.perf.gz"
#define ROUNDS	400

static const enum command keys[] = {
    COMMAND_DOWN,	  COMMAND_UP,	      COMMAND_RIGHT,	   COMMAND_LEFT,
    COMMAND_TOP,	  COMMAND_BOTTOM,     COMMAND_FIRST,	   COMMAND_LAST,
    COMMAND_PAGE_UP,	  COMMAND_PAGE_DOWN,  COMMAND_SELECT,	   COMMAND_COLUMNS,
    COMMAND_ZOOM_IN,	  COMMAND_ZOOM_IN,    COMMAND_ZOOM_OUT,	   COMMAND_FIT,
    COMMAND_STEP_ON,	  COMMAND_STEP_BACK,  COMMAND_ALL,	   COMMAND_FIT_RANGE,
    COMMAND_ANOMALY_NEXT, COMMAND_WHEEL_DOWN, COMMAND_UNDO,	   COMMAND_CANCEL,
    COMMAND_IDLE,	  COMMAND_WHEEL_UP,   COMMAND_DIRECTION,   COMMAND_TABLE,
    COMMAND_PANE,	  COMMAND_OTHER_END,  COMMAND_DIFFERENTIAL};

static void assert_same(struct seat *a, struct seat *b, int round)
{
	for (int y = 0; y < 24; y++) {
		for (int x = 0; x < 70; x++) {
			const struct cell *one = sheet_cell(&a->sheet, x, y);
			const struct cell *other = sheet_cell(&b->sheet, x, y);

			if (one->rune == other->rune && one->style.bg == other->style.bg)
				continue;
			print_message("%s\n%s", seat_screen(a), seat_screen(b));
			fail_msg("round %d: %d,%d is another", round, x, y);
		}
	}
}

static void check(const char *first, const char *second)
{
	const struct settings settings = {.file = first, .baseline_file = second};
	char path[512];
	struct dice d = {7};
	struct seat *drawn, *undrawn;

	snprintf(path, sizeof path, "%s", first);
	drawn = seat_new(path, &settings, 70, 24);
	undrawn = seat_new(path, &settings, 70, 24);
	for (int i = 0; i < ROUNDS; i++) {
		for (uint32_t n = 1 + dice_below(&d, 5); n; n--) {
			const struct input in = {
			    .command = keys[dice_below(&d, sizeof keys / sizeof *keys)],
			    .x = (int)dice_below(&d, 70),
			    .y = (int)dice_below(&d, 24)};

			seat_mouse(drawn, in.command, in.x, in.y);
			if (n > 1)
				workspace_do(undrawn->w, &in);
			else
				seat_mouse(undrawn, in.command, in.x, in.y);
		}
		assert_same(drawn, undrawn, i);
	}
	seat_free(drawn);
	seat_free(undrawn);
}

TEST(of_one_file)
{
	check(seat_file(SERVICE), NULL);
	check(seat_file(CONVOY), NULL);
}

TEST(of_two_files)
{
	char second[512];

	snprintf(second, sizeof second, "%s", seat_file(SERVICE));
	check(seat_file(CONVOY), second);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
