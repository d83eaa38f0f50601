/* function_lines.h - the functions of a flame graph as lines of a table. */

#ifndef ANALYSIS_FUNCTION_LINES_H
#define ANALYSIS_FUNCTION_LINES_H

#include "analysis/functions/function_counts.h"
#include "analysis/top.h"

/*
 * The same rows in the same order as with top_build() and top_sort(). But when the range is
 * dragged, only changed nodes are counted again, and only the visible lines are sorted: with a
 * million functions a step reads each of them once.
 */
struct function_lines {
	struct function_counts counts;
	uint64_t made;	      /* the tree's version; 0: there is no tree */
	uint64_t *counted;    /* owned: by node, the self value that `counts` contains */
	uint32_t *frames;     /* owned: by line, the function; has room for all */
	uint32_t held;	      /* the number of distinct functions in `frames` */
	uint32_t first, last; /* the sorted lines: only these are in place */
	struct bits known;    /* by frame; temporary */
	uint32_t count;	      /* number of lines: functions with a total */
	enum top_order by;    /* not TOP_CHANGE */
	bool reverse;
};

/* Count the functions of `f`; begin with a zeroed `l`. After a failure there are no lines. */
bool function_lines_count(struct function_lines *l, const struct flame *f,
			  struct error *err);
void function_lines_release(struct function_lines *l);

void function_lines_sort(struct function_lines *l, enum top_order by, bool reverse);

/* Sort the lines from `first` to below `last`, as far as they exist. */
void function_lines_show(struct function_lines *l, uint32_t first, uint32_t last);

/* The function of a sorted line; 0: the line is not sorted. */
uint32_t function_lines_at(const struct function_lines *l, uint32_t line);

/* The line of a function with a total. */
uint32_t function_lines_find(const struct function_lines *l, uint32_t frame);
bool function_lines_has(const struct function_lines *l, uint32_t frame);

struct top_row function_lines_row(const struct function_lines *l, uint32_t frame);

#endif
