#include "profile/check.h"

#include <inttypes.h>
#include <limits.h>

/* The promise that row `row` of a table breaks, as an error. */
static bool broken(struct error *err, const char *table, uint64_t row, const char *what)
{
	return error_set(err, ERROR_FORMAT, "%s %" PRIu64 ": %s", table, row, what);
}

static bool check_strings(const struct profile *p, struct error *err)
{
	const struct strings *s = &p->strings;

	if (s->count == 0 || s->ends[0] != 0)
		return broken(err, "string", 0, "is not the empty text");
	for (uint32_t i = 1; i < s->count; i++) {
		if (s->ends[i] < s->ends[i - 1])
			return broken(err, "string", i, "ends before it begins");
		if (s->ends[i] - s->ends[i - 1] > INT_MAX)
			return broken(err, "string", i, "is too long");
	}
	return true;
}

static bool check_frames(const struct profile *p, struct error *err)
{
	if (p->frame_count == 0 || p->frames[0].name || p->frames[0].module)
		return broken(err, "frame", 0, "is not the empty frame");
	for (uint32_t i = 0; i < p->frame_count; i++) {
		const struct frame *f = &p->frames[i];

		if (f->name >= p->strings.count || f->module >= p->strings.count)
			return broken(err, "frame", i, "has no such name or module");
		if (f->kind >= FRAME_KINDS)
			return broken(err, "frame", i, "has no such kind");
	}
	return true;
}

static bool check_stacks(const struct profile *p, struct error *err)
{
	if (p->stack_count == 0 || p->stacks[0].parent || p->stacks[0].frame)
		return broken(err, "stack", 0, "is not the empty stack");
	for (uint32_t i = 1; i < p->stack_count; i++) {
		if (p->stacks[i].parent >= i)
			return broken(err, "stack", i, "comes before its parent");
		if (p->stacks[i].frame == 0 || p->stacks[i].frame >= p->frame_count)
			return broken(err, "stack", i, "has no such frame");
	}
	return true;
}

static bool check_names(const struct profile *p, struct error *err)
{
	uint32_t count = p->strings.count;

	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].comm >= count)
			return broken(err, "thread", i, "has no such name");
	for (uint32_t i = 0; i < p->event_count; i++)
		if (p->events[i].name >= count || p->events[i].unit >= count ||
		    p->events[i].spans > 1)
			return broken(err, "event", i, "has no such name or unit");
	for (uint32_t i = 0; i < p->note_count; i++)
		if (p->notes[i].key >= count || p->notes[i].value >= count)
			return broken(err, "note", i, "has no such key or value");
	for (uint32_t i = 0; i < p->loss_count; i++)
		if (p->losses[i].reason >= count)
			return broken(err, "loss", i, "has no such reason");
	return true;
}

static bool check_contexts(const struct profile *p, struct error *err)
{
	for (uint32_t i = 0; i < p->context_count; i++) {
		if (p->contexts[i].thread >= p->thread_count)
			return broken(err, "context", i, "has no such thread");
		if (p->contexts[i].event >= p->event_count)
			return broken(err, "context", i, "has no such event");
	}
	return true;
}

static bool check_tallies(const struct profile *p, struct error *err)
{
	for (uint64_t i = 0; i < p->tally_count; i++) {
		if (p->tallies[i].context >= p->context_count)
			return broken(err, "tally", i, "has no such context");
		if (p->tallies[i].leaf >= p->frame_count)
			return broken(err, "tally", i, "has no such leaf");
	}
	return true;
}

/* How long a sample is, which only a stretch can be and which adds up; and when it ends. */
static bool check_duration(const struct profile *p, uint64_t i, uint64_t *sum,
			   uint64_t *end, struct error *err)
{
	const struct samples *s = &p->samples;
	uint64_t duration = s->duration ? s->duration[i] : 0, time = s->time[i];

	if (duration && (!p->has_times || !p->events[profile_context(p, i)->event].spans))
		return broken(err, "sample", i, "is a moment and has a duration");
	if (duration > UINT64_MAX - *sum || duration > UINT64_MAX - time)
		return broken(err, "sample", i, "has a duration too large to add up");
	*sum += duration;
	time += duration ? duration : time < UINT64_MAX;
	*end = time > *end ? time : *end;
	return true;
}

bool check_samples(const struct profile *p, struct error *err)
{
	const struct samples *s = &p->samples;
	uint64_t sum = 0, duration_sum = 0, end = 0;
	bool weighted = false;

	for (uint64_t i = 0; i < s->count; i++) {
		if (s->stack[i] >= p->stack_count)
			return broken(err, "sample", i, "has no such stack");
		if (s->context[i] >= p->context_count)
			return broken(err, "sample", i, "has no such context");
		if (i && s->time[i] < s->time[i - 1])
			return broken(err, "sample", i, "comes before an earlier one");
		if (!p->has_times && s->time[i])
			return broken(err, "sample", i, "has a time though none has");
		if (s->weight[i] > UINT64_MAX - sum)
			return broken(err, "sample", i,
				      "has a weight too large to add up");
		if (!check_duration(p, i, &duration_sum, &end, err))
			return false;
		sum += s->weight[i];
		weighted |= s->weight[i] != profile_plain_weight(p, i);
	}
	if (s->end != (p->has_times ? end : 0))
		return error_set(err, ERROR_FORMAT, "the samples end at another time");
	return weighted == p->has_weights ||
	       error_set(err, ERROR_FORMAT,
			 "weights are there and denied, or the reverse");
}

bool check_tables(const struct profile *p, struct error *err)
{
	if (p->weights_are_counts && p->has_times)
		return error_set(err, ERROR_FORMAT, "rows of many samples have a time");
	if (p->event_count > PROFILE_NO_CPU)
		return error_set(err, ERROR_FORMAT, "%" PRIu32 " events", p->event_count);
	return check_strings(p, err) && check_frames(p, err) && check_stacks(p, err) &&
	       check_names(p, err) && check_contexts(p, err) && check_tallies(p, err);
}

bool check_profile(const struct profile *p, struct error *err)
{
	return check_tables(p, err) && check_samples(p, err);
}
