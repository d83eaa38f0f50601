#include "session/maps.h"

#include "analysis/sampled_clock.h"

/* Of which samples, and with which columns. */
struct plan {
	const struct session *session;
	uint64_t period;
	uint32_t rows;
	uint32_t event; /* of all events together there is none, unless there is one */
	uint64_t tick;	/* ns: of its clock; 0: samples are counted */
	struct filter *filter; /* owned: that of the session; NULL without a clock */
};

static bool plan_clock(struct plan *plan, struct error *err)
{
	const struct session *s = plan->session;
	struct sampled_clock clock;

	plan->event = s->choice.event;
	if (plan->event == KEPT_ALL_EVENTS && s->profile->event_count == 1)
		plan->event = 0;
	clock = sampled_clock_of(s->profile, plan->event);
	if (!clock.on_cpus || !clock.period)
		return true;
	plan->tick = clock.period;
	plan->filter = filter_new(s->choice.filter, err);
	return plan->filter != NULL;
}

static bool build(const struct plan *plan, const struct bits *which, struct heatmap *map,
		  struct busy *busy, struct error *err)
{
	const struct session *s = plan->session;
	const struct busy_question q = {.event = plan->event,
					.period = plan->tick,
					.which = which,
					.filter = plan->filter};

	if (!plan->tick)
		return heatmap_build(map, s->profile, which, s->kept.spans, plan->period,
				     plan->rows, err);
	return heatmap_build_empty(map, s->profile, which, false, plan->period,
				   plan->rows, err) &&
	       busy_build(busy, map, s->profile, &q, err);
}

static bool build_all(const struct plan *plan, struct maps *m, struct error *err)
{
	const struct session *s = plan->session;

	if (build(plan, &s->kept.samples, &m->map, &m->busy, err) &&
	    (!session_searches(s) ||
	     build(plan, &s->matched, &m->matched, &m->found, err)))
		return true;
	maps_release(m);
	return false;
}

bool maps_build(struct maps *m, const struct session *s, uint64_t period, uint32_t rows,
		bool counts, struct error *err)
{
	struct plan plan = {.session = s, .period = period, .rows = rows};
	bool ok;

	*m = (struct maps){0};
	ok = (counts || plan_clock(&plan, err)) && build_all(&plan, m, err);
	if (!ok && plan.tick && err->kind == ERROR_MEMORY) { /* counts need less */
		*err = (struct error)ERROR_INIT;
		plan.tick = 0;
		ok = build_all(&plan, m, err);
	}
	filter_free(plan.filter);
	return ok;
}

void maps_release(struct maps *m)
{
	heatmap_release(&m->map);
	heatmap_release(&m->matched);
	busy_release(&m->busy);
	busy_release(&m->found);
}
