/*
 * two - the cost of a step of a drag, and of a key of a search, for a session before anything is
 * drawn, in milliseconds of CPU time: with one file, and compared with another; for a key also
 * including the maps.
 *
 * 	two FILE BASELINE-FILE [STEPS]
 */

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "figures.h"
#include "session/picture.h"
#include "session/session.h"

#define COLUMNS 180 /* of a map: a step of a drag is one of them */
#define ROWS	50

static const struct settings settings = {.file = "one", .baseline_file = "other"};

static struct session *open_first(const char *path, struct error *err)
{
	struct profile *p = reading_run(path, NULL, NULL, err);

	return p ? session_new(p, &settings, err) : NULL;
}

static bool hold_against(struct session *s, const char *path, struct error *err)
{
	struct profile *p = reading_run(path, NULL, NULL, err);
	struct session *other = p ? session_new_baseline(p, s, &settings, err) : NULL;

	return other && session_compare_with(s, other, &settings, err);
}

/* The map of the session, and the map of the baseline file if there is one. */
static bool find_in_maps(struct picture_map maps[2], const struct session *s,
			 struct error *err)
{
	return picture_map_search(&maps[0], s, 0, err) &&
	       (!maps[1].map.rows || picture_map_search(&maps[1], s->other, 1, err));
}

/* As typed: "m", "ma", "mai", "main", and back. */
static bool search(struct session *s, int steps, struct picture_map maps[2],
		   struct series *times, struct series *with_maps, struct error *err)
{
	static const char word[] = "main";
	for (int i = 0; i < steps; i++) {
		size_t len = (size_t)(i % 8 < 4 ? i % 8 + 1 : 7 - i % 8);
		struct choice c = s->choice;
		uint64_t start = clock_spent();

		c.search = (struct text){word, len};
		if (!session_choose(s, &c, NULL, err))
			return false;
		figures_add(times, clock_spent() - start);
		if (!find_in_maps(maps, s, err))
			return false;
		figures_add(with_maps, clock_spent() - start);
	}
	return true;
}

static void drag(struct session *s, int steps, struct diff_flame *shown,
		 struct series *times)
{
	uint64_t column = range_whole(s->profile).to / COLUMNS;
	for (int i = 0; i < steps; i++) {
		uint64_t columns = (uint64_t)(i % COLUMNS / 2 + 1), start;

		start = clock_spent();
		session_set_range(s, (struct range){5 * column, (5 + columns) * column});
		if (shown)
			shown_refresh(shown, session_comparison(s));
		figures_add(times, clock_spent() - start);
	}
}

/* Find programs and modules with two names: done once, when the second file has been read. */
static bool find_renamed(const struct session *s, int steps, struct series *times,
			 struct error *err)
{
	for (int i = 0; i < steps; i++) {
		uint64_t start = clock_spent();
		struct renamed r;

		if (!renamed_find(&r, s->profile, s->other->profile, TEXT(""), err))
			return false;
		figures_add(times, clock_spent() - start);
		renamed_release(&r);
	}
	return true;
}

static const char *const names[] = {"one-drag",	  "one-search", "one-key", "two-drag",
				    "two-elided", "two-search", "two-key", "two-renamed"};

static bool measure(struct session *s, const char *other, int steps,
		    struct picture_map maps[2], struct error *err)
{
	static struct series times[8];
	struct diff_flame shown;

	drag(s, steps, NULL, &times[0]);
	if (!picture_map_build(&maps[0], s, 1000000000, ROWS, false, err) ||
	    !search(s, steps, maps, &times[1], &times[2], err) ||
	    !hold_against(s, other, err) || !find_renamed(s, steps, &times[7], err))
		return false;
	drag(s, steps, NULL, &times[3]);
	if (!shown_build(&shown, session_comparison(s), SHOWN_ELIDED, 0, err))
		return false;
	drag(s, steps, &shown, &times[4]);
	shown_release(&shown);
	if (!picture_map_build(&maps[1], s->other, 1000000000, ROWS, false, err) ||
	    !search(s, steps, maps, &times[5], &times[6], err))
		return false;
	for (int i = 0; i < 8; i++)
		figures_print_all_ms(names[i], &times[i]);
	return true;
}

int main(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct picture_map maps[2] = {{.hues = NULL}};
	struct session *s;
	bool ok;

	if (argc < 3) {
		fprintf(stderr, "usage: two FILE BASELINE-FILE [STEPS]\n");
		return 2;
	}
	s = open_first(argv[1], &err);
	ok = s && measure(s, argv[2], argc > 3 ? atoi(argv[3]) : 40, maps, &err);
	if (!ok)
		fprintf(stderr, "two: %s\n", err.message);
	picture_map_release(&maps[0]);
	picture_map_release(&maps[1]);
	session_free(s);
	return !ok;
}
