#include "analysis/waiting/wait_place.h"

#include "analysis/waiting/wait_keys.h"
#include "analysis/waiting/waits.h"
#include "analysis/waiting/wake_paths.h"
#include "base/mem.h"

/*
 * The node at which a thread stopped, of the user's side, or who called the scheduler where there is
 * none: below who woke it, if that stands above.
 */
static uint32_t place_of(const struct tree *t, uint32_t node)
{
	const struct profile *p = t->profile;
	uint32_t place = node;

	for (uint32_t n = node; t->frame[n]; n = t->parent[n])
		if (text_equal(tree_label(t, n), text_of(wake_labels[LABEL_DIVIDER])))
			place = t->parent[n];
	node = place;
	while (t->frame[place] && sched_is_kernel(p, t->frame[place]))
		place = t->parent[place];
	if (t->frame[place])
		return place;
	place = node;
	while (t->frame[place] && waits_is_scheduler(p, t->frame[place]))
		place = t->parent[place];
	return t->frame[place] ? place : node;
}

/* Adds up the time of the wait by the node at which it stopped; the node with most of it. */
static uint32_t largest_place(const struct flame *f, const uint32_t *keys, uint32_t key,
			      uint64_t *sums)
{
	uint32_t best = 0;

	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t at;

		if (keys[row] != key)
			continue;
		at = place_of(f->tree, f->tree->leaf[row]);
		sums[at] += flame_value(f, row);
		if (sums[at] > sums[best])
			best = at;
	}
	return best;
}

bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err)
{
	struct intern *names = intern_new(err);
	uint32_t *keys = names ? wait_keys_of(f->tree->profile, NULL, names, err) : NULL;
	uint64_t *sums =
	    keys ? mem_array(f->tree->count, sizeof *sums, "call paths", err) : NULL;
	uint32_t key = WAIT_NO_KEY;
	bool ok = sums && intern_put(names, name, &key, err);

	*node = ok ? largest_place(f, keys, key, sums) : 0;
	mem_free(sums);
	mem_free(keys);
	intern_free(names);
	return ok;
}
