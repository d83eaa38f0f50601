#include "analysis/transform/tree_rewrite.h"

#include <inttypes.h>

#include "base/mem.h"

/* ---- new paths ---- */

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
	w->map = mem_array(w->from->count, sizeof *w->map, "call paths", err);
	if (w->map)
		w->state = mem_array(w->from->count, sizeof *w->state, "call paths", err);
	if (!w->state)
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

void tree_rewrite_release(struct tree_rewrite *w)
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

/* Samples without a frame contain no matching one. */
static void begin_roots(struct tree_rewrite *w)
{
	bool focuses = w->kind == TRANSFORM_FOCUS || w->kind == TRANSFORM_FOCUS_SUBTREE;
	bool leaves = focuses || w->kind == TRANSFORM_CUT;

	for (uint32_t g = 0; g <= tree_group_count(w->from); g++) {
		w->map[g] = focuses ? NODE_DROPPED : g;
		w->state[g] = leaves ? g : 0;
	}
}

struct tree *tree_rewrite_tree(struct tree_rewrite *w, struct error *err)
{
	uint32_t groups = tree_group_count(w->from);

	if (!begin_rewrite(w, groups, err))
		return NULL;
	begin_roots(w);
	for (uint32_t n = groups + 1; n < w->from->count; n++)
		if (!rewrite_node(w, n, err))
			return NULL;
	return finish_rewrite(w, groups, err);
}

struct tree *tree_rewrite_callees(struct tree_rewrite *w, struct error *err)
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
struct tree *tree_rewrite_leaf_first(struct tree_rewrite *w, struct error *err)
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
struct tree *tree_rewrite_callers(struct tree_rewrite *w, struct error *err)
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
