#include "analysis/find/process_anomalies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/find/stretches.h"
#include "base/append.h"
#include "base/intern.h"
#include "base/number.h"
#include "profile/process_names.h"
#include "profile/task_numbers.h"

#define MS		UINT64_C(1000000)
#define PROCESSES_MOST	32
#define PROCESS_SHARE	0.02
#define PROCESS_SAMPLES 50

#define CHANCE                                                                           \
	0.003 /* of a false alarm, for each kind of stretch, overall and in processes */
#define QUIET	     0.25		 /* factor of the usual rate */
#define QUIET_LEAST  UINT64_C(200000000) /* ns */
#define BUSY	     2.0
#define BUSY_LEAST   UINT64_C(100000000)
#define ALONE	     0.9		 /* share of a dominant thread in its process, */
#define NOT_ALONE    0.65		 /* and its highest share at other times */
#define BLOCK	     UINT64_C(125000000) /* ns: mean length of a block */
#define THREAD_SHARE 0.05
#define THREADS_MOST 20
#define SHARE_LEAST  UINT64_C(1000000000)
#define MIX_POINTS   0.08 /* least difference between two shares, */
#define MIX_TIMES    1.5  /* least ratio between them, */
#define MIX_SAMPLES  15.0 /* and least difference in samples */
/* functions with a smaller share, or with more than 1 minus this, are skipped */
#define MIX_SHARE     0.03
#define FRAMES_MOST   UINT64_C(8388608)
#define SERIES_MOST   256
#define CHANGES_MOST  8	   /* reported per process, */
#define CHANGES_TRIED 16   /* and examined per process */
#define CHANGES_ALL   256  /* of all processes: at most ten are large */
#define START_PART    20   /* the first twentieth of a process is its start */
#define FEWEST	      20   /* the least samples of a searched thread or function */
#define RUNS_LEAST    0.25 /* lowest part of the variance by runs */
#define NEEDED	      4.4  /* score for seven functions, see needed_score() */
#define LARGE	      10 /* threads and functions are searched in processes with a tenth of all */

/* The samples of one process, or of the whole profile, in order of time. */
struct process_part {
	/* the index of one of its threads in profile.threads; ANOMALY_NONE: the whole profile */
	uint32_t row;
	uint32_t name; /* string */
	bool shared;   /* another process has the same name */
	uint64_t all;  /* its samples in the profile */
	/* owned, by searched sample: time, number of the thread, stack */
	uint64_t *time;
	uint32_t *thread, *stack;
	uint32_t count; /* searched samples */
};

/*
 * A stretch of samples of a part in which a thread or a function has another share than elsewhere.
 */
struct share_change {
	const struct process_part *part;
	struct share_stretch stretch;
	uint32_t id; /* number of the thread, or frame; of a candidate, its series */
};

struct inside_search {
	const struct profile *profile;
	const struct anomaly_query *query;
	struct anomalies *out;
	struct task_numbers tasks;
	/* owned: by process, its index in `part`; 0: it is not searched */
	uint32_t *part_of;
	/* part 0 is the whole profile; then the largest processes, in descending order */
	struct process_part part[1 + PROCESSES_MOST];
	uint32_t parts;
	uint64_t all;
	/* the number of large processes, the first ones: their threads and functions are searched */
	uint32_t large;
	/*
	 * owned, by frame or thread: samples, 1 + its series, ids of one sample, the last walk that
	 * met it
	 */
	uint32_t *counts, *place, *ids, *met;
	/* owned: by number of thread, its first index in profile.threads */
	uint32_t *row_of;
	uint32_t *same; /* owned: by frame, the first frame of the same function */
	uint32_t walks;
	/* owned: room for CHANGES_ALL changes of functions */
	struct share_change *changes;
	uint32_t change_count;
};

static void release_search(struct inside_search *o)
{
	for (uint32_t i = 0; i < o->parts; i++) {
		mem_free(o->part[i].time);
		mem_free(o->part[i].thread);
		mem_free(o->part[i].stack);
	}
	task_numbers_release(&o->tasks);
	mem_free(o->part_of);
	mem_free(o->counts);
	mem_free(o->place);
	mem_free(o->ids);
	mem_free(o->met);
	mem_free(o->row_of);
	mem_free(o->same);
	mem_free(o->changes);
}

/* ---- the searched processes ---- */

struct process_size {
	uint64_t samples;
	uint32_t process, row;
};

static int compare_process_sizes(const void *a, const void *b)
{
	const struct process_size *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return x->process < y->process ? -1 : x->process > y->process;
}

/* Fill `part` with the whole profile and the largest processes, and sum all samples. */
static bool find_parts(struct inside_search *o, struct error *err)
{
	const struct profile *p = o->profile;
	uint64_t first, last, *by_context = NULL;
	struct process_size *sizes = NULL;
	struct process_names names = {0};
	bool ok = false;

	if (!(by_context =
		  mem_array(p->context_count, sizeof *by_context, "contexts", err)) ||
	    !task_numbers_build(&o->tasks, p, err) ||
	    !(sizes = mem_array(o->tasks.processes, sizeof *sizes, "processes", err)) ||
	    !(o->part_of =
		  mem_array(o->tasks.processes, sizeof *o->part_of, "processes", err)))
		goto end;
	range_samples(p, o->query->range, &first, &last);
	bits_tally(&o->query->kept->samples, first, last, p->samples.context, by_context);
	for (uint32_t i = 0; i < p->context_count; i++) {
		uint32_t row = p->contexts[i].thread, process = o->tasks.process[row];

		sizes[process].samples += by_context[i];
		sizes[process].process = process;
		sizes[process].row = row;
		o->all += by_context[i];
	}
	qsort(sizes, o->tasks.processes, sizeof *sizes, compare_process_sizes);
	APPEND_FIXED(o->part, o->parts,
		     (struct process_part){.row = ANOMALY_NONE, .all = o->all});
	for (uint32_t i = 0; i < o->tasks.processes; i++) {
		struct process_part new = {.row = sizes[i].row, .all = sizes[i].samples};

		if (new.all < PROCESS_SAMPLES ||
		    (double)new.all < PROCESS_SHARE *(double)o->all ||
		    !APPEND_FIXED(o->part, o->parts, new))
			break;
		o->part_of[sizes[i].process] = o->parts - 1;
	}
	ok = process_names_build(&names, p, err);
	for (uint32_t i = 1; ok && i < o->parts; i++) {
		struct process_part *part = &o->part[i];

		part->name = names.of_thread[part->row];
		for (uint32_t k = 0; k < p->thread_count; k++)
			part->shared |=
			    names.of_thread[k] == part->name &&
			    o->tasks.process[k] != o->tasks.process[part->row];
	}
	process_names_release(&names);
end:
	mem_free(by_context);
	mem_free(sizes);
	return ok;
}

/* Copy every `step`-th sample of each part. */
static bool fill_parts(struct inside_search *o, uint64_t step, struct error *err)
{
	const struct profile *p = o->profile;
	uint64_t seen[1 + PROCESSES_MOST] = {0}, first, last, origin = profile_origin(p);

	for (uint32_t i = 0; i < o->parts; i++) {
		struct process_part *part = &o->part[i];
		size_t n = (size_t)(part->all / step + 1);

		if (!(part->time = mem_array(n, sizeof *part->time, "samples", err)) ||
		    !(part->thread =
			  mem_array(n, sizeof *part->thread, "samples", err)) ||
		    !(part->stack = mem_array(n, sizeof *part->stack, "samples", err)))
			return false;
	}
	range_samples(p, o->query->range, &first, &last);
	for (uint64_t row = first; row < last; row++) {
		uint32_t thread, parts[2] = {0};

		if (!bits_has(&o->query->kept->samples, row))
			continue;
		thread = profile_context(p, row)->thread;
		parts[1] = o->part_of[o->tasks.process[thread]];
		for (int i = 0; i < 2 && (i == 0 || parts[i]); i++) {
			struct process_part *part = &o->part[parts[i]];
			uint32_t n = part->count;

			if (seen[parts[i]]++ % step)
				continue;
			part->time[n] =
			    p->samples.time[row] - origin; /* room: allocated above */
			part->thread[n] = o->tasks.thread[thread]; /* room: as before */
			part->stack[n] = p->samples.stack[row];	   /* room: as before */
			part->count++;
		}
	}
	return true;
}

/* ---- exact counts, of all samples, not only the searched ones ---- */

/* The samples with this process, thread and stack. */
struct member_samples {
	uint32_t process;	   /* number, or ANOMALY_NONE: any */
	uint32_t thread;	   /* number, or ANOMALY_NONE: any */
	const struct bits *stacks; /* NULL: any */
};

/* Count the members in the range, and all samples of their process there. */
static void count_members(const struct inside_search *o, struct range r,
			  const struct member_samples *m, uint64_t *members,
			  uint64_t *all)
{
	const struct profile *p = o->profile;
	uint64_t first, last;

	*members = *all = 0;
	range_samples(p, r, &first, &last);
	for (uint64_t row = first; row < last; row++) {
		uint32_t thread;

		if (!bits_has(&o->query->kept->samples, row))
			continue;
		thread = profile_context(p, row)->thread;
		if (m->process != ANOMALY_NONE && o->tasks.process[thread] != m->process)
			continue;
		*all += 1;
		*members +=
		    (m->thread == ANOMALY_NONE || o->tasks.thread[thread] == m->thread) &&
		    (!m->stacks || bits_has(m->stacks, p->samples.stack[row]));
	}
}

/* Extend a range of 100 ms or more to whole milliseconds. */
static struct range in_ms(struct range r)
{
	if (r.to - r.from < 100 * MS || r.to > UINT64_MAX - MS)
		return r;
	return (struct range){r.from / MS * MS, (r.to + MS - 1) / MS * MS};
}

static uint32_t process_of(const struct inside_search *o, const struct process_part *part)
{
	return part->row == ANOMALY_NONE ? ANOMALY_NONE : o->tasks.process[part->row];
}

static bool is_wanted(const struct inside_search *o, enum anomaly_kind kind)
{
	return o->query->kinds >> kind & 1;
}

/* Append a moment of the part. */
static bool put_moment(struct inside_search *o, const struct process_part *part,
		       struct anomaly m, struct error *err)
{
	m.process = part->row;
	m.process_name = part->name;
	m.process_shared = part->shared;
	m.times = 1;
	m.one = m.range;
	return APPEND(o->out->moment, o->out->count, o->out->room, "odd moments", err, m);
}

/* ---- quiet and busy ---- */

/* Append the quiet stretches of a part, or the busy ones. */
static bool find_stretches(struct inside_search *o, const struct process_part *part,
			   bool busy, struct error *err)
{
	struct stretches_query q = {.time = part->time,
				    .count = part->count,
				    .times = busy ? BUSY : QUIET,
				    .chance = CHANCE,
				    .least = busy ? BUSY_LEAST : QUIET_LEAST};
	const struct member_samples all = {process_of(o, part), ANOMALY_NONE, NULL};
	struct stretches found;
	double each = part->count ? (double)part->all / part->count : 0, sum = 0;
	enum anomaly_kind kind = busy ? ANOMALY_BURST : ANOMALY_STALL;
	uint64_t same;

	if (!is_wanted(o, kind))
		return true;
	if (part->row != ANOMALY_NONE)
		q.chance /= o->parts - 1;
	if (!stretches_find(&found, &q, err))
		return false;
	for (uint32_t i = 0; i < found.count; i++)
		sum += (double)(found.stretch[i].range.to - found.stretch[i].range.from);
	/* pauses that take up more than half of the time are the usual state */
	if (!busy && found.count &&
	    sum > (double)(part->time[part->count - 1] - part->time[0]) / 2)
		return true;
	for (uint32_t i = 0; i < found.count; i++) {
		const struct stretch *s = &found.stretch[i];
		struct anomaly m = {.kind = kind,
				    .range = s->range,
				    .expected = s->expected * each,
				    .score = s->score,
				    .frame = ANOMALY_NONE,
				    .thread = ANOMALY_NONE};

		/*
		 * a burst includes its last sample; a pause excludes the two samples that bound it
		 */
		if (busy)
			m.range = in_ms((struct range){s->range.from, s->range.to + 1});
		else if (s->range.from > UINT64_MAX - MS)
			m.range.from++;
		else
			m.range = (struct range){(s->range.from + MS) / MS * MS,
						 s->range.to / MS * MS};
		count_members(o, m.range, &all, &m.samples, &same);
		if (!put_moment(o, part, m, err))
			return false;
	}
	return true;
}

/* ---- shares ---- */

/*
 * The score that one of `functions` exceeds by chance in about 0.5 % of profiles. In simulations
 * with functions that run for 1 to 100 samples at a time, one function exceeds z in at most 7.5 z
 * exp(-z^2 / 2) of profiles.
 */
static double needed_score(uint32_t functions)
{
	return sqrt(NEEDED * NEEDED + 2 * log(functions > 7 ? functions / 7.0 : 1));
}

/* ---- the functions of a process ---- */

/* The samples of each function with its callees ("total"), in one list. */
struct function_series {
	uint32_t count;
	uint32_t *id;	 /* owned: frames */
	uint32_t *begin; /* owned: by series, and one more: its first index in `at` */
	uint32_t *at;	 /* owned: samples of the part */
	/* owned: sum of the squared lengths of runs of consecutive samples */
	double *runs;
};

/* Store the functions of a sample in o->ids, innermost first, each once. Returns their number. */
static uint32_t find_ids(struct inside_search *o, const struct process_part *part,
			 uint32_t row)
{
	const struct stack *stacks = o->profile->stacks;
	uint32_t n = 0;

	o->walks++;
	for (uint32_t at = part->stack[row]; at; at = stacks[at].parent)
		if (o->met[o->same[stacks[at].frame]] != o->walks) {
			o->met[o->same[stacks[at].frame]] = o->walks;
			o->ids[n++] = o->same[stacks[at].frame]; /* room: each once */
		}
	return n;
}

/* Choose the functions whose share can change, in the order of their first samples. */
static bool choose_series(struct inside_search *o, const struct process_part *part,
			  struct function_series *s, struct error *err)
{
	double least = MIX_SHARE * part->count;
	double most = part->count - MIX_SHARE * part->count;
	uint32_t places = 0, members = 0;

	for (uint32_t row = 0; row < part->count; row++)
		for (uint32_t n = find_ids(o, part, row); n > 0; n--)
			o->counts[o->ids[n - 1]]++;
	s->id = mem_array(SERIES_MOST, sizeof *s->id, "functions", err);
	s->begin =
	    s->id ? mem_array(SERIES_MOST + 1, sizeof *s->begin, "functions", err) : NULL;
	if (!s->begin)
		return false;
	for (uint32_t row = 0; row < part->count; row++) {
		uint32_t n = find_ids(o, part, row);

		for (uint32_t i = 0; i < n; i++) {
			uint32_t id = o->ids[i], count = o->counts[id];

			o->counts[id] = 0;
			if (count < least || count < FEWEST || count > most)
				continue;
			places = s->count;
			if (!APPEND_WITHIN(s->id, s->count, SERIES_MOST, id))
				continue;
			o->place[id] = s->count;
			s->begin[places] = members;
			members += count;
		}
	}
	s->begin[s->count] = members;
	return true;
}

/*
 * Sum the squared lengths of runs: consecutive samples of a thread in the same function. The
 * samples are grouped by thread, each group by time.
 */
static bool count_runs(struct inside_search *o, const struct process_part *part,
		       struct function_series *s, struct error *err)
{
	uint32_t *begin = NULL, *order = NULL, *last = NULL, *length = NULL;
	bool ok =
	    (begin = mem_array((size_t)o->tasks.threads + 1, sizeof *begin, "threads",
			       err)) &&
	    (order = mem_array((size_t)part->count + 1, sizeof *order, "samples", err)) &&
	    (s->runs = mem_array(s->count, sizeof *s->runs, "functions", err)) &&
	    (last = mem_array(s->count, sizeof *last, "functions", err)) &&
	    (length = mem_array(s->count, sizeof *length, "functions", err));

	for (uint32_t i = 0; ok && i < part->count; i++)
		begin[part->thread[i] + 1]++;
	for (uint32_t i = 0; ok && i < o->tasks.threads; i++)
		begin[i + 1] += begin[i];
	for (uint32_t i = 0; ok && i < part->count; i++)
		order[begin[part->thread[i]]++] = i; /* room: counted before */
	for (uint32_t i = 0; ok && i < part->count; i++) {
		uint32_t row = order[i];
		bool same = i > 0 && part->thread[row] == part->thread[order[i - 1]];

		for (uint32_t n = find_ids(o, part, row); n > 0; n--) {
			uint32_t place = o->place[o->ids[n - 1]], k = place - 1;

			if (!place)
				continue;
			length[k] = same && last[k] == i ? length[k] + 1 : 1;
			s->runs[k] += 2.0 * length[k] - 1; /* the growth of its square */
			last[k] = i + 1;
		}
	}
	mem_free(begin);
	mem_free(order);
	mem_free(last);
	mem_free(length);
	return ok;
}

/* List the samples of each chosen function. */
static bool fill_series(struct inside_search *o, const struct process_part *part,
			struct function_series *s, struct error *err)
{
	uint32_t *next = mem_array(s->count, sizeof *next, "functions", err);

	s->at =
	    next ? mem_array(s->begin[s->count], sizeof *s->at, "samples", err) : NULL;
	for (uint32_t row = 0; s->at && row < part->count; row++)
		for (uint32_t n = find_ids(o, part, row); n > 0; n--) {
			uint32_t place = o->place[o->ids[n - 1]], k = place - 1;

			if (place)
				s->at[s->begin[k] + next[k]++] =
				    row; /* room: counted before */
		}
	mem_free(next);
	return s->at != NULL;
}

/* Append a change of the share of a thread or a function, with exact counts. */
static bool put_change(struct inside_search *o, const struct share_change *c,
		       enum anomaly_kind kind, struct error *err)
{
	const struct profile *p = o->profile;
	const struct process_part *part = c->part;
	struct member_samples member = {process_of(o, part), ANOMALY_NONE, NULL};
	struct anomaly m = {.kind = kind,
			    .range =
				in_ms((struct range){part->time[c->stretch.from],
						     part->time[c->stretch.to - 1] + 1}),
			    .score = fabs(c->stretch.score),
			    .from_start = c->stretch.from <= part->count / START_PART,
			    .frame = ANOMALY_NONE,
			    .thread = ANOMALY_NONE};
	struct bits with = {NULL}; /* the stacks that contain the function */

	if (kind == ANOMALY_MIX) {
		m.frame = c->id;
		member.stacks = &with;
		if (!bits_build(&with, p->stack_count, err))
			return false;
		for (uint32_t i = 1; i < p->stack_count; i++)
			if (o->same[p->stacks[i].frame] == m.frame ||
			    bits_has(&with, p->stacks[i].parent))
				bits_add(&with, i);
	} else {
		member.thread = c->id;
		m.thread = o->row_of[c->id];
	}
	count_members(o, m.range, &member, &m.samples, &m.of);
	bits_release(&with);
	m.expected = c->stretch.outside * (double)m.of;
	return put_moment(o, part, m, err);
}

/* The function of the innermost frame. */
static uint32_t function_of(const struct inside_search *o, uint32_t stack)
{
	return stack ? o->same[o->profile->stacks[stack].frame] : ANOMALY_NONE;
}

/* The innermost frame of the function in a stack, and the function it calls there; 0: none. */
static uint32_t find_call(const struct inside_search *o, uint32_t stack,
			  uint32_t function, uint32_t *callee)
{
	*callee = ANOMALY_NONE;
	while (stack && function_of(o, stack) != function) {
		*callee = function_of(o, stack);
		stack = o->profile->stacks[stack].parent;
	}
	return stack;
}

/*
 * The leaf below the function (`leaf`), or its direct callee, in most of its samples; ANOMALY_NONE
 * when it mostly calls nothing. Majority vote of Boyer and Moore.
 */
static uint32_t usual_callee(const struct inside_search *o,
			     const struct process_part *part, uint32_t function,
			     bool leaf)
{
	uint32_t best = ANOMALY_NONE, votes = 0, callee;

	for (uint32_t row = 0; row < part->count; row++) {
		if (!find_call(o, part->stack[row], function, &callee))
			continue;
		if (leaf && callee != ANOMALY_NONE)
			callee = function_of(o, part->stack[row]);
		if (!votes)
			best = callee;
		votes += callee == best ? 1 : UINT32_MAX;
	}
	return best;
}

/* The caller of `callee` in a stack, or the innermost function for ANOMALY_NONE. */
static uint32_t caller_of(const struct inside_search *o, uint32_t stack, uint32_t callee)
{
	uint32_t unused;

	if (callee != ANOMALY_NONE) {
		stack = find_call(o, stack, callee, &unused);
		stack = stack ? o->profile->stacks[stack].parent : 0;
	}
	return function_of(o, stack);
}

/*
 * The caller of `callee` whose share falls most while that of the changed function rises, or rises
 * most while it falls.
 */
static uint32_t find_other(struct inside_search *o, const struct process_part *part,
			   uint32_t callee, const struct share_stretch *c)
{
	double length = c->to - c->from, rest = part->count - length;
	double most = fabs(c->inside - c->outside) / 2;
	uint32_t best = ANOMALY_NONE;

	for (uint32_t row = 0; row < part->count; row++) {
		uint32_t caller = caller_of(o, part->stack[row], callee);
		bool there = row >= c->from && row < c->to;

		if (caller != ANOMALY_NONE)
			/* room: one per frame */
			(there ? o->counts : o->place)[caller]++;
	}
	for (uint32_t row = 0; row < part->count; row++) {
		uint32_t caller = caller_of(o, part->stack[row], callee);
		double lost;

		if (caller == ANOMALY_NONE || (!o->counts[caller] && !o->place[caller]))
			continue;
		lost = o->place[caller] / rest - o->counts[caller] / length;
		lost = c->inside > c->outside ? lost : -lost;
		if (lost >= most) {
			most = lost;
			best = caller;
		}
		o->counts[caller] = o->place[caller] = 0;
	}
	return best;
}

/* Is `other` a caller of the function, direct or not, in at least half of its samples? */
static bool is_called_below(const struct inside_search *o,
			    const struct process_part *part, uint32_t function,
			    uint32_t other)
{
	uint32_t below = 0, all = 0, unused;

	for (uint32_t row = 0; row < part->count; row++) {
		uint32_t at = find_call(o, part->stack[row], function, &unused);

		all += at != 0;
		below +=
		    at && find_call(o, o->profile->stacks[at].parent, other, &unused);
	}
	return 2 * below >= all;
}

/*
 * Has a JIT compiler compiled the function, or inlined it into its caller? Then its frame appears
 * or disappears while the work goes on: at other times one of its own callers, such as the
 * interpreter, calls the same leaf or the same callee. In a real change of the mix another function
 * calls it.
 */
static bool is_compiled_anew(struct inside_search *o, const struct process_part *part,
			     uint32_t function, const struct share_stretch *c)
{
	bool jit = o->profile->frames[function].kind == FRAME_JIT;

	for (int leaf = 0; jit && leaf < 2; leaf++) {
		uint32_t callee = usual_callee(o, part, function, leaf);
		uint32_t other = find_other(o, part, callee, c);

		if (other != ANOMALY_NONE && other != function &&
		    is_called_below(o, part, function, other))
			return true;
	}
	return false;
}

static int compare_candidates(const void *a, const void *b)
{
	const struct share_change *x = a, *y = b;
	double p = fabs(x->stretch.score), q = fabs(y->stretch.score);

	if (p != q)
		return p > q ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* The variance of all functions together, by pieces of each length and by runs. */
struct spreads {
	double measured[SHARE_SCALES], by_runs, squares;
};

/*
 * Find the stretch with the highest score for each function. `runs`: the part (0 to 1) of the
 * variance by runs that is assumed. A function with the same samples as an earlier one, its caller
 * or callee, is skipped.
 */
static struct spreads find_changes(const struct function_series *s, struct share_query *q,
				   double runs, struct share_change *list,
				   uint32_t *count)
{
	struct spreads all = {.by_runs = 0};

	*count = 0;
	for (uint32_t i = 0; i < s->count; i++) {
		const uint32_t *at = s->at + s->begin[i];
		uint32_t n = s->begin[i + 1] - s->begin[i];
		double share = (double)n / q->all, variance = share * (1 - share);
		struct share_spread spread;
		bool repeated = false;

		for (uint32_t k = i; k-- > 0 && !repeated;)
			repeated = n == s->begin[k + 1] - s->begin[k] &&
				   !memcmp(s->at + s->begin[k], at, n * sizeof *at);
		if (repeated)
			continue;
		q->at = at;
		q->count = n;
		q->runs = runs * s->runs[i] / q->count;
		list[*count].id = i; /* room: as many as series */
		list[(*count)++].stretch = share_find(q, &spread);
		for (int k = 0; k < SHARE_SCALES; k++)
			all.measured[k] += variance * spread.measured[k];
		all.by_runs += variance * spread.by_runs;
		all.squares += variance * spread.by_runs * variance * spread.by_runs;
	}
	return all;
}

/*
 * Run lengths show how much a share varies when each length is random. It varies less when each
 * request runs through one function after the other. The reduction is estimated from the
 * differences between pieces of the time, over all functions together because a single one has too
 * few. Of several piece lengths the one with the largest differences counts, plus one standard
 * error (2/3 of a degree of freedom per piece).
 */
static double part_of_runs(const struct spreads *all)
{
	double functions, most = RUNS_LEAST;

	if (!(all->squares > 0))
		return 1;
	/* the effective number of functions */
	functions = all->by_runs * all->by_runs / all->squares;
	if (functions < 2) /* of two functions, one mirrors the other */
		return 1;
	for (int i = 0; i < SHARE_SCALES; i++)
		most = fmax(most, all->measured[i] / all->by_runs *
				      (1 + sqrt(3 / ((functions - 1) * (16 << i)))));
	return fmin(most, 1);
}

/* List the changes that are large enough and certain enough, unordered. Returns their number. */
static uint32_t list_candidates(struct inside_search *o, const struct function_series *s,
				struct share_query *q, struct share_change *list)
{
	uint32_t count, n = 0;
	struct spreads all = find_changes(s, q, 1, list, &count);
	double runs = part_of_runs(&all);

	if (runs < 1)
		find_changes(s, q, runs, list, &count);
	o->out->functions += count;
	for (uint32_t i = 0; i < count; i++) {
		const struct share_stretch *c = &list[i].stretch;
		double in = c->inside, out = c->outside, off = fabs(in - out);

		if (fabs(c->score) >= NEEDED && off >= MIX_POINTS &&
		    off * (c->to - c->from) >= MIX_SAMPLES &&
		    (in >= out * MIX_TIMES || out >= in * MIX_TIMES))
			list[n++] = list[i]; /* room: n is at most i */
	}
	return n;
}

/* Samples of a series in the stretch. */
static uint32_t count_in(const struct function_series *s, uint32_t i,
			 const struct share_stretch *c)
{
	uint32_t n = 0;

	for (uint32_t k = s->begin[i]; k < s->begin[i + 1]; k++)
		n += s->at[k] >= c->from && s->at[k] < c->to;
	return n;
}

/*
 * The function that gains most of the share that function `i` loses in the stretch, and so is more
 * specific; its shares are stored in `*c`. Returns `i` when no function gains two thirds of it.
 */
static uint32_t find_gain(const struct function_series *s, uint32_t i, uint32_t all,
			  struct share_stretch *c)
{
	double most = (c->outside - c->inside) * 2 / 3;
	double length = c->to - c->from;
	uint32_t best = i;

	for (uint32_t k = 0; k < s->count; k++) {
		uint32_t in = count_in(s, k, c), count = s->begin[k + 1] - s->begin[k];
		double inside = in / length, outside = (count - in) / (all - length);

		if (inside - outside <= most)
			continue;
		most = inside - outside;
		best = k;
		c->inside = inside;
		c->outside = outside;
	}
	return best;
}

/*
 * Functions that call each other have nearly the same gain. The one with the fewest samples that
 * has 95 % of it is the most specific: load_catalog, and not main, which calls it.
 */
static uint32_t find_callee(const struct function_series *s, uint32_t i, uint32_t all,
			    struct share_stretch *c)
{
	double length = c->to - c->from, rest = all - length;
	double least = 0.95 * (c->inside - c->outside);
	uint32_t best = i, fewest = s->begin[i + 1] - s->begin[i];

	if (rest <= 0 || least <= 0)
		return i;
	for (uint32_t k = 0; k < s->count; k++) {
		uint32_t in = count_in(s, k, c), count = s->begin[k + 1] - s->begin[k];
		double inside = in / length, outside = (count - in) / rest;

		if (count >= fewest || inside - outside < least)
			continue;
		best = k;
		fewest = count;
		c->inside = inside;
		c->outside = outside;
	}
	return best;
}

/*
 * Keep the changes with the highest scores; of two that overlap for most of the shorter one, one.
 */
static void note_changes(struct inside_search *o, const struct process_part *part,
			 const struct function_series *s, struct share_change *list,
			 uint32_t count)
{
	uint32_t first = o->change_count;

	if (count)
		qsort(list, count, sizeof *list, compare_candidates);
	for (uint32_t i = 0; i < count && i < CHANGES_TRIED; i++) {
		struct share_change *c = &list[i];
		struct share_stretch *a = &c->stretch;
		bool known = o->change_count - first == CHANGES_MOST;

		for (uint32_t k = first; k < o->change_count && !known; k++) {
			const struct share_stretch *b = &o->changes[k].stretch;
			uint32_t from = a->from > b->from ? a->from : b->from;
			uint32_t to = a->to < b->to ? a->to : b->to;

			known = from < to && (to - from) * 2.0 >
						 fmin(b->to - b->from, a->to - a->from);
		}
		if (known || is_compiled_anew(o, part, s->id[c->id], a))
			continue;
		if (a->inside < a->outside) {
			c->id = find_gain(s, c->id, part->count, a);
			if (is_compiled_anew(o, part, s->id[c->id], a))
				continue;
		}
		c->id = find_callee(s, c->id, part->count, a);
		APPEND_WITHIN(o->changes, o->change_count, CHANGES_ALL,
			      ((struct share_change){part, *a, s->id[c->id]}));
	}
}

/*
 * Collect the functions of a process that have another share for a while; they are reported at the
 * end. The part is cut into blocks; the shortest stretch has enough of them to take SHARE_LEAST on
 * average.
 */
static bool find_mixes(struct inside_search *o, const struct process_part *part,
		       struct error *err)
{
	uint64_t length = part->time[part->count - 1] - part->time[0];
	uint64_t blocks = length / BLOCK;
	struct share_query q = {.all = part->count};
	struct share_change *list = NULL;
	struct function_series s = {0};
	bool ok;

	blocks = blocks > SHARE_BLOCKS ? SHARE_BLOCKS : blocks;
	blocks = blocks > part->count / 4 ? part->count / 4 : blocks;
	if (!is_wanted(o, ANOMALY_MIX) || blocks < 16)
		return true;
	q.blocks = (uint32_t)blocks;
	q.least = (uint32_t)(SHARE_LEAST * blocks / length + 1);
	q.least = q.least < 2 ? 2 : q.least;
	ok =
	    choose_series(o, part, &s, err) &&
	    (!s.count || (fill_series(o, part, &s, err) && count_runs(o, part, &s, err)));
	for (uint32_t i = 0; i < s.count; i++)
		o->place[s.id[i]] = 0;
	ok = ok && (list = mem_array(s.count, sizeof *list, "functions", err));
	if (ok)
		note_changes(o, part, &s, list, list_candidates(o, &s, &q, list));
	mem_free(list);
	mem_free(s.id);
	mem_free(s.begin);
	mem_free(s.at);
	mem_free(s.runs);
	return ok;
}

/* ---- the threads of a process ---- */

/*
 * If threads take turns, one of them often has all samples for a while. So a stretch in which one
 * thread was alone is compared with all other such stretches, just as a stall is compared with
 * other pauses. Time is counted in samples of the process; a thread is alone while all others
 * pause. The threads are searched in one series, one after the other, separated by a wall of
 * samples.
 */
struct lone_threads {
	uint32_t thread[THREADS_MOST], samples[THREADS_MOST];
	uint32_t count;
	uint64_t *time; /* owned */
	uint32_t times;
	uint64_t each; /* ns per sample: their mean distance */
};

/* Choose the threads to search, and for each write the times of the samples of all others. */
static bool list_others(struct inside_search *o, struct lone_threads *a,
			const struct process_part *part, struct error *err)
{
	uint32_t wall = part->count / 8 + 8;
	size_t room;

	for (uint32_t row = 0; row < part->count; row++)
		o->counts[part->thread[row]]++;
	for (uint32_t row = 0; row < part->count; row++) {
		uint32_t id = part->thread[row], n = o->counts[id];

		o->counts[id] = 0;
		if (n < THREAD_SHARE * part->count || n < FEWEST ||
		    a->count == THREADS_MOST)
			continue;
		a->thread[a->count] = id; /* room: checked above */
		a->samples[a->count++] = n;
	}
	if (a->count < 2)
		return true;
	room = (size_t)a->count * (part->count + wall);
	a->time = mem_array(room, sizeof *a->time, "threads", err);
	for (uint32_t i = 0; a->time && i < a->count; i++) {
		uint64_t begin = a->each * i * part->count;

		for (uint32_t row = 0; row < part->count; row++)
			if (part->thread[row] != a->thread[i])
				APPEND_WITHIN(a->time, a->times, room,
					      begin + a->each * row);
		for (uint32_t n = 0; n < wall; n++)
			APPEND_WITHIN(a->time, a->times, room,
				      begin + a->each * part->count);
	}
	return a->time != NULL;
}

/*
 * Append the stretches between two samples of other threads, in which one thread has nearly all
 * samples for a second or longer, but usually fewer.
 */
static bool find_alone(struct inside_search *o, const struct process_part *part,
		       struct error *err)
{
	struct lone_threads a = {.each = (part->time[part->count - 1] - part->time[0]) /
					 part->count};
	struct stretches_query q = {
	    .times = QUIET, .chance = CHANCE / o->large, .most = 1};
	struct stretches found = {0};
	bool ok;

	if (!is_wanted(o, ANOMALY_THREAD) || !a.each ||
	    a.each > UINT64_MAX / 64 / part->count)
		return true;
	ok = list_others(o, &a, part, err);
	o->out->threads += a.count;
	q.time = a.time;
	q.count = a.times;
	ok = ok && stretches_find(&found, &q, err);
	for (uint32_t at = 0; ok && at < found.count; at++) {
		const struct stretch *s = &found.stretch[at];
		uint64_t from = s->range.from / a.each, to = s->range.to / a.each;
		uint32_t i = (uint32_t)(from / part->count);
		struct share_change change = {.part = part, .id = a.thread[i]};
		struct share_stretch *c = &change.stretch;
		double n, in;

		c->from = (uint32_t)(from % part->count) + 1;
		c->to = (uint32_t)(to - (uint64_t)i * part->count);
		c->score = s->score;
		n = c->to - c->from;
		in = n > s->samples ? n - s->samples : 0;
		c->inside = n > 0 ? in / n : 0;
		c->outside =
		    n < part->count ? (a.samples[i] - in) / (part->count - n) : 1;
		if (c->from < c->to && c->to <= part->count && c->inside >= ALONE &&
		    c->outside <= NOT_ALONE &&
		    part->time[c->to - 1] - part->time[c->from] >= SHARE_LEAST)
			ok = put_change(o, &change, ANOMALY_THREAD, err);
	}
	mem_free(a.time);
	return ok;
}

/* ---- the whole search ---- */

/*
 * Join the frames of one JavaScript function, "JS:~f", "JS:^f" and "JS:*f": V8 marks how it was
 * compiled.
 */
static bool join_compiled(struct inside_search *o, struct error *err)
{
	const struct profile *p = o->profile;
	struct intern *names = intern_new(err);
	uint32_t *first =
	    names ? mem_array((size_t)p->frame_count + 1, sizeof *first, "functions", err)
		  : NULL;
	bool ok = first != NULL;

	for (uint32_t i = 0; ok && i < p->frame_count; i++) {
		struct text name = profile_frame_name(p, i);
		uint32_t id;

		o->same[i] = i;
		if (name.len <= 4 || !text_starts(name, TEXT("JS:")) ||
		    !strchr("~^+*", name.at[3]))
			continue;
		ok = intern_put(names, text_from(name, 4), &id, err);
		if (ok && id <= p->frame_count && !first[id])
			first[id] = i + 1;
		if (ok && id <= p->frame_count)
			o->same[i] = first[id] - 1;
	}
	mem_free(first);
	intern_free(names);
	return ok;
}

static bool allocate_search(struct inside_search *o, struct error *err)
{
	const struct profile *p = o->profile;
	size_t ids =
	    p->frame_count > o->tasks.threads ? p->frame_count : o->tasks.threads;

	if (!(o->counts = mem_array(ids, sizeof *o->counts, "functions", err)) ||
	    !(o->place = mem_array(ids, sizeof *o->place, "functions", err)) ||
	    !(o->ids = mem_array(ids, sizeof *o->ids, "functions", err)) ||
	    !(o->met = mem_array(p->frame_count, sizeof *o->met, "functions", err)) ||
	    !(o->row_of =
		  mem_array(o->tasks.threads, sizeof *o->row_of, "threads", err)) ||
	    !(o->same = mem_array(p->frame_count, sizeof *o->same, "functions", err)) ||
	    !(o->changes = mem_array(CHANGES_ALL, sizeof *o->changes, "functions", err)))
		return false;
	for (uint32_t i = p->thread_count; i > 0; i--)
		o->row_of[o->tasks.thread[i - 1]] = i - 1;
	return join_compiled(o, err);
}

/* Count the frames of all samples: if there are many, fewer samples are searched for functions. */
static bool count_frames(const struct inside_search *o, uint64_t *frames,
			 struct error *err)
{
	const struct profile *p = o->profile;
	uint64_t first, last, *counts;
	uint32_t *depth;

	*frames = 0;
	if (!is_wanted(o, ANOMALY_MIX))
		return true;
	counts = mem_array(p->stack_count, sizeof *counts, "stacks", err);
	depth = counts ? mem_array(p->stack_count, sizeof *depth, "stacks", err) : NULL;
	if (depth) {
		range_samples(p, o->query->range, &first, &last);
		bits_tally(&o->query->kept->samples, first, last, p->samples.stack,
			   counts);
	}
	for (uint32_t i = 1; depth && i < p->stack_count; i++) {
		depth[i] = depth[p->stacks[i].parent] + 1;
		*frames = number_add(*frames, counts[i] * depth[i]);
	}
	mem_free(counts);
	mem_free(depth);
	return depth != NULL;
}

bool process_anomalies_find(struct anomalies *out, const struct profile *p,
			    const struct anomaly_query *q, struct error *err)
{
	struct inside_search o = {.profile = p, .query = q, .out = out};
	uint64_t step, frames = 0;
	bool ok = find_parts(&o, err) && count_frames(&o, &frames, err);

	out->processes = o.parts ? o.parts - 1 : 0;
	step = 1 + o.all / ANOMALY_INSIDE_SAMPLES;
	step = step > frames / FRAMES_MOST ? step : frames / FRAMES_MOST;
	ok = ok && allocate_search(&o, err) && fill_parts(&o, step, err);
	for (uint32_t i = 1; i < o.parts; i++)
		o.large += o.part[i].all >= o.all / LARGE;
	for (uint32_t i = 0; ok && i < o.parts; i++) {
		const struct process_part *part = &o.part[i];
		bool whole = part->row == ANOMALY_NONE;

		if (part->count < PROCESS_SAMPLES)
			continue;
		/* a process with nearly all samples is covered by the whole profile */
		if (whole || part->all < o.all - o.all / 20)
			ok = find_stretches(&o, part, false, err) &&
			     (whole || find_stretches(&o, part, true, err));
		if (ok && !whole && i <= o.large)
			ok = find_alone(&o, part, err) && find_mixes(&o, part, err);
	}
	/* only now the number of searched functions is known */
	for (uint32_t i = 0; ok && i < o.change_count; i++)
		if (fabs(o.changes[i].stretch.score) >= needed_score(out->functions))
			ok = put_change(&o, &o.changes[i], ANOMALY_MIX, err);
	release_search(&o);
	return ok;
}
