/* stall.h - does what runs otherwise stand still? */

#ifndef ANALYSIS_STALL_H
#define ANALYSIS_STALL_H

#include "analysis/compare/comparison.h"

/*
 * Of two sides of what ran, be it samples or time: does a good part of what runs in the baseline not run in the
 * subject? It need not be a gap: while workers wait for a lock, its holder may run all the time. Asked of
 * threads by their names, as those of one name do the same work, be they others each time; of each that had
 * five samples to expect there, and got less than half of them. Where nothing ran it is one. Without times, and where nothing is to be expected, it is
 * none. False and an error when memory runs out.
 */
bool stall_find(const struct comparison *c, bool *is, struct error *err);

#endif
