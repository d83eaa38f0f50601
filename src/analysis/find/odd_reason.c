#include "analysis/find/odd_reason.h"

#include <string.h>

#include "analysis/compare/surprise.h"
#include "base/mem.h"
#include "base/number.h"

#define G2_LEAST     12.0 /* less is no explanation */
#define NEARLY	     0.7
#define THREAD_LESS  1.5
#define LEFT_LEAST   4	   /* a part so large is outside of bursts */
#define SAMPLES_MOST 50000 /* of a moment are looked at, evenly */

/* Frame 0 is none; threads stand behind all frames. */
static uint32_t thread_place(const struct odd_reasons *r, uint32_t thread)
{
	return r->profile->frame_count + thread;
}

/* ---- once for each stack that has a function, however often it calls itself ---- */

/* Room to walk from a stack to those that it calls. Owned. */
struct walk {
	uint32_t *first, *next; /* by stack; 0: none */
	uint32_t *open;		/* by frame: how often it is on the way down */
};

static void walk_release(struct walk *w)
{
	mem_free(w->first);
	mem_free(w->next);
	mem_free(w->open);
}

static bool walk_open(struct walk *w, const struct profile *p, struct error *err)
{
	*w = (struct walk){
	    .first = mem_array(p->stack_count, sizeof *w->first, "stacks", err)};
	if (w->first)
		w->next = mem_array(p->stack_count, sizeof *w->next, "stacks", err);
	if (w->next)
		w->open = mem_array(p->frame_count, sizeof *w->open, "functions", err);
	if (!w->open) {
		walk_release(w);
		return false;
	}
	for (uint32_t i = p->stack_count - 1; i > 0; i--) {
		w->next[i] = w->first[p->stacks[i].parent];
		w->first[p->stacks[i].parent] = i;
	}
	return true;
}

/* No recursion: stacks are deep. */
static bool find_outermost(struct odd_reasons *r, struct error *err)
{
	const struct profile *p = r->profile;
	struct walk w;

	if (!bits_build(&r->outermost, p->stack_count, err) || !walk_open(&w, p, err))
		return false;
	for (uint32_t at = w.first[0]; at;) {
		uint32_t down = w.first[at];

		if (w.open[p->stacks[at].frame]++ == 0)
			bits_add(&r->outermost, at);
		while (!down && at) {
			w.open[p->stacks[at].frame]--;
			down = w.next[at];
			at = p->stacks[at].parent;
		}
		at = down;
	}
	walk_release(&w);
	return true;
}

/*
 * What is usual is what there is outside of all bursts: many of one kind have most of the samples of the
 * function that explains them. Where these have nearly everything, it is all of it.
 */
static bool leave_out_bursts(struct odd_reasons *r, const struct odd_moments *all,
			     struct error *err)
{
	const struct bits *kept = &r->query->kept->samples;
	uint64_t first, last, count, before;

	if (!bits_build(&r->usual, kept->count, err))
		return false;
	memcpy(r->usual.words, kept->words, (kept->count / 64 + 1) * sizeof *kept->words);
	before = bits_population(&r->usual);
	for (uint32_t i = 0; i < all->count; i++) {
		if (all->moment[i].kind != ODD_BURST)
			continue;
		range_samples(r->profile, all->moment[i].range, &first, &last);
		for (uint64_t row = first; row < last; row++)
			bits_remove(&r->usual, row);
	}
	count = bits_population(&r->usual);
	r->without_bursts = count >= before / LEFT_LEAST;
	if (!r->without_bursts)
		memcpy(r->usual.words, kept->words,
		       (kept->count / 64 + 1) * sizeof *kept->words);
	return true;
}

/* `counts` of a stack are those of all that it calls, too: no stack comes after one of these. */
static bool count_all(struct odd_reasons *r, const struct bits *kept, struct error *err)
{
	const struct profile *p = r->profile;
	uint64_t *counts = mem_array(p->stack_count, sizeof *counts, "stacks", err);
	uint64_t *within =
	    counts ? mem_array(p->context_count, sizeof *within, "contexts", err) : NULL;
	uint64_t first, last;

	if (!within) {
		mem_free(counts);
		return false;
	}
	r->samples = 0;
	memset(r->by_frame, 0, p->frame_count * sizeof *r->by_frame);
	memset(r->by_thread, 0, p->thread_count * sizeof *r->by_thread);
	range_samples(p, r->query->range, &first, &last);
	bits_tally(kept, first, last, p->samples.stack, counts);
	bits_tally(kept, first, last, p->samples.context, within);
	for (uint32_t i = 0; i < p->context_count; i++) {
		r->samples += within[i];
		r->by_thread[p->contexts[i].thread] += within[i];
	}
	mem_free(within);
	for (uint32_t i = p->stack_count - 1; i > 0; i--) {
		counts[p->stacks[i].parent] += counts[i];
		if (bits_has(&r->outermost, i))
			r->by_frame[p->stacks[i].frame] += counts[i];
	}
	mem_free(counts);
	return true;
}

/* List a stack and its callers, as far as they are not listed yet, from above. */
static void meet(struct odd_reasons *r, uint32_t stack)
{
	uint32_t low = r->path_count, high;

	for (; stack && r->met[stack] != r->moments;
	     stack = r->profile->stacks[stack].parent) {
		r->met[stack] = r->moments;
		r->path[r->path_count++] = stack; /* room: each stack once */
	}
	for (high = r->path_count; low + 1 < high; low++) {
		uint32_t swapped = r->path[--high];

		r->path[high] = r->path[low];
		r->path[low] = swapped;
	}
}

/* What stacks have met, to their functions: what is listed later calls nothing before it. */
static void count_path(struct odd_reasons *r)
{
	const struct profile *p = r->profile;

	while (r->path_count > 0) {
		uint32_t stack = r->path[--r->path_count], n = r->here[stack];
		uint32_t frame = p->stacks[stack].frame;

		r->here[stack] = 0;
		r->here[p->stacks[stack].parent] += n;
		if (!bits_has(&r->outermost, stack))
			continue;
		if (r->in_range[frame] == 0)
			r->touched[r->touched_count++] = frame; /* room: each once */
		r->in_range[frame] += n;
	}
	r->here[0] = 0;
}

/* ---- all, and those of a moment ---- */

static bool make_stack_room(struct odd_reasons *r, struct error *err)
{
	uint32_t stacks = r->profile->stack_count;

	r->met = mem_array(stacks, sizeof *r->met, "stacks", err);
	r->here = r->met ? mem_array(stacks, sizeof *r->here, "stacks", err) : NULL;
	r->path = r->here ? mem_array(stacks, sizeof *r->path, "stacks", err) : NULL;
	return r->path && find_outermost(r, err);
}

bool odd_reasons_open(struct odd_reasons *r, const struct profile *p,
		      const struct odd_query *q, const struct odd_moments *all,
		      struct error *err)
{
	size_t places = (size_t)p->frame_count + p->thread_count;

	*r = (struct odd_reasons){.profile = p, .query = q, .process = ODD_NOBODY};
	r->by_frame = mem_array(p->frame_count, sizeof *r->by_frame, "functions", err);
	r->by_thread =
	    r->by_frame ? mem_array(p->thread_count, sizeof *r->by_thread, "threads", err)
			: NULL;
	r->in_range = r->by_thread
			  ? mem_array(places, sizeof *r->in_range, "functions", err)
			  : NULL;
	r->touched =
	    r->in_range ? mem_array(places, sizeof *r->touched, "functions", err) : NULL;
	if (r->touched && make_stack_room(r, err) && leave_out_bursts(r, all, err) &&
	    task_numbers_build(&r->tasks, p, err) && count_all(r, &r->usual, err))
		return true;
	odd_reasons_release(r);
	return false;
}

void odd_reasons_release(struct odd_reasons *r)
{
	mem_free(r->by_frame);
	mem_free(r->by_thread);
	mem_free(r->in_range);
	mem_free(r->touched);
	mem_free(r->met);
	mem_free(r->here);
	mem_free(r->path);
	bits_release(&r->outermost);
	bits_release(&r->usual);
	task_numbers_release(&r->tasks);
	*r = (struct odd_reasons){0};
}

/* Of what comes each second only what has the same offset within a second. */
static bool lies_in(const struct odd_moment *m, uint64_t at)
{
	uint64_t second = NS_PER_SECOND;

	return m->kind != ODD_EACH_SECOND ||
	       (at + second - m->one.from % second) % second < m->one.to - m->one.from;
}

/* Is the sample of the moment's process? */
static bool is_of(const struct odd_reasons *r, const struct odd_moment *m, uint64_t row)
{
	return m->process == ODD_NOBODY ||
	       r->tasks.process[profile_context(r->profile, row)->thread] ==
		   r->tasks.process[m->process];
}

/* What is usual is counted anew where the moment is of another process than the one before. */
static bool turn_to(struct odd_reasons *r, const struct odd_moment *m, struct error *err)
{
	struct bits usual = {NULL};
	bool ok;

	if (r->process == m->process)
		return true;
	r->process = m->process;
	if (m->process == ODD_NOBODY)
		return count_all(r, &r->usual, err);
	if (!bits_build(&usual, r->usual.count, err))
		return false;
	for (uint64_t row = 0; row < usual.count; row++)
		if (bits_has(&r->usual, row) && is_of(r, m, row))
			bits_add(&usual, row);
	ok = count_all(r, &usual, err);
	bits_release(&usual);
	return ok;
}

static uint64_t count_moment(struct odd_reasons *r, const struct odd_moment *m)
{
	const struct profile *p = r->profile;
	uint64_t first, last, n = 0, step, origin = profile_origin(p);

	r->moments++;
	range_samples(p, m->range, &first, &last);
	step = 1 + (last - first) / SAMPLES_MOST;
	for (uint64_t i = first; i < last; i += step) {
		uint32_t thread = thread_place(r, profile_context(p, i)->thread);

		if (!bits_has(&r->query->kept->samples, i) || !is_of(r, m, i) ||
		    !lies_in(m, p->samples.time[i] - origin))
			continue;
		n++;
		if (r->in_range[thread] == 0)
			r->touched[r->touched_count++] = thread; /* room: each once */
		r->in_range[thread]++;
		meet(r, p->samples.stack[i]);
		r->here[p->samples.stack[i]]++;
	}
	count_path(r);
	return n;
}

/* How surprising it is that so many have it here; 0 where that is no larger a share. */
static double excess(const struct odd_reasons *r, const struct odd_moment *m,
		     uint32_t place, uint64_t n)
{
	uint32_t frames = r->profile->frame_count;
	bool apart = r->without_bursts && m->kind == ODD_BURST;
	uint64_t here = r->in_range[place];
	uint64_t there =
	    place < frames ? r->by_frame[place] : r->by_thread[place - frames];
	uint64_t rest = r->samples;

	if (!apart) { /* the moment is among them */
		there -= there < here ? there : here;
		rest -= rest < n ? rest : n;
	}
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
bool odd_reasons_tell(struct odd_reasons *r, struct odd_moment *m, struct error *err)
{
	uint32_t frames = r->profile->frame_count, place = ODD_NOBODY;
	double best = 0;
	uint64_t n, least = UINT64_MAX;

	if (!turn_to(r, m, err))
		return false;
	r->touched_count = 0;
	n = count_moment(r, m);
	for (uint32_t i = 0; i < r->touched_count; i++) {
		double g2 = excess(r, m, r->touched[i], n);

		best = g2 > best ? g2 : best;
	}
	for (uint32_t i = 0; i < r->touched_count && best >= G2_LEAST; i++) {
		uint32_t at = r->touched[i];
		uint64_t all = r->in_range[at];

		all += at < frames ? r->by_frame[at] : r->by_thread[at - frames];
		if (excess(r, m, at, n) >= NEARLY * best && all < least) {
			least = all;
			place = at;
		}
	}
	for (uint32_t i = 0; i < r->touched_count; i++)
		r->in_range[r->touched[i]] = 0;
	m->frame = place < frames ? place : ODD_NOBODY;
	m->thread = place >= frames && place != ODD_NOBODY ? place - frames : ODD_NOBODY;
	return true;
}
