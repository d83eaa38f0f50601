#include "symbols/dwarf/inlined_unit.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/bisect.h"

/* Deeper than blocks and calls are nested in what people write. */
#define DEPTH_MAX 128

/*
 * Entries of one unit that are looked at, and stretches of code that they claim. In files
 * that are not meant well entries follow themselves, and all units share one long list.
 */
#define ENTRIES_MAX (8u * 1024 * 1024)
#define CLAIMS_MAX  (4u * 1024 * 1024)

/* What an entry says: this code is of that call, or of a function in it. */
struct claim {
	uint64_t start, end;
	uint32_t call, depth;
};

struct walk {
	struct inlined_unit *unit;
	struct claim *claims; /* owned */
	size_t count, room;
	struct inlined_budget left;
};

/* What may have functions in it, but is no code. */
static bool is_holder(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type;
}

static bool is_block(int tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block;
}

/* False: it has no code. */
static bool claim_ranges(struct walk *w, Dwarf_Die *die, uint32_t call, uint32_t depth)
{
	struct error none = ERROR_INIT;
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool some = false;

	while (w->left.ranges && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		w->left.ranges--;
		if (start >= end)
			continue;
		some = true;
		if (!APPEND(w->claims, w->count, w->room, "ranges", &none,
			    (struct claim){start, end, call, depth}))
			return false;
	}
	return some;
}

/* The number of a new call; 0: no memory for it. */
static uint32_t add_call(struct inlined_unit *u, Dwarf_Die *die, uint32_t caller)
{
	struct error none = ERROR_INIT;

	if (u->call_count == 0 && !APPEND(u->calls, u->call_count, u->calls_room, "calls",
					  &none, (struct inlined_call){0}))
		return 0;
	if (!APPEND(u->calls, u->call_count, u->calls_room, "calls", &none,
		    (struct inlined_call){dwarf_dieoffset(die), caller, 0}))
		return 0;
	return (uint32_t)u->call_count - 1;
}

static void walk_down(struct walk *w, Dwarf_Die *parent, uint32_t call, uint32_t depth);

static void enter(struct walk *w, Dwarf_Die *die, uint32_t call, uint32_t depth)
{
	int tag = dwarf_tag(die);

	if (is_holder(tag) || is_block(tag)) {
		walk_down(w, die, call, depth + 1);
	} else if (tag == DW_TAG_subprogram) {
		/* one that is only declared here, or never called, has no code */
		if (claim_ranges(w, die, 0, depth))
			walk_down(w, die, 0, depth + 1);
	} else if (tag == DW_TAG_inlined_subroutine) {
		call = add_call(w->unit, die, call);
		if (call && claim_ranges(w, die, call, depth))
			walk_down(w, die, call, depth + 1);
	}
}

/*
 * Not dwarf_getscopes(): behind an inlined call that goes on where it was written instead
 * of where it is, and on damaged files it leaks (0.188); and it begins anew each time.
 */
static void walk_down(struct walk *w, Dwarf_Die *parent, uint32_t call, uint32_t depth)
{
	Dwarf_Die die;
	int r = depth < DEPTH_MAX ? dwarf_child(parent, &die) : 1;

	for (; r == 0 && w->left.entries; r = dwarf_siblingof(&die, &die)) {
		w->left.entries--;
		enter(w, &die, call, depth);
	}
}

/* ---- from claims to stretches ---- */

static int by_start(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* A heap of claims that hold here: the innermost on top, of equal ones the first told. */
struct heap {
	struct claim *of; /* owned */
	size_t count, room;
};

static bool is_inside(const struct claim *a, const struct claim *b)
{
	return a->depth != b->depth ? a->depth > b->depth : a->call < b->call;
}

static bool put(struct heap *h, const struct claim *c)
{
	struct error none = ERROR_INIT;
	size_t at = h->count;

	if (!mem_reserve(&h->of, &h->room, at + 1, sizeof *h->of, "ranges", &none))
		return false;
	h->count++;
	for (; at && is_inside(c, &h->of[(at - 1) / 2]); at = (at - 1) / 2)
		h->of[at] = h->of[(at - 1) / 2];
	h->of[at] = *c;
	return true;
}

static void drop_top(struct heap *h)
{
	struct claim last = h->of[--h->count];
	size_t at = 0;

	for (size_t child = 1; child < h->count; child = 2 * at + 1) {
		if (child + 1 < h->count && is_inside(&h->of[child + 1], &h->of[child]))
			child++;
		if (!is_inside(&h->of[child], &last))
			break;
		h->of[at] = h->of[child];
		at = child;
	}
	h->of[at] = last;
}

static bool add_stretch(struct inlined_unit *u, uint64_t start, uint32_t call)
{
	struct error none = ERROR_INIT;
	size_t n = u->stretch_count;

	if (n && u->stretches[n - 1].call == call)
		return true;
	return APPEND(u->stretches, u->stretch_count, u->stretches_room, "ranges", &none,
		      (struct inlined_stretch){start, call});
}

/* From one place where something begins or ends to the next. */
static void cut(struct inlined_unit *u, const struct claim *claims, size_t n)
{
	struct heap here = {0};
	uint64_t at = 0;
	size_t i = 0;
	bool ok = true;

	while (ok) {
		uint64_t begin = i < n ? claims[i].start : UINT64_MAX;

		while (here.count && here.of[0].end <= at)
			drop_top(&here);
		ok = add_stretch(u, at, here.count ? here.of[0].call : 0);
		if (!here.count && i == n)
			break;
		at = here.count && here.of[0].end < begin ? here.of[0].end : begin;
		for (; ok && i < n && claims[i].start <= at; i++)
			ok = put(&here, &claims[i]);
	}
	if (!ok)
		u->stretch_count = 0;
	mem_free(here.of);
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

void inlined_unit_read(struct inlined_unit *u, Dwarf_Die *unit,
		       struct inlined_budget *left)
{
	const struct inlined_budget granted = {least(left->entries, ENTRIES_MAX),
					       least(left->ranges, CLAIMS_MAX)};
	struct walk w = {.unit = u, .left = granted};

	*u = (struct inlined_unit){0};
	walk_down(&w, unit, 0, 0);
	left->entries -= granted.entries - w.left.entries;
	left->ranges -= granted.ranges - w.left.ranges;
	if (w.count)
		qsort(w.claims, w.count, sizeof *w.claims, by_start);
	if (u->call_count)
		cut(u, w.claims, w.count);
	mem_free(w.claims);
}

void inlined_unit_release(struct inlined_unit *u)
{
	mem_free(u->calls);
	mem_free(u->stretches);
	*u = (struct inlined_unit){0};
}

uint32_t inlined_unit_find(const struct inlined_unit *u, uint64_t address)
{
	size_t n =
	    bisect_upto(u->stretches, sizeof *u->stretches, u->stretch_count, address);

	return n ? u->stretches[n - 1].call : 0;
}
