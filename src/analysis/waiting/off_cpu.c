#include "analysis/waiting/off_cpu.h"

#include "profile/sched.h"

static enum sched_kind kind_of(const struct profile *p, uint64_t row)
{
	return sched_of(p->samples.sched[row]).kind;
}

struct off_cpu_counts off_cpu_count(const struct profile *p)
{
	struct off_cpu_counts c = {0};

	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		enum sched_kind kind = kind_of(p, i);

		c.switches +=
		    kind == SCHED_SWITCH || kind == SCHED_OUT || kind == SCHED_IN;
		c.waits += kind == SCHED_WAITED;
		c.sums += kind == SCHED_SUM;
	}
	return c;
}

static struct state_span span_of(const struct profile *p, uint64_t row, uint64_t from,
				 uint64_t length)
{
	const struct context *c = profile_context(p, row);

	return (struct state_span){.from = from,
				   .to = from + length,
				   .thread = c->thread,
				   .stack = p->samples.stack[row],
				   .state = STATE_BLOCKED,
				   .cpu = c->cpu};
}

static bool tell_absence(const struct sched_sink *sink, const struct state_span *s,
			 struct error *err)
{
	const struct absence a = {.from = s->from,
				  .to = s->to,
				  .blocked = s->to - s->from,
				  .waker = ABSENCE_NO_WAKER,
				  .thread = s->thread,
				  .stack = s->stack,
				  .cpu = s->cpu,
				  .is_over = true};

	return !sink->absence || a.from >= a.to || sink->absence(sink->arg, &a, err);
}

bool off_cpu_tell(const struct profile *p, const struct sched_sink *sink,
		  struct error *err)
{
	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		struct state_span s;

		if (kind_of(p, i) != SCHED_WAITED)
			continue;
		s = span_of(p, i, p->samples.time[i],
			    p->samples.duration ? p->samples.duration[i] : 0);
		if ((sink->stretch && !sink->stretch(sink->arg, &s, err)) ||
		    !tell_absence(sink, &s, err))
			return false;
	}
	return true;
}

bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err)
{
	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		enum sched_kind kind = kind_of(p, i);
		struct state_span s = span_of(p, i, 0, p->samples.weight[i]);

		if ((kind == SCHED_SUM || (waits && kind == SCHED_WAITED)) &&
		    !sink->stretch(sink->arg, &s, err))
			return false;
	}
	return true;
}
