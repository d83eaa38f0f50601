/* stack_lines.h - stacks as lines of text: equal ones added up, in the order of their bytes. */

#ifndef EXPORT_STACK_LINES_H
#define EXPORT_STACK_LINES_H

#include <stdio.h>

#include "base/idmap.h"
#include "base/intern.h"

/*
 * A line is parts joined by ';', none of which holds one. It is kept as the line without
 * its last part and that part, so beginnings that lines share are there once. Line 0 has no
 * part at all. Zero it to begin; release with stack_lines_release().
 */
struct stack_lines {
	struct intern *parts; /* owned */
	struct idmap ids;     /* (line, part): the line with the part added */
	struct stack_line {
		uint32_t parent, part;
		uint64_t value;
	} * rows; /* owned; a parent comes before its children */
	uint32_t count;
	size_t room;
};

bool stack_lines_build(struct stack_lines *l, struct error *err);
void stack_lines_release(struct stack_lines *l);

/* The number of a part; 0 is the empty one. */
bool stack_lines_part(struct stack_lines *l, struct text t, uint32_t *part,
		      struct error *err);

/* The line that `line` becomes with this part at its end. */
bool stack_lines_longer(struct stack_lines *l, uint32_t line, uint32_t part,
			uint32_t *longer, struct error *err);

/*
 * Write the lines that have a value, each with a blank and the value behind it: how many
 * `unit` it is, rounded to the nearest, which may be 0.
 */
bool stack_lines_write(const struct stack_lines *l, uint64_t unit, FILE *out,
		       struct error *err);

#endif
