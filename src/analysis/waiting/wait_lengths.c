#include "analysis/waiting/wait_lengths.h"

#include "analysis/waiting/thread_state.h"
#include "base/append.h"
#include "base/mem.h"

/* Count a wait for each function in its stack. `seen`, by function: 1 + the last row counted. */
static bool count_row(struct wait_lengths *l, const struct profile *p, uint64_t row,
		      uint64_t *seen, struct error *err)
{
	uint64_t ns = p->samples.duration[row];
	int bucket = 63 - __builtin_clzll(ns);

	l->shortest = bucket < l->shortest ? bucket : l->shortest;
	l->longest = bucket > l->longest ? bucket : l->longest;
	for (uint32_t s = p->samples.stack[row]; s; s = p->stacks[s].parent) {
		uint32_t frame = p->stacks[s].frame;
		struct wait_length *length;

		if (seen[frame] == row + 1)
			continue;
		seen[frame] = row + 1;
		if (!l->by_frame[frame]) {
			if (!APPEND(l->list, l->count, l->room, "lengths of waits", err,
				    (struct wait_length){0}))
				return false;
			l->by_frame[frame] = (uint32_t)l->count;
		}
		length = &l->list[l->by_frame[frame] - 1];
		length->count++;
		length->buckets[bucket]++;
		length->longest = ns > length->longest ? ns : length->longest;
	}
	return true;
}

bool wait_lengths_build(struct wait_lengths *l, const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct text running = text_of(thread_states[STATE_RUNNING].title);
	uint32_t runs = 0; /* the event of running time; event_count: none */
	uint64_t *seen = NULL;
	bool ok;

	*l = (struct wait_lengths){.shortest = WAIT_BUCKETS - 1};
	while (runs < p->event_count &&
	       !text_equal(profile_string(p, p->events[runs].name), running))
		runs++;
	if (!p->states || !p->samples.duration || (runs == 0 && p->event_count == 1))
		return true;
	l->by_frame = mem_array(p->frame_count, sizeof *l->by_frame, "functions", err);
	if (l->by_frame)
		seen = mem_array(p->frame_count, sizeof *seen, "functions", err);
	ok = seen != NULL;
	for (uint64_t row = ok ? flame_next(f, 0) : 0; ok && row < f->last;
	     row = flame_next(f, row + 1))
		if (profile_context(p, row)->event != runs && p->samples.duration[row])
			ok = count_row(l, p, row, seen, err);
	mem_free(seen);
	return ok;
}

void wait_lengths_release(struct wait_lengths *l)
{
	mem_free(l->list);
	mem_free(l->by_frame);
	*l = (struct wait_lengths){0};
}

const struct wait_length *wait_lengths_of(const struct wait_lengths *l, uint32_t frame)
{
	uint32_t at = l->by_frame ? l->by_frame[frame] : 0;

	return at ? &l->list[at - 1] : NULL;
}
