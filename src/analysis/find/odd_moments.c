#include "analysis/find/odd_moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/surprise.h"
#include "analysis/find/activity.h"
#include "analysis/find/odd_inside.h"
#include "analysis/find/odd_windows.h"
#include "base/append.h"
#include "base/number.h"
#include "profile/task_numbers.h"

const char *const odd_kind_names[ODD_KINDS] = {"burst", "stall", "each-second", "thread",
					       "mix"};

void odd_moments_release(struct odd_moments *o)
{
	mem_free(o->moment);
	mem_free(o->by_time);
	*o = (struct odd_moments){0};
}

/* ---- each second ---- */

/*
 * All seconds are laid over each other. An odd offset is a window of up to ODD_OFFSET_LONGEST in
 * which they have together at least half as many samples again as half of such windows have, and far
 * more than their fluctuation allows; no slice counts for more than what would be odd by itself.
 *
 * A clock that ticks at the same offsets of each second gives such windows, too: two ticks or more
 * have to fit into the window, so that one more is less than half.
 */
#define ODD_OFFSET_LONGEST UINT64_C(350000000) /* ns */
#define ODD_OFFSET_SECONDS 10		       /* at least */
#define ODD_OFFSETS_MAX	   4

struct odd_offset {
	uint64_t from, to; /* ns within the second; `to` may be in the next one */
	uint64_t samples;
	double expected, score;
};

struct odd_offsets {
	struct odd_offset offset[ODD_OFFSETS_MAX]; /* the highest score first */
	uint32_t count;
};

#define OFFSET_MORE 1.5
#define TICKS	    2
#define TOLERANCE   UINT64_C(60000000) /* ns between offsets that are the same */

static uint64_t middle_of(struct range r)
{
	return (r.from + (r.to - r.from) / 2) % NS_PER_SECOND;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	uint64_t d = a < b ? b - a : a - b;

	return d < NS_PER_SECOND - d ? d : NS_PER_SECOND - d;
}

/* Has a range some of its offsets? */
static bool odd_offset_touches(const struct odd_offset *s, struct range range)
{
	uint64_t middle = middle_of((struct range){s->from, s->to});
	uint64_t reach = (s->to - s->from + range.to - range.from) / 2;

	return apart(middle_of(range), middle) < reach;
}

/* ---- seconds over each other ---- */

struct fold {
	uint32_t phases; /* slices of a second */
	double seconds;
	uint64_t *samples,
	    *clipped;	  /* owned: by phase, twice, so that windows need not wrap */
	uint64_t *sorted; /* owned: room for one number a phase */
};

static void fold_release(struct fold *f)
{
	mem_free(f->samples);
	mem_free(f->clipped);
	mem_free(f->sorted);
}

static bool fold_open(struct fold *f, const struct timeline *t, struct error *err)
{
	*f = (struct fold){.phases = (uint32_t)(NS_PER_SECOND / t->slice),
			   .seconds = (double)t->slices * (double)t->slice / 1e9};
	f->samples = mem_array(2 * f->phases, sizeof *f->samples, "a second", err);
	f->clipped = f->samples
			 ? mem_array(2 * f->phases, sizeof *f->clipped, "a second", err)
			 : NULL;
	f->sorted =
	    f->clipped ? mem_array(f->phases, sizeof *f->sorted, "a second", err) : NULL;
	if (f->sorted)
		return true;
	fold_release(f);
	return false;
}

static void fold_fill(struct fold *f, const struct odd_measure *m,
		      const struct timeline *t)
{
	uint64_t first = t->from / t->slice;

	for (size_t i = 0; i < t->filled; i++) {
		uint64_t n = t->before[i + 1] - t->before[i];
		uint32_t phase = (uint32_t)((first + t->at[i]) % f->phases);

		f->samples[phase] += n;
		f->clipped[phase] += n < m->by[0].odd ? n : m->by[0].odd;
	}
	for (uint32_t i = 0; i < f->phases; i++) {
		f->samples[f->phases + i] = f->samples[i];
		f->clipped[f->phases + i] = f->clipped[i];
	}
}

static uint64_t sum(const uint64_t *counts, uint32_t from, uint64_t length)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < length; i++)
		n += counts[from + i];
	return n;
}

static int compare_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* ---- windows ---- */

/* Of those that overlap only the one with the highest score. */
static void insert(struct odd_offsets *s, const struct odd_offset *new)
{
	uint32_t kept = 0, at;

	for (uint32_t i = 0; i < s->count; i++)
		if (odd_offset_touches(&s->offset[i],
				       (struct range){new->from, new->to}) &&
		    s->offset[i].score >= new->score)
			return;
	for (uint32_t i = 0; i < s->count; i++)
		if (!odd_offset_touches(&s->offset[i],
					(struct range){new->from, new->to}))
			s->offset[kept++] = s->offset[i]; /* room: kept <= i */
	s->count = kept;
	if (s->count == ODD_OFFSETS_MAX)
		return;
	for (at = s->count++; at > 0 && s->offset[at - 1].score < new->score; at--)
		s->offset[at] = s->offset[at - 1];
	s->offset[at] = *new;
}

/* The windows of one length, about the median of them all. */
static void try_length(struct odd_offsets *s, struct fold *f, const struct odd_measure *m,
		       uint32_t length, const struct timeline *t)
{
	const struct odd_length *l = &m->by[length];
	double usual, scale = f->seconds;

	for (uint32_t i = 0; i < f->phases; i++)
		f->sorted[i] = sum(f->clipped, i, l->slices);
	qsort(f->sorted, f->phases, sizeof *f->sorted, compare_numbers);
	usual = (double)f->sorted[f->phases / 2];
	usual = usual > l->expected * scale ? usual : l->expected * scale;
	for (uint32_t i = 0; i < f->phases; i++) {
		uint64_t n = sum(f->clipped, i, l->slices);
		struct odd_offset new = {.from = i * t->slice, .expected = usual};

		if ((double)n < OFFSET_MORE * usual)
			continue;
		new.score = odd_score_of((double)n, usual, l->spread);
		new.to = new.from + l->slices * t->slice;
		new.samples = sum(f->samples, i, l->slices);
		if (new.score >= l->needed)
			insert(s, &new);
	}
}

/* `tick`: ns from one sample of a CPU to the next, 0: of no clock. */
static bool odd_offsets_find(struct odd_offsets *s, const struct odd_measure *m,
			     const struct timeline *t, uint64_t tick, struct error *err)
{
	struct fold f;

	*s = (struct odd_offsets){0};
	if (m->lengths == 0 || NS_PER_SECOND % t->slice ||
	    t->slices / ODD_OFFSET_SECONDS < NS_PER_SECOND / t->slice)
		return true;
	if (!fold_open(&f, t, err))
		return false;
	fold_fill(&f, m, t);
	for (uint32_t i = 0; i < m->lengths; i++) {
		uint64_t length = m->by[i].slices * t->slice;

		if (length >= TICKS * tick && length <= ODD_OFFSET_LONGEST)
			try_length(s, &f, m, i, t);
	}
	fold_release(&f);
	return true;
}

/* ---- bursts ---- */

static bool is_short(const struct odd_moment *m)
{
	return m->kind == ODD_BURST && m->range.to - m->range.from < ODD_BURST_LONG;
}

static bool is_alike(const struct odd_moment *a, const struct odd_moment *b)
{
	return is_short(b) &&
	       apart(middle_of(a->range), middle_of(b->range)) <= TOLERANCE;
}

/* So many in as many seconds: two in one second are one. */
static uint32_t count_alike(const struct odd_moment *m, uint32_t count, uint32_t of)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		bool again = false;

		if (!is_alike(&m[of], &m[i]))
			continue;
		for (uint32_t k = 0; k < i && !again; k++)
			again = is_alike(&m[of], &m[k]) &&
				m[k].range.from / NS_PER_SECOND ==
				    m[i].range.from / NS_PER_SECOND;
		n += !again;
	}
	return n;
}

#define OFFSET_CHANCE 0.01

/* Are `alike` of so many short bursts hardly at one offset by chance? By the mean of a binomial. */
static bool is_no_chance(uint32_t alike, uint32_t bursts)
{
	double p = 2 * (double)TOLERANCE / NS_PER_SECOND;

	return log(bursts) + lgamma(bursts) - lgamma(alike) -
		   lgamma(bursts - alike + 1.0) + (alike - 1) * log(p) <
	       log(OFFSET_CHANCE);
}

/* All that are like one of them become it. */
static void join(struct odd_moment *m, uint32_t *count, uint32_t of)
{
	const struct odd_moment one = m[of];
	struct odd_moment all = {.kind = ODD_EACH_SECOND,
				 .range = one.range,
				 .one = one.range,
				 .score = one.score,
				 .process = ODD_NOBODY,
				 .frame = ODD_NOBODY,
				 .thread = ODD_NOBODY};
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *count; i++) {
		const struct odd_moment burst = m[i];

		if (!is_alike(&one, &burst)) {
			m[kept++] = burst; /* room: kept <= i */
			continue;
		}
		all.times++;
		all.samples += burst.samples;
		all.expected += burst.expected;
		all.score = burst.score > all.score ? burst.score : all.score;
		if (burst.range.from < all.range.from)
			all.range.from = burst.range.from;
		if (burst.range.to > all.range.to)
			all.range.to = burst.range.to;
	}
	m[kept++] = all; /* room: it was one of them */
	*count = kept;
}

#define ROUNDS_MOST 16

/*
 * Bursts among `moments` that have the same offset within a second, four or more in as many
 * seconds, become one moment, with the score of the highest. The order changes.
 */
#define ODD_OFFSET_BURSTS 4
static void odd_offsets_gather(struct odd_moment *m, uint32_t *count)
{
	for (int round = 0; round < ROUNDS_MOST; round++) {
		uint32_t best = 0, most = 0, bursts = 0;

		for (uint32_t i = 0; i < *count; i++) {
			uint32_t n = is_short(&m[i]) ? count_alike(m, *count, i) : 0;

			bursts += is_short(&m[i]);
			if (n > most) {
				most = n;
				best = i;
			}
		}
		if (most < ODD_OFFSET_BURSTS || !is_no_chance(most, bursts))
			return;
		join(m, count, best);
	}
}

/* ---- what explains a moment ---- */

#define G2_LEAST     12.0 /* less is no explanation */
#define NEARLY	     0.7
#define THREAD_LESS  1.5
#define LEFT_LEAST   4	   /* a part so large is outside of bursts */
#define SAMPLES_MOST 50000 /* of a moment are looked at, evenly */

/*
 * Counts of what is usual, by function and by thread: of all samples that are looked at but those in
 * bursts; and room to count those of one range. A function is where its name stands, once a stack.
 */
struct odd_reasons {
	const struct profile *profile; /* borrowed */
	const struct odd_query *query; /* borrowed */
	struct bits usual;	       /* owned: by sample */
	bool without_bursts;	       /* else bursts are among them */
	struct task_numbers tasks;
	uint32_t
	    process; /* a row of profile.threads, of whose process these are; ODD_NOBODY: of all */
	uint64_t samples;
	uint64_t *by_frame, *by_thread; /* owned: of these */
	uint64_t *in_range;		/* owned: by frame, then by thread */
	uint32_t *touched;		/* owned: frames and threads of the range */
	uint32_t touched_count;

	/* Stacks are counted once a moment, and so are the callers that they share. */
	struct bits
	    outermost;	/* owned: stacks whose function is not among their callers */
	uint32_t *met;	/* owned: by stack: the last moment that has it */
	uint32_t *here; /* owned: by stack: samples of the moment in it and below */
	uint32_t *path; /* owned: stacks of the moment, callers before called */
	uint32_t path_count, moments;
};

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

static void odd_reasons_release(struct odd_reasons *r)
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

static bool odd_reasons_open(struct odd_reasons *r, const struct profile *p,
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

/* Find the reason of one, in a process from its samples alone. Faster if the process stays the same. */
/*
 * Of functions that explain nearly as much, callers of each other mostly, the one with the fewest
 * samples in all, which says most; a thread only where it is much more surprising than any
 * function in it.
 */
static bool odd_reasons_tell(struct odd_reasons *r, struct odd_moment *m,
			     struct error *err)
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

/* ---- too many samples, or too few ---- */

struct gathering {
	struct odd_moments *out;
	const struct profile *profile;
	const struct odd_query *query;
	size_t room;
};

/* That a profile of pure noise has something. */
#define BURST_CHANCE 0.0033
#define MORE	     1.5  /* times the usual samples, at least, to be a burst; */
#define MORE_LONG    1.75 /* of ODD_BURST_LONG and longer, as load changes anyway */

static bool add_window(struct gathering *g, const struct timeline *t,
		       const struct odd_window *w, struct error *err)
{
	struct odd_moment m = {.range = timeline_range(t, w->from, w->to),
			       .times = 1,
			       .samples = w->samples,
			       .expected = w->expected,
			       .process = ODD_NOBODY,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};

	m.one = m.range;
	m.score = w->score;
	m.kind = ODD_BURST;
	return APPEND(g->out->moment, g->out->count, g->room, "odd moments", err, m);
}

/* Bursts that lie in it are a part of it. */
static bool add_offset(struct gathering *g, const struct timeline *t,
		       const struct odd_offset *s, struct error *err)
{
	struct odd_moments *o = g->out;
	struct odd_moment m = {.kind = ODD_EACH_SECOND,
			       .range = timeline_range(t, 0, t->slices),
			       .samples = s->samples,
			       .expected = s->expected,
			       .score = s->score,
			       .process = ODD_NOBODY,
			       .frame = ODD_NOBODY,
			       .thread = ODD_NOBODY};
	uint64_t begin = m.range.from / NS_PER_SECOND * NS_PER_SECOND, times;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ODD_EACH_SECOND &&
		    odd_offset_touches(s, o->moment[i].one))
			return true;
	for (uint32_t i = 0; g->query->kinds & ODD_EACH_BURST && i < o->count; i++)
		if (o->moment[i].kind == ODD_BURST &&
		    odd_offset_touches(s, o->moment[i].range))
			return true;
	begin = number_add(begin, s->from < m.range.from - begin ? NS_PER_SECOND : 0);
	m.one = (struct range){number_add(begin, s->from), number_add(begin, s->to)};
	times = m.range.to < m.one.to ? 0 : (m.range.to - m.one.to) / NS_PER_SECOND + 1;
	m.times = (uint32_t)(times < UINT32_MAX ? times : UINT32_MAX);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind != ODD_BURST ||
		    !odd_offset_touches(s, o->moment[i].range))
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
	return APPEND(o->moment, o->count, g->room, "odd moments", err, m);
}

static bool gather_offsets(struct gathering *g, const struct timeline *t,
			   const struct odd_measure *measure, uint64_t tick,
			   struct error *err)
{
	struct odd_offsets offsets;

	if (!(g->query->kinds >> ODD_EACH_SECOND & 1))
		return true;
	if (!(g->query->kinds & ODD_EACH_BURST))
		odd_offsets_gather(g->out->moment, &g->out->count);
	if (!odd_offsets_find(&offsets, measure, t, tick, err))
		return false;
	for (uint32_t i = 0; i < offsets.count; i++)
		if (!add_offset(g, t, &offsets.offset[i], err))
			return false;
	return true;
}

/* What is found to tell other things apart was not asked for. */
static void drop_unwanted(struct gathering *g)
{
	struct odd_moments *o = g->out;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (g->query->kinds >> o->moment[i].kind & 1)
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
}

static bool is_told(const struct timeline *t, const struct odd_window *w)
{
	struct range r = timeline_range(t, w->from, w->to);

	return (double)w->samples >=
	       (r.to - r.from < ODD_BURST_LONG ? MORE : MORE_LONG) * w->expected;
}

static bool gather_windows(struct gathering *g, struct error *err)
{
	struct timeline_query query = {.which = &g->query->kept->samples,
				       .range = g->query->range,
				       .samples = g->query->kept->count};
	struct odd_windows windows = {0};
	struct odd_measure measure;
	struct timeline t;
	bool ok;

	if (!(g->query->kinds & (1u << ODD_BURST | 1u << ODD_EACH_SECOND)))
		return true;
	if (!activity_tick(g->profile, g->query->event, &query.tick, err) ||
	    !timeline_build(&t, g->profile, &query, err))
		return false;
	ok = odd_measure_take(&measure, &t, BURST_CHANCE, err) &&
	     odd_windows_find(&windows, &measure, &t, err);
	for (size_t i = 0; ok && i < windows.count; i++)
		if (is_told(&t, &windows.window[i]))
			ok = add_window(g, &t, &windows.window[i], err);
	ok = ok && gather_offsets(g, &t, &measure, query.tick, err);
	drop_unwanted(g);
	g->out->left_out += windows.left_out;
	odd_windows_release(&windows);
	timeline_release(&t);
	return ok;
}

/* ---- what is one ---- */

/* Is it the same time, for more than half of what either takes? */
static bool covers(const struct odd_moment *a, const struct odd_moment *b)
{
	uint64_t from = a->range.from > b->range.from ? a->range.from : b->range.from;
	uint64_t to = a->range.to < b->range.to ? a->range.to : b->range.to;
	uint64_t least = a->range.from < b->range.from ? a->range.from : b->range.from;
	uint64_t most = a->range.to > b->range.to ? a->range.to : b->range.to;

	return from < to && to - from > (most - least) / 2;
}

/* Of everything or of processes, then of threads, then of functions. */
static int rank(const struct odd_moment *m)
{
	return m->kind == ODD_MIX ? 2 : m->kind == ODD_THREAD;
}

static int compare_ranks(const void *a, const void *b)
{
	const struct odd_moment *x = a, *y = b;

	if (rank(x) != rank(y))
		return rank(x) - rank(y);
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	return x->process < y->process ? -1 : x->process > y->process;
}

/*
 * Are both of one process? A moment of everything stands for one of a process if they are of one
 * kind; for a mix, if the process has most of the samples there.
 */
static bool concern_one(const struct odd_moment *by, const struct odd_moment *m)
{
	if (by->process == m->process || m->process == ODD_NOBODY)
		return true;
	return by->process == ODD_NOBODY &&
	       (m->kind == by->kind || (m->kind == ODD_MIX && 2 * m->of >= by->samples));
}

/*
 * Does `by`, of a lower rank or odder, say the same as `m`? A stall of one process is told beside a
 * burst of another; a thread that was alone is always told; and at the start of a process the
 * function says more than the thread.
 */
static bool tells(const struct odd_moment *by, const struct odd_moment *m)
{
	return by->kind != ODD_EACH_SECOND && m->kind != ODD_EACH_SECOND &&
	       (m->kind == ODD_MIX || by->kind == m->kind) &&
	       !(m->from_start && by->kind == ODD_THREAD) && concern_one(by, m) &&
	       covers(by, m);
}

/* What a process began with, which one thread does mostly. */
static bool is_start_of_one(const struct odd_moments *o, const struct odd_moment *m)
{
	if (m->kind != ODD_THREAD || !m->from_start)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ODD_MIX && o->moment[i].from_start &&
		    o->moment[i].process == m->process && covers(&o->moment[i], m))
			return true;
	return false;
}

static void drop_repeated(struct odd_moments *o)
{
	uint32_t kept = 0;

	if (o->count)
		qsort(o->moment, o->count, sizeof *o->moment, compare_ranks);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment m = o->moment[i];
		bool repeated = is_start_of_one(o, &m);

		for (uint32_t k = 0; k < kept && !repeated; k++)
			repeated = tells(&o->moment[k], &m);
		if (!repeated)
			o->moment[kept++] = m; /* room: kept <= i */
	}
	o->count = kept;
}

/* ---- in order ---- */

/* A total order: threads, and functions, of two processes may begin and end together. */
static int compare_scores(const void *a, const void *b)
{
	const struct odd_moment *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->range.to != y->range.to)
		return x->range.to < y->range.to ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->frame != y->frame)
		return x->frame < y->frame ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static int compare_times(const void *a, const void *b, void *moments)
{
	const struct odd_moment *m = moments;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (m[i].range.from != m[j].range.from)
		return m[i].range.from < m[j].range.from ? -1 : 1;
	return i < j ? -1 : i > j;
}

static bool put_in_order(struct odd_moments *o, struct error *err)
{
	if (o->count == 0)
		return true;
	qsort(o->moment, o->count, sizeof *o->moment, compare_scores);
	if (o->count > ODD_MOMENTS_MAX) {
		o->left_out += o->count - ODD_MOMENTS_MAX;
		o->count = ODD_MOMENTS_MAX;
	}
	o->by_time = mem_array(o->count, sizeof *o->by_time, "odd moments", err);
	if (!o->by_time)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		o->by_time[i] = i;
	qsort_r(o->by_time, o->count, sizeof *o->by_time, compare_times, o->moment);
	return true;
}

/* Of a single thread its name is told. */
static bool any_wants_reason(const struct odd_moments *o)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].thread == ODD_NOBODY && o->moment[i].frame == ODD_NOBODY)
			return true;
	return false;
}

/* Of moment `i`, and of all behind it that are of the same process. */
static bool tell_process(struct odd_reasons *reasons, struct odd_moments *o, uint32_t i,
			 struct error *err)
{
	uint32_t process = o->moment[i].process;
	bool ok = true;

	for (uint32_t k = 0; k < i; k++)
		if (o->moment[k].process == process)
			return true;
	for (uint32_t k = i; ok && k < o->count; k++) {
		struct odd_moment *m = &o->moment[k];

		if (m->process == process && m->thread == ODD_NOBODY &&
		    m->frame == ODD_NOBODY)
			ok = odd_reasons_tell(reasons, m, err);
	}
	return ok;
}

static bool tell_reasons(struct gathering *g, struct error *err)
{
	struct odd_reasons reasons;
	bool ok = true;

	if (!any_wants_reason(g->out))
		return true;
	if (!odd_reasons_open(&reasons, g->profile, g->query, g->out, err))
		return false;
	for (uint32_t i = 0; ok && i < g->out->count; i++)
		ok = tell_process(&reasons, g->out, i, err);
	odd_reasons_release(&reasons);
	return ok;
}

bool odd_moments_build(struct odd_moments *o, const struct profile *p,
		       const struct odd_query *q, struct error *err)
{
	struct gathering g = {.out = o, .profile = p, .query = q};

	*o = (struct odd_moments){0};
	if (!p->has_times)
		return error_set(err, ERROR_NOTHING,
				 "this profile has no times, so no moment in it is odd");
	if (q->kept->spans)
		return error_set(
		    err, ERROR_NOTHING,
		    "odd moments are found by samples, and these are spans%s",
		    p->of_threads ? ": one wait lasts, so by what chance so many are "
				    "at once is not known. Of what was sampled, without "
				    "--state, they are found"
				  : "");
	if (gather_windows(&g, err) && odd_inside_find(o, &g.room, p, q, err)) {
		drop_repeated(o);
		if (put_in_order(o, err) && tell_reasons(&g, err))
			return true;
	}
	odd_moments_release(o);
	return false;
}

/* ---- from one to the next ---- */

const struct odd_moment *odd_moments_after(const struct odd_moments *o, uint64_t at)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[o->by_time[i]].range.from > at)
			return &o->moment[o->by_time[i]];
	return NULL;
}

const struct odd_moment *odd_moments_before(const struct odd_moments *o, uint64_t at)
{
	const struct odd_moment *m = NULL;

	for (uint32_t i = 0; i < o->count; i++) {
		const struct odd_moment *next = &o->moment[o->by_time[i]];

		if (next->range.from >= at)
			break;
		if (!m || next->range.from >
			      m->range.from) /* the oddest of those that begin together */
			m = next;
	}
	return m;
}

static bool is_long(const struct odd_moment *m)
{
	return m->range.to - m->range.from >= ODD_BURST_LONG;
}

bool odd_moments_alike(const struct odd_moment *a, const struct odd_moment *b)
{
	return a->kind == b->kind && is_long(a) == is_long(b);
}

struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p)
{
	if (m->frame != ODD_NOBODY)
		return profile_frame_name(p, m->frame);
	if (m->thread != ODD_NOBODY)
		return profile_string(p, p->threads[m->thread].comm);
	return text_of("");
}
