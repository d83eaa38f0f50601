#include "analysis/compare/joint_tree.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"

/* ---- names ---- */

/* The length of an address 0x[0-9a-fA-F]+ at the beginning of `t`; 0 if there is none. */
static size_t address_length(struct text t)
{
	size_t len = 2;

	if (t.len < 3 || t.at[0] != '0' || t.at[1] != 'x')
		return 0;
	while (len < t.len && ((t.at[len] >= '0' && t.at[len] <= '9') ||
			       (t.at[len] >= 'a' && t.at[len] <= 'f') ||
			       (t.at[len] >= 'A' && t.at[len] <= 'F')))
		len++;
	return len > 2 ? len : 0;
}

/* The offset of the next address, or t.len. */
static size_t next_address(struct text t, size_t from)
{
	while (from < t.len) {
		const char *zero = memchr(t.at + from, '0', t.len - from);

		if (!zero)
			return t.len;
		from = (size_t)(zero - t.at);
		if (address_length(text_from(t, from)))
			return from;
		from++;
	}
	return t.len;
}

bool joint_name(struct text name, struct text_buffer *buffer, struct text *is,
		struct error *err)
{
	size_t at = next_address(name, 0), done = 0;

	*is = name;
	if (at == name.len)
		return true;
	buffer->len = 0;
	for (; at < name.len; at = next_address(name, done)) {
		struct text before = {name.at + done, at - done};

		if (!text_buffer_add(buffer, before, err) ||
		    !text_buffer_add(buffer, TEXT("0x..."), err))
			return false;
		done = at + address_length(text_from(name, at));
	}
	if (!text_buffer_add(buffer, text_from(name, done), err))
		return false;
	*is = text_buffer_text(buffer);
	return true;
}

/* ---- the profile ---- */

/* The parts of the joint profile. */
struct joint_tables {
	char *bytes, *names;  /* owned: of its strings, and of the displayed names */
	char *labels;	      /* owned: of the groups */
	uint64_t *ends;	      /* owned: of the strings */
	struct frame *frames; /* owned */
	struct text *shown;   /* owned: by frame, into `names` */
	struct event *events; /* owned */
	struct stack stack;   /* the empty stack */
};

/*
 * Collects the functions of both profiles. A function's number is the number of its name plus 1, as
 * 0 means no name. A string is read once, however many functions have it: it may be a megabyte
 * long.
 */
struct gathering {
	struct joint_tree *joint;
	const struct renamed *renamed; /* for the current profile; NULL: none */
	struct intern *names;	       /* as displayed and compared */
	struct intern *strings;	       /* names as written, and modules */
	size_t room;		       /* of joint->tables->frames */
	struct text_buffer buffer;

	/* For the current profile, by string: */
	uint32_t *named;   /* owned: the function with that name; 0: not known yet */
	uint32_t *module;  /* owned: its number as a module, plus 1; 0: not known yet */
	struct bits plain; /* owned: the function has exactly this name */
};

static bool put_module(struct gathering *g, const struct profile *p, uint32_t frame,
		       uint32_t *id, struct error *err)
{
	uint32_t *known = &g->module[p->frames[frame].module];

	if (!*known) {
		if (!intern_put(g->strings,
				renamed_is(g->renamed, RENAMED_MODULE,
					   profile_frame_module(p, frame)),
				id, err))
			return false;
		*known = *id + 1;
	}
	*id = *known - 1;
	return true;
}

/*
 * Stands for a function that has both modes until all frames are there; the mode then becomes
 * unknown.
 */
#define BOTH_MODES FRAME_MODES

/* Find the function of a frame by its name, or add one. */
static bool find_frame(struct gathering *g, const struct profile *p, uint32_t frame,
		       uint32_t *is, struct error *err)
{
	struct joint_tables *t = g->joint->tables;
	struct text name = renamed_unnamed(g->renamed, profile_frame_name(p, frame));
	struct text written =
	    renamed_unnamed(g->renamed, profile_frame_written(p, frame));
	uint32_t id, string;

	if (!joint_name(name, &g->buffer, &name, err) ||
	    !intern_put(g->names, name, &id, err))
		return false;
	if (text_equal(name, profile_frame_name(p, frame)))
		bits_add(&g->plain, p->frames[frame].name);
	*is = id + 1;
	return *is < g->joint->profile.frame_count ||
	       (joint_name(written, &g->buffer, &written, err) &&
		intern_put(g->strings, written, &string, err) &&
		APPEND(t->frames, g->joint->profile.frame_count, g->room, "functions",
		       err, (struct frame){.name = string, .kind = FRAME_NAMELESS}));
}

static bool put_frame(struct gathering *g, const struct profile *p, int side,
		      uint32_t frame, uint32_t *is, struct error *err)
{
	const struct frame *from = &p->frames[frame];
	uint32_t *known = &g->named[from->name];
	struct frame *to;

	if (!*known && !find_frame(g, p, frame, known, err))
		return false;
	*is = *known;
	if (side == JOINT_FIRST && bits_has(&g->plain, from->name))
		bits_add(&g->joint->plain, frame);
	/* several frames may be one function: add the missing parts */
	to = &g->joint->tables->frames[*is];
	if (to->kind == FRAME_NAMELESS)
		to->kind = from->kind;
	to->mode = to->kind != FRAME_NAMELESS		 ? FRAME_MODE_UNKNOWN
		   : !to->mode || to->mode == from->mode ? from->mode
							 : BOTH_MODES;
	return to->module || put_module(g, p, frame, &to->module, err);
}

static bool put_frames(struct gathering *g, const struct profile *p, int side,
		       struct error *err)
{
	size_t strings = (size_t)p->strings.count + 1;
	uint32_t *is = mem_array(p->frame_count, sizeof *is, "functions", err);
	bool ok;

	g->joint->frame[side] = is;
	g->renamed = side == JOINT_SECOND ? &g->joint->renamed : NULL;
	g->named = is ? mem_array(strings, sizeof *g->named, "names", err) : NULL;
	g->module = g->named ? mem_array(strings, sizeof *g->module, "names", err) : NULL;
	ok = g->module && bits_build(&g->plain, strings, err);
	for (uint32_t i = 1; ok && i < p->frame_count; i++)
		ok = put_frame(g, p, side, i, &is[i], err);
	mem_free(g->named);
	mem_free(g->module);
	bits_release(&g->plain);
	return ok;
}

static bool put_events(struct gathering *g, const struct profile *p, struct error *err)
{
	struct event *events = mem_array(p->event_count, sizeof *events, "events", err);

	g->joint->tables->events = events;
	for (uint32_t i = 0; events && i < p->event_count; i++) {
		struct text name = profile_string(p, p->events[i].name);
		struct text unit = profile_string(p, p->events[i].unit);

		events[i].spans = p->events[i].spans;
		if (!intern_put(g->strings, name, &events[i].name, err) ||
		    !intern_put(g->strings, unit, &events[i].unit, err))
			return false;
	}
	g->joint->profile.event_count = p->event_count;
	return events != NULL;
}

/* All names are known: give the profile its tables. */
static bool finish_profile(struct gathering *g, struct error *err)
{
	struct joint_tables *t = g->joint->tables;
	struct profile *p = &g->joint->profile;
	uint64_t *ends;
	uint32_t count;

	t->shown = mem_array(p->frame_count, sizeof *t->shown, "functions", err);
	if (!t->shown)
		return false;
	intern_take(g->names, &t->names, &ends, &count);
	for (uint32_t i = 0; i < count && i + 1 < p->frame_count; i++) {
		uint64_t from = i ? ends[i - 1] : 0;

		t->shown[i + 1] =
		    (struct text){t->names + from, (size_t)(ends[i] - from)};
		if (t->frames[i + 1].mode == BOTH_MODES)
			t->frames[i + 1].mode = FRAME_MODE_UNKNOWN;
	}
	mem_free(ends);
	intern_take(g->strings, &t->bytes, &t->ends, &p->strings.count);
	mem_trim(&t->frames, p->frame_count, sizeof *t->frames);
	p->strings.bytes = t->bytes;
	p->strings.ends = t->ends;
	p->frames = t->frames;
	p->shown = t->shown;
	p->events = t->events;
	p->stacks = &t->stack;
	p->stack_count = 1;
	return true;
}

static bool join_profiles(struct joint_tree *j, const struct profile *first,
			  const struct profile *second, struct error *err)
{
	struct gathering g = {.joint = j};
	bool ok;

	g.names = intern_new(err);
	g.strings = g.names ? intern_new(err) : NULL;
	ok = g.strings != NULL;
	/* row 0, which is not a frame, and the function without a name */
	while (ok && j->profile.frame_count < 2)
		ok = APPEND(j->tables->frames, j->profile.frame_count, g.room,
			    "functions", err, (struct frame){.kind = FRAME_NAMELESS});
	ok = ok && bits_build(&j->plain, first->frame_count, err) &&
	     put_frames(&g, first, JOINT_FIRST, err) &&
	     put_frames(&g, second, JOINT_SECOND, err) && put_events(&g, first, err) &&
	     finish_profile(&g, err);
	intern_free(g.names);
	intern_free(g.strings);
	mem_free(g.buffer.at);
	return ok;
}

/* ---- the tree ---- */

struct joining {
	struct tree_paths paths;
	size_t room_parent, room_frame, room_labels;
	struct text_buffer labels; /* of the groups, concatenated */
	struct idmap children;	   /* by node and function */
};

static bool add_node(struct joining *j, uint32_t parent, uint32_t frame,
		     struct error *err)
{
	struct tree_paths *p = &j->paths;
	size_t wanted = (size_t)p->count + 1;

	if (p->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT,
				 "more than %" PRIu32 " call paths in both files",
				 p->count);
	if (!mem_reserve(&p->parent, &j->room_parent, wanted, sizeof *p->parent,
			 "call paths", err) ||
	    !mem_reserve(&p->frame, &j->room_frame, wanted, sizeof *p->frame,
			 "call paths", err))
		return false;
	p->parent[p->count] = parent;
	p->frame[p->count] = frame;
	p->count++;
	return true;
}

/* A group of a tree. */
struct joining_group {
	struct text label; /* borrowed: as in the first file */
	uint32_t node;	   /* in its tree */
};

static int by_label(const void *a, const void *b)
{
	const struct joining_group *x = a, *y = b;

	return text_compare(x->label, y->label);
}

/*
 * The groups of a tree sorted by label, followed by an entry without a node. NULL without memory.
 */
static struct joining_group *groups_of(const struct tree *t,
				       const struct renamed *renamed, struct error *err)
{
	uint32_t count = tree_group_count(t);
	struct joining_group *groups =
	    mem_array((size_t)count + 1, sizeof *groups, "groups", err);

	for (uint32_t i = 0; groups && i < count; i++) {
		struct text label = tree_label(t, i + 1);

		if (t->root == ROOT_COMM)
			label = renamed_is(renamed, RENAMED_PROGRAM, label);
		groups[i] = (struct joining_group){label, i + 1};
	}
	if (groups && renamed)
		qsort(groups, count, sizeof *groups, by_label);
	return groups;
}

/* Merge the groups of both trees, which are in the order of labels. */
static bool join_groups(struct joining *j, const struct tree *const trees[],
			const struct renamed *renamed, uint32_t *const node[],
			struct error *err)
{
	struct joining_group *groups[JOINT_SIDES] = {groups_of(trees[0], NULL, err)};
	const struct joining_group *at[JOINT_SIDES];
	bool ok;

	at[0] = groups[0];
	at[1] = groups[1] = groups[0] ? groups_of(trees[1], renamed, err) : NULL;
	ok = groups[1] != NULL;
	while (ok && (at[0]->node || at[1]->node)) {
		int order = !at[1]->node   ? -1
			    : !at[0]->node ? 1
					   : text_compare(at[0]->label, at[1]->label);
		struct text label = at[order > 0]->label;

		/* the labels are moved to `labels` when all are there */
		ok = text_buffer_add(&j->labels, label, err) &&
		     APPEND(j->paths.labels, j->paths.groups, j->room_labels, "groups",
			    err, (struct text){NULL, label.len}) &&
		     add_node(j, 0, 0, err);
		for (int side = 0; ok && side < JOINT_SIDES; side++) {
			if (order && side != (order > 0))
				continue;
			node[side][at[side]->node] = j->paths.groups;
			at[side]++;
		}
	}
	mem_free(groups[0]);
	mem_free(groups[1]);
	return ok;
}

static bool join_nodes(struct joining *j, const struct tree *t, const uint32_t *frames,
		       uint32_t *node, struct error *err)
{
	for (uint32_t i = tree_group_count(t) + 1; i < t->count; i++) {
		uint32_t parent = node[t->parent[i]], frame = frames[t->frame[i]];
		uint32_t fresh = j->paths.count;

		if (!idmap_put(&j->children, idmap_pair(parent, frame), fresh, &node[i],
			       err) ||
		    (node[i] == fresh && !add_node(j, parent, frame, err)))
			return false;
	}
	return true;
}

static bool join_trees(struct joint_tree *joint, struct joining *j,
		       const struct tree *const trees[], struct error *err)
{
	for (int s = 0; s < JOINT_SIDES; s++) {
		joint->node[s] =
		    mem_array(trees[s]->count, sizeof **joint->node, "call paths", err);
		if (!joint->node[s])
			return false;
	}
	if (!add_node(j, 0, 0, err) ||
	    !join_groups(j, trees, &joint->renamed, joint->node, err))
		return false;
	for (int s = 0; s < JOINT_SIDES; s++)
		if (!join_nodes(j, trees[s], joint->frame[s], joint->node[s], err))
			return false;
	return true;
}

/* ---- siblings side by side ---- */

/* Nodes in their new order, and the new number of each. Owned. */
struct renumbering {
	uint32_t *order, *number, *old;
};

/* Put a column in the new order; if it holds nodes, give them their new numbers. */
static void reorder(const struct renumbering *n, uint32_t *column, uint32_t count,
		    bool nodes)
{
	memcpy(n->old, column, count * sizeof *column);
	for (uint32_t i = 0; i < count; i++)
		column[i] = nodes ? n->number[n->old[n->order[i]]] : n->old[n->order[i]];
}

/*
 * Renumber nodes breadth first. A picture reads the values of siblings, of which two files may have
 * many thousands: when adjacent, they are read ten times as fast as in the order of the files.
 */
static bool renumber_nodes(struct joint_tree *j, struct error *err)
{
	struct tree *t = j->tree;
	struct renumbering n = {0};
	uint32_t count = 1;
	bool ok;

	ok = (n.order = mem_array(t->count, sizeof *n.order, "call paths", err)) &&
	     (n.number = mem_array(t->count, sizeof *n.number, "call paths", err)) &&
	     (n.old = mem_array(t->count, sizeof *n.old, "call paths", err));
	if (ok) {
		/* callees follow all nodes with as many callers; groups keep their places */
		for (uint32_t i = 0; i < count; i++)
			for (uint32_t c = t->first_child[n.order[i]]; c;
			     c = t->next_sibling[c]) {
				n.number[c] = count;
				n.order[count++] = c; /* room: each node once */
			}
		reorder(&n, t->parent, t->count, true);
		reorder(&n, t->frame, t->count, false);
		reorder(&n, t->first_child, t->count, true);
		reorder(&n, t->next_sibling, t->count, true);
		for (uint32_t i = 1; i < t->count; i++) {
			uint16_t above = t->depth[t->parent[i]];

			t->depth[i] = above < UINT16_MAX ? (uint16_t)(above + 1) : above;
		}
		for (int s = 0; s < JOINT_SIDES; s++)
			for (uint32_t i = 0; i < j->of[s]->count; i++)
				j->node[s][i] = n.number[j->node[s][i]];
	}
	mem_free(n.order);
	mem_free(n.number);
	mem_free(n.old);
	return ok;
}

static bool build_joint(struct joint_tree *joint, const struct tree *const trees[],
			struct error *err)
{
	struct joining j = {0};
	const char *label;
	bool ok;

	joint->tables = mem_array(1, sizeof *joint->tables, "call tree", err);
	if (!joint->tables ||
	    !join_profiles(joint, trees[0]->profile, trees[1]->profile, err))
		return false;
	ok = join_trees(joint, &j, trees, err);
	idmap_release(&j.children);
	label = joint->tables->labels = j.labels.at;
	for (uint32_t i = 0; label && i < j.paths.groups; i++) {
		j.paths.labels[i].at = label;
		label += j.paths.labels[i].len;
	}
	if (!ok) {
		mem_free(j.paths.parent);
		mem_free(j.paths.frame);
		mem_free(j.paths.labels);
		return false;
	}
	mem_trim(&j.paths.parent, j.paths.count, sizeof *j.paths.parent);
	mem_trim(&j.paths.frame, j.paths.count, sizeof *j.paths.frame);
	joint->tree = tree_of_paths(&joint->profile, trees[0]->root, &j.paths, err);
	return joint->tree && renumber_nodes(joint, err);
}

struct joint_tree *joint_tree_new(const struct tree *first, const struct tree *second,
				  const struct renamed *renamed, struct error *err)
{
	const struct tree *const trees[JOINT_SIDES] = {first, second};
	struct joint_tree *j = mem_array(1, sizeof *j, "call tree", err);

	if (j) {
		memcpy(j->of, trees, sizeof trees);
		if (renamed_copy(&j->renamed, renamed, err) && build_joint(j, trees, err))
			return j;
	}
	joint_tree_free(j);
	return NULL;
}

void joint_tree_free(struct joint_tree *j)
{
	struct joint_tables *t = j ? j->tables : NULL;

	if (!j)
		return;
	tree_free(j->tree);
	for (int s = 0; s < JOINT_SIDES; s++) {
		mem_free(j->node[s]);
		mem_free(j->frame[s]);
	}
	bits_release(&j->plain);
	renamed_release(&j->renamed);
	if (t) {
		mem_free(t->bytes);
		mem_free(t->names);
		mem_free(t->labels);
		mem_free(t->ends);
		mem_free(t->frames);
		mem_free(t->shown);
		mem_free(t->events);
	}
	mem_free(t);
	mem_free(j);
}

/* ---- a search ---- */

bool joint_tree_search(const struct joint_tree *j, struct search *s, struct regex *re,
		       const struct bits *of_first, struct error *err)
{
	const struct profile *p = &j->profile;
	struct bits asked = {0}, found = {0};
	bool ok = bits_build(&asked, p->frame_count, err) &&
		  bits_build(&found, p->frame_count, err);

	for (uint64_t i = 1; ok && of_first->words && i < of_first->count; i++) {
		if (!bits_has(&j->plain, i))
			continue;
		bits_add(&asked, j->frame[JOINT_FIRST][i]);
		if (bits_has(of_first, i))
			bits_add(&found, j->frame[JOINT_FIRST][i]);
	}
	for (uint32_t i = 1; ok && i < p->frame_count; i++)
		if (!bits_has(&asked, i) && regex_matches(re, profile_frame_name(p, i)))
			bits_add(&found, i);
	ok = ok && search_build(s, j->tree, re, &found, err);
	bits_release(&asked);
	bits_release(&found);
	return ok;
}

/* ---- counts ---- */

/*
 * Count the whole flame. Siblings that are one node here have no samples in common, so their totals
 * can be added.
 */
static void count_flame(struct joint_counts *c, const struct flame *flame)
{
	memset(c->self, 0, c->end * sizeof *c->self);
	memset(c->total, 0, c->end * sizeof *c->total);
	for (uint32_t i = 0; i < flame->tree->count; i++) {
		if (!flame->total[i])
			/* true of most nodes of a large tree, in a short range */
			continue;
		c->self[c->node[i]] += flame->self[i];
		c->total[c->node[i]] += flame->total[i];
	}
	c->first = flame->first;
	c->last = flame->last;
	c->from = flame->from;
	c->to = flame->to;
	c->several = flame->several > 0;
}

bool joint_counts_build(struct joint_counts *c, const struct joint_tree *j,
			const struct flame *flame, struct error *err)
{
	uint32_t count = j->tree->count;
	int side = flame->tree == j->of[JOINT_FIRST] ? JOINT_FIRST : JOINT_SECOND;

	*c = (struct joint_counts){.joint = j, .node = j->node[side]};
	if (!(c->self = mem_array(count, sizeof *c->self, "flame graph nodes", err)) ||
	    !(c->total = mem_array(count, sizeof *c->total, "flame graph nodes", err))) {
		joint_counts_release(c);
		return false;
	}
	for (uint32_t i = 0; i < flame->tree->count; i++)
		if (c->node[i] >= c->end)
			c->end = c->node[i] + 1;
	count_flame(c, flame);
	return true;
}

void joint_counts_release(struct joint_counts *c)
{
	mem_free(c->self);
	mem_free(c->total);
	*c = (struct joint_counts){0};
}

/*
 * Add rows that entered the range, or subtract rows that left it (`sign` -1), along their path to
 * the root, until `*left` steps are used up.
 */
static void count_rows(struct joint_counts *c, const struct flame *flame, uint64_t first,
		       uint64_t last, uint64_t sign, uint64_t *left)
{
	const uint32_t *parent = c->joint->tree->parent;
	const uint32_t *leaf = flame->tree->leaf;

	for (uint64_t row = first; row < last && *left; row++) {
		uint64_t value = flame_value(flame, row) * sign;
		uint32_t node = c->node[leaf[row]];

		if (!bits_has(flame->which, row))
			continue;
		c->self[node] += value;
		for (; node && *left; node = parent[node], --*left)
			c->total[node] += value;
		c->total[0] += value;
	}
}

/* One step to the root costs as much as counting this many nodes, most of which have no value. */
#define CLIMBS_PART 4

/*
 * Count only the rows that entered or left the range; false if that costs too much: the counts are
 * then wrong.
 */
static bool count_moved(struct joint_counts *c, const struct flame *flame)
{
	uint64_t from = c->first > flame->first ? c->first : flame->first;
	uint64_t to = c->last < flame->last ? c->last : flame->last;
	uint64_t left = flame->tree->count / CLIMBS_PART;

	if (flame->spans || from >= to || flame->several || c->several)
		return false;
	count_rows(c, flame, c->first, from, UINT64_MAX, &left);
	count_rows(c, flame, to, c->last, UINT64_MAX, &left);
	count_rows(c, flame, flame->first, from, 1, &left);
	count_rows(c, flame, to, flame->last, 1, &left);
	c->first = flame->first;
	c->last = flame->last;
	return left != 0;
}

void joint_counts_refresh(struct joint_counts *c, const struct flame *flame)
{
	if (!c->several && !flame->several && c->first == flame->first &&
	    c->last == flame->last && c->from == flame->from && c->to == flame->to)
		return;
	if (!count_moved(c, flame))
		count_flame(c, flame);
}
