#include "symbols/dwarf/inlined.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/bisect.h"
#include "symbols/demangle.h"
#include "symbols/dwarf/dwarf_alt.h"
#include "symbols/elf/elf_part.h"
#include "symbols/dwarf/inlined_unit.h"
#include "symbols/symbol_names.h"

/* Stretches of code that units claim; a file that claims more is not meant well. */
#define RANGES_MAX (4u * 1024 * 1024)

/* And empty ones, as linkers leave them of functions that nobody calls. */
#define EMPTY_MAX (16u * 1024 * 1024)

/* Looked at in all units: some times what a recording of a browser asks for. */
#define ENTRIES_IN_ALL (256u * 1024 * 1024)
#define CLAIMS_IN_ALL  (16u * 1024 * 1024)

#define NAMELESS UINT32_MAX

/* What an entry is an instance of, and that of what: as far as libdw goes. */
#define CHAIN_MAX 16

/* Some stretch of code, and the unit that it was compiled from. */
struct unit_range {
	uint64_t start, end;
	uint32_t unit;
};

struct unit {
	Dwarf_Off entry;
	bool asked;
	struct inlined_unit calls; /* owned; once it has been asked */
};

struct inlined {
	struct elf_part part;	    /* owned: what `dwarf` is over */
	Dwarf *dwarf;		    /* owned */
	struct dwarf_tables tables; /* owned: of `dwarf` */
	struct dwarf_alt alt;	    /* owned: of `dwarf` */
	struct unit *units;	    /* owned */
	size_t unit_count, units_room;
	struct unit_range *ranges; /* owned: by start */
	size_t count, capacity;
	uint32_t empty; /* ranges that were none */
	struct inlined_budget left;
	uint64_t steps;	    /* left for demangling */
	struct idmap known; /* from where a function is told to its number in `names` */
	char **names;	    /* owned, and each of them; [0] is NULL */
	size_t name_count, name_capacity;
};

static int by_start(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static bool add_ranges(struct inlined *in, Dwarf_Die *die, uint32_t unit)
{
	struct error none = ERROR_INIT;
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

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

static bool add_unit(struct inlined *in, Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	size_t n = in->unit_count;

	return n < UINT32_MAX &&
	       APPEND(in->units, in->unit_count, in->units_room, "units", &none,
		      (struct unit){.entry = dwarf_dieoffset(die)}) &&
	       add_ranges(in, die, (uint32_t)n);
}

/* Not all compilers write .debug_aranges; what the units say is always there. */
static bool read_units(struct inlined *in)
{
	Dwarf_Off at = 0, next;
	size_t header;
	Dwarf_Die die;

	while (dwarf_nextcu(in->dwarf, at, &next, &header, NULL, NULL, NULL) == 0 &&
	       next > at) {
		if (dwarf_offdie(in->dwarf, at + header, &die) && !add_unit(in, &die))
			return false;
		at = next;
	}
	if (in->count)
		qsort(in->ranges, in->count, sizeof *in->ranges, by_start);
	return true;
}

/* Of DWARF 2 to 5, what tells where functions are and how they are called. */
static const char *const sections[] = {".debug_info",	     ".debug_abbrev",
				       ".debug_str",	     ".debug_line_str",
				       ".debug_str_offsets", ".debug_addr",
				       ".debug_ranges",	     ".debug_rnglists",
				       ".debug_types",	     NULL};

struct inlined *inlined_new(struct elf_image *im, const char *path)
{
	struct error none = ERROR_INIT;
	struct inlined *in = mem_array(1, sizeof *in, "tables", &none);

	if (!in)
		return NULL;
	in->left = (struct inlined_budget){ENTRIES_IN_ALL, CLAIMS_IN_ALL};
	in->steps = DEMANGLE_STEPS;
	if (elf_part_make(im, sections, &in->part))
		in->dwarf = dwarf_begin_elf(in->part.elf, DWARF_C_READ, NULL);
	if (in->dwarf && dwarf_tables_open(&in->tables, &in->part, in->dwarf)) {
		dwarf_alt_open(&in->alt, im, path, in->dwarf);
		if (read_units(in) && in->count)
			return in;
	}
	inlined_free(in);
	return NULL;
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
		inlined_unit_release(&in->units[i].calls);
	mem_free(in->units);
	mem_free(in->ranges);
	dwarf_end(in->dwarf);
	dwarf_tables_close(&in->tables);
	dwarf_alt_close(&in->alt);
	elf_part_release(&in->part);
	mem_free(in);
}

/* The calls of the unit that an address is in, read when they are first asked for. */
static struct inlined_unit *unit_of(struct inlined *in, uint64_t address)
{
	size_t n = bisect_upto(in->ranges, sizeof *in->ranges, in->count, address);
	struct unit *unit;
	Dwarf_Die die;

	if (n == 0 || address >= in->ranges[n - 1].end)
		return NULL;
	unit = &in->units[in->ranges[n - 1].unit];
	if (!unit->asked && dwarf_offdie(in->dwarf, unit->entry, &die) &&
	    dwarf_tables_take(&in->tables, &die))
		inlined_unit_read(&unit->calls, &die, &in->left);
	unit->asked = true;
	return &unit->calls;
}

/* As dwarf_attr_integrate(): of the entry, or of what it is an instance of. */
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

/* The name that the linker would see tells the namespace and class as well. */
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

/* The number of a call's name. Many calls are of one function, which is told elsewhere. */
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
	key =
	    (uint64_t)(uintptr_t)function.addr; /* may be of a file that several share */
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
	idmap_put(&in->known, key, fresh, &number, &none); /* without: it is kept twice */
	return fresh;
}

size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max)
{
	struct inlined_unit *unit = unit_of(in, address);
	size_t n = 0;

	for (uint32_t i = unit ? inlined_unit_find(unit, address) : 0; i && n < max;) {
		struct inlined_call *call = &unit->calls[i];
		Dwarf_Die die;

		if (!call->name)
			call->name = dwarf_offdie(in->dwarf, call->entry, &die)
					 ? name_number(in, &die)
					 : NAMELESS;
		if (call->name != NAMELESS &&
		    !APPEND_WITHIN(names, n, max, text_of(in->names[call->name])))
			break;
		i = call->caller;
	}
	return n;
}
