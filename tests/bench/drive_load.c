/* What a user sees and can do while a file is being read. */

#include "drive.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"

#define LOADED_MS  800 /* a program that is still loading sends something sooner */
#define LOAD_NS	   (300000 * DRIVE_MS) /* after this time something is wrong */
#define BURST_NS   (5 * DRIVE_MS)      /* output in shorter succession is one update */
#define ANSWER_NS  (2000 * DRIVE_MS)   /* for a key; later it is not a response */
#define CANCEL_NS  (10000 * DRIVE_MS)  /* to stop; later it counts as not stopping */
#define HELP_TITLE " Keys "
#define BUSY_SHARE 0.8 /* part of the loading time in which keys are typed */
#define AMID_SHARE 0.4 /* part of it after which loading is stopped */

/* When something was first seen, from the start; 0: never. */
struct sights {
	uint64_t output, count, map, whole, keys;
	/* the time of the last update, and the longest gap between two */
	uint64_t update, gap;
	unsigned updates;
};

/* Is a nonzero count, "12,345 samples", somewhere on the screen? */
static bool shows_count(struct terminal *t)
{
	for (int y = 0; y < terminal_rows(t); y++) {
		const char *row = terminal_row(t, y), *at = row;

		while ((at = strstr(at + 1, " samples")))
			if (at > row && isdigit((unsigned char)at[-1]) &&
			    (at[-1] != '0' || (at > row + 1 && at[-2] != ' ')))
				return true;
	}
	return false;
}

/*
 * Is the count of the displayed profile shown: "1,124,629 samples"? The number read "so far" may be
 * ahead of the map.
 */
static bool shows_all(struct terminal *t, const char *count)
{
	size_t len = strlen(count);

	for (int y = 0; y < terminal_rows(t); y++) {
		const char *at = strstr(terminal_row(t, y), count);

		if (at && strncmp(at + len, " samples", 8) == 0 &&
		    strncmp(at + len + 8, " so far", 7) != 0)
			return true;
	}
	return false;
}

static void see(const struct drive *d, struct terminal *t, struct sights *s, uint64_t now)
{
	if (!s->output)
		s->output = s->update = now;
	if (now - s->update >= BURST_NS) {
		if (now - s->update > s->gap)
			s->gap = now - s->update;
		s->updates++;
	}
	s->update = now;
	if (!s->count && shows_count(t))
		s->count = now;
	if (!s->map && drive_shows_map(t))
		s->map = now;
	if (s->map && !s->whole && d->count && shows_all(t, d->count))
		s->whole = now;
	if (s->map && !s->keys && terminal_shows(t, "quit"))
		s->keys = now;
}

static void print_sights(const struct sights *s, uint64_t end)
{
	if (s->count)
		figures_print_ms("first-count", s->count);
	if (s->map)
		figures_print_ms("first-map", s->map);
	if (s->whole)
		figures_print_ms("whole-map", s->whole);
	if (s->keys)
		figures_print_ms("full-screen", s->keys);
	figures_print_ms("first-output", s->output);
	figures_print_ms("loaded", end);
	figures_print_ms("longest-gap", s->gap);
	if (end > s->output)
		printf("updates %.2f 1/s\n",
		       (double)s->updates * 1e9 / (double)(end - s->output));
}

bool drive_load(const struct drive *d)
{
	struct sights s = {0};
	uint64_t start, end = 0;
	struct terminal *t = drive_start(d, &start);

	/* quiet with everything on the screen: loaded; quiet without: the program hangs */
	while (!terminal_has_ended(t) && terminal_clock() - start < LOAD_NS &&
	       !(s.keys && (s.whole || !d->count) &&
		 terminal_clock() - terminal_heard(t) > LOADED_MS * DRIVE_MS)) {
		if (!terminal_hear(t, LOADED_MS / 4))
			continue;
		end = terminal_heard(t) - start;
		terminal_catch_up(t);
		see(d, t, &s, end);
	}
	terminal_free(t);
	if (s.keys)
		print_sights(&s, end);
	return s.keys != 0;
}

/* Type `?` and wait until the help appears, or disappears. 0 if there is no response. */
static uint64_t toggle_help(struct terminal *t, bool there)
{
	uint64_t start = terminal_clock();

	terminal_type(t, "?");
	while (!terminal_has_ended(t) && terminal_clock() - start < ANSWER_NS) {
		uint64_t heard;

		if (!terminal_hear(t, 100))
			continue;
		heard = terminal_heard(t);
		terminal_catch_up(t);
		if (terminal_shows(t, HELP_TITLE) == there)
			return heard - start;
	}
	return 0;
}

static void listen_until(struct terminal *t, uint64_t when)
{
	while (terminal_clock() < when && !terminal_has_ended(t)) {
		uint64_t left = (when - terminal_clock()) / DRIVE_MS;

		terminal_hear(t, left > 1000 ? 1 : (int)left + 1);
		terminal_catch_up(t);
	}
}

bool drive_keys(const struct drive *d)
{
	static struct series answers;
	uint64_t start, end, took = 1;
	struct terminal *t = drive_start(d, &start);

	end = start + (uint64_t)(BUSY_SHARE * (double)d->load_ns);
	while (!drive_shows_map(t) && !shows_count(t) && terminal_clock() < end)
		listen_until(t, terminal_clock() + DRIVE_MS);
	for (bool there = true; took && terminal_clock() < end; there = !there) {
		took = toggle_help(t, there);
		if (took)
			figures_add(&answers, took);
	}
	terminal_free(t);
	figures_print_all_ms("key", &answers);
	if (took && answers.n)
		printf("keys %zu 1\n", answers.n);
	return took && answers.n;
}

bool drive_cancel(const struct drive *d)
{
	uint64_t start, took = 0;
	struct terminal *t = drive_start(d, &start);

	listen_until(t, start + (uint64_t)(AMID_SHARE * (double)d->load_ns));
	start = terminal_clock();
	terminal_type(t, d->keys);
	/* it may also keep showing the part read so far: then nothing more may arrive */
	while (!terminal_has_ended(t) && terminal_clock() - start < CANCEL_NS)
		if (terminal_hear(t, LOADED_MS))
			took = terminal_heard(t) - start;
		else if (took)
			break;
	if (terminal_has_ended(t) || !took)
		took = terminal_clock() - start;
	terminal_free(t);
	figures_print_ms("over", took);
	return true;
}
