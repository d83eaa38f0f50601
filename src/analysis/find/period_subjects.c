#include "analysis/find/period_subjects.h"

#include <math.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "profile/frame_mode.h"
#include "profile/process_names.h"

#define SAMPLES_MOST  (1u << 17) /* if there are more, a random part is used */
#define FRAMES_MOST   128	 /* of a stack, from the leaf */
#define SUBJECT_LEAST 15	 /* samples */
#define NEARLY_ALL    0.95	 /* such a subject is the same as the activity of all */
#define APART	      2.5	 /* in ticks: a longer gap begins another piece of work */
#define ALONE                                                                            \
	1.5 /* samples per piece of work; with fewer, chance decides which pieces have any */
#define THIRDS 3
#define CELLS  128 /* in each third */

/* ---- the samples ---- */

/* Splitmix64: Steele, Lea and Flood 2014. */
static uint64_t scattered(uint64_t n)
{
	uint64_t z = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* The entities (frames, threads, processes, process names) and their counters. */
struct choosing {
	const struct profile *p;  /* borrowed, with all pointers below */
	const uint64_t *original; /* row of the profile, by sample */
	/* by entity */
	struct tally_of *tallies;
	/* by stack: the number of its frames, at most UINT16_MAX */
	uint16_t *depth;
	uint8_t *chosen; /* by entity: 1 + its subject */
	/* the index of the first entity of each kind; frames come first */
	uint32_t threads, processes, names;
	uint32_t count; /* entities */
};

/* The distribution of the samples of an entity. */
struct tally_of {
	uint64_t print; /* a hash of the set of samples */
	uint32_t samples[THIRDS];
	float pairs[THIRDS]; /* ordered pairs of samples in the same cell */
	uint32_t cell, in_cell;
	uint32_t row; /* the last sample, from 1; 0: none */
	/* pieces of work: samples that do not closely follow another one */
	uint32_t pieces;
	uint16_t depth;
	bool user; /* it has code outside the kernel */
};

/*
 * Choose a random subset: taking every second sample could always hit the same part of each cycle.
 */
static bool take_samples(struct period_subjects *s, const struct profile *p,
			 const struct bits *which, struct range span, uint64_t **original,
			 struct error *err)
{
	uint64_t first, last, all = 0, n = 0, limit = UINT64_MAX;
	uint64_t from = profile_origin(p) + span.from;
	size_t room;

	range_samples(p, span, &first, &last);
	for (uint64_t i = first; i < last; i++)
		all += bits_has(which, i);
	if (all > SAMPLES_MOST)
		limit = UINT64_MAX / all * (SAMPLES_MOST - SAMPLES_MOST / 64);
	room = (size_t)(all < SAMPLES_MOST ? all : SAMPLES_MOST);
	s->time = mem_array(room, sizeof *s->time, "samples", err);
	*original = s->time ? mem_array(room, sizeof **original, "samples", err) : NULL;
	if (!*original)
		return false;
	for (uint64_t i = first; i < last && n < room; i++) {
		if (!bits_has(which, i) || scattered(i) > limit)
			continue;
		s->time[n] = p->samples.time[i] - from;
		(*original)[n++] = i; /* room: n < room */
	}
	s->each = n ? (double)all / (double)n : 1;
	s->samples = n;
	return true;
}

/* ---- numbers of entities ---- */

static bool number_names(struct period_subjects *s, struct choosing *c, struct error *err)
{
	struct idmap names = {0};
	struct process_names called = {0};
	uint32_t named = 0;
	bool ok = process_names_build(&called, c->p, err);

	for (uint32_t i = 0; ok && i < c->p->thread_count; i++) {
		s->name[i] = called.of_thread[i];
		ok = idmap_put(&names, s->name[i], named, &s->named[i], err);
		named += ok && s->named[i] == named;
	}
	c->threads = c->p->frame_count;
	c->processes = c->threads + s->tasks.threads;
	c->names = c->processes + s->tasks.processes;
	c->count = c->names + named;
	idmap_release(&names);
	process_names_release(&called);
	return ok;
}

/* Parents come before their stacks. */
static bool find_depths(struct choosing *c, struct error *err)
{
	c->depth = mem_array(c->p->stack_count, sizeof *c->depth, "stacks", err);
	for (uint32_t i = 1; c->depth && i < c->p->stack_count; i++) {
		uint16_t above = c->depth[c->p->stacks[i].parent];

		c->depth[i] = (uint16_t)(above + (above < UINT16_MAX));
	}
	return c->depth != NULL;
}

static bool number_all(struct period_subjects *s, struct choosing *c, struct error *err)
{
	size_t n = c->p->thread_count;

	return (s->name = mem_array(n, sizeof *s->name, "threads", err)) &&
	       (s->named = mem_array(n, sizeof *s->named, "threads", err)) &&
	       task_numbers_build(&s->tasks, c->p, err) && number_names(s, c, err) &&
	       (c->tallies = mem_array(c->count, sizeof *c->tallies, "functions", err)) &&
	       (c->chosen = mem_array(c->count, 1, "functions", err)) &&
	       find_depths(c, err);
}

/* ---- the distribution of samples ---- */

static void close_cell(struct tally_of *t)
{
	t->pairs[t->cell / CELLS] += (float)t->in_cell * (float)(t->in_cell - 1);
}

struct sample_now {
	uint32_t row, cell; /* row: from 1 */
	/* samples from this row on are close: part of the same piece of work */
	uint32_t close;
	uint64_t scattered;
};

static void touch(struct tally_of *t, const struct sample_now *now, uint16_t depth)
{
	if (t->row == now->row)
		return; /* a recursive function */
	if (t->row && t->cell != now->cell)
		close_cell(t);
	if (!t->row)
		t->depth = depth;
	t->pieces += t->row < now->close;
	if (!t->row || t->cell != now->cell)
		t->in_cell = 0;
	t->row = now->row;
	t->cell = now->cell;
	t->in_cell++;
	t->samples[now->cell / CELLS]++;
	t->print += now->scattered;
}

static void count_sample(struct choosing *c, uint32_t stack, const struct sample_now *now,
			 struct tally_of *const of_threads[static 3])
{
	const struct profile *p = c->p;
	bool user = false;

	for (uint32_t k = FRAMES_MOST; k && stack; k--) {
		uint32_t frame = p->stacks[stack].frame;

		touch(&c->tallies[frame], now, c->depth[stack]);
		user |= c->tallies[frame].user;
		stack = p->stacks[stack].parent;
	}
	for (int i = 0; i < 3; i++) {
		touch(of_threads[i], now, 0);
		of_threads[i]->user |= user;
	}
}

static void count_samples(const struct period_subjects *s, struct choosing *c,
			  struct range span, double apart)
{
	const struct profile *p = c->p;
	double cells = THIRDS * CELLS / (double)(span.to - span.from + 1);
	struct sample_now now = {0};

	for (uint32_t i = 0; i < p->frame_count; i++)
		c->tallies[i].user =
		    frame_mode_of(p, i, FRAME_MODE_UNKNOWN) != FRAME_MODE_KERNEL &&
		    p->frames[i].kind != FRAME_IDLE;
	for (uint32_t i = 0, close = 0; i < s->samples; i++) {
		uint32_t row = s->rows[i];
		struct tally_of *of_threads[] = {
		    &c->tallies[c->threads + s->tasks.thread[row]],
		    &c->tallies[c->processes + s->tasks.process[row]],
		    &c->tallies[c->names + s->named[row]]};

		while ((double)(s->time[i] - s->time[close]) > apart)
			close++;
		now.row = i + 1;
		now.close = close + 1;
		now.cell = (uint32_t)fmin((double)s->time[i] * cells, THIRDS * CELLS - 1);
		now.scattered = scattered(i);
		count_sample(c, p->samples.stack[c->original[i]], &now, of_threads);
	}
	for (uint32_t i = 0; i < c->count; i++)
		if (c->tallies[i].row)
			close_cell(&c->tallies[i]);
}

/*
 * The number of pairs of samples in the same cell above that expected by chance, in standard
 * deviations: the least of the three thirds of the time, so that a single burst does not count.
 */
static double unevenness(const struct tally_of *t)
{
	double least = INFINITY;

	for (int i = 0; i < THIRDS; i++) {
		double n = t->samples[i], usual = n * n / CELLS;

		least = fmin(least, n > 0 ? (t->pairs[i] - usual) / sqrt(2 * usual) : 0);
	}
	return least;
}

/* ---- the choice ---- */

enum entity { FUNCTION, PROCESS, THREAD, NAME, ENTITIES };

/* The largest number of subjects of each kind. */
static const uint32_t most_of[ENTITIES] = {24, 8, 12, 4};

struct eligible {
	uint64_t print, samples;
	double unevenness;
	uint32_t id, depth;
	enum entity kind;
};

static enum entity kind_of(const struct choosing *c, uint32_t id)
{
	return id < c->threads	   ? FUNCTION
	       : id < c->processes ? THREAD
	       : id < c->names	   ? PROCESS
				   : NAME;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Entities with the same samples are adjacent, the most specific one first. */
static int by_print(const void *left, const void *right)
{
	const struct eligible *a = left, *b = right;
	int order = compare_numbers(a->print, b->print);

	if (!order)
		order = compare_numbers(a->kind, b->kind);
	if (!order)
		order = compare_numbers(b->depth, a->depth);
	return order ? order : compare_numbers(a->id, b->id);
}

static int by_unevenness(const void *left, const void *right)
{
	const struct eligible *a = left, *b = right;

	if (a->unevenness != b->unevenness)
		return a->unevenness < b->unevenness ? 1 : -1;
	return compare_numbers(a->id, b->id);
}

static uint64_t samples_of(const struct tally_of *t)
{
	return (uint64_t)t->samples[0] + t->samples[1] + t->samples[2];
}

/* Periodic activity with at least three cycles has samples in each third of the time. */
static bool is_eligible(const struct period_subjects *s, const struct choosing *c,
			uint32_t id)
{
	const struct tally_of *t = &c->tallies[id];
	uint64_t n = samples_of(t);

	return n >= SUBJECT_LEAST && t->user && t->samples[0] && t->samples[1] &&
	       t->samples[2] && (double)n < NEARLY_ALL * (double)s->samples;
}

static uint32_t list_eligible(const struct period_subjects *s, const struct choosing *c,
			      struct eligible *list)
{
	uint32_t n = 0, distinct = 0;

	for (uint32_t i = 1; i < c->count; i++) {
		const struct tally_of *t = &c->tallies[i];
		struct eligible e = {t->print, samples_of(t), unevenness(t),
				     i,	       t->depth,      kind_of(c, i)};

		if (is_eligible(s, c, i))
			list[n++] = e; /* room: for all entities */
	}
	qsort(list, n, sizeof *list, by_print);
	for (uint32_t i = 0; i < n; i++)
		if (!i || list[i].print != list[i - 1].print)
			list[distinct++] = list[i]; /* room: at most as many as before */
	qsort(list, distinct, sizeof *list, by_unevenness);
	return distinct;
}

static uint32_t row_of(const struct period_subjects *s, const struct choosing *c,
		       const struct eligible *e)
{
	const uint32_t *numbers = e->kind == THREAD    ? s->tasks.thread
				  : e->kind == PROCESS ? s->tasks.process
						       : s->named;
	uint32_t first = e->kind == THREAD    ? c->threads
			 : e->kind == PROCESS ? c->processes
					      : c->names;
	uint32_t row = 0;

	while (numbers[row] != e->id - first)
		row++;
	return row;
}

static void choose_subjects(struct period_subjects *s, struct choosing *c,
			    const struct eligible *list, uint32_t count)
{
	static const enum period_scope scopes[ENTITIES] = {
	    PERIOD_OF_ALL, PERIOD_OF_PROCESS, PERIOD_OF_THREAD, PERIOD_OF_NAME};
	uint32_t taken[ENTITIES] = {0};

	for (uint32_t i = 0; i < count && s->count < PERIOD_SUBJECTS_MOST; i++) {
		const struct eligible *e = &list[i];
		struct period_subject *to = &s->list[s->count];

		if (taken[e->kind] == most_of[e->kind])
			continue;
		taken[e->kind]++;
		to->who.scope = scopes[e->kind];
		to->samples = e->samples;
		to->depth = e->depth;
		to->alone = (double)e->samples < ALONE * c->tallies[e->id].pieces;
		if (e->kind == FUNCTION)
			to->who.frame = e->id;
		else
			to->who.thread = row_of(s, c, e);
		c->chosen[e->id] = (uint8_t)++s->count;
	}
}

static uint64_t mask_of(const struct choosing *c, uint32_t entity)
{
	return c->chosen[entity] ? UINT64_C(1) << (c->chosen[entity] - 1) : 0;
}

static void mark_samples(struct period_subjects *s, const struct choosing *c)
{
	const struct profile *p = c->p;

	for (uint64_t i = 0; i < s->samples; i++) {
		uint32_t row = s->rows[i], stack = p->samples.stack[c->original[i]];
		uint64_t mask = mask_of(c, c->threads + s->tasks.thread[row]) |
				mask_of(c, c->processes + s->tasks.process[row]) |
				mask_of(c, c->names + s->named[row]);

		for (uint32_t k = FRAMES_MOST; k && stack; k--) {
			mask |= mask_of(c, p->stacks[stack].frame);
			stack = p->stacks[stack].parent;
		}
		s->masks[i] = mask;
	}
}

static bool choose_all(struct period_subjects *s, struct choosing *c, struct range span,
		       uint64_t tick, struct error *err)
{
	size_t n = (size_t)s->samples;
	struct eligible *list;

	s->rows = mem_array(n, sizeof *s->rows, "samples", err);
	s->masks = s->rows ? mem_array(n, sizeof *s->masks, "samples", err) : NULL;
	if (!s->masks || !number_all(s, c, err))
		return false;
	for (size_t i = 0; i < n; i++)
		s->rows[i] = profile_context(c->p, c->original[i])->thread;
	count_samples(s, c, span, tick ? APART * (double)tick * s->each : INFINITY);
	list = mem_array(c->count, sizeof *list, "functions", err);
	if (!list)
		return false;
	choose_subjects(s, c, list, list_eligible(s, c, list));
	mark_samples(s, c);
	mem_free(list);
	return true;
}

bool period_subjects_build(struct period_subjects *s, const struct profile *p,
			   const struct period_subjects_query *q, struct error *err)
{
	struct choosing c = {.p = p};
	uint64_t *original = NULL;
	bool ok;

	*s = (struct period_subjects){0};
	if (p->times_only || p->server)
		return true;
	ok = take_samples(s, p, q->which, q->span, &original, err);
	c.original = original;
	ok = ok && choose_all(s, &c, q->span, q->tick, err);
	mem_free(original);
	mem_free(c.tallies);
	mem_free(c.chosen);
	mem_free(c.depth);
	return ok;
}

void period_subjects_release(struct period_subjects *s)
{
	mem_free(s->time);
	mem_free(s->masks);
	mem_free(s->rows);
	task_numbers_release(&s->tasks);
	mem_free(s->name);
	mem_free(s->named);
	*s = (struct period_subjects){0};
}

/* ---- scopes ---- */

uint32_t period_subjects_times(const struct period_subjects *s, uint32_t subject,
			       uint64_t *times)
{
	uint32_t n = 0;

	for (uint64_t i = 0; i < s->samples; i++)
		if (s->masks[i] >> subject & 1)
			times[n++] = s->time[i]; /* room: for all samples */
	return n;
}

uint64_t period_subjects_shared(const struct period_subjects *s, uint32_t a, uint32_t b)
{
	uint64_t both = UINT64_C(1) << a | UINT64_C(1) << b, n = 0;

	for (uint64_t i = 0; i < s->samples; i++)
		n += (s->masks[i] & both) == both;
	return n;
}

#define NEARLY 0.9 /* of a function's samples */

/*
 * Do nearly all samples of the subject have the same number? `*row` is a row with it, found with
 * the majority vote of Boyer and Moore.
 */
static bool has_one(const struct period_subjects *s, uint32_t subject,
		    const uint32_t *numbers, uint32_t *row)
{
	uint64_t votes = 0, n = 0, samples = s->samples;

	for (uint64_t i = 0; i < samples; i++) {
		if (!(s->masks[i] >> subject & 1))
			continue;
		if (!votes)
			*row = s->rows[i];
		votes += numbers[s->rows[i]] == numbers[*row] ? 1 : UINT64_MAX;
	}
	for (uint64_t i = 0; i < samples; i++)
		n += s->masks[i] >> subject & 1 && numbers[s->rows[i]] == numbers[*row];
	return (double)n >= NEARLY * (double)s->list[subject].samples;
}

/* Do all samples have the same number? Then a scope adds nothing. */
static bool is_only_one(const struct period_subjects *s, const uint32_t *numbers)
{
	for (uint64_t i = 1; i < s->samples; i++)
		if (numbers[s->rows[i]] != numbers[s->rows[0]])
			return false;
	return true;
}

struct period_who period_subjects_who(const struct period_subjects *s, uint32_t subject,
				      const struct profile *p)
{
	const uint32_t *numbers[] = {s->tasks.thread, s->tasks.process, s->named};
	static const enum period_scope scopes[] = {PERIOD_OF_THREAD, PERIOD_OF_PROCESS,
						   PERIOD_OF_NAME};
	struct period_who who = s->list[subject].who;

	for (int i = 0; who.frame && who.scope == PERIOD_OF_ALL && i < 3; i++) {
		if (is_only_one(s, numbers[i]))
			break;
		if (has_one(s, subject, numbers[i], &who.thread))
			who.scope = scopes[i];
	}
	if (who.scope == PERIOD_OF_THREAD)
		who.name = p->threads[who.thread].comm;
	else if (who.scope != PERIOD_OF_ALL)
		who.name = s->name[who.thread];
	return who;
}
