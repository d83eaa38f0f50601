#include "analysis/unnamed.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* A child's number is greater than its parent's: backwards, all of its samples are known. */
bool unnamed_count(const struct profile *p, struct unnamed *u, struct error *err)
{
	uint64_t *below = mem_array(p->stack_count, sizeof *below, "stacks", err);

	*u = (struct unnamed){0};
	if (!below)
		return false;
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (p->samples.stack[i] < p->stack_count)
			below[p->samples.stack[i]] =
			    plus(below[p->samples.stack[i]], profile_row_count(p, i));
	for (uint32_t i = p->stack_count; i-- > 1;) {
		const struct stack *s = &p->stacks[i];

		u->frames = plus(u->frames, below[i]);
		if (p->frames[s->frame].kind == FRAME_UNKNOWN)
			u->nameless = plus(u->nameless, below[i]);
		below[s->parent] = plus(below[s->parent], below[i]);
	}
	mem_free(below);
	return true;
}

const char *unnamed_text(const struct unnamed *u, char buf[static UNNAMED_TEXT_MAX])
{
	double share = u->frames ? 100.0 * (double)u->nameless / (double)u->frames : 0;
	char n[NUMBER_GROUPED_MAX];

	number_grouped(u->frames, n);
	if (u->nameless && share < 0.1)
		snprintf(buf, UNNAMED_TEXT_MAX, "less than 0.1 %% of %s", n);
	else if (u->nameless < u->frames && share > 99.9)
		snprintf(buf, UNNAMED_TEXT_MAX, "more than 99.9 %% of %s", n);
	else
		snprintf(buf, UNNAMED_TEXT_MAX, "%.1f %% of %s", share, n);
	return buf;
}
