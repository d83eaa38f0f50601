#include "symbols/unwind/unwind_check.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "base/bisect.h"

/* x86-64 has 130 with all of AVX-512; the other kinds of machine are not unwound. */
#define REGISTERS_MOST 256

/* Compilers put one aside. */
#define STATES_MOST 64

/*
 * A table for searching as all linkers write it: version 1; in four bytes each, where .eh_frame is
 * from there, how many there are, and two numbers for each from where the table begins.
 */
#define TABLE_KIND UINT32_C(0x3b031b01)

/* What the entries of one compiler share. */
struct shared {
	uint64_t at;
	uint8_t address_size;
	bool sized;
};

struct check {
	size_t len;	       /* of the section */
	struct shared *shared; /* owned: by place */
	size_t count, room;
	struct bits entries; /* owned: places where one begins */
	size_t longest;
};

static uint8_t byte(struct bytes *b)
{
	struct text t = bytes_take(b, 1);

	return t.len ? (uint8_t)t.at[0] : 0;
}

static uint64_t leb(struct bytes *b)
{
	uint64_t v = 0;

	for (unsigned shift = 0; !b->short_read; shift += 7) {
		uint8_t next = byte(b);

		if (shift < 64)
			v |= (uint64_t)(next & 0x7f) << shift;
		if (!(next & 0x80))
			break;
	}
	return v;
}

/* A register, and what else there is about it: numbers, and a formula. */
static bool rule(struct bytes *b, int registers, int numbers, bool formula)
{
	while (registers--)
		if (leb(b) >= REGISTERS_MOST)
			return false;
	while (numbers--)
		(void)leb(b);
	if (formula)
		bytes_skip(b, leb(b));
	return true;
}

/* What follows the code of an instruction of more than two bits. */
static bool operands(struct bytes *b, uint8_t code, uint8_t address_size)
{
	static const uint8_t advances[] = {1, 2, 4};

	switch (code) {
	case DW_CFA_nop:
	case DW_CFA_remember_state:
	case DW_CFA_restore_state:
		return true;
	case DW_CFA_set_loc:
		bytes_skip(b, address_size);
		return true;
	case DW_CFA_advance_loc1:
	case DW_CFA_advance_loc2:
	case DW_CFA_advance_loc4:
		bytes_skip(b, advances[code - DW_CFA_advance_loc1]);
		return true;
	case DW_CFA_restore_extended:
	case DW_CFA_undefined:
	case DW_CFA_same_value:
	case DW_CFA_def_cfa_register:
		return rule(b, 1, 0, false);
	case DW_CFA_register:
		return rule(b, 2, 0, false);
	case DW_CFA_def_cfa_offset:
	case DW_CFA_def_cfa_offset_sf:
	case DW_CFA_GNU_args_size:
		return rule(b, 0, 1, false);
	case DW_CFA_offset_extended:
	case DW_CFA_offset_extended_sf:
	case DW_CFA_def_cfa:
	case DW_CFA_def_cfa_sf:
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
	case DW_CFA_GNU_negative_offset_extended:
		return rule(b, 1, 1, false);
	case DW_CFA_def_cfa_expression:
		return rule(b, 0, 0, true);
	case DW_CFA_expression:
	case DW_CFA_val_expression:
		return rule(b, 1, 0, true);
	default:
		return false;
	}
}

static bool instructions(struct check *c, const uint8_t *from, const uint8_t *end,
			 uint8_t address_size)
{
	size_t len = end > from ? (size_t)(end - from) : 0;
	struct bytes b = bytes_of((struct text){(const char *)from, len});
	unsigned states = 0;

	if (len > c->longest)
		c->longest = len;
	while (bytes_left(&b)) {
		uint8_t code = byte(&b);

		if ((code & 0xc0) == DW_CFA_offset)
			(void)leb(&b);
		else if (!(code & 0xc0) && !operands(&b, code, address_size))
			return false;
		states += code == DW_CFA_remember_state;
		states -= code == DW_CFA_restore_state && states;
		if (states > STATES_MOST)
			return false;
	}
	return true;
}

/* How long a number is that is written so (DW_EH_PE); 0: that depends on it, or on where. */
static size_t size_of(uint8_t code)
{
	static const uint8_t sizes[] = {8, 0, 2, 4, 8, 0, 0, 0};

	return (code & 0x70) == DW_EH_PE_aligned ? 0 : sizes[code & 7];
}

/*
 * How long an address is in the entries; false for what no compiler writes: whoever counts
 * otherwise than libdw looks at other instructions than it will follow.
 */
static bool address_size(const Dwarf_CIE *cie, bool loaded, struct shared *s)
{
	const uint8_t *data = cie->augmentation_data;

	s->sized = cie->augmentation[0] == 'z';
	s->address_size = 8;
	if (!loaded || cie->augmentation[0] == '\0')
		return cie->augmentation[0] == '\0';
	if (!s->sized)
		return false;
	for (size_t i = 1, at = 0; cie->augmentation[i]; i++) {
		uint8_t code = at < cie->augmentation_data_size ? data[at] : 0;

		switch (cie->augmentation[i]) {
		case 'R':
			s->address_size = (uint8_t)size_of(code);
			at++;
			break;
		case 'L':
			at++;
			break;
		case 'P':
			if (!size_of(code))
				return false;
			at += 1 + size_of(code);
			break;
		case 'S':
		case 'B':
			break;
		default:
			return false;
		}
		if (at > cie->augmentation_data_size)
			return false;
	}
	return s->address_size > 0;
}

static const struct shared *shared_at(const struct check *c, uint64_t at)
{
	size_t n = bisect_upto(c->shared, sizeof *c->shared, c->count, at);

	return n && c->shared[n - 1].at == at ? &c->shared[n - 1] : NULL;
}

/* The rules of a function, behind where it is and how long. */
static bool check_function(struct check *c, const Dwarf_FDE *fde)
{
	const struct shared *s = shared_at(c, fde->CIE_pointer);
	struct bytes b = bytes_of(
	    (struct text){(const char *)fde->start, (size_t)(fde->end - fde->start)});

	if (!s)
		return false;
	bytes_skip(&b, 2 * (uint64_t)s->address_size);
	if (s->sized)
		bytes_skip(&b, leb(&b));
	return instructions(c, (const uint8_t *)b.at, fde->end, s->address_size);
}

static bool check_shared(struct check *c, const Dwarf_CIE *cie, uint64_t at, bool loaded)
{
	struct error none = ERROR_INIT;
	struct shared s = {.at = at};

	return address_size(cie, loaded, &s) &&
	       cie->return_address_register < REGISTERS_MOST &&
	       instructions(c, cie->initial_instructions, cie->initial_instructions_end,
			    s.address_size) &&
	       APPEND(c->shared, c->count, c->room, "rules", &none, s);
}

/* As libdw goes through them. What it cannot make sense of it does not go beyond either. */
static bool check_all(struct check *c, const unsigned char *ident, Elf_Data *data,
		      bool loaded)
{
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry e;
	int r;

	while ((r = dwarf_next_cfi(ident, data, loaded, at, &next, &e)) == 0) {
		bool fine = dwarf_cfi_cie_p(&e) ? check_shared(c, &e.cie, at, loaded)
						: check_function(c, &e.fde);

		if (!fine || next <= at)
			return false;
		bits_add(&c->entries, at);
		at = next;
	}
	return r > 0;
}

/* Does the table for searching lead to entries only? */
static bool leads_to_entries(const struct check *c, const Elf_Data *table,
			     uint64_t table_at, uint64_t section_at)
{
	struct bytes b = bytes_of((struct text){table->d_buf, table->d_size});
	uint32_t kinds = bytes_u32(&b), count;

	bytes_skip(&b, 4);
	count = bytes_u32(&b);
	if (kinds != TABLE_KIND || bytes_left(&b) / 8 < count)
		return false;
	while (count--) {
		uint64_t at;

		bytes_skip(&b, 4);
		at = table_at + (uint64_t)(int64_t)(int32_t)bytes_u32(&b) - section_at;
		if (at >= c->len || !bits_has(&c->entries, at))
			return false;
	}
	return !b.short_read;
}

static Elf_Data *section(const struct elf_part *part, const char *name, GElf_Shdr *header)
{
	Elf_Scn *scn = elf_part_section(part, name);

	return scn && gelf_getshdr(scn, header) ? elf_rawdata(scn, NULL) : NULL;
}

static bool check_part(struct check *c, const struct elf_part *part)
{
	const unsigned char *ident = (const unsigned char *)elf_getident(part->elf, NULL);
	struct error none = ERROR_INIT;
	GElf_Shdr header, table_header;
	Elf_Data *data = section(part, ".eh_frame", &header), *table;
	bool loaded = data != NULL;

	if (!loaded)
		data = section(part, ".debug_frame", &header);
	if (!data || !data->d_buf)
		return false;
	c->len = data->d_size;
	if (!bits_build(&c->entries, c->len, &none) || !check_all(c, ident, data, loaded))
		return false;
	table = loaded ? section(part, ".eh_frame_hdr", &table_header) : NULL;
	return !table || leads_to_entries(c, table, table_header.sh_addr, header.sh_addr);
}

bool unwind_check(const struct elf_part *part, size_t *longest)
{
	struct check c = {.longest = *longest};
	bool fine = check_part(&c, part);

	*longest = c.longest;
	bits_release(&c.entries);
	mem_free(c.shared);
	return fine;
}
