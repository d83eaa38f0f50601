/* name_order.h - the functions of a profile in the order of their names, found once. */

#ifndef ANALYSIS_NAME_ORDER_H
#define ANALYSIS_NAME_ORDER_H

#include "base/error.h"
#include "profile/profile.h"

/* By frame, so that what is sorted again and again compares numbers and not texts. */
struct name_order {
	uint32_t *sibling; /* owned: the place by name, module, kind, number */
	uint32_t *place;   /* owned: the place by name, module, number */
	uint32_t *name;	   /* owned: the place of the first of the same name */
};

/* Release with name_order_release(), also after an error. Empty it makes texts be compared. */
bool name_order_build(struct name_order *o, const struct profile *p, struct error *err);
void name_order_release(struct name_order *o);

/* By name, module and number; with `name_only` two of the same name are equal. */
int name_order_by_texts(const struct profile *p, uint32_t a, uint32_t b, bool name_only);

static inline int name_order_compare(const struct name_order *o, const struct profile *p,
				     uint32_t a, uint32_t b, bool name_only)
{
	const uint32_t *place = name_only ? o->name : o->place;

	if (!place)
		return name_order_by_texts(p, a, b, name_only);
	return place[a] < place[b] ? -1 : place[a] > place[b];
}

#endif
