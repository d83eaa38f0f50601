/* trace_number.h - a field of any trace point, by its recorded format, as a weight. */

#ifndef INPUT_TRACE_NUMBER_H
#define INPUT_TRACE_NUMBER_H

#include <stdbool.h>

#include "input/field_names.h"
#include "input/tracepoint/trace_field.h"

struct trace_number {
	struct trace_field at; /* size 0: the trace point has none of this name */
	bool is_signed;
};

/* The field of this name that is a number of 1, 2, 4 or 8 bytes, by the text of tracefs. */
struct trace_number trace_number_of(struct text format, struct text name);

/* Add the names of all of them, but for those that all trace points have, to `names`. */
void trace_number_names(struct text format, struct field_names *names);

/*
 * False: `raw` is shorter, or there is no such field. One below 0 is `*negative`, and its value 0.
 */
bool trace_number_value(const struct trace_number *f, struct text raw, uint64_t *value,
			bool *negative);

#endif
