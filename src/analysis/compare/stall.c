#include "analysis/compare/stall.h"

#include "analysis/compare/sample_keys.h"

#define EXPECTED_LEAST 5   /* samples; fewer may be missing by chance */
#define LEFT_MOST      0.5 /* of what is expected, */
#define MISSING_LEAST  0.3 /* and of all that is */

struct missing {
	double expected, missing;
};

/* What of a value of the baseline is missing in the subject. */
static void add(struct missing *m, const struct comparison *c, uint64_t subject,
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

static bool by_names(const struct comparison *c, bool *is, struct error *err)
{
	struct sample_keys keys;
	struct context_values values = {.of = {NULL}};
	struct key_counts counts = {.total = {NULL}};
	struct missing m = {0, 0};
	bool ok;

	if (!sample_keys_by_name(&keys, c, KEYS_THREAD, err))
		return false;
	ok = context_values_build(&values, c, err) &&
	     key_counts_build(&counts, &keys, c, &values, err);
	for (uint32_t i = 0; ok && i < keys.count; i++)
		add(&m, c, counts.total[SIDE_SUBJECT][i], counts.total[SIDE_BASELINE][i]);
	*is = is_stall(&m);
	key_counts_release(&counts);
	context_values_release(&values);
	sample_keys_release(&keys);
	return ok;
}

bool stall_find(const struct comparison *c, bool *is, struct error *err)
{
	struct missing m = {0, 0};

	*is = false;
	if (!comparison_has_times(c) || !c->baseline.samples)
		return true;
	*is = !c->subject.value;
	if (*is)
		return true;
	add(&m, c, c->subject.value, c->baseline.value);
	*is = is_stall(&m); /* all together may be more than five */
	return *is || by_names(c, is, err);
}
