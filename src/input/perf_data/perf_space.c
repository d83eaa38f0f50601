#include "input/perf_data/perf_space.h"

#include "base/mem.h"
#include "base/secret.h"

/*
 * A treap (Seidel and Aragon): a search tree by address in which no node has a higher priority
 * than its parent. Priorities are drawn, so it is as deep as a tree into which maps were put
 * in random order. Nodes are shared by trees; one that more than one refers to is copied
 * before it is changed, and so are those on the way to it.
 */
struct perf_node {
	struct perf_map map;
	uint32_t left, right;
	uint32_t size; /* of the tree below, with itself */
	uint32_t priority;
	uint32_t
	    users; /* nodes and spaces that refer to it; 0: free, `left` is the next */
};

void perf_nodes_release(struct perf_nodes *n)
{
	mem_free(n->at);
	*n = (struct perf_nodes){0};
}

static uint32_t draw(struct perf_nodes *n)
{
	n->random ^= n->random << 13; /* xorshift64 (Marsaglia) */
	n->random ^= n->random >> 7;
	n->random ^= n->random << 17;
	return (uint32_t)(n->random >> 32);
}

/* Room for this many more, so that nothing fails halfway. */
static bool make_room(struct perf_nodes *n, size_t more, struct error *err)
{
	if (n->count + more >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many maps");
	if (!mem_reserve(&n->at, &n->room, n->count + more + 1, sizeof *n->at, "maps",
			 err))
		return false;
	if (n->count)
		return true;
	secret_fill(&n->random, 1);
	n->random |= 1;
	n->at[n->count++] =
	    (struct perf_node){0}; /* none; room: one more than asked for */
	return true;
}

static uint32_t fresh(struct perf_nodes *n)
{
	uint32_t i = n->free;

	if (i)
		n->free = n->at[i].left;
	else
		i = (uint32_t)n->count++;
	n->live++;
	return i;
}

static uint32_t leaf(struct perf_nodes *n, const struct perf_map *map)
{
	uint32_t i = fresh(n);

	n->at[i] =
	    (struct perf_node){.map = *map, .size = 1, .priority = draw(n), .users = 1};
	return i;
}

static void leave(struct perf_nodes *n, uint32_t i)
{
	uint32_t right;

	if (!i || --n->at[i].users)
		return;
	leave(n, n->at[i].left);
	right = n->at[i].right;
	n->at[i].left = n->free;
	n->free = i;
	n->live--;
	leave(n, right);
}

/* The node for a user who changes it: itself if there are no others. */
static uint32_t own(struct perf_nodes *n, uint32_t i)
{
	uint32_t copy;

	if (n->at[i].users == 1)
		return i;
	copy = fresh(n);
	n->at[copy] = n->at[i];
	n->at[copy].users = 1;
	n->at[i].users--;
	n->at[n->at[i].left].users++; /* of none, nobody counts them */
	n->at[n->at[i].right].users++;
	return copy;
}

static void measure(struct perf_nodes *n, uint32_t i)
{
	struct perf_node *node = &n->at[i];

	node->size = 1 + (node->left ? n->at[node->left].size : 0) +
		     (node->right ? n->at[node->right].size : 0);
}

/* Into those that begin before `address`, and the others. */
static void split(struct perf_nodes *n, uint32_t i, uint64_t address, uint32_t *before,
		  uint32_t *behind)
{
	uint32_t inner;

	if (!i) {
		*before = *behind = 0;
		return;
	}
	i = own(n, i);
	if (n->at[i].map.start < address) {
		split(n, n->at[i].right, address, &inner, behind);
		n->at[i].right = inner;
		*before = i;
	} else {
		split(n, n->at[i].left, address, before, &inner);
		n->at[i].left = inner;
		*behind = i;
	}
	measure(n, i);
}

/* All maps of the first lie before those of the second. */
static uint32_t merge(struct perf_nodes *n, uint32_t a, uint32_t b)
{
	uint32_t inner;

	if (!a || !b)
		return a ? a : b;
	if (n->at[a].priority > n->at[b].priority) {
		a = own(n, a);
		inner = merge(n, n->at[a].right, b);
		n->at[a].right = inner;
		measure(n, a);
		return a;
	}
	b = own(n, b);
	inner = merge(n, a, n->at[b].left);
	n->at[b].left = inner;
	measure(n, b);
	return b;
}

/* How many nodes are on the way to this address, and as deep on the ways beside it. */
static size_t depth_at(const struct perf_space *s, uint64_t address)
{
	const struct perf_node *nodes = s->nodes->at;
	size_t depth = 0;

	for (uint32_t i = s->root; i; depth++)
		i = nodes[i].map.start < address ? nodes[i].right : nodes[i].left;
	return depth;
}

static struct perf_map from(struct perf_map map, uint64_t start)
{
	map.offset += start - map.start;
	map.start = start;
	return map;
}

/*
 * Cut the last map of a tree, whose right edge is its own, where `map` begins. What of the last
 * lies behind `map` is in `*rest`.
 */
static void cut_last(struct perf_nodes *n, uint32_t i, const struct perf_map *map,
		     struct perf_map *rest)
{
	while (i && n->at[i].right)
		i = n->at[i].right;
	if (!i)
		return;
	if (n->at[i].map.end > map->end)
		*rest = from(n->at[i].map, map->end);
	if (n->at[i].map.start < map->start && n->at[i].map.end > map->start)
		n->at[i].map.end = map->start;
}

static bool overlaps(const struct perf_space *s, const struct perf_map *map)
{
	for (uint32_t i = s->root; i;) {
		const struct perf_node *node = &s->nodes->at[i];

		if (node->map.end <= map->start)
			i = node->right;
		else if (node->map.start >= map->end)
			i = node->left;
		else
			return true;
	}
	return false;
}

/* Put a leaf among maps that it does not overlap: nothing below it is split but what it parts. */
static uint32_t insert(struct perf_nodes *n, uint32_t i, uint32_t new)
{
	uint64_t start = n->at[new].map.start;
	uint32_t below;

	if (!i || n->at[new].priority > n->at[i].priority) {
		uint32_t left, right;

		split(n, i, start, &left, &right);
		n->at[new].left = left;
		n->at[new].right = right;
		measure(n, new);
		return new;
	}
	i = own(n, i);
	n->at[i].size++;
	if (n->at[i].map.start < start) {
		below = insert(n, n->at[i].right, new);
		n->at[i].right = below;
	} else {
		below = insert(n, n->at[i].left, new);
		n->at[i].left = below;
	}
	return i;
}

bool perf_space_put(struct perf_space *s, const struct perf_map *map, struct error *err)
{
	struct perf_nodes *n = s->nodes;
	uint32_t before, covered, behind;
	struct perf_map rest = {0};

	if (map->end <= map->start)
		return true;
	if (!make_room(n, depth_at(s, map->start) + depth_at(s, map->end) + 2, err))
		return false;
	if (!overlaps(s, map)) {
		if (map->module)
			s->root = insert(n, s->root, leaf(n, map));
		return true;
	}
	split(n, s->root, map->start, &before, &behind);
	split(n, behind, map->end, &covered, &behind);
	cut_last(n, before, map, &rest);
	cut_last(n, covered, map, &rest);
	leave(n, covered);
	if (map->module)
		before = merge(n, before, leaf(n, map));
	if (rest.end)
		before = merge(n, before, leaf(n, &rest));
	s->root = merge(n, before, behind);
	return true;
}

void perf_space_copy(struct perf_space *to, const struct perf_space *from)
{
	*to = *from;
	if (to->root)
		to->nodes->at[to->root].users++;
}

void perf_space_release(struct perf_space *s)
{
	if (s->nodes)
		leave(s->nodes, s->root);
	*s = (struct perf_space){0};
}

size_t perf_space_count(const struct perf_space *s)
{
	return s->root ? s->nodes->at[s->root].size : 0;
}

const struct perf_map *perf_space_find(const struct perf_space *s, uint64_t address)
{
	for (uint32_t i = s->root; i;) {
		const struct perf_node *node = &s->nodes->at[i];

		if (address < node->map.start)
			i = node->left;
		else if (address < node->map.end)
			return &node->map;
		else
			i = node->right;
	}
	return NULL;
}

const struct perf_map *perf_space_below(const struct perf_space *s, uint64_t address)
{
	const struct perf_map *below = NULL;

	for (uint32_t i = s->root; i;) {
		const struct perf_node *node = &s->nodes->at[i];

		if (node->map.end <= address)
			below = &node->map;
		i = node->map.end <= address ? node->right : node->left;
	}
	return below;
}
