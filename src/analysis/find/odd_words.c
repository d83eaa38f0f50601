#include "analysis/find/odd_words.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"

/* "34", "4.1": as exact as it is of use. */
static const char *usual(double n, char *buf, size_t size)
{
	char grouped[NUMBER_GROUPED_MAX];

	if (n < 9.95)
		snprintf(buf, size, "%.1f", n);
	else
		snprintf(buf, size, "%s", number_grouped((uint64_t)(n + 0.5), grouped));
	return buf;
}

static const char *duration(struct range r, char *buf, size_t size)
{
	double s = (double)(r.to - r.from) / 1e9;

	if (s < 0.0995)
		snprintf(buf, size, "%.*f ms", s < 0.00995, s * 1e3);
	else
		snprintf(buf, size, "%.*f s", s < 9.95 ? 2 - (s >= 0.995) : 0, s);
	return buf;
}

static double percent(double part, uint64_t all)
{
	return all ? 100 * part / (double)all : 0;
}

const char *odd_words(const struct odd_moment *m, char buf[static ODD_WORDS_MAX])
{
	char seen[NUMBER_THINGS_MAX], some[NUMBER_THINGS_MAX],
	    expected[NUMBER_GROUPED_MAX], takes[NUMBER_GROUPED_MAX];

	number_things(m->samples, "samples", seen);
	usual(m->expected, expected, sizeof expected);
	duration(m->kind == ODD_EACH_SECOND ? m->one : m->range, takes, sizeof takes);
	if (m->kind == ODD_THREAD || m->kind == ODD_MIX)
		snprintf(buf, ODD_WORDS_MAX,
			 "%s of %s (%.0f %%, usually %.0f %%), for %s%s",
			 number_grouped(m->samples, seen),
			 number_things(m->of, "samples", some),
			 percent((double)m->samples, m->of), percent(m->expected, m->of),
			 takes, m->from_start ? " at the start" : "");
	else if (m->kind == ODD_EACH_SECOND)
		snprintf(buf, ODD_WORDS_MAX,
			 "%s where %s are usual, %" PRIu32 " times for %s, %" PRIu64
			 " ms after the second",
			 seen, expected, m->times, takes,
			 m->one.from % NS_PER_SECOND / 1000000);
	else
		snprintf(buf, ODD_WORDS_MAX, "%s where %s are usual, for %s", seen,
			 expected, takes);
	return buf;
}

const char *odd_words_reason(const struct odd_moment *m)
{
	return m->kind == ODD_MIX || m->kind == ODD_THREAD ? ": " : "; mostly ";
}

const char *odd_words_looked(const struct odd_moments *o, char buf[static ODD_WORDS_MAX])
{
	char processes[NUMBER_THINGS_MAX], threads[NUMBER_THINGS_MAX],
	    functions[NUMBER_THINGS_MAX];

	snprintf(buf, ODD_WORDS_MAX, "all samples, %s, %s and %s",
		 number_things(o->processes, "processes", processes),
		 number_things(o->threads, "threads", threads),
		 number_things(o->functions, "functions", functions));
	return buf;
}
