/*
 * explain - the time to explain the differences of a range, with all kinds of rows, in milliseconds
 * of CPU time. Ranges of 1 ms to half of the profile, at places spread over it.
 *
 * 	explain FILE.flare [RANGES]
 */

#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare/difference_rows.h"
#include "base/clock.h"
#include "base/number.h"
#include "figures.h"
#include "input/reading.h"

struct opened {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame subject, all;
};

static bool open_all(struct opened *o, const char *path, struct error *err)
{
	o->profile = reading_run(path, NULL, NULL, err);
	o->tree = o->profile ? tree_new(o->profile, ROOT_COMM, err) : NULL;
	if (!o->tree || !bits_build(&o->which, o->profile->samples.count, err))
		return false;
	bits_fill(&o->which);
	if (!flame_build(&o->subject, o->tree, &o->which, NULL, WEIGH_SAMPLES, err) ||
	    !flame_build(&o->all, o->tree, &o->which, NULL, WEIGH_SAMPLES, err))
		return false;
	flame_show(&o->all, RANGE_ALL);
	return true;
}

static void close_all(struct opened *o)
{
	flame_release(&o->subject);
	flame_release(&o->all);
	bits_release(&o->which);
	tree_free(o->tree);
	profile_free(o->profile);
}

/* The comparison exists when a range is chosen; only the rows are measured. */
static bool explain(struct opened *o, struct range range, struct series *times,
		    struct error *err)
{
	struct comparison c;
	struct difference_rows rows;
	uint64_t start;
	bool ok;

	flame_show(&o->subject, range);
	if (!comparison_with_rest(&c, &o->subject, range, &o->all, err))
		return false;
	start = clock_spent();
	ok = difference_rows_explain(&rows, &c, false, NULL, err);
	figures_add(times, clock_spent() - start);
	if (ok)
		difference_rows_release(&rows);
	comparison_release(&c);
	return ok;
}

int main(int argc, char **argv)
{
	static const double widths[] = {0.001, 0.0035, 0.01, 0.1, 0.5};
	static struct series times;
	struct opened o = {0};
	struct error err = ERROR_INIT;
	int ranges = argc > 2 ? atoi(argv[2]) : 20;
	bool ok;

	if (argc < 2) {
		fprintf(stderr, "usage: explain FILE.flare [RANGES]\n");
		return 2;
	}
	ok = open_all(&o, argv[1], &err);
	for (int i = 0; ok && i < ranges; i++) {
		double whole = (double)range_whole(o.profile).to;
		double width = whole * widths[(size_t)i % 5];
		double from = (whole - width) * i / ranges;

		ok = explain(&o, (struct range){(uint64_t)from, (uint64_t)(from + width)},
			     &times, &err);
	}
	if (ok)
		figures_print_all_ms("explain", &times);
	else
		fprintf(stderr, "explain: %s\n", err.message);
	close_all(&o);
	return !ok;
}
