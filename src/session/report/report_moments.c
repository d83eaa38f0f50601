#include "session/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/append.h"

static bool is_burst(const struct anomaly *m)
{
	return m->kind == ANOMALY_BURST;
}

/* ---- regular bursts ---- */

#define LEAST_BURSTS 4

/* Bursts in order of time, as indices of moments. */
struct bursts {
	uint32_t count, moment[ANOMALIES_MAX];
	uint64_t gap[ANOMALIES_MAX];	/* from the start of the previous one; 0: none */
	bool is_regular[ANOMALIES_MAX]; /* by moment */
};

static void find_bursts(struct bursts *b, const struct anomalies *all)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < all->count; i++) {
		uint32_t at = all->by_time[i];
		uint64_t from = all->moment[at].range.from;

		if (!is_burst(&all->moment[at]))
			continue;
		b->gap[b->count] = b->count ? from - last : 0;
		if (!APPEND_FIXED(b->moment, b->count, at))
			break;
		last = from;
	}
}

static int compare_gaps(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool is_near(uint64_t gap, uint64_t median)
{
	return gap >= median - median / 10 && gap <= median + median / 10;
}

/* The interval of the bursts; 0 if they are not regular. */
static uint64_t find_every(const struct bursts *b)
{
	uint64_t gaps[ANOMALIES_MAX], median;
	uint32_t count = b->count ? b->count - 1 : 0, near = 0;

	if (b->count < LEAST_BURSTS)
		return 0;
	memcpy(gaps, b->gap + 1, count * sizeof *gaps);
	qsort(gaps, count, sizeof *gaps, compare_gaps);
	median = gaps[count / 2];
	for (uint32_t i = 0; i < count; i++)
		near += is_near(gaps[i], median);
	return 3 * near >= 2 * count ? median : 0;
}

static void mark_regular(struct bursts *b, uint64_t every)
{
	for (uint32_t i = 1; every && i < b->count; i++)
		if (is_near(b->gap[i], every))
			b->is_regular[b->moment[i - 1]] = b->is_regular[b->moment[i]] =
			    true;
}

/* ---- groups ---- */

static bool are_alike(const struct anomaly *a, const struct anomaly *b,
		      const struct profile *p)
{
	return a->kind == b->kind &&
	       text_equal(anomaly_reason(a, p), anomaly_reason(b, p));
}

#define NO_GROUP UINT32_MAX

/* The group of moment `i`; a new one if needed. NO_GROUP if there is no room for one. */
static uint32_t find_group(struct report_moments *m, uint32_t i, const struct bursts *b,
			   const struct profile *p)
{
	for (uint32_t g = 0; g < m->count; g++) {
		uint32_t first = m->groups[g].shown;

		if ((b->is_regular[i] && b->is_regular[first]) ||
		    are_alike(&m->all.moment[first], &m->all.moment[i], p))
			return g;
	}
	return APPEND_FIXED(m->groups, m->count, (struct report_group){.shown = i})
		   ? m->count - 1
		   : NO_GROUP;
}

/* Show the oddest moment that has the commonest reason of the group. */
static void choose_shown(struct report_moments *m, const uint32_t *group_of,
			 const struct profile *p)
{
	uint32_t most[REPORT_GROUPS] = {0};

	for (uint32_t i = 0; i < m->all.count; i++) {
		uint32_t n = 0;

		if (group_of[i] == NO_GROUP)
			continue;
		for (uint32_t k = 0; k < m->all.count; k++)
			n += group_of[k] == group_of[i] &&
			     are_alike(&m->all.moment[i], &m->all.moment[k], p);
		if (n > most[group_of[i]]) {
			most[group_of[i]] = n;
			m->groups[group_of[i]].shown = i;
		}
	}
}

/* The oddest moments come first, so that those without a group are less odd than all others. */
static void group_moments(struct report_moments *m, const struct bursts *b,
			  const struct profile *p)
{
	uint32_t group_of[ANOMALIES_MAX];

	for (uint32_t i = 0; i < m->all.count; i++) {
		group_of[i] = find_group(m, i, b, p);
		if (group_of[i] != NO_GROUP)
			m->groups[group_of[i]].count++;
	}
	choose_shown(m, group_of, p);
}

static void count_kinds(struct report_moments *m)
{
	for (uint32_t i = 0; i < m->all.count; i++) {
		enum anomaly_kind kind = m->all.moment[i].kind;

		m->bursts += is_burst(&m->all.moment[i]);
		m->stalls += kind == ANOMALY_STALL;
		m->each_second += kind == ANOMALY_RECURRING;
		m->threads += kind == ANOMALY_THREAD;
		m->mixes += kind == ANOMALY_MIX;
	}
}

bool report_moments_find(struct report_moments *m, const struct time_query *w,
			 struct error *err)
{
	return !w->profile->has_times || w->kept->spans ||
	       time_query_find_anomalies(w, ANOMALY_ALL_APART, &m->all, err);
}

void report_moments_tell(struct report_moments *m, const struct profile *p)
{
	struct bursts bursts = {0};

	find_bursts(&bursts, &m->all);
	m->every = find_every(&bursts);
	mark_regular(&bursts, m->every);
	group_moments(m, &bursts, p);
	count_kinds(m);
}

void report_moments_release(struct report_moments *m)
{
	anomalies_release(&m->all);
	*m = (struct report_moments){0};
}
