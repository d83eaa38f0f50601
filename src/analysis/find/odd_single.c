#include "analysis/find/odd_single.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"

#define ALONE_LEAST 2 /* samples in a cell: fewer say nothing */

/* Rows of profile.threads by process, then by thread. */
struct people {
	const struct profile *profile; /* borrowed */
	uint32_t *order;	       /* owned: rows, sorted */
	uint32_t *process, *thread; /* owned: by row: numbers of its process and thread */
	uint32_t processes, threads;
};

/* Those of a process side by side: a pid, or a name. */
static int compare_processes(const struct thread *a, const struct thread *b)
{
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->pid == PROFILE_NO_ID && a->comm != b->comm)
		return a->comm < b->comm ? -1 : 1;
	return 0;
}

static int compare_threads(const void *a, const void *b, void *profile)
{
	const struct profile *p = profile;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	int order = compare_processes(&p->threads[i], &p->threads[j]);

	if (order)
		return order;
	if (p->threads[i].tid != p->threads[j].tid)
		return p->threads[i].tid < p->threads[j].tid ? -1 : 1;
	return i < j ? -1 : i > j;
}

static void people_release(struct people *o)
{
	mem_free(o->order);
	mem_free(o->process);
	mem_free(o->thread);
}

static void number_people(struct people *o)
{
	const struct thread *before = NULL;

	for (uint32_t i = 0; i < o->profile->thread_count; i++) {
		const struct thread *t = &o->profile->threads[o->order[i]];

		if (before && compare_processes(before, t) != 0)
			o->processes++;
		if (before &&
		    (compare_processes(before, t) != 0 || before->tid != t->tid))
			o->threads++;
		o->process[o->order[i]] = o->processes;
		o->thread[o->order[i]] = o->threads;
		before = t;
	}
	o->processes++;
	o->threads++;
}

static bool people_build(struct people *o, const struct profile *p, struct error *err)
{
	uint32_t n = p->thread_count;

	*o = (struct people){.profile = p};
	o->order = mem_array(n, sizeof *o->order, "threads", err);
	o->process = o->order ? mem_array(n, sizeof *o->process, "threads", err) : NULL;
	o->thread = o->process ? mem_array(n, sizeof *o->thread, "threads", err) : NULL;
	if (!o->thread) {
		people_release(o);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		o->order[i] = i;
	qsort_r(o->order, n, sizeof *o->order, compare_threads, (void *)p);
	number_people(o);
	return true;
}

/* ---- who is alone in a cell ---- */

struct work {
	uint64_t samples; /* of all */
	uint32_t cell;	  /* the newest, from 1; 0: none yet */
	uint32_t in_cell; /* its samples */
	uint32_t who;	  /* the thread of the first of them */
	bool shared;	  /* others have some, too */
};

/* Whose samples a context has. */
struct whose {
	uint32_t process, thread, row;
	uint32_t samples;
};

struct census {
	struct people people;
	struct whose *whose;	   /* owned: by context */
	struct work *work;	   /* owned: by process */
	uint64_t *samples, *alone; /* owned: by thread: all, those in cells alone */
	uint32_t *row;		   /* owned: by thread: one of its rows */
};

static void census_release(struct census *c)
{
	people_release(&c->people);
	mem_free(c->whose);
	mem_free(c->work);
	mem_free(c->samples);
	mem_free(c->alone);
	mem_free(c->row);
}

static bool tell_whose(struct census *c, const struct profile *p, struct error *err)
{
	c->whose = mem_array(p->context_count, sizeof *c->whose, "contexts", err);
	for (uint32_t i = 0; c->whose && i < p->context_count; i++) {
		uint32_t row = p->contexts[i].thread;

		c->whose[i] = (struct whose){.process = c->people.process[row],
					     .thread = c->people.thread[row],
					     .row = row};
	}
	return c->whose != NULL;
}

static bool census_open(struct census *c, const struct profile *p, struct error *err)
{
	size_t threads;

	*c = (struct census){0};
	if (!people_build(&c->people, p, err))
		return false;
	threads = c->people.threads;
	c->work = mem_array(c->people.processes, sizeof *c->work, "processes", err);
	c->samples =
	    c->work ? mem_array(threads, sizeof *c->samples, "threads", err) : NULL;
	c->alone =
	    c->samples ? mem_array(threads, sizeof *c->alone, "threads", err) : NULL;
	c->row = c->alone ? mem_array(threads, sizeof *c->row, "threads", err) : NULL;
	if (c->row && tell_whose(c, p, err))
		return true;
	census_release(c);
	return false;
}

static void close_cell(struct census *c, const struct work *w)
{
	if (!w->shared && w->in_cell >= ALONE_LEAST)
		c->alone[w->who] += w->in_cell;
}

static void count_sample(struct census *c, struct whose *whose, uint32_t cell)
{
	struct work *w = &c->work[whose->process];

	if (cell != w->cell) {
		close_cell(c, w);
		w->cell = cell;
		w->in_cell = 0;
		w->who = whose->thread;
		w->shared = false;
	}
	w->shared |= whose->thread != w->who;
	w->in_cell++;
	whose->samples++;
	c->row[whose->thread] = whose->row;
}

static void add_up(struct census *c, const struct profile *p)
{
	for (uint32_t i = 0; i < p->context_count; i++) {
		const struct whose *whose = &c->whose[i];

		c->samples[whose->thread] += whose->samples;
		c->work[whose->process].samples += whose->samples;
	}
	for (uint32_t i = 0; i < c->people.processes; i++)
		close_cell(c, &c->work[i]);
}

static void count_all(struct census *c, const struct profile *p,
		      const struct odd_query *q)
{
	/* local copies: for all the compiler knows, counting could change anything */
	const struct samples s = p->samples;
	const struct bits kept = q->kept->samples;
	uint64_t first, last, begin = profile_origin(p), end = 0;
	uint32_t cell = 0; /* those that have samples, one after the other */

	range_samples(p, q->range, &first, &last);
	for (uint64_t i = first; i < last; i++) {
		uint64_t time = s.time[i] - begin;

		if (!bits_has(&kept, i))
			continue;
		if (time >= end || !cell) { /* times rise */
			end = number_add(time / ODD_SINGLE_CELL * ODD_SINGLE_CELL,
					 ODD_SINGLE_CELL);
			cell++;
		}
		count_sample(c, &c->whose[s.context[i]], cell);
	}
	add_up(c, p);
}

/* ---- those that are most alone ---- */

static void insert(struct odd_singles *s, const struct odd_single *new)
{
	uint32_t at = s->count < ODD_SINGLES_MAX ? s->count : ODD_SINGLES_MAX - 1;

	if (s->count == ODD_SINGLES_MAX && new->alone <= s->single[at].alone)
		return;
	for (; at > 0 && s->single[at - 1].alone < new->alone; at--)
		s->single[at] = s->single[at - 1];
	s->single[at] = *new;
	s->count += s->count < ODD_SINGLES_MAX;
}

static void choose(struct odd_singles *s, const struct census *c)
{
	for (uint32_t i = 0; i < c->people.threads; i++) {
		const struct work *w = &c->work[c->people.process[c->row[i]]];
		struct odd_single new = {
		    .thread = c->row[i], .samples = c->samples[i], .of_all = w->samples};

		if (c->alone[i] == 0 || c->samples[i] == w->samples)
			continue;
		new.alone = (double)c->alone[i] * (double)(w->samples - c->samples[i]) /
			    (double)c->samples[i];
		insert(s, &new);
	}
}

static enum timeline_role role_of(const struct people *o, uint32_t row,
				  const struct odd_single *s)
{
	if (o->process[row] != o->process[s->thread])
		return TIMELINE_NOTHING;
	return o->thread[row] == o->thread[s->thread] ? TIMELINE_PASSES : TIMELINE_COUNTS;
}

static bool mark_contexts(struct odd_singles *s, const struct people *o,
			  struct error *err)
{
	const struct profile *p = o->profile;

	s->roles = mem_array(p->context_count, 1, "contexts", err);
	if (!s->roles)
		return false;
	for (uint32_t i = 0; i < p->context_count; i++)
		for (uint32_t k = 0; k < s->count; k++)
			s->roles[i] |= timeline_role_in(
			    k, role_of(o, p->contexts[i].thread, &s->single[k]));
	return true;
}

bool odd_singles_build(struct odd_singles *s, const struct profile *p,
		       const struct odd_query *q, struct error *err)
{
	struct census c;
	bool ok;

	*s = (struct odd_singles){0};
	if (!census_open(&c, p, err))
		return false;
	count_all(&c, p, q);
	choose(s, &c);
	ok = s->count == 0 || mark_contexts(s, &c.people, err);
	census_release(&c);
	return ok;
}

void odd_singles_release(struct odd_singles *s)
{
	mem_free(s->roles);
	*s = (struct odd_singles){0};
}
