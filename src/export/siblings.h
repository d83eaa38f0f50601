/* siblings.h - the frames that a frame calls, in the order in which they are written. */

#ifndef EXPORT_SIBLINGS_H
#define EXPORT_SIBLINGS_H

#include "analysis/layout.h"

/* As the tree links them by name, largest first, or in the order in which they started; those
 * without a count are passed over. */
struct siblings {
	const struct flame *flame; /* borrowed */
	uint32_t *first, *next;	   /* owned, or by name the tree's own */
	uint32_t *scratch;	   /* owned, NULL when they are the tree's */
	uint64_t *firsts;	   /* owned, NULL unless sorted by start */
};

/* Release with siblings_release(). */
bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err);
void siblings_release(struct siblings *s);

/* The first that `node` calls, and the next after a sibling; 0: none. */
uint32_t siblings_first(const struct siblings *s, uint32_t node);
uint32_t siblings_next(const struct siblings *s, uint32_t node);

#endif
