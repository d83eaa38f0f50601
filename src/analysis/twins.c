#include "analysis/twins.h"

#include "base/idmap.h"
#include "base/mem.h"

/* Do two stacks have the parent and the frame in common? Room for callees by parent (their
 * first, then the next of each) and for a mark by frame is the caller's, zeroed. */
static bool has_twins(const struct profile *p, uint32_t *first, uint32_t *next,
		      uint32_t *mark)
{
	for (uint32_t i = 1; i < p->stack_count; i++) {
		next[i] = first[p->stacks[i].parent];
		first[p->stacks[i].parent] = i;
	}
	for (uint32_t parent = 0; parent < p->stack_count; parent++) {
		for (uint32_t i = first[parent]; i; i = next[i]) {
			uint32_t frame = p->stacks[i].frame;

			if (mark[frame] == parent + 1)
				return true;
			mark[frame] = parent + 1;
		}
	}
	return false;
}

/* Parents come first, so that twins of twins are found too. */
static bool match(const struct profile *p, uint32_t *first_of, struct error *err)
{
	struct idmap ids = {0};
	bool ok = true;

	for (uint32_t i = 1; ok && i < p->stack_count; i++) {
		const struct stack *s = &p->stacks[i];

		ok = idmap_put(&ids, idmap_pair(first_of[s->parent], s->frame), i,
			       &first_of[i], err);
	}
	idmap_release(&ids);
	return ok;
}

bool twins_find(const struct profile *p, uint32_t **first_of, struct error *err)
{
	uint32_t *first = mem_array(p->stack_count, sizeof *first, "stacks", err);
	uint32_t *next = NULL, *mark = NULL;
	bool ok = false;

	*first_of = NULL;
	if (first)
		next = mem_array(p->stack_count, sizeof *next, "stacks", err);
	if (next)
		mark = mem_array(p->frame_count, sizeof *mark, "functions", err);
	if (mark) {
		ok = true;
		if (has_twins(p, first, next, mark)) {
			*first_of =
			    mem_array(p->stack_count, sizeof **first_of, "stacks", err);
			ok = *first_of && match(p, *first_of, err);
		}
	}
	if (!ok) {
		mem_free(*first_of);
		*first_of = NULL;
	}
	mem_free(first);
	mem_free(next);
	mem_free(mark);
	return ok;
}
