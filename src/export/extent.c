#include "export/extent.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/store.h"

/* Stacks of a few hundred long names that differ only in the last one reach this. */
#define TIMES 512

#define BETWEEN	 1 /* bytes: the ";", "," or tag of a frame */
#define LINE_END 3 /* at least " 1\n" */

static uint64_t digits(uint64_t n)
{
	uint64_t count = 1;

	while (n /= 10)
		count++;
	return count;
}

bool extent_of_paths(const struct flame *f, enum extent_of of, uint64_t *bytes,
		     struct error *err)
{
	const struct tree *t = f->tree;
	uint64_t *length = mem_array(t->count, sizeof *length, "call paths", err);

	*bytes = 0;
	if (!length)
		return false;
	for (uint32_t node = 1; node < t->count; node++) { /* parents first */
		uint64_t own = of == EXTENT_NAMES     ? tree_label(t, node).len
			       : t->frame[node] < 128 ? 0
						      : 1;

		length[node] = number_add(length[t->parent[node]], own + BETWEEN);
		if (f->self[node])
			*bytes = number_add(*bytes, number_add(length[node], LINE_END));
	}
	mem_free(length);
	return true;
}

bool extent_of_nodes(const struct flame *f, uint64_t *bytes, struct error *err)
{
	const struct tree *t = f->tree;
	const struct profile *p = t->profile;

	(void)err;
	*bytes = 0;
	for (uint32_t node = 1; node < t->count; node++) {
		uint64_t own = tree_label(t, node).len;

		if (t->frame[node])
			own += profile_frame_module(p, t->frame[node]).len;
		if (f->total[node])
			*bytes = number_add(*bytes, own + LINE_END);
	}
	return true;
}

bool extent_of_samples(const struct flame *f, enum extent_of of, uint64_t *bytes,
		       struct error *err)
{
	const struct profile *p = f->tree->profile;
	uint64_t *length = mem_array(p->stack_count, sizeof *length, "stacks", err);

	*bytes = 0;
	if (!length)
		return false;
	for (uint32_t i = 1; i < p->stack_count; i++) { /* parents first */
		const struct frame *at = &p->frames[p->stacks[i].frame];
		uint64_t own = of == EXTENT_NUMBERS ? digits(p->stacks[i].frame)
						    : profile_string(p, at->name).len;

		if (of != EXTENT_NUMBERS && at->module)
			own += profile_string(p, at->module).len + 1;
		length[i] = number_add(length[p->stacks[i].parent], own + BETWEEN);
	}
	for (uint32_t i = 0; of == EXTENT_NUMBERS && i < p->thread_count; i++)
		*bytes = number_add(*bytes, profile_string(p, p->threads[i].comm).len);
	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t thread = profile_context(p, row)->thread;
		uint64_t own = of == EXTENT_NAMES
				   ? profile_string(p, p->threads[thread].comm).len
				   : 0;

		*bytes = number_add(
		    *bytes, number_add(length[p->samples.stack[row]], own + LINE_END));
	}
	mem_free(length);
	return true;
}

bool extent_size_is_allowed(uint64_t bytes, uint64_t unasked, const struct profile *p)
{
	return bytes <= unasked || bytes / TIMES <= store_size(p);
}

bool extent_check(uint64_t bytes, uint64_t unasked, const struct profile *p,
		  const char *what, const char *command, struct error *err)
{
	char size[NUMBER_BYTES_MAX];

	return extent_size_is_allowed(bytes, unasked, p) ||
	       error_set(err, ERROR_LIMIT,
			 "as %s this would take about %s, %" PRIu64
			 " times the size of the profile; %s --large writes it anyway",
			 what, number_bytes(bytes, size), bytes / store_size(p), command);
}
