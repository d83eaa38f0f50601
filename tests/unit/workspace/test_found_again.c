/*
 * A search only changes the matches in a map: the picture is the same as for a map that is rebuilt.
 */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/made_profile.h"
#include "lib/seat.h"
#include "lib/stored.h"
#include "lib/work_dir.h"

#define SERVICE "data/examples/service.perf.gz"
#define OTHER	"data/examples/openssl.perf.gz"
#define WIDTH	100
#define HEIGHT	40

static char dir[WORK_DIR], moments[WORK_DIR + 20], spans[WORK_DIR + 20];

static void write_file(struct profile *p, const char *name, char path[WORK_DIR + 20])
{
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);
	FILE *out;

	snprintf(path, WORK_DIR + 20, "%s/%s.flare", dir, name);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
	free(bytes);
	profile_free(p);
}

static int make_files(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	work_dir_make(dir, "found-again");
	write_file(random_profile(5, 1500), "moments", moments);
	write_file(random_spans(5, 1500), "spans", spans);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

static int stop(void **state)
{
	mem_set_budget(0);
	if (*state)
		seat_free(*state);
	*state = NULL;
	return 0;
}

/* The whole screen except for the line of messages, with colours. */
static void take(const struct seat *s, struct cell cells[HEIGHT][WIDTH])
{
	for (int y = 0; y < HEIGHT - 1; y++)
		for (int x = 0; x < WIDTH; x++)
			cells[y][x] = *sheet_cell(&s->sheet, x, y);
}

/* Changing the height, and back again, rebuilds all maps. */
static void assert_as_built_anew(struct seat *s)
{
	static struct cell found[HEIGHT][WIDTH], anew[HEIGHT][WIDTH];

	take(s, found);
	seat_size(s, WIDTH, HEIGHT + 9);
	seat_size(s, WIDTH, HEIGHT);
	take(s, anew);
	for (int y = 0; y < HEIGHT - 1; y++) {
		for (int x = 0; x < WIDTH; x++) {
			struct cell a = found[y][x], b = anew[y][x];

			assert_int_equal(a.rune, b.rune);
			assert_int_equal(a.style.fg, b.style.fg);
			assert_int_equal(a.style.bg, b.style.bg);
			assert_int_equal(a.style.attr, b.style.attr);
		}
	}
}

/* For random_profile(), for the example, and for nothing. */
static const char *const patterns[] = {"f12", "sha2", "main|b", "~~"};

static void search_key_by_key(struct seat *s)
{
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		seat_do(s, COMMAND_SEARCH);
		for (const char *p = patterns[i]; *p; p++) {
			char key[2] = {*p, '\0'};

			seat_type(s, key);
			assert_as_built_anew(s);
		}
		seat_do(s, i % 2 ? COMMAND_ACCEPT : COMMAND_CANCEL);
		assert_as_built_anew(s);
	}
}

static const struct settings looks[] = {
    {.choice.counts = false},
    {.choice.counts = true},
    {.choice.shares = true},
    {.choice.lanes = 1 + LANES_THREAD},
    {.choice.hues_by = HUES_FUNCTION},
    {.choice.hues_by = HUES_PROCESS},
    {.choice.search = {"f|main", 6}},
    {.choice.filter = {"!main & !f2", 11}},
    {.theme.ascii = true},
    {.choice.idle = IDLE_SHOW},
    {.choice.period = 20000000},
};

static void check_all_looks(void **state, const char *path, const char *baseline)
{
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct settings settings = looks[i];

		settings.file = path;
		settings.baseline_file = baseline;
		if (baseline)
			settings.choice.lanes = 0;
		settings.theme.depth = i % 2 ? PALETTE_TRUE : PALETTE_256;
		*state = seat_new(path, &settings, WIDTH, HEIGHT);
		assert_true(!baseline || seat_says(*state, " B openssl"));
		search_key_by_key(*state);
		stop(state);
	}
}

TEST_WITH(of_moments, NULL, stop)
{
	check_all_looks(state, moments, NULL);
}

TEST_WITH(of_spans, NULL, stop)
{
	check_all_looks(state, spans, NULL);
}

TEST_WITH(of_a_clock_of_cpus, NULL, stop)
{
	check_all_looks(state, seat_file(SERVICE), NULL);
}

TEST_WITH(of_two_files, NULL, stop)
{
	char path[512], other[512];

	snprintf(path, sizeof path, "%s", seat_file(SERVICE));
	snprintf(other, sizeof other, "%s", seat_file(OTHER));
	check_all_looks(state, path, other);
}

/* If memory is short, the maps are unchanged, or show counts, or are absent. */
TEST_WITH(of_little_memory, NULL, stop)
{
	struct settings settings = {.file = SERVICE, .choice.hues_by = HUES_FUNCTION};
	struct seat *s = seat_new(seat_file(SERVICE), &settings, WIDTH, HEIGHT);

	*state = s;
	for (size_t more = 4096; more < 1 << 22; more *= 2) {
		seat_do(s, COMMAND_SEARCH);
		mem_set_budget(mem_used() + more);
		seat_type(s, "sha");
		mem_set_budget(0);
		seat_type(s, "2");
		assert_as_built_anew(s);
		seat_do(s, COMMAND_CANCEL);
	}
}

TEST_GROUP(make_files, remove_files);
