#include "symbols/dwarf/range_lists.h"

#include <dwarf.h>

#include "base/bytes.h"

static struct text get_range_section(const struct elf_part *part, const char *name)
{
	Elf_Scn *scn = elf_part_section(part, name);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	return data && data->d_buf ? (struct text){data->d_buf, data->d_size} : TEXT("");
}

void range_lists_open(struct range_lists *l, const struct elf_image *im,
		      const struct elf_part *part)
{
	*l = (struct range_lists){.all = {part->bytes, part->len},
				  .ranges = get_range_section(part, ".debug_ranges"),
				  .rnglists = get_range_section(part, ".debug_rnglists"),
				  .big = im->header.e_ident[EI_DATA] == ELFDATA2MSB};
}

static uint64_t take_sized_number(const struct range_lists *l, struct bytes *b,
				  size_t size)
{
	struct text t = bytes_take(b, size);

	return elf_bytes_number((const uint8_t *)t.at, t.len, l->big);
}

/* False at the end of the list. */
static bool pass_old(const struct range_lists *l, struct bytes *b, size_t size)
{
	uint64_t begin = take_sized_number(l, b, size),
		 end = take_sized_number(l, b, size);

	return begin || end;
}

static bool pass_new(const struct range_lists *l, struct bytes *b, size_t size)
{
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

/* The index of a list of DWARF 5, as stored in the entry. */
static uint64_t index_of(const struct range_lists *l, const Dwarf_Attribute *attr)
{
	uintptr_t at = (uintptr_t)attr->valp, from = (uintptr_t)l->all.at;
	struct bytes b = bytes_of(text_from(l->all, at >= from ? at - from : l->all.len));

	return bytes_leb128(&b);
}

/* Find the beginning of the list in its section; false: unknown. */
static bool find_list(const struct range_lists *l, Dwarf_Attribute *attr, Dwarf_Die *unit,
		      uint8_t offset_size, uint64_t *at)
{
	struct bytes b = bytes_of(l->rnglists);
	Dwarf_Attribute base;
	Dwarf_Word from;
	uint64_t index;

	if (attr->form != DW_FORM_rnglistx) {
		if (dwarf_formudata(attr, &from) != 0)
			return false;
		*at = from;
		return true;
	}
	index = index_of(l, attr);
	if (!dwarf_attr(unit, DW_AT_rnglists_base, &base) ||
	    dwarf_formudata(&base, &from) != 0 || index > l->rnglists.len)
		return false;
	bytes_skip(&b, from);
	bytes_skip(&b, index * offset_size);
	*at = from + take_sized_number(l, &b, offset_size);
	return true;
}

uint64_t range_lists_length(const struct range_lists *l, Dwarf_Die *die, uint64_t most)
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
	while (
	    n < most && bytes_left(&b) &&
	    (version < 5 ? pass_old(l, &b, address_size) : pass_new(l, &b, address_size)))
		n++;
	return n;
}
