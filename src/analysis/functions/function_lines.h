/* function_lines.h - the functions of a flame graph as the lines of a table, while its range changes. */

#ifndef ANALYSIS_FUNCTION_LINES_H
#define ANALYSIS_FUNCTION_LINES_H

#include "analysis/functions/function_counts.h"
#include "analysis/top.h"

/*
 * The same rows in the same order as top_build() and top_sort() give. But what a step of a drag has
 * not changed is not counted again, and only the lines that are looked at are brought into order: of
 * a million functions a step costs a look at each, and no more.
 */
struct function_lines {
	struct function_counts counts;
	uint64_t made;	      /* when the tree was; 0: there is none */
	uint64_t *counted;    /* owned: by node: the self that is in `counts` */
	uint32_t *frames;     /* owned: by line: the function; room for each */
	uint32_t held;	      /* so many of them are functions, each another */
	uint32_t first, last; /* those in order: no others are in their places */
	struct bits known;    /* of frames: for a moment */
	uint32_t count;	      /* of lines: functions with a total */
	enum top_order by;    /* not TOP_CHANGE */
	bool reverse;
};

/* Count the functions of `f`; zeroed it has none. When it fails there are none. */
bool function_lines_count(struct function_lines *l, const struct flame *f,
			  struct error *err);
void function_lines_release(struct function_lines *l);

void function_lines_sort(struct function_lines *l, enum top_order by, bool reverse);

/* Bring lines into order: those from `first` to below `last`, as far as there are so many. */
void function_lines_show(struct function_lines *l, uint32_t first, uint32_t last);

/* The function of a line that was shown; 0: it was not. */
uint32_t function_lines_at(const struct function_lines *l, uint32_t line);

/* The line of a function with a total. */
uint32_t function_lines_find(const struct function_lines *l, uint32_t frame);
bool function_lines_has(const struct function_lines *l, uint32_t frame);

struct top_row function_lines_row(const struct function_lines *l, uint32_t frame);

#endif
