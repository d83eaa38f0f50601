#include "workspace/comparing.h"

#include "analysis/waiting/wait_keys.h"
#include "base/mem.h"
#include "base/number.h"

/* Maps and filter do not depend on the baseline: only graph, table and lines are updated. */
static bool set_baseline(struct open_profile *o, const struct baseline *b, bool settled,
			 struct error *err)
{
	struct choice c = o->session->choice;
	bool ok;

	c.baseline = *b;
	if (!open_profile_set_choice(o, &c, err))
		return false;
	ok = open_profile_recount(o, err);
	if (settled)
		open_profile_add_step(o);
	return ok;
}

/* Without a range the baseline is the second file, if there is one, or the rest. */
static void drop_range(const struct open_profile *o, struct baseline *b)
{
	const char *of_file = o->settings->asked.against_filter;

	b->against = o->session->other		    ? BASELINE_FILE
		     : b->look.graph == GRAPH_PLAIN ? BASELINE_NOTHING
						    : BASELINE_REST;
	b->has_filter = b->against == BASELINE_FILE && of_file;
	b->filter = text_of(b->has_filter ? of_file : "");
	b->also = (struct ranges){0};
	b->range =
	    b->against == BASELINE_FILE ? o->other.heat.rest : (struct range){0, 0};
	b->align.follows = false;
	b->swapped = false;
}

bool comparing_next_graph(struct open_profile *o, const char **words, struct error *err)
{
	struct baseline b = o->session->choice.baseline;

	*words = NULL;
	b.look.graph = (enum difference_graph)((b.look.graph + 1) % DIFFERENCE_GRAPHS);
	if (b.against != BASELINE_RANGE && b.against != BASELINE_FILE &&
	    b.against != BASELINE_EVENT)
		drop_range(o, &b);
	if (b.look.graph == GRAPH_PLAIN)
		*words = "differences are off: the graph shows the range";
	if (b.look.graph == GRAPH_ELIDED) /* no table shows that */
		o->shown_by[PANE_LOWER] = COMMAND_NONE;
	return set_baseline(o, &b, true, err);
}

bool comparing_begin(struct open_profile *o, struct error *err)
{
	struct baseline b = o->session->choice.baseline;

	if (b.look.graph != GRAPH_PLAIN)
		return true;
	b.look.graph = GRAPH_DIFFERENTIAL;
	if (b.against == BASELINE_NOTHING)
		drop_range(o, &b);
	return set_baseline(o, &b, true, err);
}

bool comparing_has_own_baseline(const struct open_profile *o)
{
	const struct baseline *b = &o->session->choice.baseline;

	if (b->against == BASELINE_FILE)
		return b->align.follows || !range_equal(b->range, o->other.heat.rest);
	return b->against == BASELINE_RANGE;
}

static const char *words_of_rest(const struct open_profile *o, const struct baseline *b)
{
	if (b->against == BASELINE_FILE)
		return range_is_all(o->other.heat.rest)
			   ? "the whole other file is the baseline"
			   : "the other file's range is as it was given";
	return b->against == BASELINE_REST ? "no baseline: compared with everything else"
					   : "the baseline is off";
}

bool comparing_toggle_baseline(struct open_profile *o, const char **words,
			       struct error *err)
{
	const struct choice *c = &o->session->choice;
	struct choice next = *c;
	struct baseline b = c->baseline;

	if (comparing_has_own_baseline(o)) {
		drop_range(o, &b);
		*words = words_of_rest(o, &b);
	} else {
		b.against = BASELINE_RANGE;
		b.range = c->range;
		b.also = c->also;
		b.filter = c->filter;
		b.swapped = false;
		*words = b.look.graph == GRAPH_PLAIN
			     ? "this is the baseline, B: now select another range, and "
			       "{differential} compares"
			     : "this is the baseline, B: now select a range to compare "
			       "with it";
	}
	if (!b.also.count)
		return set_baseline(o, &b, true, err);
	/* gathered ranges are deselected, otherwise the next selection would be added to them */
	next.baseline = b;
	next.range = RANGE_ALL;
	next.also = (struct ranges){0};
	return open_profile_settle(o, &next, err);
}

bool comparing_set_baseline(struct open_profile *o, struct range r, bool settled,
			    struct error *err)
{
	const struct choice *c = &o->session->choice;
	struct baseline b = c->baseline;

	if (r.from >= r.to) {
		drop_range(o, &b);
	} else {
		b.against = BASELINE_RANGE;
		b.range = r;
		b.also = (struct ranges){0};
		b.filter = c->filter;
		b.swapped = false;
	}
	return set_baseline(o, &b, settled, err);
}

/* ---- a second file ---- */

bool comparing_set_other(struct open_profile *o, struct range r, bool settled,
			 struct error *err)
{
	struct baseline b = o->session->choice.baseline;

	if (!open_profile_has_other_map(o))
		return true;
	b.range = r;
	b.align.follows = false;
	return set_baseline(o, &b, settled, err);
}

static const char no_other_map[] =
    "only the map of a second file is aligned: flarescope FILE BASELINE-FILE";

bool comparing_align(struct open_profile *o, bool here, const char **words,
		     struct error *err)
{
	const struct choice *c = &o->session->choice;
	struct baseline b = c->baseline;
	const struct range r = c->range;

	*words = no_other_map;
	if (!open_profile_has_other_map(o))
		return true;
	if (here) {
		b.align.first = range_is_all(r) ? heat_view_cursor(&o->heat) : r.from;
		b.align.other = comparing_has_own_baseline(o) && !b.align.follows &&
					!range_is_all(b.range)
				    ? b.range.from
				    : heat_view_cursor(&o->other.heat);
	}
	b.align.follows = true;
	*words = range_is_all(r) ? "aligned: the selection above is compared with the "
				   "same moments here; {baseline}: whole file"
				 : "compared with the same moments of the other file; "
				   "{baseline}: with the whole file";
	return set_baseline(o, &b, true, err);
}

bool comparing_shift(struct open_profile *o, int columns, const char **words,
		     struct error *err)
{
	struct baseline b = o->session->choice.baseline;
	struct alignment *a = &b.align;
	uint64_t period = o->session->choice.period, way, longest;

	*words = no_other_map;
	if (!open_profile_has_other_map(o))
		return true;
	longest = o->whole.to > o->other.heat.length ? o->whole.to : o->other.heat.length;
	if (__builtin_mul_overflow((uint64_t)(columns < 0 ? -(int64_t)columns : columns),
				   period, &way))
		way = UINT64_MAX;
	if (columns < 0)
		a->other = number_add(a->other, way);
	else
		a->first = number_add(a->first, way);
	way = a->first < a->other ? a->first : a->other; /* keep both small */
	way = way / period * period;
	a->first -= way;
	a->other -= way;
	*words = "further apart, the files would not overlap";
	if ((a->first > a->other ? a->first - a->other : a->other - a->first) >= longest)
		return true;
	*words = NULL;
	return set_baseline(o, &b, true, err);
}

/* The selected range is always the subject: two ranges are exchanged. The rest is not a range. */
bool comparing_swap(struct open_profile *o, const char **words, struct error *err)
{
	struct choice c = o->session->choice;
	struct baseline b = c.baseline;

	*words = NULL;
	if (b.against == BASELINE_NOTHING) {
		*words = "nothing is compared yet: {differential} compares, {baseline} "
			 "chooses the baseline";
		return true;
	}
	if (b.against == BASELINE_REST && choice_is_all(&c)) {
		*words = "nothing is compared yet, so nothing can be swapped";
		return true;
	}
	if (b.against == BASELINE_REST || b.against == BASELINE_FILE) {
		b.swapped = !b.swapped;
		return set_baseline(o, &b, true, err);
	}
	c.baseline.range = c.range;
	c.baseline.also = c.also;
	c.baseline.filter = c.filter;
	c.range = b.range;
	c.also = b.also;
	c.filter = b.filter;
	if (!open_profile_choose(o, &c, err))
		return false;
	heat_view_reveal(&o->heat);
	open_profile_add_step(o);
	return true;
}

/* ---- a name in the graph ---- */

/* "nginx-12" is a process named "nginx", or exactly that process. */
static bool is_process(struct text label, struct text name)
{
	struct text rest = text_from(label, text_starts(label, name) ? name.len : 0);

	if (text_equal(label, name))
		return true;
	if (rest.len == label.len || rest.len < 2 || rest.at[0] != '-')
		return false;
	for (size_t i = 1; i < rest.len; i++)
		if (rest.at[i] != '?' && (rest.at[i] < '0' || rest.at[i] > '9'))
			return false;
	return true;
}

static bool has_name(const struct tree *t, uint32_t node, enum keys_by by,
		     struct text name)
{
	uint32_t frame = t->frame[node];

	if (by == KEYS_MODULE)
		return frame && text_equal(profile_frame_module(t->profile, frame), name);
	if (by == KEYS_KIND)
		return frame &&
		       text_equal(
			   text_of(frame_kind_names[t->profile->frames[frame].kind]),
			   name);
	if (by == KEYS_PROCESS)
		return !frame && is_process(tree_label(t, node), name);
	return text_equal(tree_label(t, node), name);
}

static uint32_t largest_named(const struct flame *f, enum keys_by by, struct text name)
{
	uint32_t best = 0;
	uint64_t most = 0;

	for (uint32_t n = 1; n < f->tree->count; n++) {
		if (f->total[n] > most && has_name(f->tree, n, by, name)) {
			most = f->total[n];
			best = n;
		}
	}
	return best;
}

static bool show_name(struct open_profile *o, enum keys_by by, struct text name,
		      struct error *err)
{
	static const enum root_mode roots[KEYS_BY] = {[KEYS_THREAD] = ROOT_THREAD,
						      [KEYS_PROCESS] = ROOT_PID,
						      [KEYS_CPU] = ROOT_CPU,
						      [KEYS_HOST] = ROOT_HOST};
	struct choice c = o->session->choice;

	o->shown_by[PANE_LOWER] = COMMAND_NONE;
	c.root = roots[by];
	if (roots[by] && roots[by] != o->session->choice.root &&
	    !open_profile_settle(o, &c, err))
		return false;
	if (by == KEYS_FUNCTION && !open_profile_search_name(o, name, err))
		return false;
	flame_view_zoom(&o->flame, 0);
	if (!open_profile_recount(o, err))
		return false;
	flame_view_point(&o->flame, largest_named(o->flame.flame, by, name),
			 o->panes[PANE_LOWER]);
	return true;
}

bool comparing_show(struct open_profile *o, enum keys_by by, struct text name,
		    struct error *err)
{
	char *own = mem_text(name.at, name.len, err); /* the row may be released */
	bool ok = own && show_name(o, by, text_of(own), err);

	mem_free(own);
	return ok;
}

/* ---- a wait in the graph ---- */

static bool show_place(struct open_profile *o, uint32_t place, struct text label,
		       struct error *err)
{
	const struct tree *of = o->session->tree;

	o->shown_by[PANE_LOWER] = COMMAND_NONE;
	if (!open_profile_search_name(o, label, err))
		return false;
	flame_view_zoom(&o->flame, 0);
	if (!open_profile_recount(o, err))
		return false;
	if (o->flame.flame->tree != of) /* call paths are transformed */
		place = largest_named(o->flame.flame, KEYS_FUNCTION, label);
	flame_view_point(&o->flame, place, o->panes[PANE_LOWER]);
	return true;
}

bool comparing_show_wait(struct open_profile *o, struct text name, struct error *err)
{
	uint32_t place = 0;

	if (!wait_keys_are_known(o->session->profile))
		return true;
	return wait_place_find(&o->session->flame, name, &place, err) &&
	       (!place || show_place(o, place, tree_label(o->session->tree, place), err));
}

/* ---- ways to compare ---- */

const struct comparing_way comparing_ways[COMPARING_WAYS] = {
    {"per second", "load matters too"},
    {"by share", "only the mix matters"},
    {"counts", "as they are"},
    {"a frame with its callees", "total"},
    {"a frame itself", "self"},
    {"as wide as A", ""},
    {"as wide as A and B together", ""},
    {"hide nothing", ""},
    {"hide what changes by less than 0.5 %", ""},
    {"hide what changes by less than 2 %", ""},
    {"hide what changes by less than 5 %", ""},
};

/* The baseline as changed by this way to compare. */
static struct baseline with_way(const struct baseline *b, uint32_t way)
{
	static const double hidden[] = {0, 0.005, 0.02, 0.05};
	struct baseline out = *b;

	if (way < NORMALISED_WAYS)
		out.normalised = (enum normalised)way;
	else if (way < NORMALISED_WAYS + 2)
		out.look.self = way > NORMALISED_WAYS;
	else if (way < NORMALISED_WAYS + 4)
		out.look.both = way > NORMALISED_WAYS + 2;
	else
		out.look.hidden = hidden[way - NORMALISED_WAYS - 4];
	return out;
}

bool comparing_is(const struct open_profile *o, uint32_t way)
{
	const struct baseline *b = &o->session->choice.baseline;
	const struct baseline like = with_way(b, way);

	return like.normalised == b->normalised && like.look.self == b->look.self &&
	       like.look.both == b->look.both && !(like.look.hidden < b->look.hidden) &&
	       !(like.look.hidden > b->look.hidden);
}

bool comparing_choose(struct open_profile *o, uint32_t way, struct error *err)
{
	const struct baseline b = with_way(&o->session->choice.baseline, way);

	return set_baseline(o, &b, true, err);
}
