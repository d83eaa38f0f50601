#include "lib/replaced/forgetful.h"

#include "input/perf_script/line_cache.h"

static uint32_t remembered_lines_find(const struct frame_line_cache *k, struct text ahead,
				      size_t *len);
static bool remembered_stacks_find(const struct stack_cache *k, uint32_t n,
				   uint32_t *stack);
static bool remembered_events_find(struct event_line_cache *k, struct text ahead,
				   size_t *len, struct sample *s);

#define frame_line_cache_find remembered_lines_find
#define stack_cache_find      remembered_stacks_find
#define event_line_cache_find remembered_events_find

#include "input/perf_script/line_cache.c"

#undef frame_line_cache_find
#undef stack_cache_find
#undef event_line_cache_find

uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len)
{
	return forgetful_now() ? 0 : remembered_lines_find(k, ahead, len);
}

bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack)
{
	return !forgetful_now() && remembered_stacks_find(k, n, stack);
}

bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s)
{
	return !forgetful_now() && remembered_events_find(k, ahead, len, s);
}
