#include "symbols/code/code_file.h"

#include "base/mem.h"
#include "sandbox/helper.h"
#include "symbols/elf/elf_image.h"
#include "symbols/elf/elf_object.h"
#include "symbols/module_state.h"

struct code_file {
	struct module_image image; /* owned */
	struct module_image
	    debug;	       /* owned: the file with its debug symbols, if separate */
	struct inlined *dwarf; /* owned; NULL: it has none */
	bool is_kernel;
	uint64_t moved; /* recorded minus linked address */

	/* a kernel module, and one of its functions */
	bool is_object;
	struct elf_function function;
	struct elf_relocations relocations; /* owned */

	/* the running kernel, if there is no image */
	bool is_running;
	struct module_kernel kernel;
	/* borrowed: reads the kernel's memory; NULL: read it directly */
	struct helper *helper;
	struct kernel_text text; /* if `is_running` */
};

/* Instructions in memory are of this machine. */
#ifdef __x86_64__
#define OWN_MACHINE MACHINE_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE MACHINE_AARCH64
#else
#define OWN_MACHINE MACHINE_OTHER
#endif

static const char *path_of(const struct module_image *image)
{
	return image->path ? image->path : "";
}

/* Open the DWARF of the file itself, otherwise of the file with its debug symbols. */
static void open_dwarf(struct code_file *f, const struct symbol_source *src,
		       const struct module_file *file)
{
	f->dwarf = inlined_new_with_lines(f->image.elf, path_of(&f->image));
	if (!f->dwarf && module_file_image(src, file, true, &f->debug) == SYMBOLS_FOUND)
		f->dwarf = inlined_new_with_lines(f->debug.elf, path_of(&f->debug));
}

struct code_file *code_file_open(const struct symbol_source *src,
				 const struct module_file *file, bool debug,
				 enum symbol_status *why)
{
	struct error none = ERROR_INIT;
	struct code_file *f = mem_array(1, sizeof *f, "instructions", &none);

	*why = SYMBOLS_NO_MEMORY;
	if (!f)
		return NULL;
	*why = module_file_image(src, file, false, &f->image);
	if (*why == SYMBOLS_FOUND) {
		if (debug)
			open_dwarf(f, src, file);
		return f;
	}
	code_file_close(f);
	return NULL;
}

struct code_file *code_file_open_kernel(const struct symbol_source *src,
					const struct module_kernel *kernel, bool debug,
					enum symbol_status *why)
{
	struct error none = ERROR_INIT;
	struct code_file *f = mem_array(1, sizeof *f, "instructions", &none);

	*why = SYMBOLS_NO_MEMORY;
	if (!f)
		return NULL;
	f->is_kernel = true;
	*why = module_kernel_image(src, kernel, &f->image, &f->moved);
	if (*why == SYMBOLS_FOUND) {
		if (debug)
			f->dwarf =
			    inlined_new_with_lines(f->image.elf, path_of(&f->image));
		return f;
	}
	f->is_running = kernel->anchor_address && module_kernel_is_same(src, kernel);
	if (f->is_running) {
		f->kernel = *kernel;
		f->helper = src->helper;
		f->text.proc = src->proc ? src->proc : "/proc";
		return f;
	}
	code_file_close(f);
	return NULL;
}

struct code_file *code_file_open_object(const struct symbol_source *src,
					const struct module_file *file,
					enum symbol_status *why)
{
	struct module_file object = *file;
	struct code_file *f;

	object.is_object = true;
	f = code_file_open(src, &object, false, why);
	if (f)
		f->is_kernel = f->is_object = true;
	return f;
}

size_t code_file_enter(struct code_file *f, struct text name, uint64_t place,
		       uint64_t *size)
{
	size_t n = elf_object_function(f->image.elf, name, &f->function);

	elf_relocations_release(&f->relocations);
	if (n != 1)
		return n;
	*size = f->function.size;
	f->moved = place - f->function.address;
	elf_object_relocations(f->image.elf, &f->function, &f->relocations);
	return n;
}

struct text code_file_unlinked(const struct code_file *f, uint64_t address, uint64_t len)
{
	const struct elf_relocation *r =
	    f->is_object ? elf_relocations_in(&f->relocations, address, len) : NULL;

	return !r ? TEXT("") : r->name.len ? r->name : TEXT("something");
}

void code_file_close(struct code_file *f)
{
	if (!f)
		return;
	elf_relocations_release(&f->relocations);
	inlined_free(f->dwarf);
	module_image_close(&f->debug);
	module_image_close(&f->image);
	mem_free(f);
}

bool code_file_is_memory(const struct code_file *f)
{
	return f->is_running;
}

const struct build_id *code_file_build_id(const struct code_file *f)
{
	return f->is_running ? &f->kernel.build_id : elf_image_build_id(f->image.elf);
}

enum machine code_file_machine(const struct code_file *f)
{
	return f->is_running ? OWN_MACHINE : elf_image_machine(f->image.elf);
}

uint64_t code_file_address(const struct code_file *f, uint64_t offset)
{
	uint32_t n;
	const struct elf_load *loads;

	if (f->is_kernel)
		return offset - f->moved;
	loads = elf_image_loads(f->image.elf, &n);
	for (uint32_t i = 0; i < n; i++)
		if (offset >= loads[i].offset && offset - loads[i].offset < loads[i].size)
			return offset - loads[i].offset + loads[i].address;
	return offset;
}

/* Read from a vmlinux, by address. */
static size_t read_address(const struct code_file *f, uint64_t address, uint8_t *to,
			   size_t len)
{
	uint32_t n;
	const struct elf_load *loads = elf_image_loads(f->image.elf, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint64_t at = address - loads[i].address;

		if (address >= loads[i].address && at < loads[i].size)
			return elf_image_read(f->image.elf, loads[i].offset + at, to,
					      len < loads[i].size - at
						  ? len
						  : (size_t)(loads[i].size - at));
	}
	return 0;
}

size_t code_file_read(struct code_file *f, uint64_t offset, uint8_t *to, size_t len,
		      struct error *err)
{
	const struct kernel_code code = {f->kernel.anchor, f->kernel.anchor_address,
					 offset, len};
	uint64_t at = offset - f->moved - f->function.address;
	size_t got = 0;

	if (f->is_running)
		return helper_kernel(f->helper, &f->text, &code, to, err);
	if (f->is_object && at < f->function.size)
		got = elf_image_read(
		    f->image.elf, f->function.offset + at, to,
		    len < f->function.size - at ? len : (size_t)(f->function.size - at));
	else if (!f->is_object)
		got = f->is_kernel ? read_address(f, offset - f->moved, to, len)
				   : elf_image_read(f->image.elf, offset, to, len);
	if (!got)
		error_set(err, ERROR_FORMAT, "its file ends before it");
	return got;
}

bool code_file_lines(struct code_file *f, uint64_t offset, uint64_t len,
		     struct source_lines *lines)
{
	uint64_t start = code_file_address(f, offset);

	*lines = (struct source_lines){.count = 0};
	return f->dwarf && source_lines_read(lines, f->dwarf, start, start + len);
}

size_t code_file_inlined(struct code_file *f, uint64_t address, struct text *names,
			 size_t max)
{
	return f->dwarf ? inlined_find(f->dwarf, address, names, max) : 0;
}
