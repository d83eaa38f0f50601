#include "input/perf_data/perf_off_cpu.h"

#include "profile/sched.h"

/* False: the raw part is shorter than it says. */
static bool take_raw(struct perf_sample *s)
{
	struct bytes b = bytes_of(s->raw);
	uint64_t n;

	if (bytes_left(&b) < 24)
		return false;
	s->pid = (int32_t)bytes_u32(&b);
	s->tid = (int32_t)bytes_u32(&b);
	s->period = bytes_u64(&b);
	n = bytes_u64(&b);
	if (n > bytes_left(&b) / 8)
		return false;
	s->chain = bytes_take(&b, n * 8);
	s->has_chain = true;
	return true;
}

enum perf_off_cpu perf_off_cpu_take(const struct perf_event *event, struct perf_sample *s)
{
	const struct perf_attr *a = &event->attr;
	bool dummy = s->time >= SCHED_NO_TIME || !(a->sample_type & PERF_SAMPLE_TIME);

	if (!perf_attr_is_bpf_output(a) ||
	    (event->name ? !sched_event_is_off_cpu(text_of(event->name)) : !dummy))
		return OFF_CPU_NONE;
	if (a->sample_type & PERF_SAMPLE_RAW && !take_raw(s))
		return OFF_CPU_DAMAGED;
	if (dummy)
		return OFF_CPU_SUM;
	return s->period <= s->time ? OFF_CPU_WAIT : OFF_CPU_DAMAGED;
}
