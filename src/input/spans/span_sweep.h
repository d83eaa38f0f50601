/* span_sweep.h - from spans to stacks: what is running at each moment of a track. */

#ifndef INPUT_SPAN_SWEEP_H
#define INPUT_SPAN_SWEEP_H

#include "input/spans/span_list.h"

/*
 * Give the reading's builder a stretch for each piece of time in which the same spans are
 * running, track by track; times are ns. The stack is all that run: the later one ends, the
 * nearer it is to the root, unless a parent is named, above which its children are, with
 * all that is theirs, before its siblings. One that takes no time is a stretch of none.
 * Sorts the list and puts numbers into `parent`. False and an error when memory runs out or
 * the reading was cancelled.
 */
bool span_sweep(struct span_list *l, struct reading *r, struct error *err);

#endif
