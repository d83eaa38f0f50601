/* stall.h - whether work that usually runs has stopped. */

#ifndef ANALYSIS_COMPARE_STALL_H
#define ANALYSIS_COMPARE_STALL_H

#include "analysis/compare/comparison.h"

/*
 * The sides are running time or samples on CPUs. Is a large part of the work of the baseline
 * missing in the subject? There need not be a gap: while workers wait for a lock, its holder may
 * run all the time. Threads are compared by name, as threads of one name do the same work even if
 * they are new each time. A thread name counts as missing if five samples were expected and fewer
 * than half of them are there. A subject in which nothing ran is a stall. Without times, or if
 * nothing was expected, `*is` is false. Returns false and an error when memory runs out.
 */
bool stall_find(const struct comparison *c, bool *is, struct error *err);

#endif
