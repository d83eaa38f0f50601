#include "analysis/find/anomalies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/significance.h"
#include "analysis/find/activity.h"
#include "analysis/find/process_anomalies.h"
#include "analysis/find/burst_windows.h"
#include "base/append.h"
#include "base/number.h"
#include "profile/hosts.h"
#include "profile/task_numbers.h"

const char *const anomaly_kind_names[ANOMALY_KINDS] = {"burst", "stall", "each-second",
						       "thread", "mix"};

void anomalies_release(struct anomalies *o)
{
	mem_free(o->moment);
	mem_free(o->by_time);
	*o = (struct anomalies){0};
}

/* ---- each second ---- */

/*
 * All seconds are added up by offset. An odd offset is a window of up to OFFSET_LONGEST with at
 * least 1.5 times the median count of such windows, and with more than their fluctuation allows.
 * The count of a slice is limited to the number of samples that would be odd by itself.
 *
 * The sampling clock ticks at the same offsets of each second, too, so the window must hold two or
 * more ticks; one more tick is then less than half of its samples.
 */
#define OFFSET_LONGEST UINT64_C(350000000) /* ns */
#define OFFSET_SECONDS 10		   /* seconds that a profile must have */
#define OFFSETS_MAX    4

struct odd_offset {
	uint64_t from, to; /* ns within the second; `to` may be in the next second */
	uint64_t samples;
	double expected, score;
};

struct odd_offsets {
	struct odd_offset offset[OFFSETS_MAX]; /* in descending order of scores */
	uint32_t count;
};

#define OFFSET_MORE 1.5
#define TICKS	    2		       /* the least number in a window */
#define TOLERANCE   UINT64_C(60000000) /* ns: offsets this close are the same */

/* The offset of the middle of a range within its second. */
static uint64_t middle_of(struct range r)
{
	return (r.from + (r.to - r.from) / 2) % NS_PER_SECOND;
}

/* The distance of two offsets on the circle of a second. */
static uint64_t apart(uint64_t a, uint64_t b)
{
	uint64_t d = a < b ? b - a : a - b;

	return d < NS_PER_SECOND - d ? d : NS_PER_SECOND - d;
}

/* Do offsets of the window lie in the range? */
static bool odd_offset_touches(const struct odd_offset *s, struct range range)
{
	uint64_t middle = middle_of((struct range){s->from, s->to});
	uint64_t reach = (s->to - s->from + range.to - range.from) / 2;

	return apart(middle_of(range), middle) < reach;
}

/* All seconds added up, slice by slice. */
struct folded_seconds {
	uint32_t phases; /* slices of a second */
	double seconds;	 /* in the timeline */
	uint64_t *samples,
	    /* owned: by phase; stored twice, so that windows do not wrap around */
	    *clipped;
	uint64_t *sorted; /* owned: room for a number per phase */
};

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

/* Insert by descending score; of overlapping windows only the one with the highest score stays. */
static void insert_offset(struct odd_offsets *s, const struct odd_offset *new)
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
	if (s->count == OFFSETS_MAX)
		return;
	for (at = s->count++; at > 0 && s->offset[at - 1].score < new->score; at--)
		s->offset[at] = s->offset[at - 1];
	s->offset[at] = *new;
}

/* Find the odd windows of one length. */
static void try_length(struct odd_offsets *s, struct folded_seconds *f,
		       const struct rate_baseline *m, uint32_t length,
		       const struct timeline *t)
{
	const struct burst_length *l = &m->by[length];
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
		new.score = burst_score((double)n, usual, l->spread);
		new.to = new.from + l->slices * t->slice;
		new.samples = sum(f->samples, i, l->slices);
		if (new.score >= l->needed)
			insert_offset(s, &new);
	}
}

/* `tick`: the sampling period in ns; 0: no clock. */
static bool odd_offsets_find(struct odd_offsets *s, const struct rate_baseline *m,
			     const struct timeline *t, uint64_t tick, struct error *err)
{
	struct folded_seconds f = {0};
	bool ok;

	*s = (struct odd_offsets){0};
	if (m->lengths == 0 || NS_PER_SECOND % t->slice ||
	    t->slices / OFFSET_SECONDS < NS_PER_SECOND / t->slice)
		return true;
	f.phases = (uint32_t)(NS_PER_SECOND / t->slice);
	f.seconds = (double)t->slices * (double)t->slice / 1e9;
	ok = (f.samples = mem_array(2 * f.phases, sizeof *f.samples, "a second", err)) &&
	     (f.clipped = mem_array(2 * f.phases, sizeof *f.clipped, "a second", err)) &&
	     (f.sorted = mem_array(f.phases, sizeof *f.sorted, "a second", err));
	for (size_t i = 0; ok && i < t->filled; i++) {
		uint64_t n = t->before[i + 1] - t->before[i];
		uint32_t phase = (uint32_t)((t->from / t->slice + t->at[i]) % f.phases);

		f.samples[phase] += n;
		f.clipped[phase] += n < m->by[0].odd ? n : m->by[0].odd;
	}
	for (uint32_t i = 0; ok && i < f.phases; i++) {
		f.samples[f.phases + i] = f.samples[i];
		f.clipped[f.phases + i] = f.clipped[i];
	}
	for (uint32_t i = 0; ok && i < m->lengths; i++) {
		uint64_t length = m->by[i].slices * t->slice;

		if (length >= TICKS * tick && length <= OFFSET_LONGEST)
			try_length(s, &f, m, i, t);
	}
	mem_free(f.samples);
	mem_free(f.clipped);
	mem_free(f.sorted);
	return ok;
}

/* ---- bursts that recur every second ---- */

static bool is_short(const struct anomaly *m)
{
	return m->kind == ANOMALY_BURST &&
	       m->range.to - m->range.from < ANOMALY_BURST_LONG;
}

static bool is_alike(const struct anomaly *a, const struct anomaly *b)
{
	return is_short(b) &&
	       apart(middle_of(a->range), middle_of(b->range)) <= TOLERANCE;
}

/* Count the seconds with a burst at the offset of burst `of`. */
static uint32_t count_alike(const struct anomaly *m, uint32_t count, uint32_t of)
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

/* Replace all bursts at the offset of burst `of` by one moment. */
static void join_bursts(struct anomaly *m, uint32_t *count, uint32_t of)
{
	const struct anomaly one = m[of];
	struct anomaly all = {.kind = ANOMALY_RECURRING,
			      .range = one.range,
			      .one = one.range,
			      .score = one.score,
			      .process = ANOMALY_NONE,
			      .frame = ANOMALY_NONE,
			      .thread = ANOMALY_NONE};
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *count; i++) {
		const struct anomaly burst = m[i];

		if (!is_alike(&one, &burst)) {
			m[kept++] = burst; /* room: kept <= i */
			continue;
		}
		all.times++;
		all.samples += burst.samples;
		all.expected += burst.expected;
		all.score = burst.score > all.score ? burst.score : all.score;
		if (burst.range.from < all.range.from) {
			all.range.from = burst.range.from;
			all.one = burst.range;
		}
		if (burst.range.to > all.range.to)
			all.range.to = burst.range.to;
	}
	m[kept++] = all; /* room: it was one of them */
	*count = kept;
}

#define ROUNDS_MOST   16
#define OFFSET_BURSTS 4	   /* seconds that must have a burst */
#define OFFSET_CHANCE 0.01 /* allowed probability of equal offsets by chance */

/*
 * Replace bursts with the same offset within a second, in at least OFFSET_BURSTS seconds, by one
 * moment with the highest of their scores. The order changes.
 */
static void odd_offsets_gather(struct anomaly *m, uint32_t *count)
{
	double p = 2 * (double)TOLERANCE / NS_PER_SECOND;

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
		if (most < OFFSET_BURSTS)
			return;
		/* the expected number of such groups by chance, from the mean of a binomial */
		if (!(log(bursts) + lgamma(bursts) - lgamma(most) -
			  lgamma(bursts - most + 1.0) + (most - 1) * log(p) <
		      log(OFFSET_CHANCE)))
			return;
		join_bursts(m, count, best);
	}
}

/* ---- reasons ---- */

#define G2_LEAST     12.0 /* a lower score is not an explanation */
#define NEARLY	     0.7  /* of the best score: an equally good explanation */
#define THREAD_LESS  1.5  /* least ratio of the score of a thread to that of a function */
#define LEFT_LEAST   4 /* at least a fourth of the samples must lie outside of bursts */
#define SAMPLES_MOST 50000 /* of a moment that are counted, evenly distributed */

/*
 * The usual counts by function and by thread: of all selected samples outside of bursts; and the
 * counts of one moment. A function counts once per stack.
 */
struct anomaly_reasons {
	const struct profile *profile;	   /* borrowed */
	const struct anomaly_query *query; /* borrowed */
	struct bits usual;		   /* owned: by sample */
	bool without_bursts;		   /* `usual` excludes bursts */
	struct task_numbers tasks;
	/* usual samples of the process with this index in profile.threads; ANOMALY_NONE: of all */
	uint32_t process;
	uint64_t samples;
	uint64_t *by_frame, *by_thread; /* owned */
	/* the counts of the moment */
	uint64_t *in_range; /* owned: by frame, then by thread */
	uint32_t *touched;  /* owned: frames and threads with samples */
	uint32_t touched_count;

	/* The stacks of a moment, and the callers that they share, are each visited once. */
	/* owned: stacks whose function is not also among their callers */
	struct bits outermost;
	uint32_t *met;	/* owned: by stack: the last moment in which it occurred */
	uint32_t *here; /* owned: by stack: samples of the moment at it or its callees */
	uint32_t *path; /* owned: stacks of the moment, callers first */
	uint32_t path_count, moments;
};

/* Mark the stacks whose function is not among their callers. Without recursion: stacks are deep. */
static bool find_outermost(struct anomaly_reasons *r, struct error *err)
{
	const struct profile *p = r->profile;
	/* by stack, its first callee, and the next sibling; 0: none */
	uint32_t *first = NULL, *next = NULL;
	uint32_t *open = NULL; /* by frame, how often it is on the current path */
	bool ok = bits_build(&r->outermost, p->stack_count, err) &&
		  (first = mem_array(p->stack_count, sizeof *first, "stacks", err)) &&
		  (next = mem_array(p->stack_count, sizeof *next, "stacks", err)) &&
		  (open = mem_array(p->frame_count, sizeof *open, "functions", err));

	for (uint32_t i = ok ? p->stack_count - 1 : 0; i > 0; i--) {
		next[i] = first[p->stacks[i].parent];
		first[p->stacks[i].parent] = i;
	}
	for (uint32_t at = ok ? first[0] : 0; at;) {
		uint32_t down = first[at];

		if (open[p->stacks[at].frame]++ == 0)
			bits_add(&r->outermost, at);
		while (!down && at) {
			open[p->stacks[at].frame]--;
			down = next[at];
			at = p->stacks[at].parent;
		}
		at = down;
	}
	mem_free(first);
	mem_free(next);
	mem_free(open);
	return ok;
}

/*
 * Choose the usual samples: those outside of all bursts, because many bursts of one kind may have
 * most samples of the function that explains them. If bursts have nearly all samples, all are
 * usual.
 */
static bool leave_out_bursts(struct anomaly_reasons *r, const struct anomalies *all,
			     struct error *err)
{
	const struct bits *kept = &r->query->kept->samples;
	uint64_t first, last, count, before;

	if (!bits_build(&r->usual, kept->count, err))
		return false;
	memcpy(r->usual.words, kept->words, (kept->count / 64 + 1) * sizeof *kept->words);
	before = bits_population(&r->usual);
	for (uint32_t i = 0; i < all->count; i++) {
		if (all->moment[i].kind != ANOMALY_BURST)
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

/* Count samples by function and thread. A callee has a higher number than its caller. */
static bool count_usual(struct anomaly_reasons *r, const struct bits *kept,
			struct error *err)
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

/* List a stack and those of its callers that are not listed yet, callers first. */
static void list_path(struct anomaly_reasons *r, uint32_t stack)
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

static void anomaly_reasons_release(struct anomaly_reasons *r)
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
	*r = (struct anomaly_reasons){0};
}

static bool anomaly_reasons_open(struct anomaly_reasons *r, const struct profile *p,
				 const struct anomaly_query *q,
				 const struct anomalies *all, struct error *err)
{
	size_t places = (size_t)p->frame_count + p->thread_count;

	*r = (struct anomaly_reasons){.profile = p, .query = q, .process = ANOMALY_NONE};
	if ((r->by_frame =
		 mem_array(p->frame_count, sizeof *r->by_frame, "functions", err)) &&
	    (r->by_thread =
		 mem_array(p->thread_count, sizeof *r->by_thread, "threads", err)) &&
	    (r->in_range = mem_array(places, sizeof *r->in_range, "functions", err)) &&
	    (r->touched = mem_array(places, sizeof *r->touched, "functions", err)) &&
	    (r->met = mem_array(p->stack_count, sizeof *r->met, "stacks", err)) &&
	    (r->here = mem_array(p->stack_count, sizeof *r->here, "stacks", err)) &&
	    (r->path = mem_array(p->stack_count, sizeof *r->path, "stacks", err)) &&
	    find_outermost(r, err) && leave_out_bursts(r, all, err) &&
	    task_numbers_build(&r->tasks, p, err) && count_usual(r, &r->usual, err))
		return true;
	anomaly_reasons_release(r);
	return false;
}

/* Is the sample of the moment's process? */
static bool is_of_process(const struct anomaly_reasons *r, const struct anomaly *m,
			  uint64_t row)
{
	return m->process == ANOMALY_NONE ||
	       r->tasks.process[profile_context(r->profile, row)->thread] ==
		   r->tasks.process[m->process];
}

/* Count the usual samples of the moment's process, unless it is the process of the last moment. */
static bool choose_process(struct anomaly_reasons *r, const struct anomaly *m,
			   struct error *err)
{
	struct bits usual = {NULL};
	bool ok;

	if (r->process == m->process)
		return true;
	r->process = m->process;
	if (m->process == ANOMALY_NONE)
		return count_usual(r, &r->usual, err);
	if (!bits_build(&usual, r->usual.count, err))
		return false;
	for (uint64_t row = 0; row < usual.count; row++)
		if (bits_has(&r->usual, row) && is_of_process(r, m, row))
			bits_add(&usual, row);
	ok = count_usual(r, &usual, err);
	bits_release(&usual);
	return ok;
}

/* Count the samples of the moment by function and by thread. Returns their number. */
static uint64_t count_moment(struct anomaly_reasons *r, const struct anomaly *m)
{
	const struct profile *p = r->profile;
	uint64_t first, last, n = 0, step, origin = profile_origin(p);
	uint64_t second = NS_PER_SECOND;

	r->moments++;
	range_samples(p, m->range, &first, &last);
	step = 1 + (last - first) / SAMPLES_MOST;
	for (uint64_t i = first; i < last; i += step) {
		uint32_t thread = p->frame_count + profile_context(p, i)->thread;
		uint64_t at = p->samples.time[i] - origin;

		if (!bits_has(&r->query->kept->samples, i) || !is_of_process(r, m, i))
			continue;
		/* only samples at the offset that recurs every second */
		if (m->kind == ANOMALY_RECURRING &&
		    (at + second - m->one.from % second) % second >=
			m->one.to - m->one.from)
			continue;
		n++;
		if (r->in_range[thread] == 0)
			r->touched[r->touched_count++] = thread; /* room: each once */
		r->in_range[thread]++;
		list_path(r, p->samples.stack[i]);
		r->here[p->samples.stack[i]]++;
	}
	/* add the samples of each stack to its function and its caller: callees are listed later */
	while (r->path_count > 0) {
		uint32_t stack = r->path[--r->path_count], here = r->here[stack];
		uint32_t frame = p->stacks[stack].frame;

		r->here[stack] = 0;
		r->here[p->stacks[stack].parent] += here;
		if (!bits_has(&r->outermost, stack))
			continue;
		if (r->in_range[frame] == 0)
			r->touched[r->touched_count++] = frame; /* room: each once */
		r->in_range[frame] += here;
	}
	r->here[0] = 0;
	return n;
}

/*
 * How surprising (G2) the share of a function or thread in the moment is; 0 if it is not larger.
 */
static double excess(const struct anomaly_reasons *r, const struct anomaly *m,
		     uint32_t place, uint64_t n)
{
	uint32_t frames = r->profile->frame_count;
	bool apart = r->without_bursts && m->kind == ANOMALY_BURST;
	uint64_t here = r->in_range[place];
	uint64_t there =
	    place < frames ? r->by_frame[place] : r->by_thread[place - frames];
	uint64_t rest = r->samples;

	if (!apart) { /* the usual samples include the moment */
		there -= there < here ? there : here;
		rest -= rest < n ? rest : n;
	}
	if ((double)here * (double)rest <= (double)there * (double)n)
		return 0;
	return significance_g2((double)here, (double)n, (double)there, (double)rest) /
	       (place < frames ? 1 : THREAD_LESS);
}

#define STALL_EXPLAINED 10 /* samples */

/*
 * Find the reason of a moment: of the functions that explain it nearly as well as the best (mostly
 * callers of each other), the one with the fewest samples in the profile, because it is the most
 * specific; a thread only if it is much more surprising than any function. Faster if consecutive
 * moments have the same process.
 */
static bool anomaly_reasons_tell(struct anomaly_reasons *r, struct anomaly *m,
				 struct error *err)
{
	uint32_t frames = r->profile->frame_count, place = ANOMALY_NONE;
	double best = 0;
	uint64_t n, least = UINT64_MAX;

	if (!choose_process(r, m, err))
		return false;
	r->touched_count = 0;
	n = count_moment(r, m);
	/* the few samples that are left in a stall explain nothing */
	for (uint32_t i = 0;
	     i < r->touched_count && (m->kind != ANOMALY_STALL || n >= STALL_EXPLAINED);
	     i++) {
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
	m->frame = place < frames ? place : ANOMALY_NONE;
	m->thread =
	    place >= frames && place != ANOMALY_NONE ? place - frames : ANOMALY_NONE;
	return true;
}

/* ---- bursts ---- */

#define BURST_CHANCE 0.0033 /* probability of a burst in pure noise */
#define MORE	     1.5    /* least ratio of the samples of a burst to the usual ones; */
#define MORE_LONG    1.75 /* if it lasts ANOMALY_BURST_LONG or longer, because load varies */

/* Append an odd offset, unless it is known. Bursts in it become a part of it. */
static bool add_offset(struct anomalies *o, const struct anomaly_query *q,
		       const struct timeline *t, const struct odd_offset *s,
		       struct error *err)
{
	struct anomaly m = {.kind = ANOMALY_RECURRING,
			    .range = timeline_range(t, 0, t->slices),
			    .samples = s->samples,
			    .expected = s->expected,
			    .score = s->score,
			    .process = ANOMALY_NONE,
			    .frame = ANOMALY_NONE,
			    .thread = ANOMALY_NONE};
	uint64_t begin = m.range.from / NS_PER_SECOND * NS_PER_SECOND, times;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ANOMALY_RECURRING &&
		    odd_offset_touches(s, o->moment[i].one))
			return true;
	for (uint32_t i = 0; q->kinds & ANOMALY_EACH_BURST && i < o->count; i++)
		if (o->moment[i].kind == ANOMALY_BURST &&
		    odd_offset_touches(s, o->moment[i].range))
			return true;
	begin = number_add(begin, s->from < m.range.from - begin ? NS_PER_SECOND : 0);
	m.one = (struct range){number_add(begin, s->from), number_add(begin, s->to)};
	times = m.range.to < m.one.to ? 0 : (m.range.to - m.one.to) / NS_PER_SECOND + 1;
	m.times = (uint32_t)(times < UINT32_MAX ? times : UINT32_MAX);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind != ANOMALY_BURST ||
		    !odd_offset_touches(s, o->moment[i].range))
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
	return APPEND(o->moment, o->count, o->room, "odd moments", err, m);
}

/* Append the bursts and the odd offsets of each second. */
static bool gather_windows(struct anomalies *o, const struct profile *p,
			   const struct anomaly_query *q, struct error *err)
{
	unsigned kinds = q->kinds;
	struct timeline_query query = {.which = &q->kept->samples, .range = q->range};
	struct burst_windows windows = {0};
	struct odd_offsets offsets = {.count = 0};
	struct rate_baseline measure;
	struct timeline t;
	uint32_t kept = 0;
	bool ok;

	if (!(kinds & (1u << ANOMALY_BURST | 1u << ANOMALY_RECURRING)))
		return true;
	if (!activity_tick(p, q->event, &query.tick, err) ||
	    !timeline_build(&t, p, &query, err))
		return false;
	ok = rate_baseline_take(&measure, &t, BURST_CHANCE, err) &&
	     burst_windows_find(&windows, &measure, &t, err);
	for (size_t i = 0; ok && i < windows.count; i++) {
		const struct burst_window *w = &windows.window[i];
		struct range r = timeline_range(&t, w->from, w->to);
		double more = r.to - r.from < ANOMALY_BURST_LONG ? MORE : MORE_LONG;
		struct anomaly m = {.kind = ANOMALY_BURST,
				    .range = r,
				    .times = 1,
				    .one = r,
				    .samples = w->samples,
				    .expected = w->expected,
				    .score = w->score,
				    .process = ANOMALY_NONE,
				    .frame = ANOMALY_NONE,
				    .thread = ANOMALY_NONE};

		if ((double)w->samples >= more * w->expected)
			ok = APPEND(o->moment, o->count, o->room, "odd moments", err, m);
	}
	if (ok && kinds >> ANOMALY_RECURRING & 1) {
		if (!(kinds & ANOMALY_EACH_BURST))
			odd_offsets_gather(o->moment, &o->count);
		ok = odd_offsets_find(&offsets, &measure, &t, query.tick, err);
	}
	for (uint32_t i = 0; ok && i < offsets.count; i++)
		ok = add_offset(o, q, &t, &offsets.offset[i], err);
	/* offsets need the bursts even if these were not requested */
	for (uint32_t i = 0; i < o->count; i++)
		if (kinds >> o->moment[i].kind & 1)
			o->moment[kept++] = o->moment[i]; /* room: kept <= i */
	o->count = kept;
	o->left_out += windows.left_out;
	burst_windows_release(&windows);
	timeline_release(&t);
	return ok;
}

/* ---- redundant moments ---- */

/* Is their overlap longer than half of the time from the start of one to the end of the other? */
static bool overlaps_by_half(const struct anomaly *a, const struct anomaly *b)
{
	uint64_t from = a->range.from > b->range.from ? a->range.from : b->range.from;
	uint64_t to = a->range.to < b->range.to ? a->range.to : b->range.to;
	uint64_t least = a->range.from < b->range.from ? a->range.from : b->range.from;
	uint64_t most = a->range.to > b->range.to ? a->range.to : b->range.to;

	return from < to && to - from > (most - least) / 2;
}

/* Moments of whole processes come first, then those of threads, then of functions. */
static int rank_anomaly(const struct anomaly *m)
{
	return m->kind == ANOMALY_MIX ? 2 : m->kind == ANOMALY_THREAD;
}

static int compare_ranks(const void *a, const void *b)
{
	const struct anomaly *x = a, *y = b;

	if (rank_anomaly(x) != rank_anomaly(y))
		return rank_anomaly(x) - rank_anomaly(y);
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	return x->process < y->process ? -1 : x->process > y->process;
}

/*
 * Does `by`, of a lower rank or with a higher score, make `m` redundant? A stall of one process is
 * reported beside a burst of another; a dominant thread always; and at the start of a process the
 * function is more specific than the thread. A moment of all processes also covers one process if
 * both are of the same kind; or if the latter is a mix, and its process has most of the samples
 * there.
 */
static bool tells(const struct anomaly *by, const struct anomaly *m)
{
	bool alike = by->kind == m->kind;
	bool most = m->kind == ANOMALY_MIX && 2 * m->of >= by->samples;
	bool concerned = by->process == m->process || m->process == ANOMALY_NONE ||
			 (by->process == ANOMALY_NONE && (alike || most));

	return by->kind != ANOMALY_RECURRING && m->kind != ANOMALY_RECURRING &&
	       (m->kind == ANOMALY_MIX || alike) &&
	       !(m->from_start && by->kind == ANOMALY_THREAD) && concerned &&
	       overlaps_by_half(by, m);
}

/* Is it the thread that starts a process, and is the function that it runs also reported? */
static bool is_start_of_one(const struct anomalies *o, const struct anomaly *m)
{
	if (m->kind != ANOMALY_THREAD || !m->from_start)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[i].kind == ANOMALY_MIX && o->moment[i].from_start &&
		    o->moment[i].process == m->process &&
		    overlaps_by_half(&o->moment[i], m))
			return true;
	return false;
}

static void drop_repeated(struct anomalies *o)
{
	uint32_t kept = 0;

	if (o->count)
		qsort(o->moment, o->count, sizeof *o->moment, compare_ranks);
	for (uint32_t i = 0; i < o->count; i++) {
		const struct anomaly m = o->moment[i];
		bool repeated = is_start_of_one(o, &m);

		for (uint32_t k = 0; k < kept && !repeated; k++)
			repeated = tells(&o->moment[k], &m);
		if (!repeated)
			o->moment[kept++] = m; /* room: kept <= i */
	}
	o->count = kept;
}

/* ---- sorting ---- */

/* A total order: threads and functions of two processes may begin and end together. */
static int compare_scores(const void *a, const void *b)
{
	const struct anomaly *x = a, *y = b;

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
	const struct anomaly *m = moments;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;

	if (m[i].range.from != m[j].range.from)
		return m[i].range.from < m[j].range.from ? -1 : 1;
	return i < j ? -1 : i > j;
}

/* Find the reasons of moments that have none yet, grouped by process. */
static bool tell_reasons(struct anomalies *o, const struct profile *p,
			 const struct anomaly_query *q, struct error *err)
{
	struct anomaly_reasons reasons;
	uint32_t without = 0;
	bool ok = true;

	for (uint32_t i = 0; i < o->count; i++)
		without += o->moment[i].thread == ANOMALY_NONE &&
			   o->moment[i].frame == ANOMALY_NONE;
	if (!without)
		return true;
	if (!anomaly_reasons_open(&reasons, p, q, o, err))
		return false;
	for (uint32_t i = 0; ok && i < o->count; i++) {
		uint32_t process = o->moment[i].process, first = 0;

		while (o->moment[first].process != process)
			first++;
		for (uint32_t k = i; ok && first == i && k < o->count; k++) {
			struct anomaly *m = &o->moment[k];

			if (m->process == process && m->thread == ANOMALY_NONE &&
			    m->frame == ANOMALY_NONE)
				ok = anomaly_reasons_tell(&reasons, m, err);
		}
	}
	anomaly_reasons_release(&reasons);
	return ok;
}

/* Keep the moments with the highest scores. */
static bool sort_moments(struct anomalies *o, struct error *err)
{
	if (o->count == 0)
		return true;
	qsort(o->moment, o->count, sizeof *o->moment, compare_scores);
	if (o->count > ANOMALIES_MAX) {
		o->left_out += o->count - ANOMALIES_MAX;
		o->count = ANOMALIES_MAX;
	}
	o->by_time = mem_array(o->count, sizeof *o->by_time, "odd moments", err);
	if (!o->by_time)
		return false;
	for (uint32_t i = 0; i < o->count; i++)
		o->by_time[i] = i;
	qsort_r(o->by_time, o->count, sizeof *o->by_time, compare_times, o->moment);
	return true;
}

bool anomalies_build(struct anomalies *o, const struct profile *p,
		     const struct anomaly_query *q, struct error *err)
{
	*o = (struct anomalies){0};
	if (!p->has_times)
		return error_set(
		    err, ERROR_NOTHING,
		    "this profile has no times, so odd moments cannot be found");
	if (q->kept->spans)
		return error_set(
		    err, ERROR_NOTHING,
		    "odd moments can only be found in samples, and these are spans%s",
		    p->of_threads ? ": waits have a length, so the chance of many at the "
				    "same time is not known. Without --state, odd "
				    "moments are found in the samples"
				  : "");
	if (gather_windows(o, p, q, err) && process_anomalies_find(o, p, q, err)) {
		drop_repeated(o);
		if (sort_moments(o, err) && tell_reasons(o, p, q, err))
			return true;
	}
	anomalies_release(o);
	return false;
}

/* ---- neighbours in time ---- */

const struct anomaly *anomalies_after(const struct anomalies *o, uint64_t at)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->moment[o->by_time[i]].range.from > at)
			return &o->moment[o->by_time[i]];
	return NULL;
}

const struct anomaly *anomalies_before(const struct anomalies *o, uint64_t at)
{
	const struct anomaly *m = NULL;

	for (uint32_t i = 0; i < o->count; i++) {
		const struct anomaly *next = &o->moment[o->by_time[i]];

		if (next->range.from >= at)
			break;
		/* of moments that begin together, the one with the highest score */
		if (!m || next->range.from > m->range.from)
			m = next;
	}
	return m;
}

static bool is_long(const struct anomaly *m)
{
	return m->range.to - m->range.from >= ANOMALY_BURST_LONG;
}

bool anomalies_alike(const struct anomaly *a, const struct anomaly *b)
{
	return a->kind == b->kind && is_long(a) == is_long(b);
}

struct text anomaly_reason(const struct anomaly *m, const struct profile *p)
{
	if (m->frame != ANOMALY_NONE)
		return profile_frame_name(p, m->frame);
	if (m->thread != ANOMALY_NONE)
		return profile_string(p, p->threads[m->thread].comm);
	return text_of("");
}

/* ---- sentences ---- */

/* Numbers below 10 have one decimal: "34", "4.1". */
static const char *usual(double n, char buf[static NUMBER_GROUPED_MAX])
{
	if (n >= 9.95)
		return number_grouped((uint64_t)(n + 0.5), buf);
	snprintf(buf, NUMBER_GROUPED_MAX, "%.1f", n);
	return buf;
}

#define DURATION_MAX 32

static const char *write_duration(struct range r, char buf[static DURATION_MAX])
{
	double s = (double)(r.to - r.from) / 1e9;

	if (s < 0.0995)
		snprintf(buf, DURATION_MAX, "%.*f ms", s < 0.00995, s * 1e3);
	else
		snprintf(buf, DURATION_MAX, "%.*f s", s < 9.95 ? 2 - (s >= 0.995) : 0, s);
	return buf;
}

static double compute_percent(double part, uint64_t all)
{
	return all ? 100 * part / (double)all : 0;
}

static void say_share(struct anomaly_sentence *s, const struct anomaly *m, const char *id,
		      bool brief)
{
	char seen[NUMBER_GROUPED_MAX], all[NUMBER_THINGS_MAX], takes[DURATION_MAX];
	const char *at = m->from_start ? " at the start" : "";
	double now = compute_percent((double)m->samples, m->of),
	       then = compute_percent(m->expected, m->of);
	bool named = s->part[1].name.len > 0;

	write_duration(m->range, takes);
	snprintf(s->part[0].words, ANOMALY_WORDS_MAX, "%s",
		 m->kind == ANOMALY_THREAD ? "thread " : "");
	if (brief && named) {
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, " has %.0f %% of ", now);
		snprintf(s->part[2].words, ANOMALY_WORDS_MAX,
			 "%s, usually %.0f %%, for %s%s", id, then, takes, at);
	} else {
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, " has %s of %s%s",
			 number_grouped(m->samples, seen),
			 number_things(m->of, "samples", all), named ? " in " : "");
		snprintf(s->part[2].words, ANOMALY_WORDS_MAX,
			 "%s (%.0f %%, usually %.0f %%), for %s%s", id, now, then, takes,
			 at);
	}
}

static void say_rate(struct anomaly_sentence *s, const struct anomaly *m, const char *id)
{
	char seen[NUMBER_THINGS_MAX], expected[NUMBER_GROUPED_MAX], takes[DURATION_MAX];

	number_things(m->samples, "samples", seen);
	usual(m->expected, expected);
	write_duration(m->range, takes);
	snprintf(s->part[0].words, ANOMALY_WORDS_MAX, "%s where %s are usual, for %s",
		 seen, expected, takes);
	if (s->part[1].name.len)
		snprintf(s->part[1].words, ANOMALY_WORDS_MAX, ", in ");
	snprintf(s->part[2].words, ANOMALY_WORDS_MAX, "%s%s", id,
		 s->part[2].name.len ? "; mostly " : "");
}

/* Counts are averages over all occurrences. */
static void say_each_second(struct anomaly_sentence *s, const struct anomaly *m)
{
	double times = m->times ? m->times : 1;
	char seen[NUMBER_GROUPED_MAX], expected[NUMBER_GROUPED_MAX], takes[DURATION_MAX];

	snprintf(s->part[0].words, ANOMALY_WORDS_MAX,
		 "%s samples where %s are usual, for %s, %" PRIu64
		 " ms into a second, %" PRIu32 " times",
		 usual((double)m->samples / times, seen),
		 usual(m->expected / times, expected), write_duration(m->one, takes),
		 m->one.from % NS_PER_SECOND / 1000000, m->times);
	snprintf(s->part[2].words, ANOMALY_WORDS_MAX, "%s",
		 s->part[2].name.len ? "; mostly " : "");
}

void anomaly_words_say(struct anomaly_sentence *s, const struct anomaly *m,
		       const struct profile *p, bool brief)
{
	bool share = m->kind == ANOMALY_THREAD || m->kind == ANOMALY_MIX;
	int32_t pid =
	    m->process_shared ? host_pid(p, &p->threads[m->process]) : PROFILE_NO_ID;
	char id[16] = ""; /* "-4711": follows the name of a process that is not unique */

	memset(s, 0, sizeof *s);
	s->part[1].name = profile_string(p, m->process_name);
	s->part[share ? 0 : 2].name = anomaly_reason(m, p);
	if (pid != PROFILE_NO_ID)
		snprintf(id, sizeof id, "-%" PRId32, pid);
	if (share)
		say_share(s, m, id, brief);
	else if (m->kind == ANOMALY_RECURRING)
		say_each_second(s, m);
	else
		say_rate(s, m, id);
}

/* Append ", 2 processes" unless there are none. */
static void add_looked(char buf[static ANOMALY_WORDS_MAX], uint32_t n, const char *what)
{
	char things[NUMBER_THINGS_MAX];
	size_t at = strlen(buf);

	if (n)
		snprintf(buf + at, ANOMALY_WORDS_MAX - at, ", %s",
			 number_things(n, what, things));
}

const char *anomaly_words_looked(const struct anomalies *o,
				 char buf[static ANOMALY_WORDS_MAX])
{
	snprintf(buf, ANOMALY_WORDS_MAX, "all samples");
	add_looked(buf, o->processes, "processes");
	add_looked(buf, o->threads, "threads");
	add_looked(buf, o->functions, "functions");
	return buf;
}
