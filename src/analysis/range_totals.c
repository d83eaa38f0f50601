#include "analysis/range_totals.h"

const char *const percent_base_names[PERCENT_BASES] = {"range", "kept", "everything"};

/* A choice of events never mixes moments and spans, except when they are weighed alike. */
uint64_t range_totals_everything(const struct range_totals_query *q)
{
	const struct profile *p = q->flame->tree->profile;
	uint64_t sum = 0;

	for (uint32_t e = 0; e < p->event_count; e++) {
		const struct event_summary *of = &q->summary->events[e];

		if (e != q->event && q->event != ALL_EVENTS)
			continue;
		sum += q->flame->weigh == WEIGH_PERIOD ? of->weight
		       : q->kept->spans		       ? of->duration
						       : of->samples;
	}
	return sum;
}

/* If memory runs out it returns the number of all CPUs. */
static uint32_t count_cpus(const struct range_totals_query *q)
{
	const struct profile *p = q->flame->tree->profile;
	uint32_t all = q->summary->cpus, left = all;
	struct filter *f = NULL;
	struct bits cpus = {0};
	struct error err = ERROR_INIT;

	if (!all || p->times_only ||
	    !(text_has(q->filter, TEXT("cpu=")) || text_has(q->filter, TEXT("host"))))
		return all;
	f = filter_new(q->filter, &err);
	if (f && bits_build(&cpus, PROFILE_NO_CPU, &err)) {
		for (uint32_t i = 0; i < p->context_count; i++)
			if (p->contexts[i].cpu != PROFILE_NO_CPU &&
			    filter_admits_cpu(f, p, p->contexts[i].cpu))
				bits_add(&cpus, p->contexts[i].cpu);
		left = (uint32_t)bits_population(&cpus);
	}
	bits_release(&cpus);
	filter_free(f);
	return left < all ? left : all;
}

/*
 * A recording is assumed to last from its first sample to its last, which is too short by up to a
 * period. So without a limit, more CPUs might seem busy than there are.
 */
static double busy_cpus(const struct range_totals_query *q, uint32_t cpus)
{
	const struct selection several = q->several;
	const struct flame *f = q->flame;
	const struct profile *p = f->tree->profile;
	double busy;

	if (!p->has_times)
		return -1;
	busy =
	    summary_busy_cpus(p, q->event, f->samples, f->weight,
			      several.count ? selection_length(several, range_whole(p))
					    : flame_length(f, q->range, range_whole(p)));
	return cpus && busy > cpus ? cpus : busy;
}

struct range_totals range_totals_of(const struct range_totals_query *q)
{
	const struct flame *flame = q->flame;
	const struct profile *p = flame->tree->profile;
	struct range_totals f = {
	    .range = q->range,
	    .ranges = flame_stretches(flame),
	    .whole = range_whole(p),
	    .value = flame->total[0],
	    .all = q->all,
	    .everything = range_totals_everything(q),
	    .samples = flame->samples,
	    .kept = q->kept->count,
	    .zoomed = q->graph->total[q->zoom],
	    .spans = q->kept->spans,
	    .is_time = flame_is_time(p, q->event, flame->weigh),
	    /* sums of time are not samples */
	    .margin = flame->tree->profile->states ? 0 : flame_margin(flame),
	    .cpus = count_cpus(q)};
	uint64_t ns;

	f.length = flame_length(flame, f.range, (struct range){0, f.whole.to});
	if (q->several.count) {
		f.ranges = q->several.count;
		f.length = selection_length(q->several, (struct range){0, f.whole.to});
	}
	f.is_cpu_time = f.spans && flame->weigh == WEIGH_PERIOD && p->has_weights;
	if (q->search)
		f.found = search_value(q->search, q->graph, q->zoom);
	f.busy = busy_cpus(q, f.cpus);
	/* the range may extend beyond the samples at either end */
	ns = flame_length(flame, f.range, f.whole);
	f.at_once = f.spans && ns ? (double)f.value / (double)ns : -1;
	f.lost_samples = profile_lost(p, LOSS_OF(LOST_SAMPLES));
	f.lost_parts = profile_lost(p, LOSS_OF(LOST_PARTS));
	f.unread = profile_lost(p, LOSS_OF(LOST_UNREAD));
	return f;
}

uint64_t range_totals_base(const struct range_totals *f, enum percent_base base)
{
	const uint64_t of[PERCENT_BASES] = {[PERCENT_RANGE] = f->value,
					    [PERCENT_KEPT] = f->all,
					    [PERCENT_EVERYTHING] = f->everything};

	return of[base];
}

uint64_t range_totals_covered(const struct flame *f)
{
	uint64_t ns = 0;

	for (uint64_t i = flame_next(f, 0); i < f->last; i = flame_next(f, i + 1))
		ns += flame_part_of(f, i).duration;
	return ns;
}
