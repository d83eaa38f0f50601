/* inlined_unit.h - where in one compiled unit which calls were put into others. */

#ifndef SYMBOLS_INLINED_UNIT_H
#define SYMBOLS_INLINED_UNIT_H

#include <elfutils/libdw.h>
#include <stdint.h>

/* A call that was inlined. Number 0 stands for none. */
struct inlined_call {
	Dwarf_Off entry; /* of the file's .debug_info */
	uint32_t caller; /* the call that it is in; 0: a function */
	uint32_t name;	 /* for the owner to remember; 0 at first */
};

/* From `start` on, to where the next one starts, this call is the innermost. */
struct inlined_stretch {
	uint64_t start;
	uint32_t call;
};

struct inlined_unit {
	struct inlined_call *calls; /* owned; [0] is none */
	size_t call_count, calls_room;
	struct inlined_stretch *stretches; /* owned: by start */
	size_t stretch_count, stretches_room;
};

/* What may still be looked at in a file. */
struct inlined_budget {
	uint32_t entries, ranges;
};

/*
 * Go once through all entries of a unit, which uses up some of what is left. Without memory,
 * where they are damaged, or when nothing is left, there are fewer calls. Release with
 * inlined_unit_release().
 */
void inlined_unit_read(struct inlined_unit *u, Dwarf_Die *unit,
		       struct inlined_budget *left);
void inlined_unit_release(struct inlined_unit *u);

/* The innermost call at an address of the image; 0: none. */
uint32_t inlined_unit_find(const struct inlined_unit *u, uint64_t address);

#endif
