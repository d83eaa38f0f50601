#include "input/perf_data/perf_maps.h"

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/hash_seed.h"

/* ---- the maps of one process ---- */

/*
 * A treap (Seidel and Aragon): a search tree by address in which no node has a higher priority than
 * its parent. Priorities are random, so the tree is as deep as one into which maps were put in
 * random order. Trees share nodes; a node with several users is copied before it changes, and so
 * are the nodes above it.
 */
struct perf_node {
	struct address_map map;
	uint32_t left, right;
	uint32_t size; /* nodes of the subtree, including itself */
	uint32_t priority;
	/* nodes and spaces that refer to it; 0: free, and `left` is the next free node */
	uint32_t users;
};

void perf_nodes_release(struct perf_nodes *n)
{
	mem_free(n->at);
	*n = (struct perf_nodes){0};
}

static uint32_t take_node(struct perf_nodes *n)
{
	uint32_t i = n->free;

	if (i)
		n->free = n->at[i].left;
	else
		i = (uint32_t)n->count++;
	n->live++;
	return i;
}

static uint32_t make_leaf(struct perf_nodes *n, const struct address_map *map)
{
	uint32_t i = take_node(n);

	n->random ^= n->random << 13; /* xorshift64 (Marsaglia) */
	n->random ^= n->random >> 7;
	n->random ^= n->random << 17;
	n->at[i] = (struct perf_node){
	    .map = *map, .size = 1, .priority = (uint32_t)(n->random >> 32), .users = 1};
	return i;
}

/* Remove a user; a node without users is free. */
static void leave_node(struct perf_nodes *n, uint32_t i)
{
	uint32_t right;

	if (!i || --n->at[i].users)
		return;
	leave_node(n, n->at[i].left);
	right = n->at[i].right;
	n->at[i].left = n->free;
	n->free = i;
	n->live--;
	leave_node(n, right);
}

/* The node to change for one of its users: the node itself if that is the only user, or a copy. */
static uint32_t own_node(struct perf_nodes *n, uint32_t i)
{
	uint32_t copy;

	if (n->at[i].users == 1)
		return i;
	copy = take_node(n);
	n->at[copy] = n->at[i];
	n->at[copy].users = 1;
	n->at[i].users--;
	n->at[n->at[i].left].users++; /* the users of node 0 are never read */
	n->at[n->at[i].right].users++;
	return copy;
}

static void measure_node(struct perf_nodes *n, uint32_t i)
{
	struct perf_node *node = &n->at[i];

	node->size = 1 + (node->left ? n->at[node->left].size : 0) +
		     (node->right ? n->at[node->right].size : 0);
}

/* Split a tree into the maps that begin before `address`, and the rest. */
static void split_tree(struct perf_nodes *n, uint32_t i, uint64_t address,
		       uint32_t *before, uint32_t *behind)
{
	uint32_t inner;

	if (!i) {
		*before = *behind = 0;
		return;
	}
	i = own_node(n, i);
	if (n->at[i].map.start < address) {
		split_tree(n, n->at[i].right, address, &inner, behind);
		n->at[i].right = inner;
		*before = i;
	} else {
		split_tree(n, n->at[i].left, address, before, &inner);
		n->at[i].left = inner;
		*behind = i;
	}
	measure_node(n, i);
}

/* Merge two trees; all maps of `a` must be before those of `b`. */
static uint32_t merge_trees(struct perf_nodes *n, uint32_t a, uint32_t b)
{
	uint32_t inner;

	if (!a || !b)
		return a ? a : b;
	if (n->at[a].priority > n->at[b].priority) {
		a = own_node(n, a);
		inner = merge_trees(n, n->at[a].right, b);
		n->at[a].right = inner;
		measure_node(n, a);
		return a;
	}
	b = own_node(n, b);
	inner = merge_trees(n, a, n->at[b].left);
	n->at[b].left = inner;
	measure_node(n, b);
	return b;
}

/* The number of nodes on the path to this address; expected depths elsewhere are equal. */
static size_t depth_at(const struct perf_space *s, uint64_t address)
{
	const struct perf_node *nodes = s->nodes->at;
	size_t depth = 0;

	for (uint32_t i = s->root; i; depth++)
		i = nodes[i].map.start < address ? nodes[i].right : nodes[i].left;
	return depth;
}

/*
 * Truncate the last map of a tree, whose right edge must have no other users, where `map` begins.
 * `*rest` becomes its part after `map`.
 */
static void cut_last(struct perf_nodes *n, uint32_t i, const struct address_map *map,
		     struct address_map *rest)
{
	struct address_map *last;

	while (i && n->at[i].right)
		i = n->at[i].right;
	if (!i)
		return;
	last = &n->at[i].map;
	if (last->end > map->end) {
		*rest = *last;
		rest->start = map->end;
		rest->offset += map->end - last->start;
	}
	if (last->start < map->start && last->end > map->start)
		last->end = map->start;
}

/* Insert a leaf that overlaps no map. */
static uint32_t insert_leaf(struct perf_nodes *n, uint32_t i, uint32_t new)
{
	uint64_t start = n->at[new].map.start;
	uint32_t below;

	if (!i || n->at[new].priority > n->at[i].priority) {
		uint32_t left, right;

		split_tree(n, i, start, &left, &right);
		n->at[new].left = left;
		n->at[new].right = right;
		measure_node(n, new);
		return new;
	}
	i = own_node(n, i);
	n->at[i].size++;
	if (n->at[i].map.start < start) {
		below = insert_leaf(n, n->at[i].right, new);
		n->at[i].right = below;
	} else {
		below = insert_leaf(n, n->at[i].left, new);
		n->at[i].left = below;
	}
	return i;
}

bool perf_space_put(struct perf_space *s, const struct address_map *map,
		    struct error *err)
{
	struct perf_nodes *n = s->nodes;
	uint32_t before, covered, behind, i;
	struct address_map rest = {0};
	size_t more;

	if (map->end <= map->start)
		return true;
	/* reserve nodes, so that no operation fails halfway */
	more = depth_at(s, map->start) + depth_at(s, map->end) + 2;
	if (n->count + more >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many maps");
	if (!mem_reserve(&n->at, &n->room, n->count + more + 1, sizeof *n->at, "maps",
			 err))
		return false;
	if (!n->count) {
		hash_seed_fill(&n->random, 1);
		n->random |= 1;
		n->at[n->count++] =
		    (struct perf_node){0}; /* room: one more than `more` */
	}
	for (i = s->root; i;) { /* does any map overlap? */
		const struct address_map *m = &n->at[i].map;

		if (m->start < map->end && m->end > map->start)
			break;
		i = m->end <= map->start ? n->at[i].right : n->at[i].left;
	}
	if (!i) {
		if (map->module)
			s->root = insert_leaf(n, s->root, make_leaf(n, map));
		return true;
	}
	split_tree(n, s->root, map->start, &before, &behind);
	split_tree(n, behind, map->end, &covered, &behind);
	cut_last(n, before, map, &rest);
	cut_last(n, covered, map, &rest);
	leave_node(n, covered);
	if (map->module)
		before = merge_trees(n, before, make_leaf(n, map));
	if (rest.end)
		before = merge_trees(n, before, make_leaf(n, &rest));
	s->root = merge_trees(n, before, behind);
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
		leave_node(s->nodes, s->root);
	*s = (struct perf_space){0};
}

size_t perf_space_count(const struct perf_space *s)
{
	return s->root ? s->nodes->at[s->root].size : 0;
}

const struct address_map *perf_space_find(const struct perf_space *s, uint64_t address)
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

const struct address_map *perf_space_below(const struct perf_space *s, uint64_t address)
{
	const struct address_map *below = NULL;

	for (uint32_t i = s->root; i;) {
		const struct perf_node *node = &s->nodes->at[i];

		if (node->map.end <= address)
			below = &node->map;
		i = node->map.end <= address ? node->right : node->left;
	}
	return below;
}

/* ---- the maps of all processes ---- */

#define MAPS_OF_ONE UINT32_C(65536) /* the limit of Linux for each process */
#define MAPS_OF_ALL (UINT64_C(4) << 20)
/* the kernel's data and init code are at most this far after its text */
#define KERNEL_BEHIND (UINT64_C(128) << 20)

/* Processes share a space until one of them changes it. */
struct space {
	struct perf_space maps;
	uint32_t users;		 /* 0: free, and `version` is the next free space */
	uint32_t version;	 /* version of these maps, together with ... */
	uint32_t kernel_version; /* ... this version of the kernel's maps */
};

/* Spaces that do not belong to a process. */
enum { SPACE_NONE, SPACE_KERNEL, SPACE_GUEST, SPACES_FIXED };

struct perf_maps {
	struct perf_modules *modules; /* owned */
	struct space *spaces;	      /* owned */
	uint32_t *of_process;	      /* owned: spaces, by number of the process */
	size_t count, room, process_count, process_room;
	uint32_t free;		 /* the first free space; 0: none */
	struct idmap processes;	 /* from pid to number */
	struct perf_nodes nodes; /* all maps of all spaces */
	uint64_t left_out;	 /* number of maps left out */
	/* the last version, and the version of the kernel's maps */
	uint32_t versions, kernel;
};

static bool add_space(struct perf_maps *m, uint32_t *at, struct error *err)
{
	const struct space empty = {.maps.nodes = &m->nodes, .users = 1};

	*at = m->free ? m->free : (uint32_t)m->count;
	if (!m->free)
		return APPEND(m->spaces, m->count, m->room, "maps of processes", err,
			      empty);
	m->free = m->spaces[*at].version;
	m->spaces[*at] = empty;
	return true;
}

struct perf_maps *perf_maps_new(struct error *err)
{
	struct perf_maps *m = mem_array(1, sizeof *m, "maps", err);
	uint32_t at;

	if (!m)
		return NULL;
	m->kernel = 1;
	m->modules = perf_modules_new(err);
	while (m->modules && m->count < SPACES_FIXED && add_space(m, &at, err))
		;
	if (m->count == SPACES_FIXED)
		return m;
	perf_maps_free(m);
	return NULL;
}

void perf_maps_free(struct perf_maps *m)
{
	if (!m)
		return;
	perf_nodes_release(&m->nodes);
	mem_free(m->spaces);
	mem_free(m->of_process);
	idmap_release(&m->processes);
	perf_modules_free(m->modules);
	mem_free(m);
}

struct perf_maps *perf_maps_new_like(const struct perf_maps *like, struct error *err)
{
	struct perf_maps *m = perf_maps_new(err);

	if (m && perf_modules_same_ids(m->modules, like->modules, err))
		return m;
	perf_maps_free(m);
	return NULL;
}

struct perf_modules *perf_maps_modules(struct perf_maps *m)
{
	return m->modules;
}

uint64_t perf_maps_left_out(const struct perf_maps *m)
{
	return m->left_out;
}

/* ---- processes ---- */

uint32_t perf_maps_space(const struct perf_maps *m, int32_t pid)
{
	uint32_t process;

	return idmap_get(&m->processes, (uint32_t)pid, &process) ? m->of_process[process]
								 : SPACE_NONE;
}

static void leave_space(struct perf_maps *m, uint32_t at)
{
	struct space *s = &m->spaces[at];

	if (at < SPACES_FIXED || --s->users)
		return;
	perf_space_release(&s->maps);
	s->version = m->free;
	m->free = at;
}

static bool set_space(struct perf_maps *m, int32_t pid, uint32_t space, struct error *err)
{
	uint32_t fresh = (uint32_t)m->process_count, process;

	if (!idmap_put(&m->processes, (uint32_t)pid, fresh, &process, err))
		return false;
	if (process == fresh && !APPEND(m->of_process, m->process_count, m->process_room,
					"processes", err, SPACE_NONE))
		return false;
	leave_space(m, m->of_process[process]);
	m->of_process[process] = space;
	return true;
}

bool perf_maps_fork(struct perf_maps *m, int32_t child, int32_t parent, struct error *err)
{
	uint32_t space = perf_maps_space(m, parent);

	if (child == parent)
		return true;
	if (!set_space(m, child, space, err))
		return false;
	m->spaces[space].users++;
	return true;
}

bool perf_maps_forget(struct perf_maps *m, const struct idmap *pids, struct error *err)
{
	size_t room = m->process_count + 1, at = 0;
	uint32_t *spaces = mem_array(room, sizeof *spaces, "processes", err);
	struct idmap numbers = {0};
	uint32_t process, number;
	bool ok = spaces != NULL;
	uint64_t pid;

	/* the remaining processes get new numbers */
	while (ok && idmap_next(&m->processes, &at, &pid, &process)) {
		if (idmap_get(pids, pid, &number))
			continue;
		ok = idmap_put(&numbers, pid, (uint32_t)numbers.count, &number, err);
		/* room: each is copied once */
		if (ok)
			spaces[number] = m->of_process[process];
	}
	if (!ok) {
		idmap_release(&numbers);
		mem_free(spaces);
		return false;
	}
	at = 0;
	while (idmap_next(&m->processes, &at, &pid, &process))
		if (!idmap_get(&numbers, pid, &(uint32_t){0}))
			leave_space(m, m->of_process[process]);
	idmap_release(&m->processes);
	mem_free(m->of_process);
	m->processes = numbers;
	m->of_process = spaces;
	m->process_count = numbers.count;
	m->process_room = room;
	return true;
}

bool perf_maps_forget_modules(struct perf_maps *m, struct bits *gone, struct error *err)
{
	struct bits used = {0};
	bool ok;

	if (!perf_modules_are_many(m->modules))
		return true;
	ok = bits_build(&used, perf_modules_count(m->modules), err);
	for (size_t i = 1; ok && i < m->nodes.count; i++)
		if (m->nodes.at[i].users)
			bits_add(&used, m->nodes.at[i].map.module);
	ok = ok && perf_modules_forget(m->modules, &used, gone, err);
	bits_release(&used);
	return ok;
}

/* ---- changes ---- */

static bool put_map(struct perf_maps *m, uint32_t at, const struct address_map *map,
		    struct error *err)
{
	struct space *s = &m->spaces[at];

	if (perf_space_count(&s->maps) + 2 > MAPS_OF_ONE || m->nodes.live > MAPS_OF_ALL) {
		m->left_out++;
		return true;
	}
	if (!perf_space_put(&s->maps, map, err))
		return false;
	if (at == SPACE_KERNEL || at == SPACE_GUEST)
		m->kernel++;
	else
		s->kernel_version = 0;
	return true;
}

bool perf_maps_add(struct perf_maps *m, const struct perf_mapping *p, struct error *err)
{
	struct address_map map = {.start = p->start, .offset = p->offset};
	bool kernel = p->mode == PERF_MODE_KERNEL || p->mode == PERF_MODE_GUEST_KERNEL;
	uint32_t at = p->mode == PERF_MODE_KERNEL ? SPACE_KERNEL : SPACE_GUEST, shared;
	uint8_t kind;

	if (p->mode == PERF_MODE_GUEST_USER)
		return true; /* processes of guests have their own pids */
	map.end = number_add(p->start, p->len);
	if (kernel && p->len == 0)
		map.end = UINT64_MAX;
	if (!perf_modules_put(m->modules,
			      &(struct perf_module_map){
				  .path = p->path,
				  .build_id = p->build_id,
				  .inode = p->inode,
				  .offset = p->offset,
				  .pid = p->pid,
				  .data = p->data,
				  .kernel = kernel,
				  .guest = kernel && at == SPACE_GUEST,
			      },
			      &map.module, err))
		return false;
	kind = perf_modules_get(m->modules, map.module)->kind;
	map.absolute = kernel || kind == PERF_MODULE_JIT || kind == PERF_MODULE_DATA;
	if (!kernel) {
		shared = at = perf_maps_space(m, p->pid);
		if (shared < SPACES_FIXED || m->spaces[shared].users != 1) {
			/* the space will be changed: the process gets a copy */
			if (!add_space(m, &at, err))
				return false;
			perf_space_copy(&m->spaces[at].maps, &m->spaces[shared].maps);
			if (!set_space(m, p->pid, at, err))
				return false;
		}
	}
	return put_map(m, at, &map, err);
}

bool perf_maps_symbol(struct perf_maps *m, uint64_t start, uint64_t len, struct text name,
		      struct error *err)
{
	struct address_map map = {.start = start, .absolute = true};

	map.end = number_add(start, len);
	return (name.len == 0 ||
		perf_modules_put_symbol(m->modules, name, &map.module, err)) &&
	       put_map(m, SPACE_KERNEL, &map, err);
}

bool perf_maps_version(struct perf_maps *m, uint32_t space, uint32_t *version,
		       struct error *err)
{
	struct space *s = &m->spaces[space];

	if (s->kernel_version != m->kernel) {
		if (m->versions == UINT32_MAX)
			return error_set(err, ERROR_LIMIT, "too many changes of maps");
		s->version = ++m->versions;
		s->kernel_version = m->kernel;
	}
	*version = s->version;
	return true;
}

bool perf_maps_versions_are_many(const struct perf_maps *m)
{
	return m->versions > UINT32_MAX / 2 || m->kernel > UINT32_MAX / 2;
}

void perf_maps_begin_versions(struct perf_maps *m)
{
	for (size_t i = 0; i < m->count; i++)
		m->spaces[i].kernel_version = 0;
	m->versions = 0;
	m->kernel = 1;
}

/* ---- looking up ---- */

/*
 * The recorded map of the kernel ends with its text. The init code is after its data; the idle task
 * of the first CPU never returns from there (start_kernel).
 */
static const struct address_map *kernel_map(const struct perf_maps *m, uint64_t address)
{
	const struct perf_space *kernel = &m->spaces[SPACE_KERNEL].maps;
	const struct address_map *map = perf_space_find(kernel, address);

	if (map)
		return map;
	map = perf_space_below(kernel, address);
	if (!map || address - map->end >= KERNEL_BEHIND)
		return NULL;
	return perf_modules_get(m->modules, map->module)->kind == PERF_MODULE_KERNEL
		   ? map
		   : NULL;
}

struct perf_place perf_maps_find(const struct perf_maps *m, uint32_t space,
				 enum perf_mode mode, uint64_t address,
				 struct map_hint *near)
{
	const struct address_map *map = near && near->mode == mode ? near->map : NULL;

	if (!map || address < map->start || address >= map->end) {
		map = NULL;
		if (mode == PERF_MODE_USER)
			map = perf_space_find(&m->spaces[space].maps, address);
		else if (mode == PERF_MODE_KERNEL)
			map = kernel_map(m, address);
		else if (mode == PERF_MODE_GUEST_KERNEL)
			map = perf_space_find(&m->spaces[SPACE_GUEST].maps, address);
	}
	if (near)
		*near = (struct map_hint){map, mode};
	if (!map)
		return (struct perf_place){.mode = mode, .address = address};
	return (struct perf_place){
	    .module = map->module,
	    .mode = mode,
	    .address = map->absolute ? address : address - map->start + map->offset,
	    .start = map->start,
	    .offset = map->offset,
	};
}

void perf_maps_copy(const struct perf_maps *m, uint32_t space, struct perf_space *to)
{
	perf_space_release(to);
	perf_space_copy(to, &m->spaces[space].maps);
}
