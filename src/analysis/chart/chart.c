#include "analysis/chart/chart.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"

/* The boxes that are still open, from the outermost. */
struct open_boxes {
	uint64_t *list; /* owned: rows of the chart */
	uint32_t count;
	size_t room;
	/* owned: by node, the number of frames on its path; 0 for groups */
	uint32_t *depth;
	uint32_t *way; /* owned: nodes to open, the innermost first */
	size_t way_room;
	uint64_t until; /* ns: the end of the last sample */
	uint32_t event; /* the event of the last sample, if boxes have one state */
};

/* Close all but the outermost `stays` boxes, at the end of the last sample. */
static void close_boxes(struct chart *c, struct open_boxes *o, uint32_t stays)
{
	while (o->count > stays) {
		struct chart_box *b = &c->list[o->list[--o->count]];

		b->to = o->until;
		/* before this, it holds the number of samples before the box */
		b->samples = c->samples - b->samples;
	}
}

/* Close the boxes of other callers, and open new ones. */
static bool go_to(struct chart *c, struct open_boxes *o, const struct tree *t,
		  const struct thread_sample *s, struct error *err)
{
	uint32_t node = s->node, depth = o->depth[node], ways = 0;

	/* up to the first one that is open: "all", or the box of its depth */
	for (; depth > o->count || (depth && c->list[o->list[depth - 1]].node != node);
	     node = t->parent[node], depth = o->depth[node])
		if (!APPEND(o->way, ways, o->way_room, "a chart", err, node))
			return false;
	close_boxes(c, o, depth);
	while (ways) {
		struct chart_box box = {.node = o->way[--ways],
					.depth = o->count,
					.from = s->from,
					.to = s->from,
					.samples = c->samples,
					.event = o->event};

		if (!APPEND(o->list, o->count, o->room, "a chart", err, c->count) ||
		    !APPEND(c->list, c->count, c->room, "a chart", err, box))
			return false;
	}
	if (o->count > c->deepest)
		c->deepest = o->count;
	return true;
}

static bool add_range(struct chart *c, struct open_boxes *o,
		      const struct thread_samples *t, struct range range,
		      struct error *err)
{
	const struct profile *p = t->profile;
	struct thread_reader r = thread_reader_of(t, range);
	struct thread_sample list[THREAD_READER_ROOM];
	size_t n;

	while ((n = thread_reader_read(&r, list, THREAD_READER_ROOM)) > 0)
		for (const struct thread_sample *s = list; s < list + n; s++) {
			uint32_t event =
			    p->states ? profile_context(p, s->row)->event : 0;

			if (s->from != o->until || event != o->event)
				close_boxes(c, o, 0);
			o->event = event;
			if (!go_to(c, o, t->tree, s, err))
				return false;
			c->samples++;
			c->covered += s->to - s->from;
			o->until = s->to;
		}
	close_boxes(c, o, 0);
	c->cut += r.cut;
	return true;
}

bool chart_build(struct chart *c, const struct thread_samples *t, struct selection ranges,
		 struct error *err)
{
	struct open_boxes o = {.until = ranges.list[0].from};
	const struct tree *tree = t->tree;
	bool ok;

	*c = (struct chart){0};
	/* not the depths of the tree, which are limited to 65,535 */
	o.depth = mem_array((size_t)tree->count + 1, sizeof *o.depth, "a chart", err);
	ok = o.depth != NULL;
	for (uint32_t i = tree_group_count(tree) + 1; ok && i < tree->count; i++)
		o.depth[i] = o.depth[tree->parent[i]] + 1;
	for (uint32_t i = 0; ok && i < ranges.count; i++)
		ok = add_range(c, &o, t, ranges.list[i], err);
	mem_free(o.list);
	mem_free(o.depth);
	mem_free(o.way);
	if (!ok)
		chart_release(c);
	return ok;
}

void chart_release(struct chart *c)
{
	mem_free(c->list);
	*c = (struct chart){0};
}

/* The value of each context in the range. Release with mem_free(). */
static uint64_t *count_contexts(const struct flame *f, const struct derived_tree *derived,
				struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t *counts =
	    mem_array((size_t)p->context_count + 1, sizeof *counts, "threads", err);
	bool drops = derived && derived_tree_drops(derived);
	bool ones = !drops && !f->spans && f->weigh == WEIGH_SAMPLES && !p->samples.many;

	if (counts && ones)
		flame_tally(f, p->samples.context, counts);
	if (counts && !ones && !drops)
		flame_add_up(f, p->samples.context, counts);
	for (uint64_t i = 0; counts && drops && (i = flame_next(f, i)) < f->last; i++)
		if (derived_tree_node(derived, f->tree->leaf[i]) != NODE_DROPPED)
			counts[p->samples.context[i]] += flame_value(f, i);
	return counts;
}

/* Ties are in the order of their lanes. */
static int by_count(const void *a, const void *b)
{
	const struct chart_thread *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

bool chart_threads_count(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err)
{
	uint64_t *counts = count_contexts(f, derived, err);
	uint32_t kept = 0;

	if (!counts)
		return false;
	for (uint32_t i = 0; i < t->lanes.count; i++)
		t->list[i] = (struct chart_thread){.lane = i};
	for (uint32_t i = 0; i < t->lanes.of_count; i++)
		if (t->lanes.of[i] != LANE_NONE)
			t->list[t->lanes.of[i]].count += counts[i];
	t->all = 0;
	for (uint32_t i = 0; i < t->lanes.count; i++) {
		t->all += t->list[i].count;
		if (t->list[i].count)
			t->list[kept++] = t->list[i]; /* room: kept <= i */
	}
	t->count = kept;
	if (kept)
		qsort(t->list, kept, sizeof *t->list, by_count);
	mem_free(counts);
	return true;
}

bool chart_threads_build(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err)
{
	bool ok;

	*t = (struct chart_threads){.count = 0};
	ok = lanes_build(&t->lanes, f->tree->profile, f->which, f->spans != NULL,
			 LANES_THREAD, err);
	if (ok)
		t->list = mem_array((size_t)t->lanes.count + 1, sizeof *t->list,
				    "threads", err);
	ok = t->list && chart_threads_count(t, f, derived, err);
	if (!ok)
		chart_threads_release(t);
	return ok;
}

void chart_threads_release(struct chart_threads *t)
{
	lanes_release(&t->lanes);
	mem_free(t->list);
	*t = (struct chart_threads){.count = 0};
}
