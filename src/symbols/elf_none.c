/* What stands in for symbols/elf, dwarf and unwind in a build without elfutils: nothing is found. */

#include "base/mem.h"
#include "symbols/dwarf/inlined.h"
#include "symbols/dwarf/line_tables.h"
#include "symbols/dwarf/source_lines.h"
#include "symbols/elf/elf_image.h"
#include "symbols/elf/elf_object.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/unwind/unwind.h"
#include "symbols/unwind/unwind_row.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

const struct library elfutils_library = {"elfutils", NULL,
					 "names and stacks of perf.data"};

/* Without elfutils no file can be opened, so these functions are never called. */

struct elf_image *elf_image_open(struct helper *helper, const char *path,
				 enum symbol_status *why)
{
	*why = SYMBOLS_NOT_BUILT_IN;
	return NULL;
}

struct elf_image *elf_image_of_bytes(void *bytes, size_t len, enum symbol_status *why)
{
	*why = SYMBOLS_NOT_BUILT_IN;
	return NULL;
}

struct elf_image *elf_image_open_file(struct file_pool *pool, int fd,
				      const struct stat *st, enum symbol_status *why)
{
	symbol_file_close(fd);
	*why = SYMBOLS_NOT_BUILT_IN;
	return NULL;
}

uint32_t elf_image_number(const struct elf_image *im)
{
	return 0;
}

bool elf_image_crc(const struct elf_image *im, uint32_t *crc)
{
	return false;
}

void elf_image_close(struct elf_image *im)
{
}

const struct build_id *elf_image_build_id(const struct elf_image *im)
{
	static const struct build_id none;

	return &none;
}

enum machine elf_image_machine(const struct elf_image *im)
{
	return MACHINE_OTHER;
}

size_t elf_image_read(const struct elf_image *im, uint64_t offset, void *to, size_t len)
{
	return 0;
}

uint64_t elf_image_inode(const struct elf_image *im)
{
	return 0;
}

const struct elf_load *elf_image_loads(const struct elf_image *im, uint32_t *n)
{
	*n = 0;
	return NULL;
}

bool elf_image_is_whole(const struct elf_image *im)
{
	return false;
}

bool elf_image_has_symtab(const struct elf_image *im)
{
	return false;
}

struct text elf_image_debuglink(struct elf_image *im, uint32_t *crc)
{
	*crc = 0;
	return TEXT("");
}

enum symbol_status elf_image_excess(const struct elf_image *im)
{
	return SYMBOLS_FOUND;
}

struct elf_image *elf_image_debugdata(struct elf_image *im)
{
	return NULL;
}

bool elf_symbols_read(struct elf_image *from, const struct elf_image *file,
		      struct symbol_table *t, struct error *err)
{
	return true;
}

bool elf_symbols_plt(struct elf_image *file, struct symbol_table *t, struct error *err)
{
	return true;
}

bool elf_object_is(const struct elf_image *im)
{
	return false;
}

size_t elf_object_function(struct elf_image *im, struct text name, struct elf_function *f)
{
	return 0;
}

bool elf_object_relocations(struct elf_image *im, const struct elf_function *f,
			    struct elf_relocations *r)
{
	*r = (struct elf_relocations){0};
	return true;
}

void elf_relocations_release(struct elf_relocations *r)
{
}

const struct elf_relocation *elf_relocations_in(const struct elf_relocations *r,
						uint64_t address, uint64_t len)
{
	return NULL;
}

struct inlined *inlined_new(struct elf_image *im, const char *path)
{
	return NULL;
}

struct inlined *inlined_new_with_lines(struct elf_image *im, const char *path)
{
	return inlined_new(im, path);
}

bool source_lines_read(struct source_lines *l, struct inlined *in, uint64_t start,
		       uint64_t end)
{
	*l = (struct source_lines){.count = 0};
	return false;
}

bool elf_symbols_value(struct elf_image *im, const char *name, uint64_t *value)
{
	return false;
}

uint64_t line_tables_lost(const struct line_tables *t)
{
	return 0;
}

struct line_tables *line_tables_new(struct inlined *in, size_t rows)
{
	return NULL;
}

void line_tables_free(struct line_tables *t)
{
}

bool line_tables_find(struct line_tables *t, uint64_t address, struct source_place *place)
{
	return false;
}

bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place)
{
	return line_tables_find(t, address, place);
}

size_t inlined_find_calls(struct inlined *in, uint64_t address, struct text *names,
			  struct inlined_from *calls, size_t max)
{
	return inlined_find(in, address, names, max);
}

void source_lines_release(struct source_lines *l)
{
}

const struct source_row *source_lines_find(const struct source_lines *l, uint64_t address)
{
	return NULL;
}

uint64_t inlined_lost(const struct inlined *in)
{
	return 0;
}

void inlined_free(struct inlined *in)
{
}

size_t inlined_find(struct inlined *in, uint64_t address, struct text *names, size_t max)
{
	return 0;
}

/* ---- unwinding ---- */

/* Without elfutils no file has unwind rules, so no caller is found. */

struct unwind {
	char nothing;
};

struct unwind_file {
	char nothing;
};

bool unwind_is_possible(void)
{
	return false;
}

struct unwind *unwind_new(struct error *err)
{
	return mem_array(1, sizeof(struct unwind), "stacks", err);
}

void unwind_free(struct unwind *u)
{
	mem_free(u);
}

enum unwind_end unwind_walk(struct unwind *u, const struct unwind_thread *thread,
			    unwind_find *find, void *arg, uint64_t *addresses, size_t max,
			    size_t *n)
{
	addresses[0] = thread->registers[UNWIND_PC];
	*n = 1;
	return UNWIND_NO_FILE;
}

struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err)
{
	return mem_array(1, sizeof(struct unwind_file), "a program", err);
}

void unwind_file_close(struct unwind_file *f)
{
	mem_free(f);
}

enum symbol_status unwind_file_status(const struct unwind_file *f)
{
	return SYMBOLS_NOT_BUILT_IN;
}

void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row)
{
	*row = (struct unwind_row){.known = false};
}
