/* function_lines.h - the functions of a flame graph as lines of a table that is quickly updated. */

#ifndef ANALYSIS_FUNCTION_LINES_H
#define ANALYSIS_FUNCTION_LINES_H

#include "analysis/functions/function_counts.h"
#include "analysis/top.h"

/*
 * The table has the rows of top_build() in the order of top_sort(). But when the range changes,
 * only the changed nodes are counted again, unless there are many, and few lines other than the
 * visible ones are sorted. So even a million functions cost only a few passes over arrays each time
 * the range changes.
 */
struct function_lines {
	struct function_counts counts;
	uint64_t made;	   /* tree.made of the counted tree; 0: nothing counted yet */
	uint64_t *counted; /* owned, by node: the self value in `counts` */
	uint32_t *frames;  /* owned, by line: the function; has room for all functions */
	uint32_t held;	   /* the number of distinct functions in `frames` */
	uint32_t first, last; /* the sorted lines are [first, last) */
	struct bits known;    /* temporary, by frame */
	uint32_t count;	      /* the number of lines: functions with a total > 0 */
	enum top_order by;    /* not TOP_CHANGE */
	bool reverse;
};

/*
 * Count the functions of `f`, without sorting any lines. Zero `l` before the first call. After a
 * failure there are no lines. Release with function_lines_release().
 */
bool function_lines_count(struct function_lines *l, const struct flame *f,
			  struct error *err);
void function_lines_release(struct function_lines *l);

/* Choose the order. No lines are sorted until function_lines_show(). */
void function_lines_sort(struct function_lines *l, enum top_order by, bool reverse);

/* Sort those of the lines [first, last) that exist. */
void function_lines_show(struct function_lines *l, uint32_t first, uint32_t last);

/* The function of a line; 0: the line is not sorted. */
uint32_t function_lines_at(const struct function_lines *l, uint32_t line);

/* The line of a function for which function_lines_has() is true. */
uint32_t function_lines_find(const struct function_lines *l, uint32_t frame);
bool function_lines_has(const struct function_lines *l, uint32_t frame);

struct top_row function_lines_row(const struct function_lines *l, uint32_t frame);

#endif
