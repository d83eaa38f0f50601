/* own_stack.h - the test program's own stack, copied as the kernel copies those it records. */

#ifndef TESTS_OWN_STACK_H
#define TESTS_OWN_STACK_H

#include <stdbool.h>

#include "symbols/unwind/unwind.h"

#define OWN_STACK_MOST	16384
#define OWN_FRAMES_MOST 256

struct own_stack {
	struct unwind_thread thread;
	char bytes[OWN_STACK_MOST];
	uint64_t callers[OWN_FRAMES_MOST]; /* where calls return to, [0] here */
	int caller_count;
};

/* Copy the stack below the call; false on processors that it does not know. */
bool own_stack_copy(struct own_stack *s);

/* The same from `depth` calls further down. */
bool own_stack_copy_deep(struct own_stack *s, int depth);

/* A map of this process. */
struct own_map {
	uint64_t start, end, offset;
	char path[512]; /* empty: no file */
};

/* Those of code and data: at most `max`; how many. */
size_t own_maps(struct own_map *maps, size_t max);

#endif
