#include "symbols/inlined.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "symbols/demangle.h"
#include "symbols/elf_inside.h"

/* Stretches of code that units claim; a file that claims more is not meant well. */
#define RANGES_MAX (4u * 1024 * 1024)

/* Deeper than blocks and calls are nested in what people write. */
#define DEPTH_MAX 128

/* Entries of one unit that are looked at for one address. */
#define ENTRIES_MAX (8u * 1024 * 1024)

/* Some stretch of code, and the unit that it was compiled from. */
struct unit_range {
	uint64_t start, end;
	Dwarf_Off unit;
};

struct inlined {
	Dwarf *dwarf;		   /* owned */
	struct unit_range *ranges; /* owned: by start */
	size_t count, capacity;
	struct idmap known; /* from a function's entry to its number in `names` */
	char **names;	    /* owned, and each of them */
	size_t name_count, name_capacity;
};

static int by_start(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static bool add_ranges(struct inlined *in, Dwarf_Die *unit)
{
	struct error none = ERROR_INIT;
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(unit, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		if (in->count == RANGES_MAX ||
		    !mem_reserve(&in->ranges, &in->capacity, in->count + 1,
				 sizeof *in->ranges, "ranges", &none))
			return false;
		in->ranges[in->count++] =
		    (struct unit_range){start, end, dwarf_dieoffset(unit)};
	}
	return true;
}

/* Not all compilers write .debug_aranges; what the units say is always there. */
static bool read_units(struct inlined *in)
{
	Dwarf_Off at = 0, next;
	size_t header;
	Dwarf_Die unit;

	while (dwarf_nextcu(in->dwarf, at, &next, &header, NULL, NULL, NULL) == 0 &&
	       next > at) {
		if (dwarf_offdie(in->dwarf, at + header, &unit) && !add_ranges(in, &unit))
			return false;
		at = next;
	}
	if (in->count)
		qsort(in->ranges, in->count, sizeof *in->ranges, by_start);
	return true;
}

struct inlined *inlined_new(const struct elf_image *im)
{
	struct error none = ERROR_INIT;
	struct inlined *in = mem_array(1, sizeof *in, "tables", &none);

	if (!in)
		return NULL;
	in->dwarf = dwarf_begin_elf(im->elf, DWARF_C_READ, NULL);
	if (in->dwarf && read_units(in) && in->count)
		return in;
	inlined_free(in);
	return NULL;
}

void inlined_free(struct inlined *in)
{
	if (!in)
		return;
	for (size_t i = 0; i < in->name_count; i++)
		free(in->names[i]);
	free(in->names);
	idmap_release(&in->known);
	free(in->ranges);
	dwarf_end(in->dwarf);
	free(in);
}

static bool unit_of(const struct inlined *in, uint64_t address, Dwarf_Die *unit)
{
	size_t low = 0, high = in->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (in->ranges[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && address < in->ranges[low - 1].end &&
	       dwarf_offdie(in->dwarf, in->ranges[low - 1].unit, unit);
}

/* The name that the linker would see tells the namespace and class as well. */
static char *name_of(Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	Dwarf_Attribute attr;
	const char *name = NULL;
	char *plain;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name)
		name = dwarf_diename(die);
	if (!name)
		return NULL;
	plain = demangle_name(name);
	return plain ? plain : mem_text(name, strlen(name), &none);
}

/* The kept name of an inlined call; empty when it has none. */
static struct text kept_name(struct inlined *in, Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	uint32_t number, fresh = (uint32_t)in->name_count;
	char *name;

	if (idmap_get(&in->known, dwarf_dieoffset(die), &number))
		return text_of(in->names[number]);
	name = name_of(die);
	if (!name)
		return TEXT("");
	if (!mem_reserve(&in->names, &in->name_capacity, in->name_count + 1,
			 sizeof *in->names, "names", &none) ||
	    !idmap_put(&in->known, dwarf_dieoffset(die), fresh, &number, &none)) {
		free(name);
		return TEXT("");
	}
	in->names[in->name_count++] = name;
	return text_of(name);
}

/* A walk down to an address: the entries that hold it, from the function inwards. */
struct walk {
	uint64_t address;
	Dwarf_Die held[DEPTH_MAX];
	size_t depth;
	uint32_t left; /* how many entries may still be looked at */
};

/* What may have functions in it, but is no code. */
static bool is_holder(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type;
}

static bool is_code(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block;
}

/*
 * Not dwarf_getscopes(): behind an inlined call that goes on where it was written instead
 * of where it is, and on damaged files it leaks (0.188).
 */
static bool walk_down(struct walk *w, Dwarf_Die *parent, int level)
{
	Dwarf_Die die;
	int r = level < DEPTH_MAX ? dwarf_child(parent, &die) : 1;

	for (; r == 0 && w->left > 0; r = dwarf_siblingof(&die, &die)) {
		int tag = dwarf_tag(&die);

		w->left--;
		if (is_holder(tag) && walk_down(w, &die, level + 1))
			return true;
		if (!is_code(tag) || dwarf_haspc(&die, w->address) <= 0)
			continue;
		if (tag == DW_TAG_subprogram)
			w->depth = 0;
		if (w->depth < DEPTH_MAX)
			w->held[w->depth++] = die;
		walk_down(w, &die, level + 1);
		return true;
	}
	return false;
}

size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max)
{
	struct walk w = {.address = address, .left = ENTRIES_MAX};
	Dwarf_Die unit;
	size_t n = 0;

	if (!unit_of(in, address, &unit))
		return 0;
	walk_down(&w, &unit, 0);
	for (size_t i = w.depth; i > 0 && n < max; i--) {
		if (dwarf_tag(&w.held[i - 1]) == DW_TAG_inlined_subroutine)
			names[n++] = kept_name(in, &w.held[i - 1]);
	}
	return n;
}
