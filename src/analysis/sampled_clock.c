#include "analysis/sampled_clock.h"

#include "analysis/perf_options.h"
#include "base/number.h"

#define SHORTEST 10000 /* ns: the kernel's clocks do not tick faster */
/* ns: an hour; longer sampling periods are not plausible */
#define LONGEST UINT64_C(3600000000000)

/* ---- rates ---- */

static struct text key_of(const struct profile *p, uint32_t note)
{
	return profile_string(p, p->notes[note].key);
}

uint64_t leading_billionths(struct text t)
{
	uint64_t billionths;
	size_t len = 0;

	t = text_trim(t);
	while (len < t.len &&
	       (t.at[len] == '.' || (t.at[len] >= '0' && t.at[len] <= '9')))
		len++;
	return number_seconds(text_upto(t, len), &billionths) ? billionths : 0;
}

/* Is this note a rate? If so, set its period; 0 if that is not a plausible sampling period. */
static bool take_rate(const struct profile *p, uint32_t note, uint64_t *period)
{
	struct text value = profile_string(p, p->notes[note].value);
	uint64_t ns = 0;
	bool known;

	if (text_equal(key_of(p, note), TEXT("frequency"))) {
		uint64_t billionths = leading_billionths(value);

		known = billionths > 0;
		if (known)
			ns = number_share(NS_PER_SECOND, billionths, NS_PER_SECOND);
	} else if (text_equal(key_of(p, note), TEXT("period"))) {
		known = number_u64(text_trim(value), &ns) && ns > 0;
	} else {
		return false;
	}
	*period = !known || ns > LONGEST ? 0 : ns > SHORTEST ? ns : SHORTEST;
	return true;
}

/*
 * The periods that the notes imply. Each "event" note is followed by its own rate, if it has one.
 */
struct rates {
	uint64_t before; /* in the command line, which precedes the events; 0: none */
	uint64_t own;	 /* of the requested event; 0: none */
	uint64_t first;	 /* of the first event */
	uint32_t events;
	bool found, has_rate, ambiguous; /* the event exists; has a rate; has two rates */
};

static void take_note(struct rates *r, const struct profile *p, uint32_t note,
		      struct text event, bool *asked)
{
	uint64_t period;

	if (text_equal(key_of(p, note), TEXT("event"))) {
		*asked = text_equal(profile_string(p, p->notes[note].value), event);
		r->events++;
		r->found |= *asked;
		return;
	}
	if (!take_rate(p, note, &period))
		return;
	if (r->events == 0)
		r->before = r->before ? r->before : period;
	if (r->events == 1 && !r->first)
		r->first = period;
	if (*asked) {
		r->ambiguous |= r->has_rate && r->own != period;
		r->has_rate = true;
		r->own = period;
	}
}

/*
 * When perf falls back from cycles to cpu-clock, the header and the samples may name different
 * events: then the requested event is the only one.
 */
static uint64_t period_of(const struct profile *p, struct text event)
{
	struct rates r = {0};
	bool asked = false;

	for (uint32_t i = 0; i < p->note_count; i++)
		take_note(&r, p, i, event, &asked);
	if (r.ambiguous)
		return 0;
	if (r.has_rate)
		return r.own;
	if (r.before)
		return r.before;
	return !r.found && r.events == 1 ? r.first : 0;
}

double sampled_frequency(const struct profile *p, struct text event)
{
	double first = 0;
	bool own = false;

	for (uint32_t i = 0; !p->title && i < p->note_count; i++) {
		struct text key = key_of(p, i);
		struct text value = profile_string(p, p->notes[i].value);

		if (text_equal(key, TEXT("event")))
			own = text_equal(value, event);
		else if (own && text_equal(key, TEXT("period")))
			return 0;
		if (!text_equal(key, TEXT("frequency")))
			continue;
		if (own)
			return (double)leading_billionths(value) / (double)NS_PER_SECOND;
		first = first > 0 ? first : (double)leading_billionths(value);
	}
	return first / (double)NS_PER_SECOND;
}

/* ---- what is sampled ---- */

/* Do all its samples have a CPU, and does the clock tick on CPUs rather than in threads? */
static bool ticks_on_cpus(const struct profile *p, uint32_t event)
{
	struct text command = profile_note(p, "cmdline");
	bool any = false, idle = false;

	for (uint32_t i = 0; i < p->context_count; i++) {
		const struct context *c = &p->contexts[i];

		if (c->event != event)
			continue;
		if (c->cpu == PROFILE_NO_CPU)
			return false;
		any = true;
		idle |= profile_is_idle_task(p, &p->threads[c->thread]);
	}
	if (!any)
		return false;
	return command.len ? perf_options_record_cpus(command) : idle;
}

/* Is it this clock: "cpu-clock", "task-clock:u", "cpu-clock/freq=99/", but not "cpu-clock-2"? */
static bool names_clock(struct text name, struct text clock)
{
	return text_starts(name, clock) &&
	       (name.len == clock.len || name.at[clock.len] == ':' ||
		name.at[clock.len] == '/');
}

/* Does the name restrict it to user code or to the kernel: "cpu-clock:u", "cpu-clock/freq=99/k"? */
static bool is_partial(struct text name)
{
	bool user = false, kernel = false, some = false;

	while (name.len > 0) {
		char c = name.at[--name.len];

		if (c == ':' || c == '/')
			return some && !(user && kernel);
		user |= c == 'u';
		kernel |= c == 'k';
		some |= c == 'u' || c == 'k' || c == 'h';
	}
	return false;
}

struct sampled_clock sampled_clock_of(const struct profile *p, uint32_t event)
{
	struct sampled_clock c = {0};
	struct text name;

	if (event >= p->event_count || p->events[event].spans || p->times_only ||
	    p->samples.many)
		return c;
	name = profile_string(p, p->events[event].name);
	c.is_clock =
	    names_clock(name, TEXT("cpu-clock")) || names_clock(name, TEXT("task-clock"));
	if (!c.is_clock)
		return c;
	c.period = period_of(p, name);
	c.is_partial = is_partial(name);
	c.on_cpus = !c.is_partial && ticks_on_cpus(p, event);
	return c;
}
