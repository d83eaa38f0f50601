#include "analysis/summary.h"

#include <stdio.h>

#include "analysis/idle.h"
#include "analysis/sampled_clock.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"

/* in a shorter time, the number of busy CPUs is too random */
#define SHORTEST (NS_PER_SECOND / 1000)
#define PERIODS	 10 /* the same, in periods of the clock */

static void count_samples(struct summary *s, const struct profile *p,
			  const struct bits *idle)
{
	const struct samples *r = &p->samples;
	bool one = p->event_count == 1; /* then plain sums are enough */
	bool weighs = one && (p->has_weights || p->events[0].spans);

	if (one)
		s->events[0].weight = s->events[0].samples = r->count;
	for (uint64_t i = 0; weighs && i < r->count; i++)
		s->events[0].weight += r->weight[i] - 1;
	for (uint64_t i = 0; one && r->many && i < r->count; i++)
		s->events[0].samples += r->many[i] - 1;
	for (uint64_t i = 0; !one && i < r->count; i++) {
		struct event_summary *e = &s->events[profile_context(p, i)->event];

		e->samples += profile_row_count(p, i);
		e->weight += r->weight[i];
	}
	for (uint64_t i = 0; r->duration && i < r->count; i++)
		s->events[profile_context(p, i)->event].duration += r->duration[i];
	for (uint64_t from = 0; from < r->count; from += 64)
		for (uint64_t word = idle->words[from / 64]; word; word &= word - 1) {
			uint64_t i = from + (unsigned)__builtin_ctzll(word);

			s->events[profile_context(p, i)->event].idle +=
			    profile_row_count(p, i);
		}
}

/* Find the threads and CPUs that have samples. */
static bool find_used(const struct profile *p, struct bits *threads, struct bits *cpus,
		      struct error *err)
{
	uint8_t *used = profile_used_contexts(p, err);
	bool ok = used != NULL;

	for (uint32_t i = 0; ok && i < p->context_count; i++) {
		const struct context *c = &p->contexts[i];

		if (!used[i])
			continue;
		bits_add(threads, c->thread);
		if (c->cpu != PROFILE_NO_CPU)
			bits_add(cpus, c->cpu);
	}
	mem_free(used);
	return ok;
}

/*
 * A process is identified by its pid, or by its name if the pid is unknown. perf script prints only
 * tids for a recording that does not cover all CPUs; then the number is unknown.
 */
static bool count_processes(struct summary *s, const struct profile *p,
			    const struct bits *threads, struct error *err)
{
	struct idmap seen = {0};
	uint32_t ignored;
	bool ok = true, known = true;

	for (uint32_t i = 0; ok && i < p->thread_count; i++) {
		const struct thread *t = &p->threads[i];
		bool has_pid = t->pid != PROFILE_NO_ID;

		if (!bits_has(threads, i))
			continue;
		known = known && (has_pid || t->tid == PROFILE_NO_ID);
		ok = idmap_put(&seen,
			       has_pid ? idmap_pair(0, (uint32_t)t->pid)
				       : idmap_pair(1, t->comm),
			       0, &ignored, err);
	}
	s->processes = known ? (uint32_t)seen.count : 0;
	idmap_release(&seen);
	return ok;
}

/* Threads and CPUs with samples; filled in while samples are counted. */
struct sampled_places {
	struct bits threads, cpus;
};

static bool begin_summary(struct summary *s, struct sampled_places *seen,
			  const struct profile *p, struct error *err)
{
	*s = (struct summary){0};
	s->events = mem_array(p->event_count, sizeof *s->events, "events", err);
	return s->events && bits_build(&seen->threads, p->thread_count, err) &&
	       bits_build(&seen->cpus, PROFILE_NO_CPU, err);
}

/* Derive the rest from the counts and the notes. With `ok` false, release everything. */
static bool end_summary(struct summary *s, struct sampled_places *seen,
			const struct profile *p, bool ok, struct error *err)
{
	double online = (double)leading_billionths(profile_note(p, "nrcpus online")) /
			(double)NS_PER_SECOND;

	ok = ok && count_processes(s, p, &seen->threads, err);
	if (ok) {
		for (uint32_t e = 0; e < p->event_count; e++) {
			if (p->events[e].spans) {
				s->stretches += s->events[e].samples;
			} else {
				s->samples += s->events[e].samples;
				s->idle += s->events[e].idle;
			}
		}
		s->threads = (uint32_t)bits_population(&seen->threads);
		if (p->server) /* they were not counted */
			s->threads = s->processes = 0;
		s->cpus = (uint32_t)bits_population(&seen->cpus);
		s->cpus_online = online < PROFILE_NO_CPU ? (uint32_t)online : 0;
		s->no_call_graphs = profile_note(p, "call graphs").len > 0;
	}
	if (ok && p->has_times && p->samples.count) {
		s->first = p->samples.time[0];
		s->last = p->samples.time[p->samples.count - 1];
		if (s->last < UINT64_MAX && p->samples.end > s->last + 1)
			s->last = p->samples.end;
	}
	bits_release(&seen->threads);
	bits_release(&seen->cpus);
	if (!ok)
		summary_release(s);
	return ok;
}

bool summary_build(struct summary *s, const struct profile *p, const struct bits *idle,
		   struct error *err)
{
	struct sampled_places seen = {0};
	bool ok = begin_summary(s, &seen, p, err);

	ok = ok && find_used(p, &seen.threads, &seen.cpus, err);
	if (ok)
		count_samples(s, p, idle);
	return end_summary(s, &seen, p, ok, err);
}

bool summary_from_tallies(struct summary *s, const struct profile *p, struct error *err)
{
	struct idle_known known = {0};
	struct sampled_places seen = {0};
	bool ok = begin_summary(s, &seen, p, err) && idle_find(&known, p, err);

	for (uint64_t i = 0; ok && i < p->tally_count; i++) {
		const struct tally *t = &p->tallies[i];
		const struct context *c = &p->contexts[t->context];
		struct event_summary *e = &s->events[c->event];

		bits_add(&seen.threads, c->thread);
		if (c->cpu != PROFILE_NO_CPU)
			bits_add(&seen.cpus, c->cpu);
		e->samples += t->count;
		e->weight += t->weight;
		e->duration += t->duration;
		e->idle += idle_is(&known, p, c->thread, t->stack) ? t->count : 0;
	}
	idle_known_release(&known);
	return end_summary(s, &seen, p, ok, err);
}

void summary_release(struct summary *s)
{
	mem_free(s->events);
	*s = (struct summary){0};
}

double summary_busy_cpus(const struct profile *p, uint32_t event, uint64_t samples,
			 uint64_t weight, uint64_t ns)
{
	struct sampled_clock clock;
	uint64_t period;
	bool is_time;

	if (event == ALL_EVENTS && p->event_count == 1)
		event = 0;
	if (event >= p->event_count || p->events[event].spans)
		return -1;
	is_time = p->has_weights &&
		  text_equal(profile_string(p, p->events[event].unit), TEXT("ns"));
	clock = sampled_clock_of(p, event);
	period = clock.period;
	if (!period && is_time && samples)
		period = weight / samples;
	/* one tick more or less would show in the result of a shorter time */
	if (clock.is_partial || ns < SHORTEST || ns / PERIODS < period)
		return -1;
	if (is_time)
		return (double)weight / (double)ns;
	if (!clock.is_clock || !clock.period)
		return -1;
	return (double)samples * (double)clock.period / (double)ns;
}

/* ---- frames without a name ---- */

/*
 * Children have higher numbers than their parents, so in a backward pass all samples of a stack are
 * known when it is reached.
 */
bool summary_unnamed(const struct profile *p, struct summary_unnamed *u,
		     struct error *err)
{
	const struct samples s = p->samples;
	uint32_t stacks = p->stack_count;
	uint64_t *below = mem_array(stacks, sizeof *below, "stacks", err);

	*u = (struct summary_unnamed){0};
	if (!below)
		return false;
	for (uint64_t i = 0; !s.many && i < s.count; i++)
		if (s.stack[i] < stacks)
			below[s.stack[i]]++;
	for (uint64_t i = 0; s.many && i < s.count; i++)
		if (s.stack[i] < stacks)
			below[s.stack[i]] =
			    number_add(below[s.stack[i]], profile_row_count(p, i));
	for (uint32_t i = stacks; i-- > 1;) {
		const struct stack *of = &p->stacks[i];

		u->frames = number_add(u->frames, below[i]);
		if (p->frames[of->frame].kind == FRAME_NAMELESS)
			u->nameless = number_add(u->nameless, below[i]);
		below[of->parent] = number_add(below[of->parent], below[i]);
	}
	mem_free(below);
	return true;
}

const char *summary_unnamed_text(const struct summary_unnamed *u,
				 char buf[static SUMMARY_UNNAMED_MAX])
{
	double share = u->frames ? 100.0 * (double)u->nameless / (double)u->frames : 0;
	char n[NUMBER_GROUPED_MAX];

	number_grouped(u->frames, n);
	if (u->nameless && share < 0.1)
		snprintf(buf, SUMMARY_UNNAMED_MAX, "less than 0.1 %% of %s", n);
	else if (u->nameless < u->frames && share > 99.9)
		snprintf(buf, SUMMARY_UNNAMED_MAX, "more than 99.9 %% of %s", n);
	else
		snprintf(buf, SUMMARY_UNNAMED_MAX, "%.1f %% of %s", share, n);
	return buf;
}
