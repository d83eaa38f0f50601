#include "analysis/functions/name_order.h"

#include <stdlib.h>

#include "base/mem.h"

/* The beginning of most names suffices to order them. */
struct name_start {
	uint64_t start; /* the first 8 bytes, as a number that compares like them */
	uint32_t frame;
};

static uint64_t start_of(struct text t)
{
	uint64_t start = 0;

	for (size_t i = 0; i < sizeof start; i++)
		start = start << 8 | (i < t.len ? (uint8_t)t.at[i] : 0);
	return start;
}

static int compare_names(const void *a, const void *b, void *profile)
{
	const struct name_start *x = a, *y = b;
	const struct profile *p = profile;
	uint32_t xkind = p->frames[x->frame].kind, ykind = p->frames[y->frame].kind;
	int order;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	order = text_compare(profile_frame_name(p, x->frame),
			     profile_frame_name(p, y->frame));
	if (!order)
		order = text_compare(profile_frame_module(p, x->frame),
				     profile_frame_module(p, y->frame));
	if (!order && xkind != ykind)
		order = xkind < ykind ? -1 : 1;
	return order ? order : x->frame < y->frame ? -1 : x->frame > y->frame;
}

static bool same_name(const struct profile *p, const struct name_start *a,
		      const struct name_start *b)
{
	return a->start == b->start && text_equal(profile_frame_name(p, a->frame),
						  profile_frame_name(p, b->frame));
}

static int compare_frames(const void *a, const void *b)
{
	const struct name_start *x = a, *y = b;

	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

/* Functions that differ only in kind are ordered by their numbers. */
static void find_places(struct name_order *o, const struct profile *p,
			struct name_start *names)
{
	uint32_t name = 0;

	for (uint32_t i = 0; i < p->frame_count; i++)
		o->sibling[names[i].frame] = i;
	for (uint32_t i = 0, end; i < p->frame_count; i = end) {
		if (!same_name(p, &names[name], &names[i]))
			name = i;
		for (end = i + 1; end < p->frame_count &&
				  same_name(p, &names[i], &names[end]) &&
				  text_equal(profile_frame_module(p, names[i].frame),
					     profile_frame_module(p, names[end].frame));)
			end++;
		if (end - i > 1)
			qsort(names + i, end - i, sizeof *names, compare_frames);
		for (uint32_t at = i; at < end; at++) {
			o->place[names[at].frame] = at;
			o->name[names[at].frame] = name;
		}
	}
}

int name_order_by_texts(const struct profile *p, uint32_t a, uint32_t b, bool name_only)
{
	int order = text_compare(profile_frame_name(p, a), profile_frame_name(p, b));

	if (order || name_only)
		return order;
	order = text_compare(profile_frame_module(p, a), profile_frame_module(p, b));
	return order ? order : a < b ? -1 : a > b;
}

bool name_order_build(struct name_order *o, const struct profile *p, struct error *err)
{
	uint32_t count = p->frame_count;
	struct name_start *names = mem_array(count, sizeof *names, "functions", err);
	bool ok;

	*o = (struct name_order){0};
	ok = names &&
	     (o->sibling = mem_array(count, sizeof *o->sibling, "functions", err)) &&
	     (o->place = mem_array(count, sizeof *o->place, "functions", err)) &&
	     (o->name = mem_array(count, sizeof *o->name, "functions", err));
	if (ok) {
		for (uint32_t i = 0; i < count; i++)
			names[i] =
			    (struct name_start){start_of(profile_frame_name(p, i)), i};
		qsort_r(names, count, sizeof *names, compare_names, (void *)p);
		find_places(o, p, names);
	}
	mem_free(names);
	return ok;
}

void name_order_release(struct name_order *o)
{
	mem_free(o->sibling);
	mem_free(o->place);
	mem_free(o->name);
	*o = (struct name_order){0};
}
