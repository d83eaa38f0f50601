#include "workspace/split.h"

/* The graph of all that is kept, whatever the range. */
static int count_levels(const struct session *s, int width, bool folds)
{
	struct trunks trunks = {.count = 0};
	struct fold fold = {.unfolded_count = 0};
	const struct layout_rules rules = {.fold = folds ? &fold : NULL};
	const struct flame *shown = session_graph(s);
	struct error err = ERROR_INIT; /* without memory: as if nothing were known */
	struct flame all = {.tree = NULL}, shaped = {.tree = NULL};
	const struct shape *shape = session_drawn(s).shape;
	struct layout l = {.count = 0};
	int levels = 0;

	if (!choice_is_all(&s->choice)) {
		if (!flame_build(&all, s->tree, &s->kept.samples, s->flame.spans,
				 s->flame.weigh, &err))
			return 0;
		flame_show(&all, RANGE_ALL);
		shown = &all;
	}
	if (shape && shown == &all) {
		if (!shape_flame(shape, &all, &shaped, &err)) {
			flame_release(&all);
			return 0;
		}
		shown = &shaped;
	}
	if (folds && trunks_build(&trunks, shown, &err))
		fold.trunks = trunks.next;
	if (layout_build(&l, shown, 0, width, &rules, &err))
		levels = l.depths;
	layout_release(&l);
	trunks_release(&trunks);
	flame_release(&shaped);
	flame_release(&all);
	return levels;
}

/* What is drawn of two files is hardly ever folded. */
static bool is_folded(const struct open_profile *o)
{
	return !o->session->choice.unfolded &&
	       o->session->choice.baseline.against != AGAINST_FILE;
}

void split_settle(struct split *s, const struct open_profile *o, int width)
{
	const struct tree *t = o->session ? session_graph(o->session)->tree : NULL;

	width = width > FLAME_VIEW_MARGIN ? width - FLAME_VIEW_MARGIN : 1;
	if (!t || o->instead) {
		s->tree = NULL;
		s->levels = 0;
	} else if (s->tree != t || s->nodes != t->count || s->width != width ||
		   s->folds != is_folded(o)) {
		s->levels = count_levels(o->session, width, is_folded(o));
		s->tree = t;
		s->nodes = t->count;
		s->width = width;
		s->folds = is_folded(o);
	}
}
