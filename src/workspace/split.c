#include "workspace/split.h"

/* The graph of all that is kept, whatever the range. */
static int count_levels(const struct session *s, int width, enum sibling_order order)
{
	const struct flame *shown = session_graph(s);
	struct error err = ERROR_INIT; /* without memory: as if nothing were known */
	struct flame all = {.tree = NULL};
	struct layout l = {.count = 0};
	int levels = 0;

	if (!range_is_all(s->choice.range)) {
		if (!flame_build(&all, s->tree, &s->kept.samples, s->flame.spans,
				 s->flame.weigh, &err))
			return 0;
		flame_show(&all, RANGE_ALL);
		shown = &all;
	}
	if (layout_build(&l, shown, 0, width, order, &err))
		levels = l.depths;
	layout_release(&l);
	flame_release(&all);
	return levels;
}

void split_settle(struct split *s, const struct open_profile *o, int width)
{
	const struct tree *t = o->session ? session_graph(o->session)->tree : NULL;

	width = width > FLAME_VIEW_MARGIN ? width - FLAME_VIEW_MARGIN : 1;
	if (!t || o->instead) {
		s->tree = NULL;
		s->levels = 0;
	} else if (s->tree != t || s->nodes != t->count || s->width != width) {
		s->levels = count_levels(o->session, width, ORDER_NAME);
		s->tree = t;
		s->nodes = t->count;
		s->width = width;
	}
}
