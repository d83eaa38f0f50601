
#include "base/mem.h"
#include "symbols/unwind/unwind.h"
#include "symbols/unwind/unwind_row.h"

/* Without elfutils no file tells anything, and so nobody is ever known to have called. */

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
	(void)u;
	(void)find;
	(void)arg;
	(void)max;
	addresses[0] = thread->registers[UNWIND_PC];
	*n = 1;
	return UNWIND_NO_FILE;
}

struct unwind_file *unwind_file_open(const struct symbol_source *src,
				     const struct module_file *file, struct error *err)
{
	(void)src;
	(void)file;
	return mem_array(1, sizeof(struct unwind_file), "a program", err);
}

void unwind_file_close(struct unwind_file *f)
{
	mem_free(f);
}

enum symbol_status unwind_file_status(const struct unwind_file *f)
{
	(void)f;
	return SYMBOLS_NOT_BUILT_IN;
}

void unwind_file_row(struct unwind_file *f, uint64_t offset, struct unwind_row *row)
{
	(void)f;
	(void)offset;
	*row = (struct unwind_row){.known = false};
}
