/* span_parents.h - which span each one is a part of, when a table names its parent. */

#ifndef INPUT_SPAN_PARENTS_H
#define INPUT_SPAN_PARENTS_H

#include "input/spans/span_list.h"

/* Room for the work, used for one track after the other. Zeroed or released at first. */
struct span_parents {
	uint32_t *order; /* owned: numbers of spans */
	/* owned, by text: how many spans of this name run, and the sum of their numbers,
	 * which is the number of the only one; 0 between two calls */
	uint32_t *running;
	uint64_t *sum;
};

/* For so many spans and texts. Release with span_parents_release(), also after a failure. */
bool span_parents_build(struct span_parents *p, size_t spans, uint32_t texts,
			struct error *err);
void span_parents_release(struct span_parents *p);

/*
 * Of the spans of one track, sorted: put 1 + the number of its parent among them into each
 * `parent`, or 0. It is the span of that name that runs when this one starts; where there is
 * none, or are several, that is a loss, and so is a circle, which is broken.
 */
void span_parents_find(struct span_parents *p, struct span *spans, size_t count,
		       struct losses *losses);

#endif
