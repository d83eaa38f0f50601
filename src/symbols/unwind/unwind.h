/* unwind.h - finds the callers of a thread from its registers and a copy of its stack. */

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

/* Find the mapping at an address; false when nothing is mapped there. */
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
	UNWIND_NO_FILE, /* a file is missing, was replaced, or cannot be read */
	UNWIND_MADE,	/* generated code has no rules */
	UNWIND_NO_ROW,	/* a file has no rules for the place */
	UNWIND_LOST,	/* the caller is unknown, or not in mapped memory */
	UNWIND_DEEP,	/* more than `max` frames */
	UNWIND_ENDS
};

/* A cache of unwind rules, used by one thread. It depends only on files, not on processes. */
struct unwind;

/* Returns NULL and an error when memory runs out. Release with unwind_free(). */
struct unwind *unwind_new(struct error *err);
void unwind_free(struct unwind *u);

/* Is unwinding possible? Not without elfutils. */
bool unwind_is_possible(void);

/*
 * Unwind a stack. Writes up to `max` (> 0) addresses, leaf first, and their number to `*n`. The
 * address of a caller is the return address minus 1, which is in the call, as in perf, unless a
 * signal interrupted the caller. Only one thread at a time may use `u`; `find` is called in that
 * thread. Threads may share files.
 */
enum unwind_end unwind_walk(struct unwind *u, const struct unwind_thread *thread,
			    unwind_find *find, void *arg, uint64_t *addresses, size_t max,
			    size_t *n);

#endif
