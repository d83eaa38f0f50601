/*
 * line_cache.c with little room: forgotten lines are read again, and a small text suffices to fill
 * it.
 */

#define LINE_CACHE_BITS	 4
#define LINE_CACHE_ROOM	 (1u << 14) /* four of the longest lines */
#define STACK_CACHE_BITS 4
#define STACK_CACHE_ROOM ((size_t)1 << 14) /* four of the longest stacks */

#include "input/perf_script/line_cache.c"
