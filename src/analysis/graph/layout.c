#include "analysis/graph/layout.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

#define DEPTHS_MAX UINT16_MAX
#define ROOM_MAX   (LAYOUT_NO_BOX - 1)

const char *const sibling_order_names[SIBLING_ORDERS] = {"name", "value", "start"};

/* A node above the box that is being divided, in the order it is drawn in. */
struct child {
	uint64_t value;
	uint64_t place; /* among its siblings by name, or its first row */
	uint32_t node;
};

struct work {
	struct layout *l;
	const struct flame *flame;
	const struct layout_rules *rules;
	uint64_t *first_rows; /* owned; NULL unless ordered by them */
	size_t box_room, row_room, hidden_room, value_room, merged_room;
	struct child *children; /* owned */
	size_t child_count, child_room;
};

static bool add_box(struct work *w, struct box b, struct error *err)
{
	struct layout *l = w->l;

	uint32_t box = l->count;

	if (l->count == ROOM_MAX)
		return error_set(err, ERROR_LIMIT, "too many boxes in a flame graph");
	if (!b.merged && !idmap_put(&l->by_node, b.node, box, &box, err))
		return false;
	return APPEND(l->boxes, l->count, w->box_room, "boxes", err, b);
}

static bool add_row(struct work *w, struct error *err)
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

/* The least value whose share of a box is a cell, and that is to be drawn. */
static uint64_t cell_value(const struct work *w, const struct box *b)
{
	uint64_t cells = (uint64_t)b->w;
	uint64_t wide = b->value / cells + (b->value % cells != 0);

	return wide < w->rules->least ? w->rules->least : wide;
}

static int compare_children(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/*
 * The largest first. Those less than `wide` share one box in the end: of them it only
 * matters which one is the first.
 */
static void sort_by_value(struct child *children, size_t count, uint64_t wide)
{
	size_t sorted = 0, first;

	for (size_t i = 0; i < count; i++) {
		struct child c = children[i];

		if (c.value < wide)
			continue;
		children[i] = children[sorted];
		children[sorted++] = c; /* room: sorted <= i */
	}
	if (sorted) /* else there may be no array */
		qsort(children, sorted, sizeof *children, compare_children);
	first = sorted;
	for (size_t i = sorted; i < count; i++)
		if (compare_children(&children[i], &children[first]) < 0)
			first = i;
	if (first > sorted) {
		struct child c = children[first];

		children[first] = children[sorted];
		children[sorted] = c;
	}
}

static int compare_places(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return x->place < y->place ? -1 : x->place > y->place;
}

/* What `parent` calls, but for `but`, the next frame of a run. */
static bool collect_from(struct work *w, uint32_t parent, uint32_t but, uint64_t *place,
			 struct error *err)
{
	const struct tree *t = w->flame->tree;

	for (uint32_t n = t->first_child[parent]; n; n = t->next_sibling[n], ++*place) {
		if (!w->flame->total[n] || n == but)
			continue;
		if (!APPEND(w->children, w->child_count, w->child_room, "boxes", err,
			    (struct child){w->flame->total[n],
					   w->first_rows ? w->first_rows[n] : *place, n}))
			return false;
	}
	return true;
}

static void reverse(struct child *children, size_t from, size_t to)
{
	while (from + 1 < to) {
		struct child c = children[from];

		children[from++] = children[--to]; /* room: from < to */
		children[to] = c;
	}
}

/*
 * What any frame of a run calls, in the order of these frames. A run is known from its end, so
 * the children of each are turned round, and then all of them.
 */
static bool collect_run(struct work *w, const struct box *b, struct error *err)
{
	uint32_t but = 0;
	uint64_t place = 0;

	for (uint32_t n = b->last;; but = n, n = w->flame->tree->parent[n]) {
		size_t from = w->child_count;

		if (!collect_from(w, n, but, &place, err))
			return false;
		if (b->frames > 1)
			reverse(w->children, from, w->child_count);
		if (n == b->node)
			break;
	}
	if (b->frames == 1)
		return true;
	reverse(w->children, 0, w->child_count);
	for (size_t i = 0; i < w->child_count && !w->first_rows; i++)
		w->children[i].place = i;
	return true;
}

static bool collect_children(struct work *w, const struct box *b, uint64_t wide,
			     struct error *err)
{
	w->child_count = 0;
	if (!collect_run(w, b, err))
		return false;
	if (w->rules->order == ORDER_VALUE)
		sort_by_value(w->children, w->child_count, wide);
	else if (w->first_rows && w->child_count)
		qsort(w->children, w->child_count, sizeof *w->children, compare_places);
	return true;
}

static bool add_merged(struct work *w, size_t from, size_t to, struct error *err)
{
	struct layout *l = w->l;
	for (size_t i = from; i < to; i++)
		if (!APPEND(l->merged_nodes, l->merged_count, w->merged_room, "boxes",
			    err, w->children[i].node))
			return false;
	return true;
}

/* A row's "+N": nodes that no cell was left for. */
static void hide(struct layout *l, uint32_t nodes, uint64_t value)
{
	l->hidden_nodes[l->depths - 1] += nodes;
	l->hidden_value[l->depths - 1] += value;
}

/*
 * Place the children [from, to), which begin at `*sum` of the parent's value: one child
 * that is wide enough, or neighbours that are not. Both edges are rounded down, so what
 * touches stays touching and nothing is wider than its share by a cell.
 */
static bool place(struct work *w, uint32_t up, size_t from, size_t to, uint64_t *sum,
		  struct error *err)
{
	struct box parent = w->l->boxes[up];
	uint32_t width = (uint32_t)parent.w;
	uint64_t left = number_share(*sum, parent.value, width), right, value = 0;
	struct box b = {
	    .node = w->children[from].node,
	    .up = up,
	    .depth = (uint16_t)(w->l->depths - 1),
	    .x = (int16_t)(parent.x + (int)left),
	};
	struct fold_run run;

	for (size_t i = from; i < to; i++)
		value += w->children[i].value;
	*sum += value;
	right = number_share(*sum, parent.value, width);
	if (right == left || value < w->rules->least || b.depth == parent.depth) {
		hide(w->l, (uint32_t)(to - from), value);
		return true;
	}
	b.value = value;
	b.w = (int16_t)(right - left);
	b.merged = to - from > 1 ? (uint32_t)(to - from) : 0;
	if (b.merged) {
		b.last = b.node;
		b.frames = 1;
		return add_merged(w, from, to, err) && add_box(w, b, err);
	}
	run = fold_run_at(w->rules->fold, w->flame, b.node);
	b.last = run.last;
	b.frames = run.frames;
	return add_box(w, b, err);
}

static bool divide(struct work *w, uint32_t up, struct error *err)
{
	struct box parent = w->l->boxes[up];
	uint64_t sum = 0, wide = cell_value(w, &parent);
	size_t to;

	if (!collect_children(w, &parent, wide, err))
		return false;
	for (size_t from = 0; from < w->child_count; from = to) {
		to = from + 1;
		if (w->children[from].value < wide)
			while (to < w->child_count && w->children[to].value < wide)
				to++;
		if (!place(w, up, from, to, &sum, err))
			return false;
	}
	return true;
}

/* What the frames of a box spent themselves. */
static uint64_t self_of(const struct flame *f, const struct box *b)
{
	uint64_t self = f->self[b->node];

	for (uint32_t n = b->last; n != b->node; n = f->tree->parent[n])
		self += f->self[n];
	return self;
}

/* Does any box of the last row have something above it? */
static bool has_more(const struct work *w)
{
	const struct layout *l = w->l;

	for (uint32_t i = l->row[l->depths - 1]; i < l->count; i++) {
		const struct box *b = &l->boxes[i];

		if (!b->merged && self_of(w->flame, b) < b->value)
			return true;
	}
	return false;
}

/* Row by row, each from the boxes of the row below. */
static bool fill(struct work *w, struct error *err)
{
	struct layout *l = w->l;

	while (has_more(w)) {
		uint32_t from = l->row[l->depths - 1], to = l->count;

		/* No screen is that high: what is above the last row is hidden in it. */
		if (l->depths < DEPTHS_MAX && !add_row(w, err))
			return false;
		for (uint32_t up = from; up < to; up++)
			if (!l->boxes[up].merged && !divide(w, up, err))
				return false;
		l->row[l->depths] = l->count;
		if (l->count == to)
			break;
	}
	return true;
}

/* As much of the run that begins with path[0] as lies on the path. */
static struct fold_run run_on_path(const struct work *w, const uint32_t *path,
				   uint32_t count)
{
	const struct tree *t = w->flame->tree;
	struct fold_run run = fold_run_at(w->rules->fold, w->flame, path[0]);
	bool again = fold_is_recursion(t, &run);
	uint32_t on = 1;

	while (on < run.frames && on < count &&
	       (again
		    ? t->frame[path[on]] == t->frame[path[0]]
		    : fold_leads_to(w->rules->fold, w->flame, path[on - 1]) == path[on]))
		on++;
	if (on < (again ? FOLD_RECURSION : FOLD_TRUNK))
		on = 1;
	return (struct fold_run){path[0], path[on - 1], on};
}

static bool add_callers(struct work *w, struct error *err)
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

		l->callers[l->caller_count++] = run; /* room: for each of them */
		at += run.frames;
	}
	mem_free(path);
	return l->callers != NULL;
}

static bool build(struct work *w, struct error *err)
{
	struct layout *l = w->l;
	struct box all = {.node = l->zoom,
			  .last = l->zoom,
			  .frames = 1,
			  .up = LAYOUT_NO_BOX,
			  .w = (int16_t)l->width,
			  .value = w->flame->total[l->zoom]};

	if (!add_callers(w, err))
		return false;
	if (!all.value)
		return true;
	if (w->rules->order == ORDER_START) {
		w->first_rows = flame_first_rows(w->flame, err);
		if (!w->first_rows)
			return false;
	}
	if (!add_row(w, err) || !add_box(w, all, err))
		return false;
	l->row[1] = 1;
	return fill(w, err);
}

bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  const struct layout_rules *rules, struct error *err)
{
	struct work w = {.l = l, .flame = f, .rules = rules};
	bool ok;

	*l = (struct layout){.zoom = zoom, .width = width};
	if (width < 1 || width > INT16_MAX)
		return error_set(err, ERROR_LIMIT, "a picture %d wide cannot be drawn",
				 width);
	ok = build(&w, err);
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

struct callers_before {
	const struct layout *l; /* borrowed */
	uint32_t node;
};

/* Callers have smaller numbers than what they call. */
static bool is_caller_before(const void *context, size_t i)
{
	const struct callers_before *c = context;

	return c->l->callers[i].last < c->node;
}

uint32_t layout_caller(const struct layout *l, uint32_t node)
{
	const struct callers_before c = {l, node};

	return (uint32_t)bisect_first(l->caller_count, is_caller_before, &c);
}

struct cell {
	const struct box *boxes; /* borrowed: a row */
	int x;
};

static bool is_left_of(const void *cell, size_t i)
{
	const struct cell *c = cell;

	return c->boxes[i].x + c->boxes[i].w <= c->x;
}

uint32_t layout_at(const struct layout *l, int x, int depth)
{
	struct cell c = {.x = x};
	uint32_t first, count, i;

	if (depth < 0 || depth >= l->depths)
		return LAYOUT_NO_BOX;
	first = l->row[depth];
	count = l->row[depth + 1] - first;
	c.boxes = l->boxes + first;
	i = (uint32_t)bisect_first(count, is_left_of, &c);
	return i < count && c.boxes[i].x <= x ? first + i : LAYOUT_NO_BOX;
}

/* The merged box that stands for `node` among others. */
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
 * The box of the nearest of a node and its callers that has one of its own, or its run's; `*above` is
 * the next one towards the node, or 0 where the node is in the box. False when the zoomed node is
 * not among its callers.
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

/* What shares a box with others has a caller with a box of its own right below it. */
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

static void sort_children(struct siblings *s, uint32_t node)
{
	const struct tree *t = s->flame->tree;
	size_t n = 0;

	for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c])
		s->scratch[n++] = c; /* room: for all nodes */
	if (n == 0)
		return;
	qsort_r(s->scratch, n, sizeof *s->scratch, compare_siblings, s);
	s->first[node] = s->scratch[0];
	for (size_t i = 0; i + 1 < n; i++)
		s->next[s->scratch[i]] = s->scratch[i + 1];
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
	uint32_t count = f->tree->count;

	*s = (struct siblings){.flame = f,
			       .first = f->tree->first_child,
			       .next = f->tree->next_sibling,
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
	for (uint32_t i = 0; i < count; i++)
		sort_children(s, i);
	return true;
}

/* The first of these siblings that has samples in the range; 0: none. */
static uint32_t counted(const struct siblings *s, uint32_t node)
{
	while (node && s->flame->total[node] == 0)
		node = s->next[node];
	return node;
}

uint32_t siblings_first(const struct siblings *s, uint32_t node)
{
	return counted(s, s->first[node]);
}

uint32_t siblings_next(const struct siblings *s, uint32_t node)
{
	return counted(s, s->next[node]);
}
