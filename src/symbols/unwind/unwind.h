/* unwind.h - unwind a copy of a stack: from registers and bytes to the addresses of callers. */

#ifndef SYMBOLS_UNWIND_H
#define SYMBOLS_UNWIND_H

#include "base/error.h"
#include "base/text.h"
#include "symbols/unwind/unwind_file.h"

/* What is at an address of the process. */
struct unwind_place {
	struct unwind_file *file; /* borrowed; NULL: memory without a file */
	uint64_t offset;	  /* in it */
};

/* Tell what is mapped at an address; false when nothing is. */
typedef bool unwind_find(void *arg, uint64_t address, struct unwind_place *place);

/* A thread as it was stopped, on an x86-64. */
struct unwind_thread {
	uint64_t registers[UNWIND_REGISTERS]; /* numbered as DWARF does */
	uint32_t known;	   /* a bit for each; UNWIND_PC and UNWIND_SP must be */
	struct text stack; /* borrowed: the bytes that UNWIND_SP points at */
};

/* Why there is no further caller. */
enum unwind_end {
	UNWIND_WHOLE,	/* nobody called the last one */
	UNWIND_COPY,	/* the rest of the stack was not copied */
	UNWIND_NO_FILE, /* a file is missing, or was replaced */
	UNWIND_MADE,	/* generated code has no unwind rules */
	UNWIND_NO_ROW,	/* a file has no rules for that place */
	UNWIND_LOST,	/* what was found is not code, or makes no sense */
	UNWIND_DEEP,	/* there are more than `max` */
	UNWIND_ENDS
};

/* A cache of one thread, to unwind faster: rows of files, nothing of processes. */
struct unwind;

/* NULL and an error when memory runs out. Release with unwind_free(). */
struct unwind *unwind_new(struct error *err);
void unwind_free(struct unwind *u);

/* Can anything be unwound? Not without elfutils. */
bool unwind_is_possible(void);

/*
 * The addresses of the calls that led there, leaf first, at most `max` > 0, their number in
 * `*n`. Of callers it is the address before the return address, which is in the call, as in
 * perf. One thread at a time for each `u`; `find` is called on it, and files may be shared.
 */
enum unwind_end unwind_walk(struct unwind *u, const struct unwind_thread *thread,
			    unwind_find *find, void *arg, uint64_t *addresses, size_t max,
			    size_t *n);

#endif
