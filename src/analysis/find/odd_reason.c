#include "analysis/find/odd_reason.h"

#include "analysis/compare/surprise.h"
#include "base/mem.h"
#include "base/number.h"

#define G2_LEAST     12.0 /* less is no explanation */
#define NEARLY	     0.7
#define THREAD_LESS  1.5
#define SAMPLES_MOST 50000 /* of a moment are looked at, evenly */

/* Frame 0 is none; threads stand behind all frames. */
static uint32_t thread_place(const struct odd_reasons *r, uint32_t thread)
{
	return r->profile->frame_count + thread;
}

/* Call it once for each function of a stack, from the leaf. */
static void count_stack(struct odd_reasons *r, uint32_t stack, uint64_t n,
			uint64_t *counts, bool touch)
{
	const struct profile *p = r->profile;

	r->stacks++;
	for (; stack; stack = p->stacks[stack].parent) {
		uint32_t frame = p->stacks[stack].frame;

		if (r->seen[frame] == r->stacks)
			continue;
		r->seen[frame] = r->stacks;
		if (touch && counts[frame] == 0)
			r->touched[r->touched_count++] =
			    frame; /* room: each place once */
		counts[frame] += n;
	}
}

/* Once for each stack that occurs, however often it does. */
static bool count_all(struct odd_reasons *r, struct error *err)
{
	const struct profile *p = r->profile;
	uint64_t *stacks = mem_array(p->stack_count, sizeof *stacks, "stacks", err);
	uint64_t first, last;

	if (!stacks)
		return false;
	range_samples(p, r->query->range, &first, &last);
	for (uint64_t i = first; i < last; i++) {
		if (!bits_has(&r->query->kept->samples, i))
			continue;
		r->samples++;
		stacks[p->samples.stack[i]]++;
		r->by_thread[profile_context(p, i)->thread]++;
	}
	for (uint32_t i = 1; i < p->stack_count; i++)
		if (stacks[i])
			count_stack(r, i, stacks[i], r->by_frame, false);
	mem_free(stacks);
	return true;
}

bool odd_reasons_open(struct odd_reasons *r, const struct profile *p,
		      const struct odd_query *q, struct error *err)
{
	size_t places = (size_t)p->frame_count + p->thread_count;

	*r = (struct odd_reasons){.profile = p, .query = q};
	r->by_frame = mem_array(p->frame_count, sizeof *r->by_frame, "functions", err);
	r->by_thread =
	    r->by_frame ? mem_array(p->thread_count, sizeof *r->by_thread, "threads", err)
			: NULL;
	r->in_range = r->by_thread
			  ? mem_array(places, sizeof *r->in_range, "functions", err)
			  : NULL;
	r->seen = r->in_range
		      ? mem_array(p->frame_count, sizeof *r->seen, "functions", err)
		      : NULL;
	r->touched =
	    r->seen ? mem_array(places, sizeof *r->touched, "functions", err) : NULL;
	if (r->touched && count_all(r, err))
		return true;
	odd_reasons_release(r);
	return false;
}

void odd_reasons_release(struct odd_reasons *r)
{
	mem_free(r->by_frame);
	mem_free(r->by_thread);
	mem_free(r->in_range);
	mem_free(r->seen);
	mem_free(r->touched);
	*r = (struct odd_reasons){0};
}

/* Of a stripe only what has the same offset within a second. */
static bool lies_in(const struct odd_moment *m, uint64_t at)
{
	uint64_t second = NS_PER_SECOND;

	return m->kind != ODD_STRIPE ||
	       (at + second - m->one.from % second) % second < m->one.to - m->one.from;
}

static uint64_t count_moment(struct odd_reasons *r, const struct odd_moment *m)
{
	const struct profile *p = r->profile;
	uint64_t first, last, n = 0, step, origin = profile_origin(p);

	range_samples(p, m->range, &first, &last);
	step = m->kind == ODD_STRIPE ? 1 : 1 + (last - first) / SAMPLES_MOST;
	for (uint64_t i = first; i < last && n < SAMPLES_MOST; i += step) {
		uint32_t thread = thread_place(r, profile_context(p, i)->thread);

		if (!bits_has(&r->query->kept->samples, i) ||
		    !lies_in(m, p->samples.time[i] - origin))
			continue;
		n++;
		if (r->in_range[thread] == 0)
			r->touched[r->touched_count++] = thread; /* room: each once */
		r->in_range[thread]++;
		count_stack(r, p->samples.stack[i], 1, r->in_range, true);
	}
	return n;
}

/* How surprising it is that so many have it here; 0 where that is no larger a share. */
static double excess(const struct odd_reasons *r, uint32_t place, uint64_t n)
{
	uint32_t frames = r->profile->frame_count;
	uint64_t here = r->in_range[place], rest = r->samples - n;
	uint64_t all = place < frames ? r->by_frame[place] : r->by_thread[place - frames];
	uint64_t there = all - here;

	if ((double)here * (double)rest <= (double)there * (double)n)
		return 0;
	return surprise_g2((double)here, (double)n, (double)there, (double)rest) /
	       (place < frames ? 1 : THREAD_LESS);
}

/*
 * Of functions that explain nearly as much, callers of each other mostly, the one with the fewest
 * samples in all, which says most; a thread only where it is much more surprising than any
 * function in it.
 */
void odd_reasons_tell(struct odd_reasons *r, struct odd_moment *m)
{
	uint32_t frames = r->profile->frame_count, place = ODD_NOBODY;
	double best = 0;
	uint64_t n, least = UINT64_MAX;

	r->touched_count = 0;
	n = count_moment(r, m);
	for (uint32_t i = 0; i < r->touched_count; i++) {
		double g2 = excess(r, r->touched[i], n);

		best = g2 > best ? g2 : best;
	}
	for (uint32_t i = 0; i < r->touched_count && best >= G2_LEAST; i++) {
		uint32_t at = r->touched[i];
		uint64_t all = at < frames ? r->by_frame[at] : r->by_thread[at - frames];

		if (excess(r, at, n) >= NEARLY * best && all < least) {
			least = all;
			place = at;
		}
	}
	for (uint32_t i = 0; i < r->touched_count; i++)
		r->in_range[r->touched[i]] = 0;
	m->frame = place < frames ? place : ODD_NOBODY;
	m->thread = place >= frames && place != ODD_NOBODY ? place - frames : ODD_NOBODY;
}
