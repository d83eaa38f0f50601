#include "analysis/transform/derived_tree.h"

#include <inttypes.h>

#include "analysis/transform/function_name.h"
#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/mem.h"

/* ---- one step from a call tree to the next ---- */

/* Call paths under construction. Children of one parent differ in frame. */
struct new_paths {
	uint32_t count;
	uint32_t *parent, *frame; /* owned, until the tree takes them over */
	size_t parent_room, frame_room;
	struct idmap known; /* owned: maps (parent, frame) to a node */
};

/*
 * A step builds a new tree and fills in `map`. It passes over the nodes once, except that leaf
 * first takes as many steps as the paths have frames, up to a limit. NULL and an error when memory
 * or node ids run out.
 */
struct tree_rewrite {
	const struct tree *from;       /* borrowed */
	const struct profile *profile; /* borrowed: that of the new tree */
	enum transform_kind kind;
	struct bits frames; /* owned: the frames to which the step applies */
	/* owned: or the nodes; for leaf first, the nodes in which samples end */
	struct bits nodes;
	/* the frame that replaces them in the new tree, if they become one */
	uint32_t instead;
	/* owned: the new node of each node of `from`, or NODE_DROPPED */
	uint32_t *map;
	uint32_t *state; /* owned: by node, the state that its callees inherit */
	struct new_paths to;
};

/*
 * The limit on the number of frames in reversed paths: a constant and a number per node; reaching
 * it takes some seconds. A chain of 65,000 calls of one function has two billion frames, but few
 * new nodes.
 */
#define TURNED_LEAST (UINT64_C(1) << 27)
#define TURNED_EACH  512

static bool add_node(struct new_paths *to, uint32_t parent, uint32_t frame,
		     struct error *err)
{
	uint32_t frames = to->count;

	if (to->count == NODE_DROPPED - 1)
		return error_set(err, ERROR_LIMIT, "more than %" PRIu32 " call paths",
				 to->count);
	return APPEND(to->frame, frames, to->frame_room, "call paths", err, frame) &&
	       APPEND(to->parent, to->count, to->parent_room, "call paths", err, parent);
}

/* Find the child of `parent` with this frame, or make one. */
static bool child(struct new_paths *to, uint32_t parent, uint32_t frame, uint32_t *node,
		  struct error *err)
{
	return idmap_put(&to->known, idmap_pair(parent, frame), to->count, node, err) &&
	       (*node < to->count || add_node(to, parent, frame, err));
}

/* Add "all" and, if they stay, the root frames. */
static bool begin_rewrite(struct tree_rewrite *w, uint32_t groups, struct error *err)
{
	size_t count = w->from->count;

	if (!(w->map = mem_array(count, sizeof *w->map, "call paths", err)) ||
	    !(w->state = mem_array(count, sizeof *w->state, "call paths", err)))
		return false;
	while (w->to.count <= groups)
		if (!add_node(&w->to, 0, 0, err))
			return false;
	return true;
}

static struct tree *finish_rewrite(struct tree_rewrite *w, uint32_t groups,
				   struct error *err)
{
	struct tree_paths paths = {.count = w->to.count,
				   .groups = groups,
				   .parent = w->to.parent,
				   .frame = w->to.frame};

	paths.labels = mem_array(groups + 1, sizeof *paths.labels, "groups", err);
	if (!paths.labels)
		return NULL;
	for (uint32_t i = 0; i < groups; i++)
		paths.labels[i] = tree_label(w->from, i + 1);
	mem_trim(&paths.parent, w->to.count, sizeof *paths.parent);
	mem_trim(&paths.frame, w->to.count, sizeof *paths.frame);
	w->to.parent = w->to.frame = NULL;
	return tree_of_paths(w->profile, groups ? w->from->root : ROOT_NONE, &paths, err);
}

static void rewrite_release(struct tree_rewrite *w)
{
	bits_release(&w->frames);
	bits_release(&w->nodes);
	mem_free(w->map);
	mem_free(w->state);
	mem_free(w->to.parent);
	mem_free(w->to.frame);
	idmap_release(&w->to.known);
}

/* ---- from the root to the leaves ---- */

static bool is_meant(const struct tree_rewrite *w, uint32_t node)
{
	return w->nodes.words ? bits_has(&w->nodes, node)
			      : bits_has(&w->frames, w->from->frame[node]);
}

/*
 * The transformations that leave out callers. The state is the node of the root frame until the
 * path reaches a matching node, and INSIDE from there on.
 */
#define INSIDE NODE_DROPPED

static bool focus(struct tree_rewrite *w, uint32_t n, bool cuts, struct error *err)
{
	uint32_t up = w->from->parent[n], frame = w->from->frame[n];

	w->state[n] = w->state[up];
	if (w->state[up] == INSIDE)
		return child(&w->to, w->map[up], frame, &w->map[n], err);
	if (is_meant(w, n)) {
		w->state[n] = INSIDE;
		return child(&w->to, w->state[up], w->instead ? w->instead : frame,
			     &w->map[n], err);
	}
	w->map[n] = NODE_DROPPED;
	return !cuts || child(&w->to, w->map[up], frame, &w->map[n], err);
}

static bool drop(struct tree_rewrite *w, uint32_t n, struct error *err)
{
	uint32_t up = w->from->parent[n];

	w->map[n] = NODE_DROPPED;
	return w->map[up] == NODE_DROPPED || is_meant(w, n) ||
	       child(&w->to, w->map[up], w->from->frame[n], &w->map[n], err);
}

static bool merge_node(struct tree_rewrite *w, uint32_t n, struct error *err)
{
	uint32_t up = w->from->parent[n];

	w->map[n] = w->map[up];
	return is_meant(w, n) ||
	       child(&w->to, w->map[up], w->from->frame[n], &w->map[n], err);
}

static bool collapse_module(struct tree_rewrite *w, uint32_t n, struct error *err)
{
	uint32_t at = w->map[w->from->parent[n]];

	w->map[n] = at;
	if (is_meant(w, n))
		return w->to.frame[at] == w->instead ||
		       child(&w->to, at, w->instead, &w->map[n], err);
	return child(&w->to, at, w->from->frame[n], &w->map[n], err);
}

/* The state is the node of the outermost call; 0: there is none yet. */
static bool collapse_recursion(struct tree_rewrite *w, uint32_t n, struct error *err)
{
	uint32_t up = w->from->parent[n];
	bool meant = is_meant(w, n);

	w->state[n] = w->map[n] = w->state[up];
	if (meant && w->state[up])
		return true;
	if (!child(&w->to, w->map[up], w->from->frame[n], &w->map[n], err))
		return false;
	if (meant)
		w->state[n] = w->map[n];
	return true;
}

static bool rewrite_node(struct tree_rewrite *w, uint32_t node, struct error *err)
{
	switch (w->kind) {
	case TRANSFORM_FOCUS_SUBTREE:
	case TRANSFORM_FOCUS:
		return focus(w, node, false, err);
	case TRANSFORM_CUT:
		return focus(w, node, true, err);
	case TRANSFORM_DROP:
		return drop(w, node, err);
	case TRANSFORM_MERGE:
		return merge_node(w, node, err);
	case TRANSFORM_COLLAPSE_MODULE:
		return collapse_module(w, node, err);
	case TRANSFORM_COLLAPSE_RECURSION:
		return collapse_recursion(w, node, err);
	case TRANSFORM_KINDS:
		break;
	}
	return false;
}

static struct tree *rewrite_tree(struct tree_rewrite *w, struct error *err)
{
	bool focuses = w->kind == TRANSFORM_FOCUS || w->kind == TRANSFORM_FOCUS_SUBTREE;
	bool leaves = focuses || w->kind == TRANSFORM_CUT;
	uint32_t groups = tree_group_count(w->from);

	if (!begin_rewrite(w, groups, err))
		return NULL;
	for (uint32_t g = 0; g <= groups;
	     g++) { /* samples without a frame match nothing */
		w->map[g] = focuses ? NODE_DROPPED : g;
		w->state[g] = leaves ? g : 0;
	}
	for (uint32_t n = groups + 1; n < w->from->count; n++)
		if (!rewrite_node(w, n, err))
			return NULL;
	return finish_rewrite(w, groups, err);
}

static struct tree *rewrite_callees(struct tree_rewrite *w, struct error *err)
{
	uint32_t groups = tree_group_count(w->from);

	if (!begin_rewrite(w, 0, err))
		return NULL;
	for (uint32_t g = 0; g <= groups; g++)
		w->map[g] = NODE_DROPPED;
	for (uint32_t n = groups + 1; n < w->from->count; n++)
		if (!focus(w, n, false, err))
			return NULL;
	return finish_rewrite(w, 0, err);
}

/* ---- from the leaves to the root ---- */

/* Add the path from `node` back to its root below `*at`, which becomes the end of that path. */
static bool add_path_back(struct tree_rewrite *w, uint32_t node, uint32_t *at,
			  struct error *err)
{
	uint32_t groups = tree_group_count(w->from);

	for (; node > groups; node = w->from->parent[node])
		if (!child(&w->to, *at, w->from->frame[node], at, err))
			return false;
	return true;
}

/* Checked before the first step, so that a refusal takes no time. */
static bool can_climb(const struct tree_rewrite *w, uint64_t frames, struct error *err)
{
	return frames <= TURNED_LEAST + (uint64_t)TURNED_EACH * w->from->count ||
	       error_set(err, ERROR_LIMIT, "too many frames to invert the call paths");
}

/* The number of frames of all paths in which samples end. The state is a node's depth. */
static uint64_t frames_of_leaves(struct tree_rewrite *w, uint32_t groups)
{
	uint64_t frames = 0;

	for (uint32_t n = 0; n < w->from->count; n++) {
		w->state[n] = n <= groups ? 0 : w->state[w->from->parent[n]] + 1;
		frames += bits_has(&w->nodes, n) ? w->state[n] : 0;
	}
	return frames;
}

/* The state is the node of the root frame. */
static struct tree *rewrite_leaf_first(struct tree_rewrite *w, struct error *err)
{
	uint32_t groups = tree_group_count(w->from);
	struct tree *t;

	if (!begin_rewrite(w, groups, err) ||
	    !can_climb(w, frames_of_leaves(w, groups), err))
		return NULL;
	for (uint32_t n = 0; n < w->from->count; n++) {
		w->state[n] = n <= groups ? n : w->state[w->from->parent[n]];
		w->map[n] = w->state[n];
		if (bits_has(&w->nodes, n) && !add_path_back(w, n, &w->map[n], err))
			return NULL;
	}
	t = finish_rewrite(w, groups, err);
	if (t)
		t->leaf_first = true;
	return t;
}

/*
 * The number of frames above all outermost calls. The state is the number of frames on the path
 * above a node, until one of these calls is reached: frames below it are not counted.
 */
#define BELOW NODE_DROPPED

static uint64_t frames_of_callers(struct tree_rewrite *w, uint32_t groups)
{
	uint64_t frames = 0;

	for (uint32_t n = 0; n < w->from->count; n++) {
		uint32_t above = n > groups ? w->state[w->from->parent[n]] : 0;

		w->state[n] = n <= groups ? 0 : above == BELOW ? BELOW : above + 1;
		if (n > groups && above != BELOW && is_meant(w, n)) {
			frames += above;
			w->state[n] = BELOW;
		}
	}
	return frames;
}

/* The state is the end of the path back from the outermost call; 0: there is none yet. */
static struct tree *rewrite_callers(struct tree_rewrite *w, struct error *err)
{
	uint32_t groups = tree_group_count(w->from);

	if (!begin_rewrite(w, 0, err) || !can_climb(w, frames_of_callers(w, groups), err))
		return NULL;
	for (uint32_t n = 0; n < w->from->count; n++) {
		uint32_t up = w->from->parent[n];
		bool outermost = n > groups && !w->state[up] && is_meant(w, n);

		w->state[n] = n > groups ? w->state[up] : 0;
		if (outermost && (!child(&w->to, 0, w->instead, &w->state[n], err) ||
				  !add_path_back(w, up, &w->state[n], err)))
			return NULL;
		w->map[n] = w->state[n] ? w->state[n] : NODE_DROPPED;
	}
	return finish_rewrite(w, 0, err);
}

/* ---- frames that stand for several ---- */

/* The frames of a profile, followed by the frames that stand for modules. */
struct derived_tree_tables {
	struct profile profile;
	struct frame *frames; /* owned */
	struct text *shown;   /* owned */
	size_t room;
};

static uint32_t count_modules(struct text list)
{
	struct error ignored = ERROR_INIT;
	struct transform t;
	struct text line;
	uint32_t count = 0;

	while (text_next_line(&list, &line))
		count += transform_parse(line, &t, &ignored) &&
			 t.kind == TRANSFORM_COLLAPSE_MODULE;
	return count;
}

static void tables_free(struct derived_tree_tables *t)
{
	if (!t)
		return;
	mem_free(t->frames);
	mem_free(t->shown);
	mem_free(t);
}

static struct derived_tree_tables *tables_new(const struct profile *p, uint32_t more,
					      struct error *err)
{
	struct derived_tree_tables *t = mem_array(1, sizeof *t, "functions", err);

	if (!t)
		return NULL;
	t->room = (size_t)p->frame_count + more;
	t->profile = *p;
	if (!(t->frames = mem_array(t->room, sizeof *t->frames, "functions", err)) ||
	    !(t->shown = mem_array(t->room, sizeof *t->shown, "functions", err))) {
		tables_free(t);
		return NULL;
	}
	memcpy(t->frames, p->frames, p->frame_count * sizeof *t->frames);
	if (p->shown)
		memcpy(t->shown, p->shown, p->frame_count * sizeof *t->shown);
	t->profile.frames = t->frames;
	t->profile.shown = t->shown;
	return t;
}

/* Add a frame named after the module of `like`, with its kind. */
static bool add_module(struct derived_tree_tables *t, uint32_t like, uint32_t *frame,
		       struct error *err)
{
	struct frame f = t->frames[like];

	f.name = f.module;
	*frame = t->profile.frame_count;
	if (!APPEND_WITHIN(t->frames, t->profile.frame_count, t->room, f))
		return error_set(err, ERROR_LIMIT, "too many modules");
	/* room: as much as for frames, which was checked */
	t->shown[*frame] = text_basename(profile_string(&t->profile, f.module));
	return true;
}

/* ---- the functions, modules and paths of a step ---- */

static bool find_module(struct tree_rewrite *w, struct derived_tree_tables *t,
			struct text module, struct error *err)
{
	const struct profile *p = w->from->profile;
	uint32_t like = 0;

	for (uint32_t i = 1; i < p->frame_count; i++) {
		struct text is = profile_frame_module(p, i);

		if (!is.len ||
		    !(text_equal(is, module) || text_equal(text_basename(is), module)))
			continue;
		bits_add(&w->frames, i);
		like = like ? like : i;
	}
	if (like)
		return add_module(t, like, &w->instead, err);
	module = text_upto(module, 60);
	return error_set(err, ERROR_NOTHING, "no module is called '%.*s'",
			 (int)module.len, module.at);
}

/* Find the path below a group, or below all groups. */
static bool find_paths(struct tree_rewrite *w, struct text path, struct error *err)
{
	const struct tree *t = w->from;
	struct text_buffer whole = {0};
	uint32_t found = 0, node = tree_find(t, path);
	bool ok = bits_build(&w->nodes, t->count, err);

	if (ok && node) {
		bits_add(&w->nodes, node);
		return true;
	}
	for (uint32_t g = 1; ok && g <= tree_group_count(t); g++) {
		whole.len = 0;
		ok = text_buffer_add(&whole, tree_label(t, g), err) &&
		     text_buffer_add(&whole, TEXT(";"), err) &&
		     text_buffer_add(&whole, path, err);
		node = ok ? tree_find(t, text_buffer_text(&whole)) : 0;
		if (node) {
			bits_add(&w->nodes, node);
			found++;
		}
	}
	mem_free(whole.at);
	if (!ok || found)
		return ok;
	path = text_upto(path, 60);
	return error_set(err, ERROR_NOTHING, "there is no call path '%.*s'",
			 (int)path.len, path.at);
}

static bool find_what(struct tree_rewrite *w, struct derived_tree_tables *tables,
		      const struct transform *t, struct error *err)
{
	w->kind = t->kind;
	if (t->kind == TRANSFORM_FOCUS_SUBTREE)
		return find_paths(w, t->of, err);
	if (!bits_build(&w->frames, (uint64_t)w->from->profile->frame_count + 1, err))
		return false;
	return t->kind == TRANSFORM_COLLAPSE_MODULE
		   ? find_module(w, tables, t->of, err)
		   : function_name_find(w->from->profile, t->of, &w->frames, NULL, err);
}

/* ---- one step after the other ---- */

/* Replace the tree by the rewritten one, if that could be made. */
static bool take_rewritten_tree(struct derived_tree *s, struct tree_rewrite *w,
				struct tree *next)
{
	if (next) {
		for (uint32_t i = 0; i < s->of->count; i++)
			if (s->node[i] != NODE_DROPPED)
				s->node[i] = w->map[s->node[i]];
		tree_free(s->tree);
		s->tree = next;
	}
	rewrite_release(w);
	return next != NULL;
}

static const struct tree *latest(const struct derived_tree *s)
{
	return s->tree ? s->tree : s->of;
}

static bool apply(struct derived_tree *s, const struct transform *t, struct error *err)
{
	struct tree_rewrite w = {.from = latest(s),
				 .profile =
				     s->tables ? &s->tables->profile : s->of->profile};
	struct tree *next = NULL;

	if (find_what(&w, s->tables, t, err))
		next = rewrite_tree(&w, err);
	return take_rewritten_tree(s, &w, next);
}

/* Find the nodes of a tree in which samples end; all nodes if that is unknown. */
static bool find_leaves(const struct tree *of, struct bits *leaves, struct error *err)
{
	uint64_t samples = of->leaf ? of->profile->samples.count : 0;

	if (!bits_build(leaves, of->count, err))
		return false;
	for (uint64_t i = 0; i < samples; i++)
		bits_add(leaves, of->leaf[i]);
	if (!of->leaf)
		bits_fill(leaves);
	return true;
}

/* Find the nodes of the current tree in which samples end. */
static bool find_ends(const struct derived_tree *s, const struct bits *given,
		      struct bits *ends, struct error *err)
{
	struct bits leaves = {0};
	const struct bits *before = given ? given : &leaves;

	if (!bits_build(ends, latest(s)->count, err) ||
	    (!given && !find_leaves(s->of, &leaves, err)))
		return false;
	for (uint32_t n = 0; n < s->of->count; n++)
		if (bits_has(before, n) && s->node[n] != NODE_DROPPED)
			bits_add(ends, s->node[n]);
	bits_release(&leaves);
	return true;
}

static bool turn_over(struct derived_tree *s, const struct bits *ends, struct error *err)
{
	struct tree_rewrite w = {.from = latest(s), .profile = latest(s)->profile};
	struct tree *next = NULL;

	if (find_ends(s, ends, &w.nodes, err))
		next = rewrite_leaf_first(&w, err);
	return take_rewritten_tree(s, &w, next);
}

/* For an empty list: all paths are unchanged. */
static bool keep_all(struct derived_tree *s, struct error *err)
{
	struct tree_rewrite w = {
	    .from = s->of, .profile = s->of->profile, .kind = TRANSFORM_MERGE};
	struct tree *next = NULL;

	if (bits_build(&w.frames, s->of->profile->frame_count, err))
		next = rewrite_tree(&w, err);
	return take_rewritten_tree(s, &w, next);
}

static struct derived_tree *begin_derived_tree(const struct tree *of, struct error *err)
{
	struct derived_tree *s = mem_array(1, sizeof *s, "call tree", err);

	if (!s)
		return NULL;
	s->of = of;
	s->node = mem_array(of->count, sizeof *s->node, "call paths", err);
	if (!s->node) {
		mem_free(s);
		return NULL;
	}
	for (uint32_t i = 0; i < of->count; i++)
		s->node[i] = i;
	return s;
}

static bool apply_all(struct derived_tree *s, struct text list, struct error *err)
{
	uint32_t modules = count_modules(list);
	struct transform t;
	struct text line;

	if (modules) {
		s->tables = tables_new(s->of->profile, modules, err);
		if (!s->tables)
			return false;
	}
	while (text_next_line(&list, &line)) {
		if (!transform_parse(line, &t, err))
			return false;
		if (!apply(s, &t, err))
			return error_at(err, "--transform %s",
					transform_words[t.kind].name);
	}
	return true;
}

/* Finish a derived tree, which does not change any more. */
static struct derived_tree *settle_derived_tree(struct derived_tree *s)
{
	for (uint32_t n = 0; n < s->of->count && !s->drops; n++)
		s->drops = s->node[n] == NODE_DROPPED;
	return s;
}

struct derived_tree *derived_tree_new(const struct tree *of, struct text list,
				      enum tree_root root, const struct bits *ends,
				      struct error *err)
{
	struct derived_tree *s = begin_derived_tree(of, err);

	if (s && apply_all(s, list, err) &&
	    (root == TREE_ROOT_FIRST || turn_over(s, ends, err)) &&
	    (s->tree || keep_all(s, err)))
		return settle_derived_tree(s);
	derived_tree_free(s);
	return NULL;
}

static struct derived_tree *
of_function(const struct tree *of, const struct bits *function,
	    struct tree *(*rewrite)(struct tree_rewrite *w, struct error *err),
	    struct error *err)
{
	struct tree_rewrite w = {.from = of, .profile = of->profile};
	struct derived_tree *s = begin_derived_tree(of, err);
	struct tree *next = NULL;

	if (s && bits_build(&w.frames, of->profile->frame_count, err)) {
		for (uint32_t i = of->profile->frame_count; i-- > 1;) {
			if (!bits_has(function, i))
				continue;
			bits_add(&w.frames, i);
			w.instead = i;
		}
		next = rewrite(&w, err);
	}
	if (take_rewritten_tree(s, &w, next))
		return settle_derived_tree(s);
	derived_tree_free(s);
	return NULL;
}

struct derived_tree *derived_tree_of_callees(const struct tree *of,
					     const struct bits *function,
					     struct error *err)
{
	return of_function(of, function, rewrite_callees, err);
}

struct derived_tree *derived_tree_of_callers(const struct tree *of,
					     const struct bits *function,
					     struct error *err)
{
	return of_function(of, function, rewrite_callers, err);
}

void derived_tree_free(struct derived_tree *s)
{
	if (!s)
		return;
	tree_free(s->tree);
	tables_free(s->tables);
	mem_free(s->node);
	mem_free(s);
}

void derived_tree_follows(struct derived_tree *s, const struct derived_tree *before)
{
	s->before = before;
}

const struct tree *derived_tree_first(const struct derived_tree *s)
{
	while (s->before)
		s = s->before;
	return s->of;
}

bool derived_tree_drops(const struct derived_tree *s)
{
	return s->drops || (s->before && derived_tree_drops(s->before));
}

/* ---- counts ---- */

/* Compute the values of the remaining samples that do not follow from the values of nodes. */
void derived_tree_count_samples(const struct derived_tree *s, const struct flame *of,
				struct flame *flame)
{
	const struct tree *first = derived_tree_first(s);

	flame->samples = of->samples;
	flame->weight = of->weight;
	if (!first->leaf || !s->drops)
		return;
	flame->samples = flame->weight = 0;
	for (uint64_t row = flame_next(of, 0); row < of->last;
	     row = flame_next(of, row + 1)) {
		if (derived_tree_node(s, first->leaf[row]) == NODE_DROPPED)
			continue;
		flame->samples += profile_row_count(first->profile, row);
		flame->weight += flame_part_of(of, row).weight;
	}
}

void derived_tree_add_up(const struct derived_tree *s, const uint64_t *of, uint64_t *self,
			 uint64_t *total)
{
	memset(self, 0, s->tree->count * sizeof *self);
	for (uint32_t n = 0; n < s->of->count; n++)
		if (s->node[n] != NODE_DROPPED)
			self[s->node[n]] += of[n];
	memcpy(total, self, s->tree->count * sizeof *total);
	for (uint32_t n = s->tree->count - 1; n > 0; n--)
		total[s->tree->parent[n]] += total[n];
}

void derived_tree_count_values(const struct derived_tree *s, const struct flame *of,
			       struct flame *flame)
{
	flame_show_as(flame, of);
	derived_tree_add_up(s, of->self, flame->self, flame->total);
}

void derived_tree_count(const struct derived_tree *s, const struct flame *of,
			struct flame *flame)
{
	derived_tree_count_values(s, of, flame);
	derived_tree_count_samples(s, of, flame);
}

bool derived_tree_flame(const struct derived_tree *s, const struct flame *of,
			struct flame *flame, struct error *err)
{
	if (!flame_build(flame, s->tree, of->which, of->spans, of->weigh, err))
		return false;
	flame->samples = of->samples;
	flame->weight = of->weight;
	derived_tree_count_values(s, of, flame);
	return true;
}
