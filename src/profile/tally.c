#include "profile/tally.h"

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/mem.h"

struct tallies {
	struct tally *rows; /* owned */
	size_t count, room;
	struct bits idle; /* threads that are idle tasks */
	uint32_t
	    *ordinary; /* owned: 1 + the row of each context's other samples; 0: none */
	struct idmap ids; /* (context, leaf) of those apart: row */
};

static bool begin(struct tallies *t, const struct profile *p, struct error *err)
{
	t->ordinary = mem_array(p->context_count, sizeof *t->ordinary, "tallies", err);
	if (!t->ordinary || !bits_build(&t->idle, p->thread_count, err))
		return false;
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (profile_is_idle_task(p, &p->threads[i]))
			bits_add(&t->idle, i);
	return mem_reserve(&t->rows, &t->room, 1, sizeof *t->rows, "tallies", err);
}

static bool add_row(struct tallies *t, uint32_t context, uint32_t leaf, struct error *err)
{
	return APPEND(t->rows, t->count, t->room, "tallies", err,
		      (struct tally){.context = context, .leaf = leaf});
}

static bool find(struct tallies *t, const struct profile *p, uint64_t sample,
		 uint32_t *row, struct error *err)
{
	uint32_t context = p->samples.context[sample], fresh = (uint32_t)t->count;
	uint32_t leaf = p->stacks[p->samples.stack[sample]].frame;

	if (p->frames[leaf].kind == FRAME_IDLE ||
	    bits_has(&t->idle, p->contexts[context].thread)) {
		if (!idmap_put(&t->ids, idmap_pair(context, leaf), fresh, row, err))
			return false;
	} else {
		leaf = 0;
		if (!t->ordinary[context])
			t->ordinary[context] = 1 + fresh;
		*row = t->ordinary[context] - 1;
	}
	return *row != fresh || add_row(t, context, leaf, err);
}

struct tally *tally_build(const struct profile *p, uint64_t *count, struct error *err)
{
	struct tallies t = {0};
	bool ok = begin(&t, p, err);
	uint32_t row;

	for (uint64_t i = 0; ok && i < p->samples.count; i++) {
		ok = find(&t, p, i, &row, err);
		if (!ok)
			break;
		t.rows[row].count += profile_row_count(p, i);
		t.rows[row].weight += p->samples.weight[i];
		if (p->samples.duration)
			t.rows[row].duration += p->samples.duration[i];
	}
	idmap_release(&t.ids);
	bits_release(&t.idle);
	mem_free(t.ordinary);
	if (!ok) {
		mem_free(t.rows);
		return NULL;
	}
	*count = t.count;
	return t.rows;
}
