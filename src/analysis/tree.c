#include "analysis/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/clock.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

#define ID_MAX 12 /* "-2147483648" */

/* Members, which are threads or CPUs, belong to one group each. */
static uint32_t member_count(const struct tree_groups *g, const struct profile *p)
{
	return g->root == ROOT_CPU ? PROFILE_NO_CPU + 1 : p->thread_count;
}

static uint32_t member_of(const struct tree_groups *g, const struct context *c)
{
	return g->root == ROOT_CPU ? c->cpu : c->thread;
}

static const char *id_text(int32_t id, char *buf)
{
	if (id == PROFILE_NO_ID)
		return "?";
	snprintf(buf, ID_MAX, "%" PRId32, id);
	return buf;
}

/* Make the label of a member whose name is the string `name`; `id` is its index in `labels`. */
static bool make_label(const struct tree_groups *g, const struct profile *p,
		       uint32_t member, uint32_t name, struct intern *labels,
		       uint32_t *id, struct error *err)
{
	char tail[2 * ID_MAX + 8 + HOST_TAIL_MAX], host[HOST_TAIL_MAX], *whole;
	char pid[ID_MAX], tid[ID_MAX];
	const struct thread *t = g->root == ROOT_CPU ? NULL : &p->threads[member];
	const char *at = t ? host_tail(p, host_of_thread(p, t), host) : "";
	struct text comm;
	bool ok;

	if (!t) { /* "CPU 3", "CPU 3@web1" */
		if (member == PROFILE_NO_CPU)
			return intern_put(labels, TEXT("CPU ?"), id, err);
		snprintf(tail, sizeof tail, "CPU %u%s",
			 (unsigned)host_cpu(p, (uint16_t)member),
			 host_tail(p, host_of_cpu(p, (uint16_t)member), host));
		return intern_put(labels, text_of(tail), id, err);
	}
	if (g->root == ROOT_HOST)
		return intern_put(labels, host_called(p, host_of_thread(p, t)), id, err);
	comm = profile_string(p, name);
	tail[0] = '\0'; /* the name is followed by "", "-12", "-12/34" or "-12@web1" */
	if (g->root == ROOT_PID)
		snprintf(tail, sizeof tail, "-%s%s", id_text(host_pid(p, t), pid), at);
	if (g->root == ROOT_THREAD)
		snprintf(tail, sizeof tail, "-%s/%s%s", id_text(host_pid(p, t), pid),
			 id_text(host_tid(p, t), tid), at);
	whole = mem_array(comm.len + sizeof tail, 1, "bytes of a name", err);
	if (!whole)
		return false;
	memcpy(whole, comm.at, comm.len);
	memcpy(whole + comm.len, tail, strlen(tail));
	ok = intern_put(labels, (struct text){whole, comm.len + strlen(tail)}, id, err);
	mem_free(whole);
	return ok;
}

/*
 * Find or make the label of a member. Many threads may share a long name, which is then read once.
 * `processes` is filled in with ROOT_PID only.
 */
static bool put_label(const struct tree_groups *g, const struct profile *p,
		      const struct process_names *processes, uint32_t member,
		      struct intern *labels, struct idmap *known, uint32_t *id,
		      struct error *err)
{
	const struct thread *t = g->root == ROOT_CPU ? NULL : &p->threads[member];
	uint32_t name = !t		      ? 0
			: g->root == ROOT_PID ? processes->of_thread[member]
					      : t->comm;
	uint64_t key;

	if (!t || g->root == ROOT_THREAD)
		return make_label(g, p, member, name, labels, id, err);
	key = g->root == ROOT_HOST
		  ? host_of_thread(p, t)
		  : idmap_pair(name, g->root == ROOT_PID ? (uint32_t)t->pid : 0);
	return idmap_get(known, key, id) ||
	       (make_label(g, p, member, name, labels, id, err) &&
		idmap_put(known, key, *id, id, err));
}

struct sorted_label {
	struct text text;
	uint32_t id;
};

static int compare_labels(const void *a, const void *b)
{
	const struct sorted_label *x = a, *y = b;

	return text_compare(x->text, y->text);
}

/* Take over the labels and number them in sorted order. */
static bool sort_labels(struct tree_groups *g, struct intern *labels,
			uint32_t *member_groups, uint32_t members, bool has_empty,
			struct error *err)
{
	uint32_t count = intern_count(labels), *rank;
	struct sorted_label *sorted = mem_array(count, sizeof *sorted, "groups", err);
	uint64_t *ends;

	if (!sorted)
		return false;
	rank = mem_array(count, sizeof *rank, "groups", err);
	g->labels = rank ? mem_array(count, sizeof *g->labels, "groups", err) : NULL;
	if (!g->labels) {
		mem_free(rank);
		mem_free(sorted);
		return false;
	}
	intern_take(labels, &g->bytes, &ends, &count);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t from = i ? ends[i - 1] : 0;

		sorted[i].text = (struct text){g->bytes + from, (size_t)(ends[i] - from)};
		sorted[i].id = i;
	}
	qsort(sorted, count, sizeof *sorted, compare_labels);
	for (uint32_t i = !has_empty; i < count; i++) { /* the empty text sorts first */
		/* room: for all sorted labels */
		g->labels[g->count++] = sorted[i].text;
		rank[sorted[i].id] = g->count;
	}
	for (uint32_t i = 0; i < members; i++)
		if (member_groups[i])
			member_groups[i] = rank[member_groups[i] - 1];
	mem_free(ends);
	mem_free(rank);
	mem_free(sorted);
	return true;
}

/* Label the members that occur in contexts with samples; `of` is by member. */
static bool put_labels(struct tree_groups *g, const struct profile *p,
		       const uint8_t *used, uint32_t *of, struct intern *labels,
		       struct error *err)
{
	struct process_names processes = {0};
	struct idmap known = {0};
	bool has_empty = false;
	bool ok = g->root != ROOT_PID || process_names_build(&processes, p, err);
	uint32_t id;

	for (uint32_t i = 0; ok && i < p->context_count; i++) {
		uint32_t member = member_of(g, &p->contexts[i]);

		if (!used[i] || of[member])
			continue;
		ok = put_label(g, p, &processes, member, labels, &known, &id, err);
		if (!ok)
			break;
		has_empty |= id == 0;
		of[member] = id + 1;
	}
	process_names_release(&processes);
	idmap_release(&known);
	if (!ok)
		return false;
	if (!sort_labels(g, labels, of, member_count(g, p), has_empty, err))
		return false;
	for (uint32_t i = 0; i < p->context_count; i++)
		if (used[i])
			g->group[i] = of[member_of(g, &p->contexts[i])];
	return true;
}

static void free_groups(struct tree_groups *g)
{
	if (!g)
		return;
	mem_free(g->labels);
	mem_free(g->bytes);
	mem_free(g->group);
	mem_free(g);
}

static struct tree_groups *make_groups(const struct profile *p, enum root_mode root,
				       struct error *err)
{
	struct tree_groups *g = mem_array(1, sizeof *g, "call tree", err);
	struct intern *labels = NULL;
	uint8_t *used = NULL;
	uint32_t *of = NULL;
	bool ok;

	if (!g)
		return NULL;
	g->root = root;
	ok = root == ROOT_NONE ||
	     ((g->group = mem_array(p->context_count, sizeof *g->group, "groups", err)) &&
	      (used = profile_used_contexts(p, err)) &&
	      (of = mem_array(member_count(g, p), sizeof *of, "groups", err)) &&
	      (labels = intern_new(err)) && put_labels(g, p, used, of, labels, err));
	intern_free(labels);
	mem_free(of);
	mem_free(used);
	if (ok)
		return g;
	free_groups(g);
	return NULL;
}

const char *const root_mode_names[ROOT_MODES] = {
    [ROOT_COMM] = "comm", [ROOT_THREAD] = "thread", [ROOT_PID] = "pid",
    [ROOT_CPU] = "cpu",	  [ROOT_HOST] = "host",	    [ROOT_NONE] = "none",
};

/* ---- duplicate stacks ---- */

/*
 * Are there two stacks with the same parent and frame? The caller provides zeroed memory: `first`
 * and `next` link the callees of each parent, `mark` is by frame.
 */
static bool has_duplicates(const struct profile *p, uint32_t *first, uint32_t *next,
			   uint32_t *mark)
{
	for (uint32_t i = 1; i < p->stack_count; i++) {
		next[i] = first[p->stacks[i].parent];
		first[p->stacks[i].parent] = i;
	}
	for (uint32_t parent = 0; parent < p->stack_count; parent++) {
		for (uint32_t i = first[parent]; i; i = next[i]) {
			uint32_t frame = p->stacks[i].frame;

			if (mark[frame] == parent + 1)
				return true;
			mark[frame] = parent + 1;
		}
	}
	return false;
}

/*
 * By stack, the first one with the same frames. The array is NULL if there are no duplicates, as in
 * every profile made by a builder; release it with mem_free().
 */
static bool find_duplicates(const struct profile *p, uint32_t **first_of,
			    struct error *err)
{
	uint32_t *first = mem_array(p->stack_count, sizeof *first, "stacks", err);
	uint32_t *next =
	    first ? mem_array(p->stack_count, sizeof *next, "stacks", err) : NULL;
	uint32_t *mark =
	    next ? mem_array(p->frame_count, sizeof *mark, "functions", err) : NULL;
	struct idmap ids = {0};
	bool ok = mark != NULL;

	*first_of = NULL;
	if (ok && has_duplicates(p, first, next, mark)) {
		*first_of = mem_array(p->stack_count, sizeof **first_of, "stacks", err);
		ok = *first_of != NULL;
		/* parents come first, so duplicates below duplicates are found, too */
		for (uint32_t i = 1; ok && i < p->stack_count; i++) {
			const struct stack *s = &p->stacks[i];

			ok = idmap_put(&ids, idmap_pair((*first_of)[s->parent], s->frame),
				       i, &(*first_of)[i], err);
		}
	}
	idmap_release(&ids);
	if (!ok) {
		mem_free(*first_of);
		*first_of = NULL;
	}
	mem_free(first);
	mem_free(next);
	mem_free(mark);
	return ok;
}

/* ---- nodes ---- */

/*
 * Nodes are made group by group, so that the node of a stack in the current group can be stored
 * with the stack, and needs no search. One pass over the samples first collects the stacks of each
 * group, and the stack of each sample among these.
 */
struct stack_place {
	/* 1 + the last group that had this stack; 0: none yet */
	uint32_t group;
	uint32_t node; /* in that group; before nodes are made, its index in `met` */
};

/* A stack that occurs in samples of a group. */
struct met_stack {
	uint32_t group, stack;
};

struct tree_building {
	struct tree *tree;
	size_t room_parent, room_frame, room_depth;
	size_t room;		    /* of the smallest of the arrays */
	const uint32_t *first_of;   /* borrowed: from find_duplicates(), may be NULL */
	struct stack_place *places; /* owned: by stack */
	struct met_stack *met;	    /* owned: ordered by their first samples */
	uint32_t met_count;
	size_t met_room;
	/* (group, stack) of stacks in several groups: earlier places */
	struct idmap others;
	/* owned: stacks from the leaf to the known part of the tree */
	uint32_t *pending;
	size_t pending_room;
};

static bool reserve_node(struct tree_building *b, struct error *err)
{
	struct tree *t = b->tree;
	size_t wanted = (size_t)t->count + 1;

	if (t->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %" PRIu32 " call paths",
				 t->count);
	if (!mem_reserve(&t->parent, &b->room_parent, wanted, sizeof *t->parent,
			 "call paths", err) ||
	    !mem_reserve(&t->frame, &b->room_frame, wanted, sizeof *t->frame,
			 "call paths", err) ||
	    !mem_reserve(&t->depth, &b->room_depth, wanted, sizeof *t->depth,
			 "call paths", err))
		return false;
	b->room = b->room_parent < b->room_frame ? b->room_parent : b->room_frame;
	b->room = b->room < b->room_depth ? b->room : b->room_depth;
	return true;
}

static bool add_node(struct tree_building *b, uint32_t parent, uint32_t frame,
		     struct error *err)
{
	struct tree *t = b->tree;
	uint16_t below = t->count ? t->depth[parent] : 0;

	if ((t->count >= b->room || t->count == UINT32_MAX - 1) && !reserve_node(b, err))
		return false;
	t->parent[t->count] = parent;
	t->frame[t->count] = frame;
	t->depth[t->count] =
	    (uint16_t)(t->count && below < UINT16_MAX ? below + 1 : below);
	if (t->depth[t->count] > t->deepest)
		t->deepest = t->depth[t->count];
	t->count++;
	return true;
}

/* Make the nodes of a stack that its group does not have yet. */
static bool add_stack(struct tree_building *b, uint32_t group, uint32_t stack,
		      struct error *err)
{
	const struct stack *stacks = b->tree->profile->stacks;
	uint32_t node = group;
	size_t left = 0;

	for (uint32_t at = stack, up; at; at = b->first_of ? b->first_of[up] : up) {
		up = stacks[at].parent;
		if (b->places[at].group == group + 1) {
			node = b->places[at].node;
			break;
		}
		if (!APPEND(b->pending, left, b->pending_room, "call paths", err, at))
			return false;
	}
	while (left > 0) {
		uint32_t next = b->pending[--left], fresh = b->tree->count;

		if (!add_node(b, node, stacks[next].frame, err))
			return false;
		b->places[next] = (struct stack_place){group + 1, fresh};
		node = fresh;
	}
	if (!stack)
		b->places[0] = (struct stack_place){group + 1, group};
	return true;
}

/* Add the samples of a tree with one group. */
static bool add_samples(struct tree_building *b, uint32_t group, struct error *err)
{
	/* local copies: otherwise the compiler reloads them after every write to a leaf */
	const struct samples s = b->tree->profile->samples;
	const uint32_t *firsts = b->first_of;
	const struct stack_place *places = b->places;
	uint32_t *leaf = b->tree->leaf;

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t stack = firsts ? firsts[s.stack[i]] : s.stack[i];

		if (places[stack].group != group + 1 && !add_stack(b, group, stack, err))
			return false;
		leaf[i] = places[stack].node;
	}
	return true;
}

/*
 * Note that a group has a stack that had no place yet, or a place in another group. That place is
 * moved to `others`, as few stacks are in several groups.
 */
static bool meet_stack(struct tree_building *b, uint32_t group, uint32_t stack,
		       struct error *err)
{
	struct stack_place *place = &b->places[stack];
	uint32_t number = b->met_count;

	if (place->group && !idmap_put(&b->others, idmap_pair(place->group, stack),
				       place->node, &place->node, err))
		return false;
	if ((!place->group ||
	     !idmap_get(&b->others, idmap_pair(group + 1, stack), &number)) &&
	    !APPEND(b->met, b->met_count, b->met_room, "call paths", err,
		    (struct met_stack){.group = group, .stack = stack}))
		return false;
	*place = (struct stack_place){group + 1, number};
	return true;
}

/*
 * Note the stacks of all groups. The leaf of each sample becomes the index of its stack in `met`.
 */
static bool meet_stacks(struct tree_building *b, struct error *err)
{
	const struct samples s = b->tree->profile->samples;
	const uint32_t *group_of = b->tree->groups->group, *firsts = b->first_of;
	const struct stack_place *places = b->places;
	uint32_t *leaf = b->tree->leaf;

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t group = group_of[s.context[i]];
		uint32_t stack = firsts ? firsts[s.stack[i]] : s.stack[i];

		if (places[stack].group != group + 1 && !meet_stack(b, group, stack, err))
			return false;
		leaf[i] = places[stack].node;
	}
	return true;
}

/* Make the nodes of several groups. */
static bool add_groups(struct tree_building *b, struct error *err)
{
	uint64_t count = b->tree->profile->samples.count;
	uint32_t *leaf = b->tree->leaf, *nodes, *order, *next = NULL;
	uint32_t groups = b->tree->groups->count, before = 0;
	bool ok;

	if (!meet_stacks(b, err))
		return false;
	nodes = mem_array(b->met_count, sizeof *nodes, "call paths", err);
	order = nodes ? mem_array(b->met_count, sizeof *order, "call paths", err) : NULL;
	if (order)
		next = mem_array((size_t)groups + 1, sizeof *next, "groups", err);
	ok = next != NULL;
	/* `order` has the indexes of `met`, group by group */
	for (uint32_t i = 0; ok && i < b->met_count; i++)
		next[b->met[i].group]++;
	for (uint32_t i = 0; ok && i <= groups; i++) {
		uint32_t here = next[i];

		next[i] = before;
		before += here;
	}
	for (uint32_t i = 0; ok && i < b->met_count; i++)
		order[next[b->met[i].group]++] = i; /* room: counted before */
	mem_free(next);
	memset(b->places, 0, b->tree->profile->stack_count * sizeof *b->places);
	for (uint32_t i = 0; ok && i < b->met_count; i++) {
		const struct met_stack *m = &b->met[order[i]];

		ok = b->places[m->stack].group == m->group + 1 ||
		     add_stack(b, m->group, m->stack, err);
		nodes[order[i]] = b->places[m->stack].node;
	}
	for (uint64_t i = 0; ok && i < count; i++)
		leaf[i] = nodes[leaf[i]];
	mem_free(order);
	mem_free(nodes);
	return ok;
}

/*
 * Fill in parent, frame, depth, deepest, count and leaf of a tree that has only its profile, root
 * and groups: node 0, then the groups, then the call paths of each group, in the order of its
 * samples. If it fails the tree still owns the arrays.
 */
static bool add_nodes(struct tree *t, struct error *err)
{
	struct tree_building b = {.tree = t};
	uint32_t groups = t->groups->count;
	uint32_t *same;
	bool ok;

	if (!find_duplicates(t->profile, &same, err))
		return false;
	b.first_of = same;
	b.places = mem_array(t->profile->stack_count, sizeof *b.places, "stacks", err);
	if (b.places)
		t->leaf = mem_array((size_t)t->profile->samples.count, sizeof *t->leaf,
				    "samples", err);
	ok = t->leaf != NULL;
	for (uint32_t i = 0; ok && i <= groups; i++)
		ok = add_node(&b, 0, 0, err);
	ok = ok && (groups <= 1 ? add_samples(&b, groups, err) : add_groups(&b, err));
	mem_free(same);
	mem_free(b.places);
	mem_free(b.met);
	idmap_release(&b.others);
	mem_free(b.pending);
	if (!ok)
		return false;
	mem_trim(&t->parent, t->count, sizeof *t->parent);
	mem_trim(&t->frame, t->count, sizeof *t->frame);
	mem_trim(&t->depth, t->count, sizeof *t->depth);
	return true;
}

/* ---- siblings ---- */

static bool link_by_number(struct tree *t, struct error *err)
{
	t->first_child = mem_array(t->count, sizeof *t->first_child, "call paths", err);
	if (t->first_child)
		t->next_sibling =
		    mem_array(t->count, sizeof *t->next_sibling, "call paths", err);
	if (!t->next_sibling)
		return false;
	for (uint32_t n = t->count - 1; n > 0; n--) {
		t->next_sibling[n] = t->first_child[t->parent[n]];
		t->first_child[t->parent[n]] = n;
	}
	return true;
}

static int compare_keys(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/*
 * Sort the children of each node by name. Nodes are visited by number, since most have one child,
 * which is near them in memory.
 */
static bool sort_children(struct tree *t, struct error *err)
{
	/* of the children of one node: the rank of the frame's name, and the node */
	uint64_t *keys = NULL;
	size_t room = 0;
	bool ok = true;

	for (uint32_t parent = 0; ok && parent < t->count; parent++) {
		uint32_t child = t->first_child[parent], count = 0;
		bool ordered = true;

		if (!child || !t->next_sibling[child])
			continue;
		for (uint32_t n = child; ok && n; n = t->next_sibling[n]) {
			/* groups, nodes 1 ... count, are already in the order of labels */
			uint32_t place =
			    n <= t->groups->count ? 0 : t->names.sibling[t->frame[n]] + 1;
			uint64_t key = idmap_pair(place, n);

			ordered = ordered && (!count || keys[count - 1] < key);
			ok = APPEND(keys, count, room, "call paths", err, key);
		}
		if (!ok || ordered)
			continue;
		qsort(keys, count, sizeof *keys, compare_keys);
		t->first_child[parent] = 0;
		for (uint32_t i = count; i > 0; i--) {
			uint32_t node = (uint32_t)keys[i - 1];

			t->next_sibling[node] = t->first_child[parent];
			t->first_child[parent] = node;
		}
	}
	mem_free(keys);
	return ok;
}

static bool link_children(struct tree *t, struct error *err)
{
	return name_order_build(&t->names, t->profile, err) && link_by_number(t, err) &&
	       sort_children(t, err);
}

/* ---- the tree ---- */

struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);

	if (!t)
		return NULL;
	t->profile = p;
	t->root = root;
	t->made = clock_now();
	t->groups = make_groups(p, root, err);
	if (!t->groups || !add_nodes(t, err) || !link_children(t, err)) {
		tree_free(t);
		return NULL;
	}
	return t;
}

struct tree *tree_of_paths(const struct profile *p, enum root_mode root,
			   const struct tree_paths *paths, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);
	struct tree_groups *g = t ? mem_array(1, sizeof *g, "call tree", err) : NULL;

	if (g)
		t->depth = mem_array(paths->count, sizeof *t->depth, "call paths", err);
	if (g && !t->depth) {
		mem_free(g);
		g = NULL;
	}
	if (!g) {
		mem_free(paths->parent);
		mem_free(paths->frame);
		mem_free(paths->labels);
		mem_free(t);
		return NULL;
	}
	*g = (struct tree_groups){root, paths->groups, paths->labels, NULL, NULL};
	t->profile = p;
	t->root = root;
	t->made = clock_now();
	t->count = paths->count;
	t->parent = paths->parent;
	t->frame = paths->frame;
	t->groups = g;
	for (uint32_t i = 1; i < t->count; i++) { /* parents come first */
		uint16_t above = t->depth[t->parent[i]];

		t->depth[i] = (uint16_t)(above < UINT16_MAX ? above + 1 : above);
		t->deepest = t->depth[i] > t->deepest ? t->depth[i] : t->deepest;
	}
	if (paths->any_order ? link_by_number(t, err) : link_children(t, err))
		return t;
	tree_free(t);
	return NULL;
}

uint32_t tree_group_count(const struct tree *t)
{
	return t->groups->count;
}

void tree_free(struct tree *t)
{
	if (!t)
		return;
	free_groups(t->groups);
	mem_free(t->parent);
	mem_free(t->frame);
	mem_free(t->first_child);
	mem_free(t->next_sibling);
	mem_free(t->depth);
	mem_free(t->leaf);
	name_order_release(&t->names);
	mem_free(t);
}

struct text tree_label(const struct tree *t, uint32_t node)
{
	if (node == 0)
		return TEXT("all");
	if (node <= t->groups->count)
		return t->groups->labels[node - 1];
	return profile_frame_name(t->profile, t->frame[node]);
}

bool tree_is_below(const struct tree *t, uint32_t node, uint32_t above)
{
	while (node > above)
		node = t->parent[node];
	return node == above;
}

uint32_t tree_same_path(const struct tree *t, const struct tree *other, uint32_t node)
{
	struct error ignored = ERROR_INIT; /* without memory only the zoom is lost */
	uint32_t *path, deep = 0, at = 0;

	for (uint32_t n = node; n; n = other->parent[n])
		deep++;
	path = mem_array(deep, sizeof *path, "nodes", &ignored);
	if (!path)
		return 0;
	for (uint32_t n = node, i = deep; n; n = other->parent[n])
		path[--i] = n;
	for (uint32_t i = 0; i < deep; i++) {
		uint32_t frame = other->frame[path[i]], next = t->first_child[at];
		bool frames = t->profile == other->profile && frame;
		struct text label = tree_label(other, path[i]);

		if (!frame && t->root == ROOT_NONE)
			continue;
		while (next && !(frames ? t->frame[next] == frame
					: text_equal(tree_label(t, next), label)))
			next = t->next_sibling[next];
		if (!next)
			break;
		at = next;
	}
	mem_free(path);
	return at;
}

/*
 * Labels may contain a ';', and siblings may share a label, so the search may have to backtrack.
 * The length of the path that has been matched follows from the node, so it need not be stored.
 */
uint32_t tree_find(const struct tree *t, struct text path)
{
	uint32_t node = t->first_child[0];
	size_t used = 0;

	while (node) {
		struct text label = tree_label(t, node), rest = text_from(path, used);

		if (used <= path.len && text_starts(rest, label) &&
		    (rest.len == label.len || rest.at[label.len] == ';')) {
			if (rest.len == label.len)
				return node;
			if (t->first_child[node]) {
				used += label.len + 1;
				node = t->first_child[node];
				continue;
			}
		}
		while (node && !t->next_sibling[node]) {
			node = t->parent[node];
			used -= node ? tree_label(t, node).len + 1 : 0;
		}
		node = node ? t->next_sibling[node] : 0;
	}
	return 0;
}

char *tree_path(const struct tree *t, uint32_t node, struct error *err)
{
	uint32_t n = 0, *path;
	struct memory_stream joined;

	for (uint32_t at = node; at; at = t->parent[at])
		n++;
	path = mem_array((size_t)n + 1, sizeof *path, "call path", err);
	if (!path || !memory_stream_open(&joined, err)) {
		mem_free(path);
		return NULL;
	}
	for (uint32_t i = n, at = node; i-- > 0; at = t->parent[at])
		path[i] = at;
	for (uint32_t i = 0; i < n; i++) {
		struct text label = tree_label(t, path[i]);

		if (i)
			fputc(';', joined.out);
		fwrite(label.at, 1, label.len, joined.out);
	}
	mem_free(path);
	return memory_stream_take(&joined, NULL, err);
}
