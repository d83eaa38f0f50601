/*
 * charts - the cost of the chart of the busiest thread after a change of the range, in milliseconds
 * of CPU time: listing the threads, listing them again for another range, and the columns.
 *
 * 	charts FILE [STEPS]
 */

#include <stdio.h>
#include <stdlib.h>

#include "analysis/chart/chart_cells.h"
#include "analysis/chart/chart.h"
#include "base/clock.h"
#include "figures.h"
#include "session/picture.h"
#include "session/session.h"

#define COLUMNS 180
#define DEPTHS	300

static const struct settings settings = {.file = "one"};

/* Narrow and wide ranges in all parts of the profile. */
static struct range some_range(const struct session *s, int i, int steps)
{
	static const unsigned percents[] = {1, 10, 50, 90};
	struct range whole = range_whole(s->profile);
	uint64_t length = (whole.to - whole.from) / 100 * percents[i % 4];
	uint64_t from =
	    whole.from + (whole.to - whole.from - length) / (uint64_t)steps * (uint64_t)i;

	return (struct range){from, from + length};
}

static bool draw(struct session *s, struct chart_threads *threads, struct error *err)
{
	struct range r = session_range(s);
	struct chart_window w = {.from = r.from,
				 .period = (r.to - r.from) / COLUMNS + 1,
				 .columns = COLUMNS,
				 .rows = DEPTHS};
	struct thread_samples samples;
	struct chart_cells cells;
	bool ok = thread_samples_find(&samples, &s->flame, NULL, &threads->lanes,
				      threads->list[0].lane, err) &&
		  chart_cells_build(&cells, &samples, &w, err);

	if (ok)
		chart_cells_release(&cells);
	return ok;
}

struct chart_costs {
	struct series threads, again, columns;
};

static bool step(struct session *s, struct chart_costs *f, struct error *err)
{
	struct chart_threads threads;
	uint64_t start = clock_spent(), built, counted;
	bool ok;

	if (!chart_threads_build(&threads, &s->flame, NULL, err))
		return false;
	built = clock_spent();
	ok = chart_threads_count(&threads, &s->flame, NULL, err);
	counted = clock_spent();
	ok = ok && (threads.count == 0 || draw(s, &threads, err));
	figures_add(&f->threads, built - start);
	figures_add(&f->again, counted - built);
	figures_add(&f->columns, clock_spent() - counted);
	chart_threads_release(&threads);
	return ok;
}

int main(int argc, char **argv)
{
	static struct chart_costs f;
	struct error err = ERROR_INIT;
	int steps = argc > 2 ? atoi(argv[2]) : 40;
	struct profile *p = argc > 1 ? reading_run(argv[1], NULL, NULL, &err) : NULL;
	struct session *s = p ? session_new(p, &settings, &err) : NULL;
	bool ok = s != NULL;

	for (int i = 0; ok && i < steps; i++) {
		session_set_range(s, some_range(s, i, steps));
		ok = step(s, &f, &err);
	}
	if (!ok)
		fprintf(stderr, "charts: %s\n", err.message);
	figures_print_all_ms("chart-threads", &f.threads);
	figures_print_all_ms("chart-threads-again", &f.again);
	figures_print_all_ms("chart-columns", &f.columns);
	session_free(s);
	return !ok;
}
