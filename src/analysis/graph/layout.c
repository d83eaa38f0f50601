#include "analysis/graph/layout.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- trunks ---- */

/*
 * Link each node to its largest callee, if the callee has at least 95 % of the value of the first
 * node of the run. `base` is the total of that first node, by node; initially a node's own total.
 * Parents come first.
 */
static void link_nodes(const struct tree *t, const uint64_t *total, uint64_t *base,
		       uint32_t *next)
{
	for (uint32_t n = 1; n < t->count; n++) {
		uint32_t *best = &next[t->parent[n]];

		if (total[n] && (!*best || total[n] > total[*best]))
			*best = n;
	}
	for (uint32_t n = 0; n < t->count; n++) {
		uint32_t best = next[n];

		if (!best || t->frame[n] == 0 || base[n] - total[best] > base[n] / 20)
			next[n] = 0;
		else
			base[best] = base[n];
	}
}

bool trunks_build(struct trunks *t, const struct flame *f, struct error *err)
{
	const struct tree *tree = f->tree;
	const struct samples *s = &tree->profile->samples;
	uint64_t *total = mem_array(tree->count, sizeof *total, "nodes", err);
	uint64_t *base =
	    total ? mem_array(tree->count, sizeof *base, "nodes", err) : NULL;

	*t = (struct trunks){tree, tree->count, NULL};
	if (base)
		t->next = mem_array(tree->count, sizeof *t->next, "nodes", err);
	if (t->next && tree->leaf) { /* all samples: spans by length, moments by number */
		for (uint64_t i = 0; i < s->count; i++)
			total[tree->leaf[i]] += s->duration
						    ? s->duration[i]
						    : profile_row_count(tree->profile, i);
		for (uint32_t n = tree->count - 1; n > 0; n--)
			total[tree->parent[n]] += total[n];
	} else if (t->next) {
		memcpy(total, f->total, tree->count * sizeof *total);
	}
	if (t->next) {
		memcpy(base, total, tree->count * sizeof *base);
		link_nodes(tree, total, base, t->next);
	}
	mem_free(total);
	mem_free(base);
	return t->next != NULL;
}

void trunks_release(struct trunks *t)
{
	mem_free(t->next);
	*t = (struct trunks){NULL, 0, NULL};
}

/* ---- runs ---- */

struct unfolded_key {
	const struct unfolded *nodes; /* borrowed */
	uint32_t node;
};

static bool is_unfolded_before(const void *context, size_t i)
{
	const struct unfolded_key *key = context;

	return key->nodes[i].node < key->node;
}

/* Root frames are never folded, because they distinguish groups. */
static bool may_fold(const struct fold *how, const struct tree *t, uint32_t node)
{
	const struct unfolded_key key = {how->unfolded, node};
	size_t at;

	if (t->frame[node] == 0)
		return false;
	if (how->unfolded_count == 0)
		return true;
	at = bisect_first(how->unfolded_count, is_unfolded_before, &key);
	return at == how->unfolded_count || how->unfolded[at].node != node;
}

/* The only callee of this node, if the node has no self value and both sides are equal; 0: none. */
static uint32_t only_child(const struct fold *how, const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && f->total[n] == 0)
		n = t->next_sibling[n];
	if (!n || f->self[node] || f->total[n] != f->total[node])
		return 0;
	if (how->sides[0] && (how->sides[0][node] != how->sides[0][n] ||
			      how->sides[1][node] != how->sides[1][n]))
		return 0;
	return n;
}

/* The next frame of a trunk after this node; 0: none. */
static uint32_t fold_next_in_trunk(const struct fold *how, const struct flame *f,
				   uint32_t node)
{
	uint32_t next;

	if (how->sides[0])
		return only_child(how, f, node);
	next = how->trunks ? how->trunks[node] : 0;
	return next && f->total[next] ? next : 0;
}

/* The callee with the same frame, if it can be folded; 0: none. */
static uint32_t recursive_child(const struct fold *how, const struct flame *f,
				uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && (t->frame[n] != t->frame[node] || f->total[n] == 0))
		n = t->next_sibling[n];
	if (!n || !may_fold(how, t, n))
		return 0;
	return !how->sides[0] || only_child(how, f, node) == n ? n : 0;
}

/* The run that begins with this node; a single frame if `how` is NULL, i.e. nothing is folded. */
static struct fold_run fold_run_at(const struct fold *how, const struct flame *f,
				   uint32_t node)
{
	const struct fold_run alone = {node, node, 1};
	struct fold_run run = {.first = node, .last = node};
	uint32_t at = node, next;
	bool mixed = false;

	if (!how || !may_fold(how, f->tree, node))
		return alone;
	while (may_fold(how, f->tree, at) && (next = fold_next_in_trunk(how, f, at))) {
		mixed = mixed || f->tree->frame[at] != f->tree->frame[node];
		run.last = at;
		run.frames++;
		at = next;
	}
	if (run.frames >= FOLD_TRUNK && mixed)
		return run;
	run = alone;
	while ((node = recursive_child(how, f, run.last))) {
		run.last = node;
		run.frames++;
	}
	return run;
}

bool fold_is_recursion(const struct tree *t, const struct fold_run *run)
{
	uint32_t node = run->last;

	while (node != run->first && t->frame[node] == t->frame[run->first])
		node = t->parent[node];
	return run->frames > 1 && node == run->first;
}

/*
 * Parents have lower numbers, so of two nodes the one with the higher number moves towards the root
 * until they meet.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves)
{
	uint32_t in = run->last;

	*leaves = node;
	while (in != node) {
		if (in > node) {
			in = t->parent[in];
		} else {
			*leaves = node;
			node = t->parent[node];
		}
	}
	return node;
}

#define DEPTHS_MAX UINT16_MAX
#define ROOM_MAX   (LAYOUT_NO_BOX - 1)

const char *const sibling_order_names[SIBLING_ORDERS] = {"name", "value", "start"};

/* A callee of the box that is being divided. */
struct layout_child {
	uint64_t value;
	uint64_t place; /* its rank among its siblings by name, or its first row */
	uint32_t node;
};

struct layout_work {
	struct layout *l;
	const struct flame *flame;
	const struct layout_rules *rules;
	uint64_t *first_rows; /* owned; NULL unless ordered by them */
	size_t box_room, row_room, hidden_room, value_room, merged_room;
	struct layout_child *children; /* owned: in the order in which they are drawn */
	size_t child_count, child_room;
};

static bool add_box(struct layout_work *w, struct box b, struct error *err)
{
	struct layout *l = w->l;
	uint32_t box = l->count;

	if (l->count == ROOM_MAX)
		return error_set(err, ERROR_LIMIT, "too many boxes in a flame graph");
	if (!b.merged && !idmap_put(&l->by_node, b.node, box, &box, err))
		return false;
	return APPEND(l->boxes, l->count, w->box_room, "boxes", err, b);
}

static bool add_row(struct layout_work *w, struct error *err)
{
	struct layout *l = w->l;
	size_t wanted = (size_t)l->depths + 2;

	if (!mem_reserve(&l->row, &w->row_room, wanted, sizeof *l->row, "rows", err) ||
	    !mem_reserve(&l->hidden_nodes, &w->hidden_room, wanted,
			 sizeof *l->hidden_nodes, "rows", err) ||
	    !mem_reserve(&l->hidden_value, &w->value_room, wanted,
			 sizeof *l->hidden_value, "rows", err))
		return false;
	l->row[l->depths] = l->row[l->depths + 1] = l->count;
	l->hidden_nodes[l->depths] = 0;
	l->hidden_value[l->depths] = 0;
	l->depths++;
	return true;
}

static int compare_children(const void *a, const void *b)
{
	const struct layout_child *x = a, *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/*
 * Largest first. Children smaller than `wide` will share one box, so only the first of them has to
 * be in place.
 */
static void sort_by_value(struct layout_child *children, size_t count, uint64_t wide)
{
	size_t sorted = 0, first;

	for (size_t i = 0; i < count; i++) {
		struct layout_child c = children[i];

		if (c.value < wide)
			continue;
		children[i] = children[sorted];
		children[sorted++] = c; /* room: sorted <= i */
	}
	if (sorted) /* otherwise there may be no array */
		qsort(children, sorted, sizeof *children, compare_children);
	first = sorted;
	for (size_t i = sorted; i < count; i++)
		if (compare_children(&children[i], &children[first]) < 0)
			first = i;
	if (first > sorted) {
		struct layout_child c = children[first];

		children[first] = children[sorted];
		children[sorted] = c;
	}
}

static int compare_places(const void *a, const void *b)
{
	const struct layout_child *x = a, *y = b;

	return x->place < y->place ? -1 : x->place > y->place;
}

static void reverse(struct layout_child *children, size_t from, size_t to)
{
	while (from + 1 < to) {
		struct layout_child c = children[from];

		children[from++] = children[--to]; /* room: from < to */
		children[to] = c;
	}
}

/*
 * Collect the callees of all frames of a run, except the frames of the run itself, in the order of
 * its frames, and sort them. A run is followed from its end, so the children of each frame are
 * reversed, and then all of them.
 */
static bool collect_children(struct layout_work *w, const struct box *b, uint64_t wide,
			     struct error *err)
{
	const struct tree *t = w->flame->tree;
	uint32_t in_run = 0;
	uint64_t place = 0;

	w->child_count = 0;
	for (uint32_t parent = b->last;; in_run = parent, parent = t->parent[parent]) {
		size_t from = w->child_count;

		for (uint32_t n = t->first_child[parent]; n;
		     n = t->next_sibling[n], ++place) {
			struct layout_child c = {w->flame->total[n],
						 w->first_rows ? w->first_rows[n] : place,
						 n};

			if (c.value && n != in_run &&
			    !APPEND(w->children, w->child_count, w->child_room, "boxes",
				    err, c))
				return false;
		}
		if (b->frames > 1)
			reverse(w->children, from, w->child_count);
		if (parent == b->node)
			break;
	}
	if (b->frames > 1) {
		reverse(w->children, 0, w->child_count);
		for (size_t i = 0; i < w->child_count && !w->first_rows; i++)
			w->children[i].place = i;
	}
	if (w->rules->order == ORDER_VALUE)
		sort_by_value(w->children, w->child_count, wide);
	else if (w->first_rows && w->child_count)
		qsort(w->children, w->child_count, sizeof *w->children, compare_places);
	return true;
}

/*
 * Place the children [from, to), which begin at `*sum` of the parent's value: either one child that
 * is wide enough, or several neighbours that are not. Both edges are rounded down, so adjacent
 * boxes stay adjacent, and none exceeds its share by a cell.
 */
static bool place_children(struct layout_work *w, uint32_t up, size_t from, size_t to,
			   uint64_t *sum, struct error *err)
{
	struct layout *l = w->l;
	struct box parent = l->boxes[up];
	uint32_t width = (uint32_t)parent.w;
	uint64_t left = number_share(*sum, parent.value, width), right, value = 0;
	struct box b = {
	    .node = w->children[from].node,
	    .up = up,
	    .depth = (uint16_t)(l->depths - 1),
	    .x = (int16_t)(parent.x + (int)left),
	};
	struct fold_run run;

	for (size_t i = from; i < to; i++)
		value += w->children[i].value;
	*sum += value;
	right = number_share(*sum, parent.value, width);
	if (right == left || value < w->rules->least || b.depth == parent.depth) {
		l->hidden_nodes[l->depths - 1] += (uint32_t)(to - from);
		l->hidden_value[l->depths - 1] += value;
		return true;
	}
	b.value = value;
	b.w = (int16_t)(right - left);
	b.merged = to - from > 1 ? (uint32_t)(to - from) : 0;
	if (b.merged) {
		b.last = b.node;
		b.frames = 1;
		for (size_t i = from; i < to; i++)
			if (!APPEND(l->merged_nodes, l->merged_count, w->merged_room,
				    "boxes", err, w->children[i].node))
				return false;
		return add_box(w, b, err);
	}
	run = fold_run_at(w->rules->fold, w->flame, b.node);
	b.last = run.last;
	b.frames = run.frames;
	return add_box(w, b, err);
}

/* Place the callees of a box in the row above it. */
static bool divide_box(struct layout_work *w, uint32_t up, struct error *err)
{
	struct box parent = w->l->boxes[up];
	uint64_t cells = (uint64_t)parent.w, sum = 0;
	/* the least value that is drawn and whose share is a cell */
	uint64_t wide = parent.value / cells + (parent.value % cells != 0);
	size_t to;

	if (wide < w->rules->least)
		wide = w->rules->least;
	if (!collect_children(w, &parent, wide, err))
		return false;
	for (size_t from = 0; from < w->child_count; from = to) {
		to = from + 1;
		if (w->children[from].value < wide)
			while (to < w->child_count && w->children[to].value < wide)
				to++;
		if (!place_children(w, up, from, to, &sum, err))
			return false;
	}
	return true;
}

/* Does any box of the last row have callees? */
static bool has_more(const struct layout_work *w)
{
	const struct layout *l = w->l;
	const struct flame *f = w->flame;
	for (uint32_t i = l->row[l->depths - 1]; i < l->count; i++) {
		const struct box *b = &l->boxes[i];
		uint64_t self = f->self[b->node];

		for (uint32_t n = b->last; n != b->node; n = f->tree->parent[n])
			self += f->self[n];
		if (!b->merged && self < b->value)
			return true;
	}
	return false;
}

/* Fill row by row, each from the boxes of the row below. */
static bool fill_rows(struct layout_work *w, struct error *err)
{
	struct layout *l = w->l;

	while (has_more(w)) {
		uint32_t from = l->row[l->depths - 1], to = l->count;

		/* no screen is this high: nodes above the last row are hidden in it */
		if (l->depths < DEPTHS_MAX && !add_row(w, err))
			return false;
		for (uint32_t up = from; up < to; up++)
			if (!l->boxes[up].merged && !divide_box(w, up, err))
				return false;
		l->row[l->depths] = l->count;
		if (l->count == to)
			break;
	}
	return true;
}

/* The part on the path of the run that begins with path[0]. */
static struct fold_run run_on_path(const struct layout_work *w, const uint32_t *path,
				   uint32_t count)
{
	const struct tree *t = w->flame->tree;
	struct fold_run run = fold_run_at(w->rules->fold, w->flame, path[0]);
	bool again = fold_is_recursion(t, &run);
	uint32_t on = 1;

	while (on < run.frames && on < count &&
	       (again ? t->frame[path[on]] == t->frame[path[0]]
		      : fold_next_in_trunk(w->rules->fold, w->flame, path[on - 1]) ==
			    path[on]))
		on++;
	if (on < (again ? FOLD_RECURSION : FOLD_TRUNK))
		on = 1;
	return (struct fold_run){path[0], path[on - 1], on};
}

static bool add_callers(struct layout_work *w, struct error *err)
{
	struct layout *l = w->l;
	const uint32_t *parent = w->flame->tree->parent;
	uint32_t count = 0, at = 0, *path;

	for (uint32_t n = l->zoom; n; n = parent[n])
		count++;
	if (count == 0)
		return true;
	path = mem_array(count, sizeof *path, "callers", err);
	l->callers = path ? mem_array(count, sizeof *l->callers, "callers", err) : NULL;
	for (uint32_t n = parent[l->zoom], i = count; l->callers && i > 0; n = parent[n])
		path[--i] = n;
	while (l->callers && at < count) {
		struct fold_run run = run_on_path(w, path + at, count - at);

		l->callers[l->caller_count++] = run; /* room: one per caller */
		at += run.frames;
	}
	mem_free(path);
	return l->callers != NULL;
}

bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  const struct layout_rules *rules, struct error *err)
{
	struct layout_work w = {.l = l, .flame = f, .rules = rules};
	struct box all = {.node = zoom,
			  .last = zoom,
			  .frames = 1,
			  .up = LAYOUT_NO_BOX,
			  .w = (int16_t)width,
			  .value = f->total[zoom]};
	bool ok;

	*l = (struct layout){.zoom = zoom, .width = width};
	if (width < 1 || width > INT16_MAX)
		return error_set(err, ERROR_LIMIT, "a picture %d wide cannot be drawn",
				 width);
	ok = add_callers(&w, err);
	if (ok && all.value && rules->order == ORDER_START) {
		w.first_rows = flame_first_rows(f, err);
		ok = w.first_rows != NULL;
	}
	if (ok && all.value) {
		ok = add_row(&w, err) && add_box(&w, all, err);
		if (ok)
			l->row[1] = 1;
		ok = ok && fill_rows(&w, err);
	}
	mem_free(w.children);
	mem_free(w.first_rows);
	if (!ok)
		layout_release(l);
	return ok;
}

void layout_release(struct layout *l)
{
	mem_free(l->boxes);
	mem_free(l->row);
	mem_free(l->hidden_nodes);
	mem_free(l->hidden_value);
	mem_free(l->merged_nodes);
	mem_free(l->callers);
	idmap_release(&l->by_node);
	*l = (struct layout){0};
}

struct fold_run layout_run(const struct box *b)
{
	return (struct fold_run){b->node, b->last, b->frames};
}

struct caller_key {
	const struct layout *l; /* borrowed */
	uint32_t node;
};

/* Callers have smaller numbers than callees. */
static bool is_caller_before(const void *context, size_t i)
{
	const struct caller_key *c = context;

	return c->l->callers[i].last < c->node;
}

uint32_t layout_caller(const struct layout *l, uint32_t node)
{
	const struct caller_key c = {l, node};

	return (uint32_t)bisect_first(l->caller_count, is_caller_before, &c);
}

struct column_key {
	const struct box *boxes; /* borrowed: those of a row */
	int x;
};

static bool is_left_of(const void *cell, size_t i)
{
	const struct column_key *c = cell;

	return c->boxes[i].x + c->boxes[i].w <= c->x;
}

uint32_t layout_at(const struct layout *l, int x, int depth)
{
	struct column_key c = {.x = x};
	uint32_t first, count, i;

	if (depth < 0 || depth >= l->depths)
		return LAYOUT_NO_BOX;
	first = l->row[depth];
	count = l->row[depth + 1] - first;
	c.boxes = l->boxes + first;
	i = (uint32_t)bisect_first(count, is_left_of, &c);
	return i < count && c.boxes[i].x <= x ? first + i : LAYOUT_NO_BOX;
}

/* The merged box that includes `node`. */
static uint32_t find_merged(const struct layout *l, uint32_t node)
{
	uint32_t end = 0, i = 0;

	while (i < l->merged_count && l->merged_nodes[i] != node)
		i++;
	if (i == l->merged_count)
		return LAYOUT_NO_BOX;
	for (uint32_t b = 0; b < l->count; b++) {
		end += l->boxes[b].merged;
		if (i < end)
			return b;
	}
	return LAYOUT_NO_BOX;
}

/*
 * Find the box of a node, or of its nearest caller with a box. `*above` is the next node on the
 * path to `node`, or 0 if `node` is in the box. False if the zoomed node is not among its callers.
 */
static bool find_nearest(const struct layout *l, const struct tree *t, uint32_t node,
			 uint32_t *box, uint32_t *above)
{
	uint32_t n = node;
	struct fold_run run;

	while (n > l->zoom && !idmap_get(&l->by_node, n, box))
		n = t->parent[n];
	if (n < l->zoom || (n == l->zoom && !idmap_get(&l->by_node, n, box)))
		return false;
	run = layout_run(&l->boxes[*box]);
	if (fold_leave(t, &run, node, above) == node)
		*above = 0;
	return true;
}

uint32_t layout_find(const struct layout *l, const struct tree *t, uint32_t node)
{
	uint32_t box, above;

	if (!find_nearest(l, t, node, &box, &above))
		return LAYOUT_NO_BOX;
	return above ? find_merged(l, node) : box;
}

/* The caller of a node in a merged box has a separate box just below. */
uint32_t layout_find_visible(const struct layout *l, const struct tree *t, uint32_t node)
{
	uint32_t box, above, shared;

	if (!find_nearest(l, t, node, &box, &above))
		return LAYOUT_NO_BOX;
	if (!above)
		return box;
	shared = find_merged(l, above);
	return shared == LAYOUT_NO_BOX ? box : shared;
}

/* ---- siblings ---- */

static int compare_siblings(const void *a, const void *b, void *context)
{
	const struct siblings *s = context;
	const struct flame *f = s->flame;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (s->firsts && s->firsts[x] != s->firsts[y])
		return s->firsts[x] < s->firsts[y] ? -1 : 1;
	if (s->by_self && flame_own(f, x) != flame_own(f, y))
		return flame_own(f, x) > flame_own(f, y) ? -1 : 1;
	if (f->total[x] != f->total[y])
		return f->total[x] > f->total[y] ? -1 : 1;
	return text_compare(tree_label(f->tree, x), tree_label(f->tree, y));
}

void siblings_release(struct siblings *s)
{
	if (!s->scratch)
		return;
	mem_free(s->first);
	mem_free(s->next);
	mem_free(s->scratch);
	mem_free(s->firsts);
}

bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err)
{
	const struct tree *t = f->tree;
	uint32_t count = t->count;

	*s = (struct siblings){.flame = f,
			       .first = t->first_child,
			       .next = t->next_sibling,
			       .by_self = order == ORDER_SELF};
	if (order == ORDER_NAME)
		return true;
	s->scratch = mem_array(count, sizeof *s->scratch, "nodes", err);
	if (!s->scratch)
		return false;
	s->first = mem_array(count, sizeof *s->first, "nodes", err);
	s->next = s->first ? mem_array(count, sizeof *s->next, "nodes", err) : NULL;
	s->firsts = s->next && order == ORDER_START ? flame_first_rows(f, err) : NULL;
	if (err->kind != ERROR_NONE) {
		siblings_release(s);
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		size_t n = 0;

		for (uint32_t c = t->first_child[i]; c; c = t->next_sibling[c])
			s->scratch[n++] = c; /* room: for all nodes */
		if (n == 0)
			continue;
		qsort_r(s->scratch, n, sizeof *s->scratch, compare_siblings, s);
		s->first[i] = s->scratch[0];
		for (size_t k = 0; k + 1 < n; k++)
			s->next[s->scratch[k]] = s->scratch[k + 1];
	}
	return true;
}

/* This sibling, or the first one after it with a value; 0: none. */
static uint32_t skip_uncounted(const struct siblings *s, uint32_t node)
{
	while (node && s->flame->total[node] == 0)
		node = s->next[node];
	return node;
}

uint32_t siblings_first(const struct siblings *s, uint32_t node)
{
	return skip_uncounted(s, s->first[node]);
}

uint32_t siblings_next(const struct siblings *s, uint32_t node)
{
	return skip_uncounted(s, s->next[node]);
}
