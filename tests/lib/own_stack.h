/* own_stack.h - a copy of the test program's stack, as the kernel copies it into a sample. */

#ifndef TESTS_OWN_STACK_H
#define TESTS_OWN_STACK_H

#include <stdbool.h>

#include "symbols/unwind/unwind.h"

#define OWN_STACK_MOST	16384
#define OWN_FRAMES_MOST 256

struct own_stack {
	struct unwind_thread thread;
	char bytes[OWN_STACK_MOST];
	/* return addresses, the innermost first; [0] is in own_stack_copy() */
	uint64_t callers[OWN_FRAMES_MOST];
	int caller_count;
};

/* Copy the stack from this call on. False on unsupported processors. */
bool own_stack_copy(struct own_stack *s);

/* The same from `depth` more calls. */
bool own_stack_copy_deep(struct own_stack *s, int depth);

/* A map of this process. */
struct own_map {
	uint64_t start, end, offset;
	char path[512]; /* empty: no file */
};

/* Get the maps of this process, at most `max`; returns their number. */
size_t own_maps(struct own_map *maps, size_t max);

#endif
