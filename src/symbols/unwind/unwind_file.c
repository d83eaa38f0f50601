#include "symbols/unwind/unwind_file.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "symbols/elf/elf_part.h"
#include "symbols/module_state.h"
#include "symbols/unwind/unwind_check.h"
#include "symbols/unwind/unwind_formula.h"
#include "symbols/unwind/unwind_row.h"

/* Rows that are kept: profiles have some thousand places, those that make no sense more. */
#define ROWS_MOST (UINT32_C(1) << 17)

/* Bytes of instructions: a million places of functions with 60 kB of them, the most there is. */
#define WORK_MOST (UINT64_C(1) << 36)

/* Formulas of one file. The linker writes one for each table of procedures. */
#define FORMULAS_MOST 512
#define OPS_MOST      256

struct unwind_file {
	enum symbol_status status;
	struct module_image image, debug; /* owned */
	const char *bytes;		  /* borrowed from the image; NULL: a file */
	size_t len;
	pthread_mutex_t lock;	      /* of all below */
	struct elf_part loaded, kept; /* owned: .eh_frame, .debug_frame */
	Dwarf_CFI *eh, *frames;	      /* owned: of `loaded`; of `dwarf` */
	Dwarf *dwarf;		      /* owned: of `kept` */
	size_t dearest;		      /* bytes of instructions for one place */
	uint64_t work;		      /* and of all that may still be gone through */
	struct idmap known;	      /* from an offset in the file to a row */
	struct unwind_row *rows;      /* owned */
	size_t row_count, room;
	struct unwind_formula *formulas[FORMULAS_MOST]; /* owned, each */
	size_t formula_count;
};

/* ---- opening ---- */

/* Is it a program of the kind that we know? */
static bool fits(const struct elf_image *im)
{
	return im->header.e_machine == EM_X86_64 &&
	       im->header.e_ident[EI_CLASS] == ELFCLASS64 &&
	       im->header.e_ident[EI_DATA] == ELFDATA2LSB;
}

static void open_loaded(struct unwind_file *f, struct elf_image *im)
{
	static const char *const names[] = {".eh_frame_hdr", ".eh_frame", NULL};

	/* without the table for searching, if that is what is not fit */
	for (int i = 0; i < 2 && !f->eh; i++) {
		elf_part_release(&f->loaded);
		if (elf_part_make(im, names + i, &f->loaded) &&
		    unwind_check(&f->loaded, &f->dearest))
			f->eh = dwarf_getcfi_elf(f->loaded.elf);
	}
}

static void open_frames(struct unwind_file *f, struct elf_image *im)
{
	static const char *const names[] = {".debug_frame", NULL};

	if (!elf_part_make(im, names, &f->kept) || !unwind_check(&f->kept, &f->dearest))
		return;
	f->dwarf = dwarf_begin_elf(f->kept.elf, DWARF_C_READ, NULL);
	f->frames = f->dwarf ? dwarf_getcfi(f->dwarf) : NULL;
}

/* .eh_frame is loaded with the program; .debug_frame may be in a file of its own. */
static void open_all(struct unwind_file *f, const struct symbol_source *src,
		     const struct module_file *file)
{
	struct elf_image *im;

	f->status = module_file_image(src, file, false, &f->image);
	if (f->status != SYMBOLS_FOUND)
		return;
	im = f->image.elf;
	if (!fits(im)) {
		f->status = SYMBOLS_NOT_ELF;
		return;
	}
	if (im->fd < 0)
		f->bytes = elf_rawfile(im->elf, &f->len);
	open_loaded(f, im);
	open_frames(f, im);
	if (!f->eh && !f->frames &&
	    module_file_image(src, file, true, &f->debug) == SYMBOLS_FOUND)
		open_frames(f, f->debug.elf);
	if (!f->eh && !f->frames && elf_image_is_unreasonable(im))
		f->status = SYMBOLS_UNREASONABLE;
}

struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err)
{
	struct unwind_file *f = mem_array(1, sizeof *f, "a program", err);

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	f->work = WORK_MOST;
	open_all(f, src, file);
	return f;
}

void unwind_file_close(struct unwind_file *f)
{
	if (!f)
		return;
	if (f->eh)
		dwarf_cfi_end(f->eh);
	dwarf_end(f->dwarf);
	elf_part_release(&f->kept);
	elf_part_release(&f->loaded);
	module_image_close(&f->debug);
	module_image_close(&f->image);
	for (size_t i = 0; i < f->formula_count; i++)
		mem_free(f->formulas[i]);
	idmap_release(&f->known);
	mem_free(f->rows);
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

static bool is_jump(const Dwarf_Op *op)
{
	return op->atom == DW_OP_skip || op->atom == DW_OP_bra;
}

/* Jumps are by bytes from behind the operation; make them its number. */
static bool land(const Dwarf_Op *ops, size_t n, const Dwarf_Op *jump, uint64_t *at)
{
	uint64_t to = jump->offset + 3 + jump->number;

	for (*at = 0; *at < n; ++*at)
		if (ops[*at].offset == to)
			return true;
	return to > ops[n - 1].offset; /* behind the end */
}

/* Keep a formula; its number, or -1. */
static int32_t keep(struct unwind_file *f, const Dwarf_Op *ops, size_t n)
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
		if (is_jump(&ops[i]) && !land(ops, n, &ops[i], &new->ops[i].a)) {
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
		*to = keep(f, ops, n);
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
	row->cfa = keep(f, ops, n);
	return row->cfa >= 0;
}

static bool fill(struct unwind_file *f, Dwarf_Frame *frame, struct unwind_row *row)
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
	row->known = fill(f, frame, row);
	free(frame); /* libdw's */
	return row->known;
}

static void make_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row)
{
	uint64_t address;

	*row = (struct unwind_row){.known = false};
	if (f->work < f->dearest)
		return;
	f->work -= f->dearest;
	if (elf_inside_address(f->image.elf, offset, &address) &&
	    !look_up(f, f->eh, address, row) && !look_up(f, f->frames, address, row))
		row->known = false;
}

static void remember(struct unwind_file *f, uint64_t offset, const struct unwind_row *row)
{
	struct error none = ERROR_INIT;
	uint32_t at;

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
	if (idmap_get(&f->known, offset, &at)) {
		*row = f->rows[at];
	} else {
		make_row(f, offset, row);
		remember(f, offset, row);
	}
	pthread_mutex_unlock(&f->lock);
}
