#include "lib/forgetful.h"

#include "input/perf_script/known_events.h"
#include "input/perf_script/known_lines.h"
#include "input/perf_script/known_stacks.h"

static uint32_t remembered_lines_find(const struct known_lines *k, struct text ahead,
				      size_t *len);
static bool remembered_stacks_find(const struct known_stacks *k, uint32_t n,
				   uint32_t *stack);
static bool remembered_events_find(const struct known_events *k, struct text line,
				   struct sample *s);

#define known_lines_find  remembered_lines_find
#define known_stacks_find remembered_stacks_find
#define known_events_find remembered_events_find

/* Each of them has a struct place of its own. */
#define place	 line_place
#define place_of line_place_of
#include "input/perf_script/known_lines.c"
#undef place
#undef place_of
#undef PLACES
#define place stack_place
#include "input/perf_script/known_stacks.c"
#undef place
#define place	 event_place
#define place_of event_place_of
#include "input/perf_script/known_events.c"

#undef known_lines_find
#undef known_stacks_find
#undef known_events_find

uint32_t known_lines_find(const struct known_lines *k, struct text ahead, size_t *len)
{
	return forgetful_now() ? 0 : remembered_lines_find(k, ahead, len);
}

bool known_stacks_find(const struct known_stacks *k, uint32_t n, uint32_t *stack)
{
	return !forgetful_now() && remembered_stacks_find(k, n, stack);
}

bool known_events_find(const struct known_events *k, struct text line, struct sample *s)
{
	return !forgetful_now() && remembered_events_find(k, line, s);
}
