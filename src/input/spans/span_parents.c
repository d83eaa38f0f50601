#include "input/spans/span_parents.h"

#include <stdlib.h>

#include "base/mem.h"

/* The spans of one track as time goes on. */
struct walk {
	struct span_parents *of; /* borrowed, as the next ones */
	struct span *spans;
	size_t count;
	struct losses *losses;
	size_t ended; /* of those by end */
};

static bool lasts(const struct span *s)
{
	return s->end.whole > s->start.whole;
}

static int compare_ends(const void *a, const void *b, void *context)
{
	const struct span *spans = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = span_moment_compare(spans[x].end, spans[y].end);

	return order ? order : x < y ? -1 : x > y;
}

static void end_until(struct walk *w, uint64_t now)
{
	for (; w->ended < w->count; w->ended++) {
		uint32_t which = w->of->order[w->ended];
		const struct span *s = &w->spans[which];

		if (s->end.whole > now)
			return;
		if (lasts(s)) {
			w->of->running[s->name]--;
			w->of->sum[s->name] -= which;
		}
	}
}

/* No span is its own parent: a function that calls itself is another span. */
static uint32_t parent_of(struct walk *w, size_t which)
{
	const struct span *s = &w->spans[which];
	bool self = s->parent == s->name && lasts(s);
	uint32_t running = w->of->running[s->parent] - self;
	uint64_t sum = w->of->sum[s->parent] - (self ? which : 0);

	if (s->parent == 0)
		return 0;
	if (running != 1) {
		losses_count(w->losses, running ? LOSS_PARENT_SEVERAL : LOSS_PARENT_NONE,
			     s->line);
		return 0;
	}
	if (w->spans[sum].end.whole < s->end.whole)
		losses_count(w->losses, ASIDE_OUTLIVES, s->line);
	return (uint32_t)sum + 1;
}

static void find_all(struct walk *w)
{
	size_t to;

	for (size_t from = 0; from < w->count; from = to) {
		uint64_t now = w->spans[from].start.whole;

		end_until(w, now);
		for (to = from; to < w->count && w->spans[to].start.whole == now; to++)
			if (lasts(&w->spans[to])) {
				w->of->running[w->spans[to].name]++;
				w->of->sum[w->spans[to].name] += to;
			}
		for (size_t i = from; i < to; i++)
			w->spans[i].parent = parent_of(w, i);
	}
	end_until(w, UINT64_MAX);
}

/*
 * Of spans that start together each may name another. Follow every chain up to where an
 * earlier one has been; whoever meets itself has no parent.
 */
static void break_circles(struct walk *w)
{
	uint32_t *seen =
	    w->of->order; /* done with: now the chain in which each was met */

	for (size_t i = 0; i < w->count; i++)
		seen[i] = 0;
	for (size_t i = 0; i < w->count; i++) {
		uint32_t at = (uint32_t)i;

		while (seen[at] == 0 && w->spans[at].parent) {
			seen[at] = (uint32_t)i + 1;
			at = w->spans[at].parent - 1;
		}
		if (w->spans[at].parent && seen[at] == i + 1) {
			losses_count(w->losses, LOSS_PARENT_CIRCLE, w->spans[at].line);
			w->spans[at].parent = 0;
		}
	}
}

bool span_parents_build(struct span_parents *p, size_t spans, uint32_t texts,
			struct error *err)
{
	p->order = mem_array(spans, sizeof *p->order, "spans", err);
	p->running = p->order ? mem_array(texts, sizeof *p->running, "names", err) : NULL;
	p->sum = p->running ? mem_array(texts, sizeof *p->sum, "names", err) : NULL;
	return p->sum != NULL;
}

void span_parents_release(struct span_parents *p)
{
	mem_free(p->order);
	mem_free(p->running);
	mem_free(p->sum);
	*p = (struct span_parents){0};
}

void span_parents_find(struct span_parents *p, struct span *spans, size_t count,
		       struct losses *losses)
{
	struct walk w = {.of = p, .spans = spans, .count = count, .losses = losses};

	for (size_t i = 0; i < count; i++)
		p->order[i] = (uint32_t)i;
	if (count)
		qsort_r(p->order, count, sizeof *p->order, compare_ends, spans);
	find_all(&w);
	break_circles(&w);
}
