#include "analysis/find/odd_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* "34", "4.1": as exact as it is of use. */
static const char *usual(double n, char buf[static NUMBER_GROUPED_MAX])
{
	if (n >= 9.95)
		return number_grouped((uint64_t)(n + 0.5), buf);
	snprintf(buf, NUMBER_GROUPED_MAX, "%.1f", n);
	return buf;
}

#define DURATION_MAX 32

static const char *duration(struct range r, char buf[static DURATION_MAX])
{
	double s = (double)(r.to - r.from) / 1e9;

	if (s < 0.0995)
		snprintf(buf, DURATION_MAX, "%.*f ms", s < 0.00995, s * 1e3);
	else
		snprintf(buf, DURATION_MAX, "%.*f s", s < 9.95 ? 2 - (s >= 0.995) : 0, s);
	return buf;
}

static double percent(double part, uint64_t all)
{
	return all ? 100 * part / (double)all : 0;
}

static void say_share(struct odd_sentence *s, const struct odd_moment *m,
		      struct text process, struct text reason, bool brief)
{
	char seen[NUMBER_GROUPED_MAX], all[NUMBER_THINGS_MAX], takes[DURATION_MAX];
	const char *at;
	double now = percent((double)m->samples, m->of),
	       then = percent(m->expected, m->of);

	s->part[0].name = reason;
	s->part[1].name = process;
	duration(m->range, takes);
	at = m->from_start ? " at the start" : "";
	if (brief && process.len) {
		snprintf(s->part[1].words, ODD_WORDS_MAX, " has %.0f %% of ", now);
		snprintf(s->part[2].words, ODD_WORDS_MAX, ", usually %.0f %%, for %s%s",
			 then, takes, at);
	} else {
		snprintf(s->part[1].words, ODD_WORDS_MAX, " has %s of %s%s",
			 number_grouped(m->samples, seen),
			 number_things(m->of, "samples", all), process.len ? " in " : "");
		snprintf(s->part[2].words, ODD_WORDS_MAX,
			 " (%.0f %%, usually %.0f %%), for %s%s", now, then, takes, at);
	}
}

static void say_rate(struct odd_sentence *s, const struct odd_moment *m,
		     struct text process, struct text reason)
{
	char seen[NUMBER_THINGS_MAX], expected[NUMBER_GROUPED_MAX], takes[DURATION_MAX];

	number_things(m->samples, "samples", seen);
	usual(m->expected, expected);
	duration(m->kind == ODD_EACH_SECOND ? m->one : m->range, takes);
	if (m->kind == ODD_EACH_SECOND)
		snprintf(s->part[0].words, ODD_WORDS_MAX,
			 "%s where %s are usual, %" PRIu32 " times for %s, %" PRIu64
			 " ms after the second",
			 seen, expected, m->times, takes,
			 m->one.from % NS_PER_SECOND / 1000000);
	else
		snprintf(s->part[0].words, ODD_WORDS_MAX, "%s where %s are usual, for %s",
			 seen, expected, takes);
	if (process.len)
		snprintf(s->part[1].words, ODD_WORDS_MAX, ", in ");
	s->part[1].name = process;
	if (reason.len)
		snprintf(s->part[2].words, ODD_WORDS_MAX, "; mostly ");
	s->part[2].name = reason;
}

void odd_words_say(struct odd_sentence *s, const struct odd_moment *m,
		   const struct profile *p, bool brief)
{
	struct text process = profile_string(p, m->process_name);
	struct text reason = odd_moment_reason(m, p);

	memset(s, 0, sizeof *s);
	if (m->kind == ODD_THREAD || m->kind == ODD_MIX)
		say_share(s, m, process, reason, brief);
	else
		say_rate(s, m, process, reason);
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
