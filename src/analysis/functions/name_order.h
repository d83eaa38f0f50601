/* name_order.h - the order of the functions of a profile by name. */

#ifndef ANALYSIS_NAME_ORDER_H
#define ANALYSIS_NAME_ORDER_H

#include "base/error.h"
#include "profile/profile.h"

/* Ranks by frame, so that sorting compares numbers instead of names. */
struct name_order {
	uint32_t *sibling; /* owned: the rank by name, module, kind, frame number */
	uint32_t *place;   /* owned: the rank by name, module, frame number */
	uint32_t *name;	   /* owned: the rank of the first function with the same name */
};

/* Release with name_order_release(), even after a failure. */
bool name_order_build(struct name_order *o, const struct profile *p, struct error *err);
void name_order_release(struct name_order *o);

/* Compare frames by name, module and frame number; with `name_only`, only by name. */
int name_order_by_texts(const struct profile *p, uint32_t a, uint32_t b, bool name_only);

/* With a zeroed order, the result is that of name_order_by_texts(). */
static inline int name_order_compare(const struct name_order *o, const struct profile *p,
				     uint32_t a, uint32_t b, bool name_only)
{
	const uint32_t *place = name_only ? o->name : o->place;

	if (!place)
		return name_order_by_texts(p, a, b, name_only);
	return place[a] < place[b] ? -1 : place[a] > place[b];
}

#endif
