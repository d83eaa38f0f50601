#include "analysis/compare/stall.h"

#include "analysis/compare/sample_keys.h"

/* Fewer expected samples may be missing by chance. */
#define EXPECTED_LEAST 5
/* A name is missing if it has less than this part of its expected samples; */
#define LEFT_MOST 0.5
/* a stall is when this part of all expected samples is missing. */
#define MISSING_LEAST 0.3

struct missing {
	double expected, missing;
};

static void add_missing(struct missing *m, const struct comparison *c, uint64_t subject,
			uint64_t baseline)
{
	double one = (double)c->baseline.value / (double)c->baseline.samples;
	double expected =
	    (double)baseline * (double)c->subject.length / (double)c->baseline.length;
	double is = (double)subject;

	m->expected += expected;
	if (expected >= EXPECTED_LEAST * one && is < LEFT_MOST * expected)
		m->missing += expected - is;
}

static bool is_stall(const struct missing *m)
{
	return m->expected > 0 && m->missing >= MISSING_LEAST * m->expected;
}

bool stall_find(const struct comparison *c, bool *is, struct error *err)
{
	struct sample_keys keys;
	struct context_values values = {.of = {NULL}};
	struct key_counts counts = {.total = {NULL}};
	struct missing all = {0, 0}, by_name = {0, 0};
	bool ok;

	*is = false;
	if (!comparison_has_times(c) || !c->baseline.samples)
		return true;
	add_missing(&all, c, c->subject.value, c->baseline.value);
	*is =
	    !c->subject.value || is_stall(&all); /* all names together may exceed five */
	if (*is)
		return true;
	if (!sample_keys_by_name(&keys, c, KEYS_THREAD, err))
		return false;
	ok = context_values_build(&values, c, err) &&
	     key_counts_build(&counts, &keys, c, &values, err);
	for (uint32_t i = 0; ok && i < keys.count; i++)
		add_missing(&by_name, c, counts.total[SIDE_SUBJECT][i],
			    counts.total[SIDE_BASELINE][i]);
	*is = is_stall(&by_name);
	key_counts_release(&counts);
	context_values_release(&values);
	sample_keys_release(&keys);
	return ok;
}
