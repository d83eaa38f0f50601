/* cycle_work.h - what is done in a cycle, beyond what always goes on. */

#ifndef ANALYSIS_FIND_CYCLE_WORK_H
#define ANALYSIS_FIND_CYCLE_WORK_H

#include "analysis/find/activity.h"

struct cycle_work {
	double amount; /* in a cycle, as levels: samples, or ns of spans */
	double steps;  /* how long that takes, in steps, */
	double from;   /* and when it begins, in steps after the beginning of a cycle */
};

/*
 * Of all whole cycles of `length` steps laid upon each other: the one stretch of the cycle in which
 * most goes on above the floor, the level that is there in all but a quarter of the cycle.
 * `mean` is added to all levels.
 */
struct cycle_work cycle_work_of(const struct activity *a, double mean, double length);

#endif
