/* unwind.h - unwinds a copy of a stack: from registers and bytes to the addresses of callers. */

#ifndef SYMBOLS_UNWIND_H
#define SYMBOLS_UNWIND_H

#include "base/error.h"
#include "base/text.h"
#include "symbols/unwind/unwind_file.h"

/* The mapping at an address of the process. */
struct unwind_place {
	struct unwind_file *file; /* borrowed; NULL: memory without a file */
	uint64_t offset;	  /* in the file */
};

/* Find the mapping at an address; false when there is none. */
typedef bool unwind_find(void *arg, uint64_t address, struct unwind_place *place);

/* The state of a stopped thread on x86-64. */
struct unwind_thread {
	uint64_t registers[UNWIND_REGISTERS]; /* by DWARF number */
	uint32_t known;	   /* a bit per register; UNWIND_PC and UNWIND_SP are required */
	struct text stack; /* borrowed: the bytes from UNWIND_SP on */
};

/* Why unwinding ended. */
enum unwind_end {
	UNWIND_WHOLE,	/* the outermost function was reached */
	UNWIND_COPY,	/* the rest of the stack was not copied */
	UNWIND_NO_FILE, /* a file is missing, or was replaced */
	UNWIND_MADE,	/* generated code has no rules */
	UNWIND_NO_ROW,	/* a file has no rules for the place */
	UNWIND_LOST,	/* the caller is not in code, or makes no sense */
	UNWIND_DEEP,	/* more than `max` callers */
	UNWIND_ENDS
};

/* A cache of rows of files for one unwinding thread; it depends on files only, not on processes. */
struct unwind;

/* Returns NULL and an error when memory runs out. Release with unwind_free(). */
struct unwind *unwind_new(struct error *err);
void unwind_free(struct unwind *u);

/* Is unwinding possible? Not without elfutils. */
bool unwind_is_possible(void);

/*
 * Unwind a stack. Writes up to `max` (> 0) addresses, leaf first, and their number to `*n`. For
 * callers it is the address before the return address, which is in the call, as in perf. One
 * thread at a time per `u`; `find` is called in that thread, and files may be shared.
 */
enum unwind_end unwind_walk(struct unwind *u, const struct unwind_thread *thread,
			    unwind_find *find, void *arg, uint64_t *addresses, size_t max,
			    size_t *n);

#endif
