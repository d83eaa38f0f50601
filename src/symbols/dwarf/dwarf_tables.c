#include "symbols/dwarf/dwarf_tables.h"

#include <dwarf.h>

#include "base/bytes.h"
#include "base/mem.h"

/* What libdw takes for an abbreviation, and where it finds it again. */
#define BYTES_EACH 96

static uint64_t leb(struct bytes *b)
{
	uint64_t v = 0;
	uint8_t byte = 0x80;

	for (unsigned shift = 0; byte & 0x80 && bytes_left(b); shift += 7) {
		byte = (uint8_t)*b->at++;
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
	}
	return v;
}

/* What a table up to the abbreviation `code`, or its end, takes: the memory, or time. */
static size_t cost_to(struct text tables, uint64_t offset, uint64_t code)
{
	struct bytes b = bytes_of(
	    text_from(tables, offset < tables.len ? (size_t)offset : tables.len));
	const char *begin = b.at;
	uint64_t is, name, form;
	size_t count = 0;

	while (bytes_left(&b) && (is = leb(&b)) != 0) {
		count++;
		(void)leb(&b); /* tag */
		bytes_skip(&b, 1);
		do {
			name = leb(&b);
			form = leb(&b);
			if (form == DW_FORM_implicit_const)
				(void)leb(&b);
		} while ((name || form) && bytes_left(&b));
		if (is == code)
			break;
	}
	return count > (size_t)(b.at - begin) / BYTES_EACH ? count * BYTES_EACH
							   : (size_t)(b.at - begin);
}

static bool take(struct dwarf_tables *t, size_t cost)
{
	struct error none = ERROR_INIT;

	if (!mem_take(cost, "debug symbols", &none))
		return false;
	t->taken += cost;
	return true;
}

static struct text section(const struct elf_part *part, const char *name)
{
	Elf_Scn *scn = elf_part_section(part, name);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	return data && data->d_buf ? (struct text){data->d_buf, data->d_size} : TEXT("");
}

bool dwarf_tables_open(struct dwarf_tables *t, const struct elf_part *part, Dwarf *dwarf)
{
	Dwarf_Off at = 0, next, table;
	size_t header;

	*t = (struct dwarf_tables){.units = section(part, ".debug_info"),
				   .tables = section(part, ".debug_abbrev")};
	while (dwarf_nextcu(dwarf, at, &next, &header, &table, NULL, NULL) == 0 &&
	       next > at) {
		struct bytes first = bytes_of(t->units);

		bytes_skip(&first, at + header);
		if (!take(t, cost_to(t->tables, table, leb(&first))))
			return false;
		at = next;
	}
	return true;
}

bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	Dwarf_Off table = 0;
	Dwarf_Die unit;
	uint32_t seen;
	uint64_t key;

	if (!dwarf_cu_die(die->cu, &unit, NULL, &table, NULL, NULL, NULL, NULL))
		return false;
	key = (uint64_t)(uintptr_t)unit.addr;
	return idmap_get(&t->seen, key, &seen) ||
	       (take(t, cost_to(t->tables, table, 0)) &&
		idmap_put(&t->seen, key, 0, &seen, &none));
}

void dwarf_tables_close(struct dwarf_tables *t)
{
	mem_give(t->taken);
	idmap_release(&t->seen);
	*t = (struct dwarf_tables){0};
}
