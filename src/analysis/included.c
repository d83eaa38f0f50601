#include "analysis/included.h"

#include "base/mem.h"

/* Test up to 64 samples; the result is a word of the set. */
static uint64_t answer_word(const struct samples *s, uint64_t from, uint64_t to,
			    const uint8_t *contexts, const uint8_t *stacks,
			    uint8_t wanted)
{
	uint64_t word = 0;

	if (!stacks) {
		for (uint64_t i = from; i < to; i++)
			word |= (uint64_t)(contexts[s->context[i]] == wanted)
				<< (i - from);
		return word;
	}
	for (uint64_t i = from; i < to; i++) {
		uint8_t answers = contexts[s->context[i]] | stacks[s->stack[i]];

		word |= (uint64_t)(answers == wanted) << (i - from);
	}
	return word;
}

void included_narrow(struct bits *keep, const struct profile *p, const uint8_t *contexts,
		     const uint8_t *stacks, uint8_t wanted)
{
	const struct samples *s = &p->samples;

	for (uint64_t from = 0; from < s->count; from += 64) {
		uint64_t to = s->count - from < 64 ? s->count : from + 64;
		uint64_t *word = &keep->words[from / 64];

		if (*word)
			*word &= answer_word(s, from, to, contexts, stacks, wanted);
	}
}

static bool choose_event(struct included *k, const struct profile *p, uint32_t event,
			 struct error *err)
{
	uint8_t *others;

	bits_fill(&k->samples);
	if (event == ALL_EVENTS || (event == 0 && p->event_count == 1))
		return true;
	others = mem_array(p->context_count, 1, "contexts", err);
	if (!others)
		return false;
	for (uint32_t i = 0; i < p->context_count; i++)
		others[i] = p->contexts[i].event != event;
	included_narrow(&k->samples, p, others, NULL, 0);
	mem_free(others);
	return true;
}

/* Find whether the samples are spans or moments. An event without samples is neither. */
static bool find_kind(struct included *k, const struct profile *p, uint32_t event,
		      struct error *err)
{
	uint32_t spans = 0;

	if (event != ALL_EVENTS) {
		k->spans = event < p->event_count && p->events[event].spans;
		return true;
	}
	for (uint32_t i = 0; i < p->context_count; i++)
		spans += p->events[p->contexts[i].event].spans;
	k->spans = spans && spans == p->context_count;
	return k->spans || !spans ||
	       error_set(err, ERROR_USAGE,
			 "spans and samples cannot be added up: choose one event");
}

/* The number of samples in the rows of one word of a set, whose first row is `first`. */
static uint64_t count_rows(const struct profile *p, uint64_t word, uint64_t first)
{
	uint64_t n = 0;

	if (!p->samples.many)
		return (unsigned)__builtin_popcountll(word);
	for (; word; word &= word - 1)
		n += p->samples.many[first + (unsigned)__builtin_ctzll(word)];
	return n;
}

static uint64_t count_samples(const struct included *k, const struct profile *p)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < k->samples.count; i += 64)
		n += count_rows(p, k->samples.words[i / 64], i);
	return n;
}

/*
 * Only the first `asked` rows of a database profile are counted as rows; the others are rows of the
 * baseline and slices of the map. The database has counted the samples that pass the filter.
 */
static void take_counts(struct included *k, const struct profile *p,
			const struct included_query *q)
{
	const struct server_side *e = p->server;

	for (uint64_t i = e->asked; i < k->samples.count; i++)
		bits_remove(&k->samples, i);
	for (uint64_t i = 0; i < p->tally_count; i++)
		if (q->event == ALL_EVENTS ||
		    p->contexts[p->tallies[i].context].event == q->event)
			k->of_event += p->tallies[i].count;
	k->filtered = k->of_event > e->passed ? k->of_event - e->passed : 0;
	k->idle = e->idle;
	k->hidden = q->idle == IDLE_HIDE   ? e->idle
		    : q->idle == IDLE_SHOW ? 0
					   : e->passed - e->idle;
	k->count = e->passed - k->hidden;
}

bool included_build(struct included *k, const struct profile *p, const struct bits *idle,
		    const struct included_query *q, struct error *err)
{
	*k = (struct included){0};
	if (!find_kind(k, p, q->event, err))
		return false;
	if (!bits_build(&k->samples, p->samples.count, err) ||
	    !choose_event(k, p, q->event, err)) {
		included_release(k);
		return false;
	}
	if (p->server) {
		take_counts(k, p, q);
		return true;
	}
	k->of_event = count_samples(k, p);
	for (uint64_t i = 0; q->passed && i < k->samples.count; i += 64)
		k->samples.words[i / 64] &= q->passed->words[i / 64];
	if (q->filter && !filter_apply(q->filter, p, &k->samples, err)) {
		included_release(k);
		return false;
	}
	k->filtered = k->of_event - count_samples(k, p);
	for (uint64_t i = 0; i < k->samples.count; i += 64) {
		uint64_t *word = &k->samples.words[i / 64];
		uint64_t is_idle = *word & idle->words[i / 64];
		uint64_t hidden = q->idle == IDLE_SHOW	 ? 0
				  : q->idle == IDLE_HIDE ? is_idle
							 : *word & ~is_idle;

		*word &= ~hidden;
		k->idle += count_rows(p, is_idle, i);
		k->hidden += count_rows(p, hidden, i);
	}
	k->count = k->of_event - k->filtered - k->hidden;
	return true;
}

void included_release(struct included *k)
{
	bits_release(&k->samples);
	*k = (struct included){0};
}
