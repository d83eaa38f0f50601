#include "analysis/chart/chart.h"

#include "base/append.h"

/* The boxes that go on, from the outermost. */
struct open_boxes {
	uint64_t *list; /* owned: rows of the chart */
	uint32_t count;
	size_t room;
	uint32_t *
	    depth; /* owned: by node, how many frames lead to it, it as well; 0: it is none */
	uint32_t *way; /* owned: nodes that are opened, the innermost first */
	size_t way_room;
	uint64_t until; /* ns: when the last sample ended, */
	uint32_t event; /* and its event, if boxes are of one state */
};

/* Depths of the tree itself end at 65,535. */
static bool count_depths(struct open_boxes *o, const struct tree *t, struct error *err)
{
	uint32_t groups = tree_group_count(t);

	o->depth = mem_array((size_t)t->count + 1, sizeof *o->depth, "a chart", err);
	for (uint32_t i = groups + 1; o->depth && i < t->count; i++)
		o->depth[i] = o->depth[t->parent[i]] + 1;
	return o->depth != NULL;
}

/* What lies below the first `stays` ends here. */
static void close_boxes(struct chart *c, struct open_boxes *o, uint32_t stays)
{
	while (o->count > stays) {
		struct chart_box *b = &c->list[o->list[--o->count]];

		b->to = o->until;
		b->samples = c->samples - b->samples; /* it had how many were before it */
	}
}

static bool is_open(const struct chart *c, const struct open_boxes *o, uint32_t node)
{
	uint32_t depth = o->depth[node];

	return depth <= o->count &&
	       (depth == 0 || c->list[o->list[depth - 1]].node == node);
}

static bool open_box(struct chart *c, struct open_boxes *o, uint32_t node, uint64_t from,
		     struct error *err)
{
	struct chart_box box = {.node = node,
				.depth = o->count,
				.from = from,
				.to = from,
				.samples = c->samples,
				.event = o->event};

	return APPEND(o->list, o->count, o->room, "a chart", err, c->count) &&
	       APPEND(c->list, c->count, c->room, "a chart", err, box);
}

/* Close the boxes of other callers, and open those that are new. */
static bool go_to(struct chart *c, struct open_boxes *o, const struct tree *t,
		  const struct thread_sample *s, struct error *err)
{
	uint32_t node = s->node, ways = 0;

	for (; !is_open(c, o, node); node = t->parent[node])
		if (!APPEND(o->way, ways, o->way_room, "a chart", err, node))
			return false;
	close_boxes(c, o, o->depth[node]);
	while (ways)
		if (!open_box(c, o, o->way[--ways], s->from, err))
			return false;
	if (o->count > c->deepest)
		c->deepest = o->count;
	return true;
}

static bool take(struct chart *c, struct open_boxes *o, const struct thread_samples *of,
		 const struct thread_sample *s, struct error *err)
{
	const struct profile *p = of->profile;
	uint32_t event = p->states ? profile_context(p, s->row)->event : 0;

	if (s->from != o->until || event != o->event)
		close_boxes(c, o, 0);
	o->event = event;
	if (!go_to(c, o, of->tree, s, err))
		return false;
	c->samples++;
	c->covered += s->to - s->from;
	o->until = s->to;
	return true;
}

static bool read_all(struct chart *c, struct open_boxes *o,
		     const struct thread_samples *t, struct range range,
		     struct error *err)
{
	struct thread_reader r = thread_reader_of(t, range);
	struct thread_sample list[THREAD_READER_ROOM];
	size_t n;

	while ((n = thread_reader_read(&r, list, THREAD_READER_ROOM)) > 0)
		for (size_t i = 0; i < n; i++)
			if (!take(c, o, t, &list[i], err))
				return false;
	close_boxes(c, o, 0);
	c->cut += r.cut;
	return true;
}

bool chart_build(struct chart *c, const struct thread_samples *t, struct selection ranges,
		 struct error *err)
{
	struct open_boxes o = {.until = ranges.list[0].from};
	bool ok;

	*c = (struct chart){0};
	ok = count_depths(&o, t->tree, err);
	for (uint32_t i = 0; ok && i < ranges.count; i++)
		ok = read_all(c, &o, t, ranges.list[i], err);
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
