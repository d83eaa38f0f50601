#include "planted/trial.h"

#include <assert.h>
#include <stdio.h>

#include "base/number.h"

static struct range range_of(const struct profile *p, uint64_t from, uint64_t to)
{
	uint64_t origin = profile_origin(p);

	return (struct range){from - origin, to - origin};
}

void asked_open(struct asked *a, const struct profile *p, uint64_t from, uint64_t to,
		enum keys_by by, bool self)
{
	struct error err = ERROR_INIT;
	struct range range = range_of(p, from, to);
	bool ok;

	*a = (struct asked){.tree = tree_new(p, ROOT_NONE, &err)};
	ok = a->tree && bits_build(&a->which, p->samples.count, &err);
	assert(ok);
	bits_fill(&a->which);
	ok = flame_build(&a->subject, a->tree, &a->which, NULL, WEIGH_SAMPLES, &err) &&
	     flame_build(&a->all, a->tree, &a->which, NULL, WEIGH_SAMPLES, &err);
	assert(ok);
	flame_show(&a->subject, range);
	flame_show(&a->all, RANGE_ALL);
	ok = comparison_with_rest(&a->comparison, &a->subject, range, &a->all, &err) &&
	     (by == KEYS_BY
		  ? difference_rows_explain(&a->rows, &a->comparison, false, NULL, &err)
		  : difference_rows_build(&a->rows, &a->comparison, KEYS_OF(by), self,
					  &err));
	assert(ok);
}

void asked_close(struct asked *a)
{
	difference_rows_release(&a->rows);
	comparison_release(&a->comparison);
	flame_release(&a->subject);
	flame_release(&a->all);
	bits_release(&a->which);
	tree_free(a->tree);
}

/* For the rows of this kind. */
static void add_up(struct trials *sum, const struct asked *a, enum keys_by by,
		   const char *name)
{
	uint32_t place = 0;

	sum->count++;
	for (uint32_t i = 0; i < a->rows.count; i++) {
		const struct difference_row *r = &a->rows.rows[i];
		bool is = text_equal(difference_row_name(&a->rows, r), text_of(name));

		if (r->by != by)
			continue;
		sum->first += is && place == 0;
		place++;
		sum->certain += is && r->verdict == VERDICT_CERTAIN;
		sum->others += !is && r->verdict == VERDICT_CERTAIN;
	}
}

/* Samples of a thread in these rows. */
static uint64_t samples_of(const struct profile *p, uint32_t thread, uint64_t first,
			   uint64_t last)
{
	uint64_t n = 0;

	for (uint64_t i = first; i < last; i++)
		n += profile_context(p, i)->thread == thread;
	return n;
}

#define TRIES 50

/*
 * The thread of a random sample in the stretch that exists before it and after it, if there is one,
 * by the name that its row has.
 */
static void choose_thread(const struct profile *p, struct planting *planting,
			  struct dice *d, char *name)
{
	const struct thread *t;
	struct text comm;
	uint64_t first, last;

	range_samples(p, range_of(p, planting->from, planting->to), &first, &last);
	for (int i = 0; i < TRIES && first < last; i++) {
		uint64_t row = first + dice_below(d, (uint32_t)(last - first)), here;

		planting->thread = profile_context(p, row)->thread;
		here = samples_of(p, planting->thread, first, last);
		if (samples_of(p, planting->thread, 0, first) > here &&
		    samples_of(p, planting->thread, last, p->samples.count) > here)
			break;
	}
	t = &p->threads[planting->thread];
	comm = profile_string(p, t->comm);
	snprintf(name, PLANTED_NAME_MAX, "%.*s-%d/%d", (int)comm.len, comm.at, t->pid,
		 t->tid);
}

void trial_run(struct trials *sum, const struct profile *p, const struct setting *s,
	       uint64_t seed)
{
	const uint64_t *time = p->samples.time;
	uint64_t stretches = (time[p->samples.count - 1] - time[0]) / s->length;
	struct dice d = {seed * 7919 + 1000};
	char name[PLANTED_NAME_MAX];
	struct planting planting = {.plant = s->plant,
				    .last = p->samples.count,
				    .strength = s->strength,
				    .run = s->run};
	struct profile *planted;
	struct asked a;

	planting.from = time[0] + s->length * dice_below(&d, (uint32_t)stretches);
	if (s->plant == PLANT_STARTUP)
		planting.from = time[0];
	planting.to = planting.from + s->length;
	if (s->plant == PLANT_STOPS)
		choose_thread(p, &planting, &d, name);
	planted = planted_profile(p, &planting, &d, name);
	asked_open(&a, planted, planting.from, planting.to,
		   s->plant == PLANT_STOPS ? KEYS_BY : KEYS_FUNCTION, false);
	add_up(sum, &a, s->plant == PLANT_STOPS ? KEYS_THREAD : KEYS_FUNCTION, name);
	asked_close(&a);
	profile_free(planted);
}

void trial_count_false(uint32_t seen[static FALSE_TABLES], const struct noise *n,
		       uint64_t seed)
{
	struct profile *p = noise_profile(n, seed);
	uint64_t from = (1 + seed % (n->seconds - 2)) * NS_PER_SECOND;
	uint64_t length = NS_PER_SECOND;

	if (n->quiet) {
		from = NOISE_BURST_FIRST +
		       seed % (n->seconds / (NOISE_BURST_EACH / NS_PER_SECOND)) *
			   NOISE_BURST_EACH;
		length = NOISE_BURST;
	}
	for (enum false_of of = 0; of < FALSE_TABLES; of++) {
		struct asked a;

		asked_open(&a, p, from, from + length,
			   of == FALSE_ALL ? KEYS_BY : KEYS_FUNCTION, of == FALSE_SELF);
		seen[of] += a.rows.certain > 0;
		asked_close(&a);
	}
	profile_free(p);
}
