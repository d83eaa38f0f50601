#include "analysis/find/anomaly_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "profile/hosts.h"

/* Numbers below 10 have one decimal: "34", "4.1". */
static const char *usual(double n, char buf[static NUMBER_GROUPED_MAX])
{
	if (n >= 9.95)
		return number_grouped((uint64_t)(n + 0.5), buf);
	snprintf(buf, NUMBER_GROUPED_MAX, "%.1f", n);
	return buf;
}

#define DURATION_MAX 32

static const char *write_duration(struct range r, char buf[static DURATION_MAX])
{
	double s = (double)(r.to - r.from) / 1e9;

	if (s < 0.0995)
		snprintf(buf, DURATION_MAX, "%.*f ms", s < 0.00995, s * 1e3);
	else
		snprintf(buf, DURATION_MAX, "%.*f s", s < 9.95 ? 2 - (s >= 0.995) : 0, s);
	return buf;
}

static double compute_percent(double part, uint64_t all)
{
	return all ? 100 * part / (double)all : 0;
}

/* "-4711": follows the name of a process that is not unique. */
static const char *process_id(const struct anomaly *m, const struct profile *p,
			      char buf[static 16])
{
	int32_t pid =
	    m->process_shared ? host_pid(p, &p->threads[m->process]) : PROFILE_NO_ID;

	*buf = '\0';
	if (pid != PROFILE_NO_ID)
		snprintf(buf, 16, "-%" PRId32, pid);
	return buf;
}

static void say_share(struct anomaly_sentence *s, const struct anomaly *m, const char *id,
		      bool brief)
{
	char seen[NUMBER_GROUPED_MAX], all[NUMBER_THINGS_MAX], takes[DURATION_MAX];
	const char *at = m->from_start ? " at the start" : "";
	double now = compute_percent((double)m->samples, m->of),
	       then = compute_percent(m->expected, m->of);
	bool named = s->part[1].name.len > 0;

	write_duration(m->range, takes);
	snprintf(s->part[0].words, ANOMALY_WORDS_MAX, "%s",
		 m->kind == ANOMALY_THREAD ? "thread " : "");
	if (brief && named) {
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, " has %.0f %% of ", now);
		snprintf(s->part[2].words, ANOMALY_WORDS_MAX,
			 "%s, usually %.0f %%, for %s%s", id, then, takes, at);
	} else {
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, " has %s of %s%s",
			 number_grouped(m->samples, seen),
			 number_things(m->of, "samples", all), named ? " in " : "");
		snprintf(s->part[2].words, ANOMALY_WORDS_MAX,
			 "%s (%.0f %%, usually %.0f %%), for %s%s", id, now, then, takes,
			 at);
	}
}

static void say_rate(struct anomaly_sentence *s, const struct anomaly *m, const char *id)
{
	char seen[NUMBER_THINGS_MAX], expected[NUMBER_GROUPED_MAX], takes[DURATION_MAX];

	number_things(m->samples, "samples", seen);
	usual(m->expected, expected);
	write_duration(m->range, takes);
	snprintf(s->part[0].words, ANOMALY_WORDS_MAX, "%s where %s are usual, for %s",
		 seen, expected, takes);
	if (s->part[1].name.len)
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, ", in ");
	snprintf(s->part[2].words, ANOMALY_WORDS_MAX, "%s%s", id,
		 s->part[2].name.len ? "; mostly " : "");
}

/* Counts are averages over all occurrences. */
static void say_each_second(struct anomaly_sentence *s, const struct anomaly *m)
{
	double times = m->times ? m->times : 1;
	char seen[NUMBER_GROUPED_MAX], expected[NUMBER_GROUPED_MAX], takes[DURATION_MAX];

	snprintf(s->part[0].words, ANOMALY_WORDS_MAX,
		 "%s samples where %s are usual, for %s, %" PRIu64
		 " ms into a second, %" PRIu32 " times",
		 usual((double)m->samples / times, seen),
		 usual(m->expected / times, expected), write_duration(m->one, takes),
		 m->one.from % NS_PER_SECOND / 1000000, m->times);
	snprintf(s->part[2].words, ANOMALY_WORDS_MAX, "%s",
		 s->part[2].name.len ? "; mostly " : "");
}

void anomaly_words_say(struct anomaly_sentence *s, const struct anomaly *m,
		       const struct profile *p, bool brief)
{
	bool share = m->kind == ANOMALY_THREAD || m->kind == ANOMALY_MIX;
	char id[16];

	memset(s, 0, sizeof *s);
	s->part[1].name = profile_string(p, m->process_name);
	s->part[share ? 0 : 2].name = anomaly_reason(m, p);
	process_id(m, p, id);
	if (share)
		say_share(s, m, id, brief);
	else if (m->kind == ANOMALY_RECURRING)
		say_each_second(s, m);
	else
		say_rate(s, m, id);
}

/* Append ", 2 processes" unless there are none. */
static void add_looked(char buf[static ANOMALY_WORDS_MAX], uint32_t n, const char *what)
{
	char things[NUMBER_THINGS_MAX];
	size_t at = strlen(buf);

	if (n)
		snprintf(buf + at, ANOMALY_WORDS_MAX - at, ", %s",
			 number_things(n, what, things));
}

const char *anomaly_words_looked(const struct anomalies *o,
				 char buf[static ANOMALY_WORDS_MAX])
{
	snprintf(buf, ANOMALY_WORDS_MAX, "all samples");
	add_looked(buf, o->processes, "processes");
	add_looked(buf, o->threads, "threads");
	add_looked(buf, o->functions, "functions");
	return buf;
}
