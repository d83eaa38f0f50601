#include "symbols/dwarf/inlined.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/bytes.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "symbols/demangle.h"
#include "symbols/dwarf/dwarf_file.h"
#include "symbols/dwarf/inlined_unit.h"
#include "symbols/elf/elf_part.h"
#include "symbols/file_pool.h"
#include "symbols/symbol_names.h"

/* The maximum number of ranges of all units; a file with more is hostile. */
#define RANGES_MAX (4u * 1024 * 1024)

/* The maximum number of empty ranges, which linkers leave for unused functions. */
#define EMPTY_MAX (16u * 1024 * 1024)

/*
 * The maximum number of entries and ranges read from all units: several times the needs of a
 * browser's recording.
 */
#define ENTRIES_IN_ALL (256u * 1024 * 1024)
#define CLAIMS_IN_ALL  (16u * 1024 * 1024)

/* Walking entries takes longer than reading them, */
#define PART_WORK 2

/* but this many attributes are skipped in the time of reading a byte. */
#define ATTRIBUTES_EACH 2

/*
 * To find the next entry, libdw skips over all nested entries. The budget for that, in skipped
 * bytes: a ratio to the size of the file, and some seconds for a small one.
 */
#define PASSING_RATIO 64
#define PASSING_LEAST (UINT64_C(256) << 20)

#define NAMELESS UINT32_MAX

/* The longest chain of references from an entry to its origin, as in libdw. */
#define CHAIN_MAX 16

/* Blocks and calls nested deeper than in real programs are skipped. */
#define DEPTH_MAX 128

/*
 * The maximum number of entries and ranges read from one unit. In hostile files entries follow
 * themselves, and all units share one long list.
 */
#define ENTRIES_MAX (8u * 1024 * 1024)
#define CLAIMS_MAX  (4u * 1024 * 1024)

/* ---- the lengths of lists of address ranges ---- */

/* The lists of a file. */
struct range_lists {
	struct text all;	      /* borrowed: the part that libdw reads */
	struct text ranges, rnglists; /* its sections of DWARF 2 to 4, and of 5 */
	bool big;		      /* big-endian */
};

static uint64_t take_sized_number(const struct range_lists *l, struct bytes *b,
				  size_t size)
{
	struct text t = bytes_take(b, size);

	return elf_bytes_number((const uint8_t *)t.at, t.len, l->big);
}

/* Skip an item; false at the end of the list. */
static bool pass_item(const struct range_lists *l, struct bytes *b, size_t size,
		      Dwarf_Half version)
{
	if (version < 5) {
		uint64_t begin = take_sized_number(l, b, size);

		return take_sized_number(l, b, size) || begin;
	}
	switch (take_sized_number(l, b, 1)) {
	case DW_RLE_base_addressx:
		(void)bytes_leb128(b);
		return true;
	case DW_RLE_startx_endx:
	case DW_RLE_startx_length:
	case DW_RLE_offset_pair:
		(void)bytes_leb128(b);
		(void)bytes_leb128(b);
		return true;
	case DW_RLE_base_address:
		bytes_skip(b, size);
		return true;
	case DW_RLE_start_end:
		bytes_skip(b, 2 * size);
		return true;
	case DW_RLE_start_length:
		bytes_skip(b, size);
		(void)bytes_leb128(b);
		return true;
	default:
		return false;
	}
}

/* Find the beginning of the list in its section; false: unknown. */
static bool find_list(const struct range_lists *l, Dwarf_Attribute *attr, Dwarf_Die *unit,
		      uint8_t offset_size, uint64_t *at)
{
	struct bytes b = bytes_of(l->rnglists), entry;
	uintptr_t start = (uintptr_t)l->all.at, at_entry;
	Dwarf_Attribute base;
	Dwarf_Word from;
	uint64_t index;

	if (attr->form != DW_FORM_rnglistx) {
		if (dwarf_formudata(attr, &from) != 0)
			return false;
		*at = from;
		return true;
	}
	/* the index of a list of DWARF 5, as stored in the entry */
	at_entry = (uintptr_t)attr->valp;
	entry = bytes_of(
	    text_from(l->all, at_entry >= start ? at_entry - start : l->all.len));
	index = bytes_leb128(&entry);
	if (!dwarf_attr(unit, DW_AT_rnglists_base, &base) ||
	    dwarf_formudata(&base, &from) != 0 || index > l->rnglists.len)
		return false;
	bytes_skip(&b, from);
	bytes_skip(&b, index * offset_size);
	*at = from + take_sized_number(l, &b, offset_size);
	return true;
}

/*
 * The number of items that dwarf_ranges() reads for an entry, at most `most`. This includes items
 * that it does not return: all entries may refer to one long list of base addresses.
 */
static uint64_t range_lists_length(const struct range_lists *l, Dwarf_Die *die,
				   uint64_t most)
{
	uint8_t address_size, offset_size;
	Dwarf_Attribute attr;
	Dwarf_Half version;
	uint64_t at, n = 1;
	struct bytes b;
	Dwarf_Die unit;

	if (!dwarf_attr(die, DW_AT_ranges, &attr))
		return 1;
	if (!dwarf_cu_die(die->cu, &unit, &version, NULL, &address_size, &offset_size,
			  NULL, NULL) ||
	    !find_list(l, &attr, &unit, offset_size, &at))
		return most;
	b = bytes_of(version < 5 ? l->ranges : l->rnglists);
	bytes_skip(&b, at);
	while (n < most && bytes_left(&b) && pass_item(l, &b, address_size, version))
		n++;
	return n;
}

/* ---- the inlined calls of one unit ---- */

/* An inlined call. Number 0 is none. */
struct inlined_call {
	Dwarf_Off entry; /* offset in .debug_info */
	uint32_t caller; /* the enclosing inlined call; 0: a function */
	uint32_t name;	 /* number of its name, set by the owner; at first 0 */
};

/* The innermost call from `start` up to the next stretch. */
struct inlined_stretch {
	uint64_t start;
	uint32_t call;
};

struct unit_calls {
	struct inlined_call *calls; /* owned; [0] is none */
	size_t call_count, calls_room;
	struct inlined_stretch *stretches; /* owned: by start */
	size_t stretch_count, stretches_room;
};

/* The remaining work for a file. */
struct inlined_budget {
	uint32_t entries, ranges;
	uint64_t passing; /* skipped bytes, including attributes that occupy no bytes */
};

/* A range of code that an entry claims for a call, or for a function nested in it. */
struct claim {
	uint64_t start, end;
	uint32_t call, depth;
};

struct unit_walk {
	struct unit_calls *unit;
	const struct range_lists *lists; /* borrowed */
	uint32_t bare;	      /* maximum attributes of an entry that occupy no bytes */
	struct claim *claims; /* owned */
	size_t count, room;
	struct inlined_budget left;
};

/* Add the ranges of an entry; false when it has no code. */
static bool claim_ranges(struct unit_walk *w, Dwarf_Die *die, uint32_t call,
			 uint32_t depth)
{
	struct error none = ERROR_INIT;
	uint32_t left = w->left.ranges;
	uint64_t length = range_lists_length(w->lists, die, left);
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool some = false;

	w->left.ranges = length < left ? left - (uint32_t)length : 0;
	while (length < left && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		some = true;
		if (!APPEND(w->claims, w->count, w->room, "ranges", &none,
			    (struct claim){start, end, call, depth}))
			return false;
	}
	return some;
}

/* Add a call; 0 when memory runs out. */
static uint32_t add_call(struct unit_calls *u, Dwarf_Die *die, uint32_t caller)
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

static void walk_down(struct unit_walk *w, Dwarf_Die *parent, Dwarf_Off end,
		      uint32_t call, uint32_t depth);

static void enter_entry(struct unit_walk *w, Dwarf_Die *die, Dwarf_Off end, uint32_t call,
			uint32_t depth)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type: /* no code, but may contain functions */
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		walk_down(w, die, end, call, depth + 1);
		break;
	case DW_TAG_subprogram:
		/* declarations and unused functions have no code */
		if (claim_ranges(w, die, 0, depth))
			walk_down(w, die, end, 0, depth + 1);
		break;
	case DW_TAG_inlined_subroutine:
		call = add_call(w->unit, die, call);
		if (call && claim_ranges(w, die, call, depth))
			walk_down(w, die, end, call, depth + 1);
		break;
	default:
		break;
	}
}

/* Take the work of finding the end of an entry from the budget; false when it is exhausted. */
static bool pass_entry(struct unit_walk *w, Dwarf_Off from, Dwarf_Off end)
{
	uint64_t bytes = end > from ? end - from : 1;

	bytes += bytes * w->bare / ATTRIBUTES_EACH;
	w->left.passing -= bytes < w->left.passing ? bytes : w->left.passing;
	return w->left.passing > 0;
}

/*
 * Does not use dwarf_getscopes(): after an inlined call that function continues at the definition
 * instead of the call, it leaks on damaged files (0.188), and it starts anew each time.
 */
static void walk_down(struct unit_walk *w, Dwarf_Die *parent, Dwarf_Off end,
		      uint32_t call, uint32_t depth)
{
	Dwarf_Die die, next;
	int r = depth < DEPTH_MAX ? dwarf_child(parent, &die) : 1;

	for (; r == 0 && w->left.entries && w->left.passing; die = next) {
		Dwarf_Off at = dwarf_dieoffset(&die), behind = end;

		w->left.entries--;
		r = dwarf_siblingof(&die, &next);
		if (r == 0)
			behind = dwarf_dieoffset(&next);
		if (pass_entry(w, at, behind))
			enter_entry(w, &die, behind, call, depth);
	}
}

/* ---- from claims to stretches ---- */

static int claim_by_start(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* A heap of the claims at the current address: the innermost on top, of equals the first. */
struct claim_heap {
	struct claim *of; /* owned */
	size_t count, room;
};

static bool is_inside(const struct claim *a, const struct claim *b)
{
	return a->depth != b->depth ? a->depth > b->depth : a->call < b->call;
}

static bool put_claim(struct claim_heap *h, const struct claim *c)
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

static void drop_top(struct claim_heap *h)
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

static bool add_stretch(struct unit_calls *u, uint64_t start, uint32_t call)
{
	struct error none = ERROR_INIT;
	size_t n = u->stretch_count;

	if (n && u->stretches[n - 1].call == call)
		return true;
	return APPEND(u->stretches, u->stretch_count, u->stretches_room, "ranges", &none,
		      (struct inlined_stretch){start, call});
}

/* Cut claims into stretches, at each address where a claim begins or ends. */
static void cut_claims(struct unit_calls *u, const struct claim *claims, size_t n)
{
	struct claim_heap here = {0};
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
			ok = put_claim(&here, &claims[i]);
	}
	if (!ok)
		u->stretch_count = 0;
	mem_free(here.of);
}

static void unit_calls_release(struct unit_calls *u)
{
	mem_free(u->calls);
	mem_free(u->stretches);
	*u = (struct unit_calls){0};
}

/* The innermost call at an address of the image; 0: none. */
static uint32_t unit_calls_find(const struct unit_calls *u, uint64_t address)
{
	size_t n =
	    bisect_upto(u->stretches, sizeof *u->stretches, u->stretch_count, address);

	return n ? u->stretches[n - 1].call : 0;
}

/* ---- all units of a file ---- */

/* A range of code and the unit that it was compiled from. */
struct unit_range {
	uint64_t start, end;
	uint32_t unit;
};

struct unit {
	Dwarf_Off entry;
	bool asked, cut;	 /* `cut`: it was not read completely */
	struct unit_calls calls; /* owned; valid if `asked` */
};

struct inlined {
	struct elf_part part;	    /* owned: the bytes of `dwarf` */
	Dwarf *dwarf;		    /* owned */
	struct dwarf_tables tables; /* owned: of `dwarf` */
	struct dwarf_alt alt;	    /* owned: of `dwarf` */
	struct range_lists lists;   /* of `part` */
	struct file_pool *pool;	    /* borrowed: budget of all files; or NULL */
	struct unit *units;	    /* owned */
	size_t unit_count, units_room;
	struct unit_range *ranges; /* owned: by start */
	size_t count, capacity;
	uint32_t empty; /* number of empty ranges */
	struct inlined_budget left;
	uint64_t lost;	/* see inlined_lost() */
	uint64_t steps; /* left for demangling */
	/* from the address of a function's entry to its number in `names` */
	struct idmap known;
	char **names; /* owned, and each of them; [0] is NULL */
	size_t name_count, name_capacity;
};

static uint32_t choose_limit(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static int by_start(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static bool add_ranges(struct inlined *in, Dwarf_Die *die, uint32_t unit)
{
	struct error none = ERROR_INIT;
	uint64_t length = range_lists_length(&in->lists, die, in->left.ranges);
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	if (length >= in->left.ranges)
		return false;
	in->left.ranges -= (uint32_t)length;
	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end && in->empty++ < EMPTY_MAX)
			continue;
		if (start >= end || in->count == RANGES_MAX ||
		    !APPEND(in->ranges, in->count, in->capacity, "ranges", &none,
			    (struct unit_range){start, end, unit}))
			return false;
	}
	return true;
}

/* Read the ranges from the units, as not all compilers write .debug_aranges. */
static bool read_units(struct inlined *in)
{
	struct error none = ERROR_INIT;
	Dwarf_Off at = 0, next;
	size_t header;
	Dwarf_Die die;

	while (dwarf_nextcu(in->dwarf, at, &next, &header, NULL, NULL, NULL) == 0 &&
	       next > at) {
		size_t n = in->unit_count;

		if (dwarf_offdie(in->dwarf, at + header, &die) &&
		    (n >= UINT32_MAX ||
		     !APPEND(in->units, in->unit_count, in->units_room, "units", &none,
			     (struct unit){.entry = dwarf_dieoffset(&die)}) ||
		     !add_ranges(in, &die, (uint32_t)n)))
			return false;
		at = next;
	}
	if (in->count)
		qsort(in->ranges, in->count, sizeof *in->ranges, by_start);
	return true;
}

/* The sections of DWARF 2 to 5 for functions and calls, and the same with lines. */
#define SECTIONS                                                                         \
	".debug_info", ".debug_abbrev", ".debug_str", ".debug_line_str",                 \
	    ".debug_str_offsets", ".debug_addr", ".debug_ranges", ".debug_rnglists",     \
	    ".debug_types"
static const char *const sections[] = {SECTIONS, NULL};
static const char *const sections_with_lines[] = {SECTIONS, ".debug_line", NULL};

static struct inlined *read_sections(struct elf_image *im, const char *path,
				     const char *const *names)
{
	struct error none = ERROR_INIT;
	struct inlined *in = mem_array(1, sizeof *in, "tables", &none);

	if (!in)
		return NULL;
	in->steps = DEMANGLE_STEPS;
	if (elf_part_make(im, names, &in->part))
		in->dwarf = dwarf_begin_elf(in->part.elf, DWARF_C_READ, NULL);
	/* every entry and range has at least a byte */
	in->left = (struct inlined_budget){
	    choose_limit(
		ENTRIES_IN_ALL,
		(uint32_t)(in->part.len < UINT32_MAX ? in->part.len : UINT32_MAX)),
	    choose_limit(
		CLAIMS_IN_ALL,
		(uint32_t)(in->part.len < UINT32_MAX ? in->part.len : UINT32_MAX)),
	    PASSING_LEAST + PASSING_RATIO * (uint64_t)in->part.len};
	in->pool = im->pool;
	in->lists =
	    (struct range_lists){.all = {in->part.bytes, in->part.len},
				 .ranges = elf_part_text(&in->part, ".debug_ranges"),
				 .rnglists = elf_part_text(&in->part, ".debug_rnglists"),
				 .big = im->header.e_ident[EI_DATA] == ELFDATA2MSB};
	if (in->dwarf && elf_inside_work(im, PART_WORK * (uint64_t)in->part.len) &&
	    dwarf_tables_open(&in->tables, im, &in->part, in->dwarf)) {
		dwarf_alt_open(&in->alt, im, path, in->dwarf);
		if (read_units(in) && in->count)
			return in;
		if (in->count)
			im->excess = SYMBOLS_UNREASONABLE;
	}
	inlined_free(in);
	return NULL;
}

struct inlined *inlined_new(struct elf_image *im, const char *path)
{
	return read_sections(im, path, sections);
}

struct inlined *inlined_new_with_lines(struct elf_image *im, const char *path)
{
	return read_sections(im, path, sections_with_lines);
}

void inlined_free(struct inlined *in)
{
	if (!in)
		return;
	for (size_t i = 0; i < in->name_count; i++)
		mem_free(in->names[i]);
	mem_free(in->names);
	idmap_release(&in->known);
	for (size_t i = 0; i < in->unit_count; i++)
		unit_calls_release(&in->units[i].calls);
	mem_free(in->units);
	mem_free(in->ranges);
	dwarf_end(in->dwarf);
	dwarf_tables_close(&in->tables);
	dwarf_alt_close(&in->alt);
	elf_part_release(&in->part);
	mem_free(in);
}

static struct unit *find_unit(struct inlined *in, uint64_t address)
{
	size_t n = bisect_upto(in->ranges, sizeof *in->ranges, in->count, address);

	if (n == 0 || address >= in->ranges[n - 1].end)
		return NULL;
	return &in->units[in->ranges[n - 1].unit];
}

bool inlined_unit(struct inlined *in, uint64_t address, struct inlined_unit *found)
{
	struct unit *unit = find_unit(in, address);

	*found = (struct inlined_unit){.lines = elf_part_text(&in->part, ".debug_line"),
				       .strings = elf_part_text(&in->part, ".debug_str"),
				       .line_strings =
					   elf_part_text(&in->part, ".debug_line_str")};
	return unit && dwarf_offdie(in->dwarf, unit->entry, &found->die) &&
	       dwarf_tables_take(&in->tables, &found->die);
}

/*
 * Read all entries of a unit, taking work from the budget. Returns false when the budget is
 * exhausted; then, as with damaged entries or without memory, calls may be missing. Release with
 * unit_calls_release().
 */
static bool unit_calls_read(struct inlined *in, struct unit_calls *u, Dwarf_Die *unit,
			    Dwarf_Off end)
{
	struct inlined_budget *left = &in->left;
	uint64_t pool = file_pool_left(in->pool);
	const struct inlined_budget granted = {choose_limit(left->entries, ENTRIES_MAX),
					       choose_limit(left->ranges, CLAIMS_MAX),
					       left->passing < pool ? left->passing
								    : pool};
	struct unit_walk w = {
	    .unit = u, .lists = &in->lists, .bare = in->tables.bare, .left = granted};

	*u = (struct unit_calls){0};
	walk_down(&w, unit, end, 0, 0);
	left->entries -= granted.entries - w.left.entries;
	left->ranges -= granted.ranges - w.left.ranges;
	left->passing -= granted.passing - w.left.passing;
	file_pool_waste(in->pool, granted.passing - w.left.passing);
	if (w.count)
		qsort(w.claims, w.count, sizeof *w.claims, claim_by_start);
	if (u->call_count)
		cut_claims(u, w.claims, w.count);
	mem_free(w.claims);
	return w.left.entries && w.left.ranges && w.left.passing;
}

/* The unit of an address, whose calls are read at the first lookup. */
static struct unit *unit_of(struct inlined *in, uint64_t address)
{
	struct unit *unit = find_unit(in, address);
	Dwarf_Off end;
	Dwarf_Die die;

	if (!unit)
		return NULL;
	end =
	    unit + 1 < in->units + in->unit_count ? unit[1].entry : in->tables.units.len;
	if (!unit->asked && dwarf_offdie(in->dwarf, unit->entry, &die))
		unit->cut = !dwarf_tables_take(&in->tables, &die) ||
			    !unit_calls_read(in, &unit->calls, &die, end);
	unit->asked = true;
	return unit;
}

/* Find an attribute of an entry or of its origin, as dwarf_attr_integrate() does. */
static bool find_attr(struct inlined *in, const Dwarf_Die *die, unsigned name,
		      Dwarf_Attribute *found)
{
	Dwarf_Die at = *die;
	Dwarf_Attribute ref;

	for (int i = 0; i < CHAIN_MAX; i++) {
		bool other = in->alt.dwarf && dwarf_cu_getdwarf(at.cu) == in->alt.dwarf;

		if (!dwarf_tables_take(other ? &in->alt.tables : &in->tables, &at))
			return false;
		if (dwarf_attr(&at, name, found))
			return true;
		if ((!dwarf_attr(&at, DW_AT_abstract_origin, &ref) &&
		     !dwarf_attr(&at, DW_AT_specification, &ref)) ||
		    !dwarf_formref_die(&ref, &at))
			return false;
	}
	return false;
}

/* The name of a function: preferably the linkage name, which includes namespace and class. */
static char *name_of(struct inlined *in, Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	Dwarf_Attribute attr;
	const char *name = NULL;
	char *plain;

	if (find_attr(in, die, DW_AT_linkage_name, &attr) ||
	    find_attr(in, die, DW_AT_MIPS_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name && find_attr(in, die, DW_AT_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name)
		return NULL;
	plain = demangle_name(name, &in->steps);
	return plain ? plain : mem_text(name, strnlen(name, SYMBOL_NAME_MOST), &none);
}

/* The number of a call's name. Many calls share a function, whose entry is elsewhere. */
static uint32_t name_number(struct inlined *in, Dwarf_Die *call)
{
	struct error none = ERROR_INIT;
	uint32_t number, fresh = (uint32_t)in->name_count;
	Dwarf_Attribute attr;
	Dwarf_Die function;
	uint64_t key;
	char *name;

	if (!dwarf_attr(call, DW_AT_abstract_origin, &attr) ||
	    !dwarf_formref_die(&attr, &function))
		function = *call;
	key = (uint64_t)(uintptr_t)function.addr; /* may be in the file of dwz */
	if (idmap_get(&in->known, key, &number))
		return number;
	name = name_of(in, &function);
	if (!name)
		return NAMELESS;
	if (fresh == NAMELESS - 1 ||
	    (fresh == 0 && !APPEND(in->names, in->name_count, in->name_capacity, "names",
				   &none, NULL)) ||
	    !APPEND(in->names, in->name_count, in->name_capacity, "names", &none, name)) {
		mem_free(name);
		return NAMELESS;
	}
	fresh = (uint32_t)in->name_count - 1;
	/* on failure the name is stored twice */
	idmap_put(&in->known, key, fresh, &number, &none);
	return fresh;
}

static uint32_t number_at(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word n;

	return dwarf_attr(die, name, &attr) && dwarf_formudata(&attr, &n) == 0 &&
		       n <= UINT32_MAX
		   ? (uint32_t)n
		   : 0;
}

static struct inlined_from from_of(struct inlined *in, const struct inlined_call *call)
{
	struct inlined_from from = {0, 0};
	Dwarf_Die die;

	if (dwarf_offdie(in->dwarf, call->entry, &die)) {
		from.file = number_at(&die, DW_AT_call_file);
		from.line = number_at(&die, DW_AT_call_line);
	}
	return from;
}

uint32_t inlined_unit_number(struct inlined *in, uint64_t address)
{
	const struct unit *unit = find_unit(in, address);

	return unit ? (uint32_t)(unit - in->units) : inlined_units(in);
}

uint64_t inlined_lost(const struct inlined *in)
{
	return in->lost;
}

uint32_t inlined_units(const struct inlined *in)
{
	return (uint32_t)in->unit_count;
}

size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max)
{
	return inlined_find_calls(in, address, names, NULL, max);
}

size_t inlined_find_calls(struct inlined *in, uint64_t address, struct text *names,
			  struct inlined_from *calls, size_t max)
{
	struct unit *unit = unit_of(in, address);
	size_t n = 0;

	in->lost += unit && unit->cut;
	for (uint32_t i = unit ? unit_calls_find(&unit->calls, address) : 0;
	     i && n < max;) {
		struct inlined_call *call = &unit->calls.calls[i];
		Dwarf_Die die;

		if (!call->name)
			call->name = dwarf_offdie(in->dwarf, call->entry, &die)
					 ? name_number(in, &die)
					 : NAMELESS;
		if (call->name != NAMELESS && calls)
			calls[n] = from_of(in, call); /* room: n < max */
		if (call->name != NAMELESS &&
		    !APPEND_WITHIN(names, n, max, text_of(in->names[call->name])))
			break;
		i = call->caller;
	}
	return n;
}
