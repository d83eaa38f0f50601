#include "analysis/graph/tree_rows.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/path.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/number.h"

/* A callee, listed by the largest key, then by name. */
struct tree_sibling {
	uint64_t key, value;
	uint32_t node, place; /* its rank among its siblings by name */
};

static uint64_t value_of(const struct tree_rows *r, uint32_t node)
{
	return r->comparison ? r->comparison->subject.total[node] : r->flame->total[node];
}

/* Does it have a value, on either side? */
static bool has_either_value(const struct tree_rows *r, uint32_t node)
{
	return r->comparison ? r->comparison->subject.total[node] ||
				   r->comparison->baseline.total[node]
			     : r->flame->total[node] != 0;
}

static uint64_t key_of(const struct tree_rows *r, uint32_t node)
{
	switch (r->order) {
	case TREE_BY_SELF:
		return r->comparison ? r->comparison->subject.self[node]
				     : flame_own(r->flame, node);
	case TREE_BY_NAME:
		return 0;
	case TREE_BY_CHANGE:
		if (r->comparison)
			return number_rounded(
			    fabs(comparison_total(r->comparison, node).delta),
			    UINT64_MAX);
		/* fallthrough */
	default:
		return value_of(r, node);
	}
}

static int compare_siblings(const void *a, const void *b)
{
	const struct tree_sibling *x = a, *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* ---- the callees of one frame ---- */

/*
 * Restore a heap whose first element is the last one in the order of the list: move an element down
 * to its place.
 */
static void sink_sibling(struct tree_sibling *heap, size_t count, size_t at)
{
	for (;;) {
		size_t child = 2 * at + 1;
		struct tree_sibling moved = heap[at];

		if (child + 1 < count &&
		    compare_siblings(&heap[child + 1], &heap[child]) > 0)
			child++;
		if (child >= count || compare_siblings(&heap[child], &moved) <= 0)
			return;
		heap[at] = heap[child];
		heap[child] = moved;
		at = child;
	}
}

/* The callees that are not listed. */
struct unlisted {
	uint32_t frames;
	uint64_t value;
};

/* Collect the callees of a frame in order, at most `most`. */
static bool gather_siblings(struct tree_rows *r, uint32_t node, size_t most,
			    struct unlisted *rest, struct error *err)
{
	const struct tree *t = r->flame->tree;
	uint32_t place = 0;

	*rest = (struct unlisted){0, 0};
	r->sibling_count = 0;
	for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c]) {
		struct tree_sibling s = {.node = c, .place = place++};

		if (!has_either_value(r, c))
			continue;
		s.key = key_of(r, c);
		s.value = value_of(r, c);
		if (r->sibling_count == most) {
			struct tree_sibling out = s;

			/* this callee, or the last of the listed ones, is left out */
			if (compare_siblings(&s, &r->siblings[0]) < 0) {
				out = r->siblings[0];
				r->siblings[0] = s;
				sink_sibling(r->siblings, r->sibling_count, 0);
			}
			rest->frames++;
			rest->value = number_add(rest->value, out.value);
			continue;
		}
		if (!APPEND(r->siblings, r->sibling_count, r->sibling_room,
			    "rows of a call tree", err, s))
			return false;
		if (r->sibling_count == most)
			for (size_t i = most / 2 + 1; i-- > 0;)
				sink_sibling(r->siblings, most, i);
	}
	if (r->sibling_count)
		qsort(r->siblings, r->sibling_count, sizeof *r->siblings,
		      compare_siblings);
	return true;
}

static bool has_callee(const struct tree_rows *r, uint32_t node)
{
	const struct tree *t = r->flame->tree;
	uint32_t c = t->first_child[node];

	while (c && !has_either_value(r, c))
		c = t->next_sibling[c];
	return c != 0;
}

/* ---- the list ---- */

static bool await_row(struct tree_rows *r, struct tree_row row, struct error *err)
{
	return APPEND(r->waiting, r->waiting_count, r->waiting_room,
		      "rows of a call tree", err, row);
}

/* Push the callees of a row to the stack of waiting rows, the first one on top. */
static bool open_row(struct tree_rows *r, const struct tree_row *of, struct error *err)
{
	size_t most = bits_has(&r->whole, of->node) ? SIZE_MAX : TREE_ROWS_FEW;
	struct unlisted rest;
	struct tree_row row;

	if (!gather_siblings(r, of->node, most, &rest, err))
		return false;
	row = (struct tree_row){.node = of->node,
				.level = of->level + 1,
				.more = rest.frames,
				.value = rest.value,
				.leaf = true};
	if (rest.frames && !await_row(r, row, err))
		return false;
	for (size_t i = r->sibling_count; i-- > 0;) {
		const struct tree_sibling *s = &r->siblings[i];

		row = (struct tree_row){.node = s->node,
					.level = of->level + 1,
					.value = s->value,
					.leaf = !has_callee(r, s->node)};
		row.open = !row.leaf && bits_has(&r->open, s->node);
		if (!await_row(r, row, err))
			return false;
	}
	return true;
}

static bool list_rows(struct tree_rows *r, struct error *err)
{
	struct tree_row all = {.value = value_of(r, 0), .leaf = !has_callee(r, 0)};

	all.open = !all.leaf && bits_has(&r->open, 0);
	r->count = 0;
	r->waiting_count = 0;
	if (!await_row(r, all, err))
		return false;
	while (r->waiting_count) {
		struct tree_row row = r->waiting[--r->waiting_count];

		if (!APPEND(r->rows, r->count, r->room, "rows of a call tree", err, row))
			return false;
		if (row.open && !open_row(r, &row, err))
			return false;
	}
	return true;
}

static void forget_open(struct tree_rows *r)
{
	bits_release(&r->open);
	bits_release(&r->whole);
	r->open = r->whole = (struct bits){0};
	r->nodes = 0;
}

/* Initially the root frames, such as processes, are listed. */
static bool begin_open(struct tree_rows *r, uint32_t nodes, struct error *err)
{
	forget_open(r);
	if (!bits_build(&r->open, nodes, err) || !bits_build(&r->whole, nodes, err)) {
		forget_open(r);
		return false;
	}
	r->nodes = nodes;
	bits_add(&r->open, 0);
	return true;
}

bool tree_rows_show(struct tree_rows *r, const struct flame *f,
		    const struct comparison *c, struct error *err)
{
	r->flame = f;
	r->comparison = c && c->tree == f->tree ? c : NULL;
	if ((r->nodes == f->tree->count || begin_open(r, f->tree->count, err)) &&
	    list_rows(r, err))
		return true;
	r->count = 0;
	return false;
}

void tree_rows_release(struct tree_rows *r)
{
	enum tree_order order = r->order;

	forget_open(r);
	mem_free(r->rows);
	mem_free(r->waiting);
	mem_free(r->siblings);
	mem_free(r->way);
	*r = (struct tree_rows){.order = order};
}

/* ---- opening and closing ---- */

void tree_rows_open(struct tree_rows *r, uint32_t node, enum tree_opening how)
{
	if (!r->nodes)
		return;
	(how == TREE_CLOSED ? bits_remove : bits_add)(&r->open, node);
	(how == TREE_OPEN_ALL ? bits_add : bits_remove)(&r->whole, node);
}

uint32_t tree_rows_open_hottest(struct tree_rows *r, uint32_t node)
{
	const struct flame *f = r->flame;
	const struct tree *t = f->tree;

	for (;;) {
		uint32_t best = 0;

		for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c])
			if (f->total[c] && (!best || f->total[c] > f->total[best]))
				best = c;
		if (best)
			bits_add(&r->open, node);
		if (!best || f->total[best] <= f->self[node])
			return node;
		node = best;
	}
}

void tree_rows_reveal(struct tree_rows *r, uint32_t node)
{
	const struct tree *t = r->flame->tree;

	while (node) {
		uint32_t callees = 0;

		node = t->parent[node];
		for (uint32_t c = t->first_child[node]; c && callees <= TREE_ROWS_FEW;
		     c = t->next_sibling[c])
			callees++;
		if (!bits_has(&r->whole, node))
			tree_rows_open(
			    r, node, callees > TREE_ROWS_FEW ? TREE_OPEN_ALL : TREE_OPEN);
	}
}

uint32_t tree_rows_of(struct tree_rows *r, uint32_t node)
{
	const struct tree *t = r->flame->tree;
	struct error ignored = ERROR_INIT; /* without memory it is the first row */
	uint32_t best = 0;

	r->way_count = 0;
	for (node = node < t->count ? node : 0; node; node = t->parent[node])
		if (!APPEND(r->way, r->way_count, r->way_room, "callers", &ignored, node))
			return 0;
	/* rows follow their callers, so the last match is the nearest */
	for (uint32_t i = 0; i < r->count; i++) {
		const struct tree_row *row = &r->rows[i];

		if (!row->more && row->level && row->level <= r->way_count &&
		    r->way[r->way_count - row->level] == row->node)
			best = i;
	}
	return best;
}

/* ---- the next node of a set ---- */

struct hunt {
	struct tree_rows *r;
	const struct bits *nodes; /* borrowed: the set */
	struct bits above;	  /* owned: nodes that call one of the set */
	struct error *err;
};

static bool is_match(const struct hunt *h, uint32_t node)
{
	return node && bits_has(h->nodes, node) && has_either_value(h->r, node);
}

static bool leads_to_match(const struct hunt *h, uint32_t node)
{
	return is_match(h, node) || bits_has(&h->above, node);
}

/*
 * Find the first callee after `past` (0: of all) that leads to a match, or with `back` the last one
 * before it; 0: none.
 */
static bool find_matching_callee(struct hunt *h, uint32_t caller, uint32_t past,
				 bool back, uint32_t *found)
{
	struct tree_rows *r = h->r;
	struct unlisted none;
	bool begun = past == 0;

	*found = 0;
	if (!gather_siblings(r, caller, SIZE_MAX, &none, h->err))
		return false;
	for (size_t i = 0; i < r->sibling_count && !*found; i++) {
		size_t at = back ? r->sibling_count - 1 - i : i;
		uint32_t node = r->siblings[at].node;

		if (begun && leads_to_match(h, node))
			*found = node;
		begun |= node == past;
	}
	return true;
}

/* Go down from a frame to the first match at or below it, or the last. */
static bool descend(struct hunt *h, uint32_t *at, bool back)
{
	while (back ? bits_has(&h->above, *at) : !is_match(h, *at))
		if (!find_matching_callee(h, *at, 0, back, at))
			return false;
	return true;
}

static bool find_next(struct hunt *h, uint32_t from, uint32_t *found)
{
	const struct tree *t = h->r->flame->tree;
	uint32_t at = from, next = 0;

	if (bits_has(&h->above, at)) {
		if (!find_matching_callee(h, at, 0, false, found))
			return false;
		return descend(h, found, false);
	}
	for (; at && !next; at = t->parent[at])
		if (!find_matching_callee(h, t->parent[at], at, false, &next))
			return false;
	*found = next; /* 0: wrap around to the first */
	return descend(h, found, false);
}

static bool find_previous(struct hunt *h, uint32_t from, uint32_t *found)
{
	const struct tree *t = h->r->flame->tree;
	uint32_t at = from, before = 0;

	while (at) {
		uint32_t caller = t->parent[at];

		if (!find_matching_callee(h, caller, at, true, &before))
			return false;
		if (before || is_match(h, caller))
			break;
		at = caller;
	}
	*found = before || !at ? before : t->parent[at];
	return at && !before ? true : descend(h, found, true);
}

bool tree_rows_next(struct tree_rows *r, const struct bits *nodes, uint32_t from,
		    bool back, uint32_t *found, struct error *err)
{
	const struct tree *t = r->flame->tree;
	struct hunt h = {.r = r, .nodes = nodes, .err = err};
	bool ok = bits_build(&h.above, t->count, err);

	for (uint32_t i = t->count - 1; ok && i > 0; i--)
		if (leads_to_match(&h, i))
			bits_add(&h.above, t->parent[i]);
	*found = 0;
	if (ok && bits_has(&h.above, 0))
		ok = back ? find_previous(&h, from, found) : find_next(&h, from, found);
	bits_release(&h.above);
	return ok;
}

/* ---- another tree ---- */

struct tree_move {
	const struct tree *old, *new; /* borrowed */
	const uint32_t *frames;	      /* borrowed; NULL: the same */
	struct idmap known;	      /* by old node the new one, or GONE */
	uint32_t *steps;	      /* owned: nodes on the path to a known one */
	size_t step_count, step_room;
};

#define GONE UINT32_MAX

/* The callee of `at` in the new tree that corresponds to this node of the old one. */
static uint32_t step_in_new(const struct tree_move *m, uint32_t at, uint32_t node)
{
	uint32_t frame = m->old->frame[node], found;

	if (at == GONE)
		return GONE;
	if (!frame)
		return path_group(m->new, tree_label(m->old, node), &found) ? found
									    : GONE;
	if (m->frames) {
		frame = path_frame_in(m->frames, frame);
		if (!frame)
			return at; /* no longer on the path, like an inlined function */
	}
	found = path_step(m->new, at, frame);
	return found ? found : GONE;
}

/* Find a node in the new tree; `*nearest` is the last node of its path that exists there. */
static bool find_there(struct tree_move *m, uint32_t node, uint32_t *there,
		       uint32_t *nearest, struct error *err)
{
	uint32_t at = 0;

	m->step_count = 0;
	for (; node && !idmap_get(&m->known, node, &at); node = m->old->parent[node])
		if (!APPEND(m->steps, m->step_count, m->step_room, "callers", err, node))
			return false;
	*nearest = at == GONE ? 0 : at;
	while (m->step_count) {
		uint32_t n = m->steps[--m->step_count], ignored;

		at = step_in_new(m, at, n);
		if (at != GONE)
			*nearest = at;
		if (!idmap_put(&m->known, n, at, &ignored, err))
			return false;
	}
	*there = at;
	return true;
}

/* Open in the new tree the nodes that are open in the old one. */
static bool move_open(struct tree_move *m, const struct tree_rows *from,
		      struct tree_rows *to, struct error *err)
{
	uint32_t there, ignored;

	for (uint32_t n = 0; n < from->nodes; n++) {
		if (!from->open.words[n >> 6]) {
			n |= 63; /* none of these 64 */
			continue;
		}
		if (!bits_has(&from->open, n))
			continue;
		if (!find_there(m, n, &there, &ignored, err))
			return false;
		if (there != GONE)
			tree_rows_open(to, there,
				       bits_has(&from->whole, n) ? TREE_OPEN_ALL
								 : TREE_OPEN);
	}
	return true;
}

void tree_rows_follow(struct tree_rows *r, const struct tree *old, const struct tree *new,
		      const uint32_t *frames, uint32_t *node)
{
	struct tree_move m = {.old = old, .new = new, .frames = frames};
	struct tree_rows moved = {.order = r->order};
	struct error ignored = ERROR_INIT; /* without memory nothing stays open */
	uint32_t there, nearest = 0;

	if (r->nodes == old->count && begin_open(&moved, new->count, &ignored) &&
	    find_there(&m, *node, &there, &nearest, &ignored) &&
	    !move_open(&m, r, &moved, &ignored))
		forget_open(&moved);
	*node = nearest;
	tree_rows_release(r);
	*r = moved;
	mem_free(m.steps);
	idmap_release(&m.known);
}
