#include "analysis/path.h"

#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"

#define INLINED_DEEPEST 128 /* the most inlined functions to skip */

/* Groups have no frame; neither has node 0, but it is not a group. */
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

/* The child with this frame, or the nearest one below inlined functions; 0: none. */
static uint32_t find_below(const struct tree *t, uint32_t at, uint32_t frame, int levels)
{
	uint32_t child = t->first_child[at], found = 0;

	while (child && t->frame[child] != frame)
		child = t->next_sibling[child];
	if (child || !levels)
		return child;
	for (child = t->first_child[at]; child && !found; child = t->next_sibling[child])
		if (t->profile->frames[t->frame[child]].kind == FRAME_INLINED)
			found = find_below(t, child, frame, levels - 1);
	return found;
}

uint32_t path_step(const struct tree *t, uint32_t at, uint32_t frame)
{
	return find_below(t, at, frame, INLINED_DEEPEST);
}

bool path_group(const struct tree *t, struct text label, uint32_t *node)
{
	*node = find_group(t, label);
	return *node || tree_group_count(t) == 0;
}

uint32_t path_find(const struct path *path, const struct tree *t)
{
	uint32_t at = path->group ? find_group(t, group_of(path)) : 0;

	if (path->group && !at)
		return 0;
	for (uint32_t i = 0; i < path->count; i++) {
		uint32_t child = path_step(t, at, path->frames[i]);

		if (!child)
			break;
		at = child;
	}
	return at;
}

/* ---- in another profile ---- */

/* Numbers frames of both profiles, so that equal frames get the same number. */
struct frame_numbers {
	struct intern *texts; /* owned */
	struct idmap places;  /* by name and module */
	struct idmap frames;  /* by place and kind */
};

/* Find the number of an equal frame that came before, or assign `fresh`. */
static bool number_frame(struct frame_numbers *n, const struct profile *p, uint32_t frame,
			 uint32_t fresh, uint32_t *number, struct error *err)
{
	uint32_t name, module, place;

	return intern_put(n->texts, profile_frame_name(p, frame), &name, err) &&
	       intern_put(n->texts, profile_frame_module(p, frame), &module, err) &&
	       idmap_put(&n->places, idmap_pair(name, module), (uint32_t)n->places.count,
			 &place, err) &&
	       idmap_put(&n->frames, idmap_pair(place, p->frames[frame].kind), fresh,
			 number, err);
}

uint32_t *path_frame_map(const struct profile *from, const struct profile *to,
			 struct error *err)
{
	uint32_t *map = mem_array(from->frame_count, sizeof *map, "functions", err);
	struct frame_numbers n = {.texts = map ? intern_new(err) : NULL};
	bool ok = n.texts != NULL;
	uint32_t ignored;

	for (uint32_t i = 1; ok && i < to->frame_count; i++)
		ok = number_frame(&n, to, i, i, &ignored, err);
	for (uint32_t i = 1; ok && i < from->frame_count; i++)
		ok = number_frame(&n, from, i, 0, &map[i], err);
	if (!ok) {
		mem_free(map);
		map = NULL;
	} else if (from->frame_count) {
		map[0] = from->frame_count;
	}
	intern_free(n.texts);
	idmap_release(&n.places);
	idmap_release(&n.frames);
	return map;
}

void path_translate(struct path *path, const uint32_t *frame_map)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < path->count; i++) {
		uint32_t frame = path_frame_in(frame_map, path->frames[i]);

		if (frame)
			path->frames[n++] = frame; /* room: n <= i */
	}
	path->count = n;
}
