/*
 * drive - runs flarescope in a pseudo-terminal with a stopwatch. Prints "NAME VALUE UNIT" lines.
 *
 * 	drive [-s SECONDS] [-l LOAD-MS] [-q QUIET-MS] [-n STEPS] [-k KEYS] [-c COUNT]
 * 	      [-e NAME=VALUE] WHAT [OPTION]... FILE [BASELINE-FILE]
 *
 * WHAT is a row of the table below; the rest is flarescope's command line. FLARESCOPE names the
 * program. SECONDS is the length of the profile, needed to type ranges of it. A time ends when the
 * last byte of the response has arrived; the quiet time that shows that it was the last is not
 * included.
 */

#include "drive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/program.h"

#define COLUMNS	   200
#define ROWS	   60
#define TIMEOUT_NS (120000 * DRIVE_MS) /* for a file of many gigabytes */
#define FIRST_MS   10000	       /* for the first byte of a certain response */

struct terminal *drive_start(const struct drive *d, uint64_t *start)
{
	*start = terminal_clock();
	return terminal_start_with(COLUMNS, ROWS, d->argv, d->env);
}

/* The reason may be a missing file, a filter that keeps nothing, or a map that does not fit. */
static void say_what_is_seen(struct terminal *t)
{
	terminal_settle(t); /* its last output may still be on its way */
	fprintf(stderr, "drive: %s shows no map%s:\n", program_name(),
		terminal_has_ended(t) ? ", and has ended" : "");
	for (int y = 0; y < terminal_rows(t); y++)
		if (*terminal_row(t, y))
			fprintf(stderr, "  %s\n", terminal_row(t, y));
}

struct terminal *drive_open(const struct drive *d)
{
	uint64_t start;
	struct terminal *t = drive_start(d, &start);

	while (!drive_shows_map(t) && !terminal_has_ended(t) &&
	       terminal_clock() - start < TIMEOUT_NS)
		drive_answer(d, t, start, true);
	if (drive_shows_map(t) && !terminal_has_ended(t))
		return t;
	say_what_is_seen(t);
	terminal_free(t);
	return NULL;
}

/* The axis ends in a corner; a cell above it that is not empty holds a sample. */
bool drive_shows_map(struct terminal *t)
{
	for (int y = 1; y < terminal_rows(t); y++) {
		const char *row = terminal_row(t, y);
		int cells = 0;

		if (!strstr(row, "└"))
			continue;
		for (int up = 1; up <= 3 && up <= y; up++)
			for (int x = 8; x < COLUMNS / 2; x++) {
				struct terminal_cell c = terminal_cell(t, x, y - up);

				cells += c.rune != ' ' || c.bg != TERMINAL_DEFAULT;
			}
		return cells > 0;
	}
	return false;
}

uint64_t drive_answer(const struct drive *d, struct terminal *t, uint64_t start,
		      bool sure)
{
	size_t before = terminal_sent(t);
	int timeout = sure ? FIRST_MS : d->quiet_ms;

	while (terminal_hear(t, timeout))
		timeout = d->quiet_ms;
	terminal_catch_up(t);
	return terminal_sent(t) > before ? terminal_heard(t) - start : 0;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: drive [-s SECONDS] [-l LOAD-MS] [-q QUIET-MS] [-n STEPS] "
		"[-k KEYS] [-c COUNT] [-e NAME=VALUE] "
		"load|keys|cancel|steps|shapes|code|inlined|ranges|search|two|bytes "
		"[OPTION]... "
		"FILE [BASELINE-FILE]\n");
	return 2;
}

static bool run(const char *what, const struct drive *d)
{
	static const struct {
		const char *name;
		bool (*run)(const struct drive *d);
		bool types_ranges; /* and so must know the length of the profile */
	} kinds[] = {
	    {"load", drive_load, false},       {"keys", drive_keys, false},
	    {"cancel", drive_cancel, false},   {"steps", drive_steps, true},
	    {"shapes", drive_shapes, true},    {"code", drive_code, false},
	    {"inlined", drive_inlined, false}, {"ranges", drive_ranges, true},
	    {"search", drive_search, false},   {"two", drive_two, false},
	    {"bytes", drive_bytes, false},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(what, kinds[i].name) == 0 &&
		    (d->seconds > 0 || !kinds[i].types_ranges))
			return kinds[i].run(d);
	usage();
	return false;
}

int main(int argc, char **argv)
{
	struct drive d = {.quiet_ms = 150, .steps = 30, .keys = "q"};
	char cache[4096];
	const char *env[3] = {0};
	int option;

	while ((option = getopt(argc, argv, "+s:l:q:n:k:c:e:")) != -1) {
		if (option == 's')
			d.seconds = strtod(optarg, NULL);
		else if (option == 'l')
			d.load_ns = strtoull(optarg, NULL, 10) * DRIVE_MS;
		else if (option == 'q')
			d.quiet_ms = atoi(optarg);
		else if (option == 'n')
			d.steps = atoi(optarg);
		else if (option == 'k')
			d.keys = optarg;
		else if (option == 'c')
			d.count = optarg;
		else if (option == 'e')
			env[1] = optarg; /* for the program: the type of its terminal */
		else
			return usage();
	}
	if (argc - optind < 2)
		return usage();
	if (getenv("XDG_CACHE_HOME")) { /* not passed on by a terminal of the tests */
		snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s",
			 getenv("XDG_CACHE_HOME"));
		env[0] = cache;
	}
	d.env = env[0] ? env : env + 1;
	argv[optind - 1] = argv[optind];
	argv[optind] = strdup(program_name());
	d.argv = (const char *const *)argv + optind;
	if (access(program_name(), X_OK) != 0) {
		fprintf(stderr, "drive: %s: %s; FLARESCOPE names the program\n",
			program_name(), strerror(errno));
		return 1;
	}
	return !run(argv[optind - 1], &d);
}
