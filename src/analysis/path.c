#include "analysis/path.h"

#include "base/mem.h"

#define INLINED_DEEPEST 128 /* functions inlined into each other */

/* Node 0 and groups have no frame. */
static bool is_group(const struct tree *t, uint32_t node)
{
	return node && t->frame[node] == 0;
}

bool path_of(struct path *path, const struct tree *t, uint32_t node, struct error *err)
{
	uint32_t deep = 0;

	*path = (struct path){0};
	for (uint32_t n = node; n; n = t->parent[n])
		deep += !is_group(t, n);
	path->frames = mem_array(deep, sizeof *path->frames, "frames of a path", err);
	if (!path->frames)
		return false;
	path->count = deep;
	for (; node; node = t->parent[node]) {
		struct text label = tree_label(t, node);

		if (!is_group(t, node)) {
			path->frames[--deep] = t->frame[node];
			continue;
		}
		path->group = mem_text(label.at, label.len, err);
		path->group_len = label.len;
		if (path->group)
			continue;
		path_release(path);
		return false;
	}
	return true;
}

void path_release(struct path *path)
{
	mem_free(path->group);
	mem_free(path->frames);
	*path = (struct path){0};
}

static struct text group_of(const struct path *path)
{
	return (struct text){path->group ? path->group : "", path->group_len};
}

bool path_equal(const struct path *a, const struct path *b)
{
	return !a->group == !b->group && text_equal(group_of(a), group_of(b)) &&
	       a->count == b->count &&
	       (a->count == 0 ||
		memcmp(a->frames, b->frames, a->count * sizeof *a->frames) == 0);
}

static uint32_t find_group(const struct tree *t, struct text label)
{
	uint32_t node = t->first_child[0];

	while (node && !(is_group(t, node) && text_equal(tree_label(t, node), label)))
		node = t->next_sibling[node];
	return node;
}

void path_translate(struct path *path, const uint32_t *frames)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < path->count; i++)
		if (frames[path->frames[i]])
			path->frames[n++] = frames[path->frames[i]]; /* room: n <= i */
	path->count = n;
}

static bool is_inlined(const struct tree *t, uint32_t node)
{
	return t->profile->frames[t->frame[node]].kind == FRAME_INLINED;
}

/* The child with this frame, or the nearest one behind inlined functions; 0: none. */
static uint32_t find_below(const struct tree *t, uint32_t at, uint32_t frame, int levels)
{
	uint32_t child = t->first_child[at], found = 0;

	while (child && t->frame[child] != frame)
		child = t->next_sibling[child];
	if (child || !levels)
		return child;
	for (child = t->first_child[at]; child && !found; child = t->next_sibling[child])
		if (is_inlined(t, child))
			found = find_below(t, child, frame, levels - 1);
	return found;
}

uint32_t path_find(const struct path *path, const struct tree *t)
{
	uint32_t at = path->group ? find_group(t, group_of(path)) : 0;

	if (path->group && !at)
		return 0;
	for (uint32_t i = 0; i < path->count; i++) {
		uint32_t child = find_below(t, at, path->frames[i], INLINED_DEEPEST);

		if (!child)
			break;
		at = child;
	}
	return at;
}
