#include "profile/tally.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"

struct tallies {
	struct tally *rows; /* owned */
	size_t count, room;
	struct idmap ids;
};

static bool find(struct tallies *t, uint32_t context, uint32_t frame, uint32_t *id,
		 struct error *err)
{
	uint32_t fresh = (uint32_t)t->count;

	if (!idmap_put(&t->ids, idmap_pair(context, frame), fresh, id, err))
		return false;
	if (*id != fresh)
		return true;
	if (!mem_reserve(&t->rows, &t->room, t->count + 1, sizeof *t->rows, "tallies",
			 err))
		return false;
	t->rows[t->count++] = (struct tally){.context = context, .frame = frame};
	return true;
}

struct tally *tally_build(const struct profile *p, uint64_t *count, struct error *err)
{
	const struct samples *s = &p->samples;
	struct tallies t = {0};
	bool ok = mem_reserve(&t.rows, &t.room, 1, sizeof *t.rows, "tallies", err);

	for (uint64_t i = 0; ok && i < s->count; i++) {
		uint32_t id;

		ok = find(&t, s->context[i], p->stacks[s->stack[i]].frame, &id, err);
		if (!ok)
			break;
		t.rows[id].count += profile_row_count(p, i);
		t.rows[id].weight += s->weight[i];
	}
	idmap_release(&t.ids);
	if (!ok) {
		free(t.rows);
		return NULL;
	}
	*count = t.count;
	return t.rows;
}
