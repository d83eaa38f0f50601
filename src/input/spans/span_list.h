/* span_list.h - the spans of a table: what ran from when until when, in what, and as stacks. */

#ifndef INPUT_SPAN_LIST_H
#define INPUT_SPAN_LIST_H

#include "base/intern.h"
#include "input/reading.h"

/*
 * Spans of a table may overlap in any way (those of spans.h lie in each other).
 * span_table.c knows headings, csv_rows has libcsv cut the rows; here it is found which
 * span each one is a part of, and a track is gone through by time with all that runs:
 * each piece in which that stays the same is a stretch. None of it is quadratic: how many
 * run at a time and how many frames are put onto stacks has an end.
 */

/* A number of a table: it is a time when the unit is known. */
struct span_moment {
	uint64_t whole;
	uint32_t billionths;
};

struct span {
	struct span_moment start, end; /* billionths are 0 once `whole` is ns */
	uint32_t name, track;	       /* of the list's texts */
	uint32_t parent; /* the same, 0: none; then what span_parents_find() puts there */
	uint32_t line;	 /* UINT32_MAX: that, or a later one */
};

/* Zero it and set `texts` to begin. */
struct span_list {
	struct span *of; /* owned */
	size_t count, room;
	struct intern *texts; /* owned */
	bool nested;	      /* some have a parent */
};

/* False and an error when memory runs out, or there are more than ids. */
bool span_list_add(struct span_list *l, const struct span *s, struct error *err);

/*
 * Make nanoseconds of times in a unit of so many. What does not fit is left out, and counted
 * as a loss.
 */
void span_list_scale(struct span_list *l, uint64_t ns, struct losses *losses);

void span_list_release(struct span_list *l);

/* False when it does not fit. */
bool span_moment_scale(struct span_moment *m, uint64_t ns);
bool span_moment_add(struct span_moment *m, struct span_moment more);

/* -1, 0 or 1: the earlier first. */
int span_moment_compare(struct span_moment a, struct span_moment b);

/*
 * Give the reading's builder a stretch for each piece of time in which the same spans are
 * running, track by track; times are ns. The stack is all that run: the later one ends, the
 * nearer it is to the root, unless a parent is named, above which its children are, with
 * all that is theirs, before its siblings. One that takes no time is a stretch of none.
 * Sorts the list and puts numbers into `parent`. False and an error when memory runs out or
 * the reading was cancelled.
 */
bool span_list_store(struct span_list *l, struct reading *r, struct error *err);

#endif
