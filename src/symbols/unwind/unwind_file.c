#include "symbols/unwind/unwind_file.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/bits.h"
#include "base/bytes.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "symbols/elf/elf_part.h"
#include "symbols/module_state.h"
#include "symbols/unwind/unwind_formula.h"
#include "symbols/unwind/unwind_row.h"

/* ---- checking the rules before libdw reads them ---- */

/* x86-64 has 130 with all of AVX-512; other machines are not supported. */
#define REGISTERS_MOST 256

/* Compilers save one state. */
#define STATES_MOST 64

/*
 * The header of the search table as all linkers write it: version 1; four bytes each for the place
 * of .eh_frame (relative to itself), for the number of rows, and for the two numbers of a row
 * (relative to the table).
 */
#define TABLE_KIND UINT32_C(0x3b031b01)

/* A CIE: the part that the entries of a compiler share. */
struct common_entry {
	uint64_t at;
	uint8_t address_size;
	bool sized;
};

struct check {
	size_t len;		     /* of the section */
	struct common_entry *shared; /* owned: by offset */
	size_t count, room;
	struct bits entries;	/* owned: offsets where an entry begins */
	size_t longest, of_all; /* bytes of instructions; number of entries */
};

static uint8_t byte(struct bytes *b)
{
	struct text t = bytes_take(b, 1);

	return t.len ? (uint8_t)t.at[0] : 0;
}

/* Skip a register and its operands: numbers, and a formula. */
static bool rule(struct bytes *b, int registers, int numbers, bool formula)
{
	while (registers--)
		if (bytes_leb128(b) >= REGISTERS_MOST)
			return false;
	while (numbers--)
		(void)bytes_leb128(b);
	if (formula)
		bytes_skip(b, bytes_leb128(b));
	return true;
}

/* Skip the operands of an instruction whose opcode has more than two bits. */
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
			(void)bytes_leb128(&b);
		else if (!(code & 0xc0) && !operands(&b, code, address_size))
			return false;
		states += code == DW_CFA_remember_state;
		states -= code == DW_CFA_restore_state && states;
		if (states > STATES_MOST)
			return false;
	}
	return true;
}

/* The size of a number with this encoding (DW_EH_PE); 0: it depends on its value or place. */
static size_t size_of(uint8_t code)
{
	static const uint8_t sizes[] = {8, 0, 2, 4, 8, 0, 0, 0};

	return (code & 0x70) == DW_EH_PE_aligned ? 0 : sizes[code & 7];
}

/*
 * Find the size of addresses in the entries; false for encodings that no compiler writes: with
 * another size than in libdw, we would check other instructions than it executes.
 */
static bool address_size(const Dwarf_CIE *cie, bool loaded, struct common_entry *s)
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

/* Check the rules of a function, which follow its address and size. */
static bool check_function(struct check *c, const Dwarf_FDE *fde)
{
	size_t n = bisect_upto(c->shared, sizeof *c->shared, c->count, fde->CIE_pointer);
	const struct common_entry *s = n ? &c->shared[n - 1] : NULL;
	struct bytes b = bytes_of(
	    (struct text){(const char *)fde->start, (size_t)(fde->end - fde->start)});

	if (!s || s->at != fde->CIE_pointer)
		return false;
	bytes_skip(&b, 2 * (uint64_t)s->address_size);
	if (s->sized)
		bytes_skip(&b, bytes_leb128(&b));
	return instructions(c, (const uint8_t *)b.at, fde->end, s->address_size);
}

static bool check_shared(struct check *c, const Dwarf_CIE *cie, uint64_t at, bool loaded)
{
	struct error none = ERROR_INIT;
	struct common_entry s = {.at = at};

	return address_size(cie, loaded, &s) &&
	       cie->return_address_register < REGISTERS_MOST &&
	       instructions(c, cie->initial_instructions, cie->initial_instructions_end,
			    s.address_size) &&
	       APPEND(c->shared, c->count, c->room, "rules", &none, s);
}

/* Check all entries in the order of libdw, which also stops at the first invalid one. */
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
		c->of_all++;
		at = next;
	}
	return r > 0;
}

/* Does the search table refer to entries only, and is it sorted? */
static bool leads_to_entries(const struct check *c, const Elf_Data *table,
			     uint64_t table_at, uint64_t section_at)
{
	struct bytes b = bytes_of((struct text){table->d_buf, table->d_size});
	uint32_t kinds = bytes_u32(&b), count;
	int32_t before = INT32_MIN, from;

	bytes_skip(&b, 4);
	count = bytes_u32(&b);
	if (kinds != TABLE_KIND || bytes_left(&b) / 8 < count)
		return false;
	while (count--) {
		uint64_t at;

		from = (int32_t)bytes_u32(&b);
		if (from < before)
			return false;
		before = from;
		at = table_at + (uint64_t)(int64_t)(int32_t)bytes_u32(&b) - section_at;
		if (at >= c->len || !bits_has(&c->entries, at))
			return false;
	}
	return !b.short_read;
}

static Elf_Data *get_frame_section(const struct elf_part *part, const char *name,
				   GElf_Shdr *header)
{
	Elf_Scn *scn = elf_part_section(part, name);

	return scn && gelf_getshdr(scn, header) ? elf_rawdata(scn, NULL) : NULL;
}

static bool check_part(struct check *c, const struct elf_part *part)
{
	const unsigned char *ident = (const unsigned char *)elf_getident(part->elf, NULL);
	struct error none = ERROR_INIT;
	GElf_Shdr header, table_header;
	Elf_Data *data = get_frame_section(part, ".eh_frame", &header), *table;
	bool loaded = data != NULL;

	if (!loaded)
		data = get_frame_section(part, ".debug_frame", &header);
	if (!data || !data->d_buf)
		return false;
	c->len = data->d_size;
	if (!bits_build(&c->entries, c->len, &none) || !check_all(c, ident, data, loaded))
		return false;
	table = loaded ? get_frame_section(part, ".eh_frame_hdr", &table_header) : NULL;
	return !table || leads_to_entries(c, table, table_header.sh_addr, header.sh_addr);
}

/*
 * libdw allocates 16 bytes for each register up to the highest one with a rule, even if that is
 * number one hundred million, and all of them again for each DW_CFA_remember_state, which has one
 * byte. So all rules are checked first: registers must be below 256, at most 64 states may be
 * saved, all instructions must be known, and only checked entries may be referred to.
 *
 * `part` has .eh_frame, with or without .eh_frame_hdr, or .debug_frame. False: the rules are
 * invalid. `*longest` becomes the size of the longest list of instructions, if that is longer; it
 * is the cost of a lookup. `*entries` becomes the number of entries, each of which libdw may keep.
 */
static bool check_rules(const struct elf_part *part, size_t *longest, size_t *entries)
{
	struct check c = {.longest = *longest};
	bool fine = check_part(&c, part);

	*longest = c.longest;
	*entries = c.of_all;
	bits_release(&c.entries);
	mem_free(c.shared);
	return fine;
}

/* ---- rows ---- */

/* Cached rows: profiles have some thousand places, hostile ones more. */
#define ROWS_MOST (UINT32_C(1) << 17)

/*
 * Bytes of instructions: a million lookups in functions with 60 kB of them, the maximum in
 * practice.
 */
#define WORK_MOST (UINT64_C(1) << 36)

/* The memory of libdw for an entry, including its index. */
#define BYTES_OF_ENTRY 160

/* Formulas of a file. Linkers write one for each PLT. */
#define FORMULAS_MOST 512
#define OPS_MOST      256

struct unwind_file {
	enum symbol_status status;
	unsigned users;		/* number of names of the file that share it */
	struct file_pool *pool; /* borrowed: knows the file by `number`; or NULL */
	uint32_t number;
	size_t taken; /* bytes that libdw may use, as counted by mem_take() */
	struct module_image image; /* owned */
	const char *bytes;	   /* borrowed from the image; NULL: a file */
	size_t len;
	pthread_mutex_t lock;	      /* guards everything below */
	struct elf_part loaded, kept; /* owned: sections .eh_frame and .debug_frame */
	Dwarf_CFI *eh, *frames;	      /* owned: of `loaded`; of `dwarf` */
	Dwarf *dwarf;		      /* owned: of `kept` */
	struct text table,
	    /* borrowed from `loaded`: .eh_frame_hdr (empty if absent) and .eh_frame */
	    entries;
	uint64_t table_at, entries_at; /* their addresses */
	size_t dearest;		       /* maximum bytes of instructions for a lookup */
	uint64_t work;		       /* bytes that all further lookups may execute */
	struct idmap known;	       /* from an offset in the file to a row */
	struct unwind_row *rows;       /* owned */
	size_t row_count, room;
	struct unwind_formula *formulas[FORMULAS_MOST]; /* owned, each */
	size_t formula_count;
};

/* ---- opening ---- */

/* Check the rules, and take the memory that libdw needs for its entries before it is called. */
static bool fit_rules(struct unwind_file *f, struct elf_image *im,
		      const struct elf_part *part)
{
	struct error none = ERROR_INIT;
	size_t entries, bytes;

	if (!check_rules(part, &f->dearest, &entries))
		return false;
	bytes = entries * BYTES_OF_ENTRY;
	if (!elf_inside_room(im, bytes))
		return false;
	if (!mem_take(bytes, "rules", &none)) {
		im->excess = SYMBOLS_NO_MEMORY;
		return false;
	}
	f->taken += bytes;
	return true;
}

static struct text text_of_section(const struct elf_part *part, const char *name,
				   uint64_t *at)
{
	GElf_Shdr header;
	const Elf_Data *data = get_frame_section(part, name, &header);

	if (!data || !data->d_buf)
		return TEXT("");
	*at = header.sh_addr;
	return (struct text){data->d_buf, data->d_size};
}

static void open_loaded(struct unwind_file *f, struct elf_image *im)
{
	static const char *const names[] = {".eh_frame_hdr", ".eh_frame", NULL};

	/* second try: without the search table, which may be the invalid part */
	for (int i = 0; i < 2 && !f->eh; i++) {
		elf_part_release(&f->loaded);
		if (elf_part_make(im, names + i, &f->loaded) &&
		    fit_rules(f, im, &f->loaded))
			f->eh = dwarf_getcfi_elf(f->loaded.elf);
	}
	if (f->eh) {
		f->table = text_of_section(&f->loaded, ".eh_frame_hdr", &f->table_at);
		f->entries = text_of_section(&f->loaded, ".eh_frame", &f->entries_at);
	}
}

static void open_frames(struct unwind_file *f, struct elf_image *im)
{
	static const char *const names[] = {".debug_frame", NULL};

	if (!elf_part_make(im, names, &f->kept) || !fit_rules(f, im, &f->kept))
		return;
	f->dwarf = dwarf_begin_elf(f->kept.elf, DWARF_C_READ, NULL);
	f->frames = f->dwarf ? dwarf_getcfi(f->dwarf) : NULL;
}

/* .eh_frame is loaded with the program; .debug_frame may be in a separate file. */
static void open_all(struct unwind_file *f, const struct symbol_source *src,
		     const struct module_file *file)
{
	struct module_image debug = {.elf = NULL};
	struct elf_image *im = f->image.elf;

	if (im->header.e_machine != EM_X86_64 ||
	    im->header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    im->header.e_ident[EI_DATA] != ELFDATA2LSB) {
		f->status = SYMBOLS_NOT_ELF;
		return;
	}
	if (im->fd < 0)
		f->bytes = elf_rawfile(im->elf, &f->len);
	open_loaded(f, im);
	open_frames(f, im);
	if (!f->eh && !f->frames &&
	    module_file_image(src, file, true, &debug) == SYMBOLS_FOUND)
		open_frames(f, debug.elf);
	module_image_close(&debug);
	if (!f->eh && !f->frames && elf_image_excess(im) != SYMBOLS_FOUND)
		f->status = elf_image_excess(im);
	if (!f->bytes)
		elf_image_rest(im);
}

struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err)
{
	struct unwind_file *f;
	struct module_image image;
	enum symbol_status status;
	void *used;

	status = module_file_image_once(src, file, FILE_USE_CALLERS, &used, &image);
	f = used ? used : mem_array(1, sizeof *f, "a program", err);
	if (used)
		f->users++;
	if (!f)
		module_image_close(&image);
	if (!f || used)
		return f;
	pthread_mutex_init(&f->lock, NULL);
	f->users = 1;
	f->work = WORK_MOST;
	f->image = image;
	f->status = status;
	f->pool = src->pool;
	f->number = image.number;
	file_pool_use(f->pool, f->number, FILE_USE_CALLERS, f);
	if (status == SYMBOLS_FOUND)
		open_all(f, src, file);
	return f;
}

void unwind_file_close(struct unwind_file *f)
{
	if (!f || --f->users)
		return;
	file_pool_use(f->pool, f->number, FILE_USE_CALLERS, NULL);
	if (f->eh)
		dwarf_cfi_end(f->eh);
	dwarf_end(f->dwarf);
	elf_part_release(&f->kept);
	elf_part_release(&f->loaded);
	module_image_close(&f->image);
	for (size_t i = 0; i < f->formula_count; i++)
		mem_free(f->formulas[i]);
	idmap_release(&f->known);
	mem_free(f->rows);
	mem_give(f->taken);
	pthread_mutex_destroy(&f->lock);
	mem_free(f);
}

enum symbol_status unwind_file_status(const struct unwind_file *f)
{
	return f->status;
}

bool unwind_file_word(const struct unwind_file *f, uint64_t offset, uint64_t *word)
{
	if (f->status != SYMBOLS_FOUND)
		return false;
	if (f->bytes) {
		if (f->len < 8 || offset > f->len - 8)
			return false;
		memcpy(word, f->bytes + offset, 8);
		return true;
	}
	return offset <= INT64_MAX &&
	       pread(f->image.elf->fd, word, 8, (off_t)offset) == 8;
}

const struct unwind_formula *unwind_file_formula(const struct unwind_file *f, int32_t i)
{
	return f->formulas[i];
}

/* ---- rows, with the lock held ---- */

/* Convert a jump, which counts bytes from the next operation, to the number of its target. */
static bool land(const Dwarf_Op *ops, size_t n, const Dwarf_Op *jump, uint64_t *at)
{
	uint64_t to = jump->offset + 3 + jump->number;

	for (*at = 0; *at < n; ++*at)
		if (ops[*at].offset == to)
			return true;
	return to > ops[n - 1].offset; /* after the end */
}

/* Keep a formula. Returns its number, or -1. */
static int32_t keep_formula(struct unwind_file *f, const Dwarf_Op *ops, size_t n)
{
	struct error none = ERROR_INIT;
	struct unwind_formula *new;

	if (n == 0 || n > OPS_MOST || f->formula_count == FORMULAS_MOST)
		return -1;
	new = mem_array(1, sizeof *new + n * sizeof *new->ops, "formulas", &none);
	if (!new)
		return -1;
	new->count = n;
	for (size_t i = 0; i < n; i++) {
		new->ops[i] =
		    (struct unwind_op){ops[i].atom, ops[i].number, ops[i].number2};
		if ((ops[i].atom == DW_OP_skip || ops[i].atom == DW_OP_bra) &&
		    !land(ops, n, &ops[i], &new->ops[i].a)) {
			mem_free(new);
			return -1;
		}
	}
	f->formulas[f->formula_count] = new;
	return (int32_t)f->formula_count++;
}

static bool small(uint64_t v, int32_t *to)
{
	*to = (int32_t)v;
	return (uint64_t)(int64_t)*to == v;
}

static void set_register(struct unwind_file *f, struct unwind_row *row, int at,
			 const Dwarf_Op *ops, size_t n)
{
	bool value = n && ops[n - 1].atom == DW_OP_stack_value;
	size_t rest = value ? n - 1 : n;
	int32_t *to = &row->value[at];

	row->how[at] = UNWIND_UNDEFINED;
	if (n == 0) {
		return;
	} else if (n == 1 && ops[0].atom == DW_OP_regx) {
		if (ops[0].number >= UNWIND_REGISTERS)
			return;
		row->how[at] = UNWIND_MOVED;
		*to = (int32_t)ops[0].number;
	} else if (ops[0].atom == DW_OP_call_frame_cfa && rest == 1) {
		row->how[at] = value ? UNWIND_CFA : UNWIND_SAVED;
	} else if (ops[0].atom == DW_OP_call_frame_cfa && rest == 2 &&
		   ops[1].atom == DW_OP_plus_uconst && small(ops[1].number, to)) {
		row->how[at] = value ? UNWIND_CFA : UNWIND_SAVED;
	} else {
		*to = keep_formula(f, ops, n);
		if (*to >= 0)
			row->how[at] = value ? UNWIND_BY : UNWIND_SAVED_BY;
	}
}

static bool set_cfa(struct unwind_file *f, struct unwind_row *row, const Dwarf_Op *ops,
		    size_t n)
{
	if (n == 1 && ops[0].atom == DW_OP_bregx && ops[0].number < UNWIND_REGISTERS &&
	    small(ops[0].number2, &row->cfa)) {
		row->cfa_register = (uint8_t)ops[0].number;
		return true;
	}
	row->cfa_by = true;
	row->cfa = keep_formula(f, ops, n);
	return row->cfa >= 0;
}

static bool fill_unwind_row(struct unwind_file *f, Dwarf_Frame *frame,
			    struct unwind_row *row)
{
	Dwarf_Op *ops, few[3];
	Dwarf_Addr start, end;
	size_t n;

	if (dwarf_frame_info(frame, &start, &end, &row->signal) != UNWIND_PC ||
	    dwarf_frame_cfa(frame, &ops, &n) != 0 || n == 0 || !set_cfa(f, row, ops, n))
		return false;
	for (int i = 0; i < UNWIND_REGISTERS; i++) {
		if (dwarf_frame_register(frame, i, few, &ops, &n) != 0)
			return false;
		if (n > 0 || ops)
			set_register(f, row, i, ops, n);
	}
	return true;
}

static bool look_up(struct unwind_file *f, Dwarf_CFI *cfi, uint64_t address,
		    struct unwind_row *row)
{
	Dwarf_Frame *frame;

	if (!cfi || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
		return false;
	*row = (struct unwind_row){.known = false};
	row->known = fill_unwind_row(f, frame, row);
	free(frame); /* allocated by libdw */
	return row->known;
}

#define TABLE_HEAD 12 /* encodings, place of .eh_frame, number of rows */

static uint32_t word_at(struct text t, uint64_t at)
{
	struct bytes b = bytes_of(t);

	bytes_skip(&b, at);
	return bytes_u32(&b);
}

/*
 * The bytes of instructions that libdw may execute for an address: those of the entry in the search
 * table.
 */
static uint64_t cost_of(const struct unwind_file *f, uint64_t address)
{
	int64_t from = (int64_t)(address - f->table_at);
	uint64_t n = 0, high, at, len;

	if (f->table.len < TABLE_HEAD)
		return f->dearest;
	/* checked: the table has this many rows */
	for (high = word_at(f->table, 8); n < high;) {
		uint64_t middle = n + (high - n) / 2;

		if ((int32_t)word_at(f->table, TABLE_HEAD + 8 * middle) <= from)
			n = middle + 1;
		else
			high = middle;
	}
	if (n == 0)
		return 0;
	at = f->table_at +
	     (uint64_t)(int64_t)(int32_t)word_at(f->table, TABLE_HEAD + 8 * n - 4) -
	     f->entries_at;
	len = word_at(f->entries, at);
	return len < f->dearest ? len : f->dearest;
}

/* The cost also counts towards the budget of all files. */
static bool may_look(struct unwind_file *f, uint64_t cost)
{
	if (f->work < cost || !file_pool_spend(f->pool, cost))
		return false;
	f->work -= cost;
	return true;
}

static void make_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row)
{
	struct error none = ERROR_INIT;
	uint64_t address;
	uint32_t at;

	*row = (struct unwind_row){.known = false};
	if (elf_inside_address(f->image.elf, offset, &address) &&
	    may_look(f, cost_of(f, address)) && !look_up(f, f->eh, address, row) &&
	    !(f->frames && may_look(f, f->dearest) &&
	      look_up(f, f->frames, address, row)))
		row->known = false;
	if (f->row_count < ROWS_MOST &&
	    APPEND(f->rows, f->row_count, f->room, "rows", &none, *row))
		idmap_put(&f->known, offset, (uint32_t)f->row_count - 1, &at, &none);
}

void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row)
{
	uint32_t at;

	if (f->status != SYMBOLS_FOUND) {
		*row = (struct unwind_row){.known = false};
		return;
	}
	pthread_mutex_lock(&f->lock);
	if (idmap_get(&f->known, offset, &at))
		*row = f->rows[at];
	else
		make_row(f, offset, row);
	pthread_mutex_unlock(&f->lock);
}
