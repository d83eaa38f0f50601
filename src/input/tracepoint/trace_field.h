/* trace_field.h - one field of the data that a trace point writes into its samples. */

#ifndef INPUT_TRACE_FIELD_H
#define INPUT_TRACE_FIELD_H

#include <stdint.h>

#include "base/text.h"

#define TRACE_COMM 16 /* bytes of a thread's name, with its NUL, in the kernel */

/* A field of PERF_SAMPLE_RAW: a number, little-endian, of 1 to 8 bytes, or a name of 16 at most; size 0: none. */
struct trace_field {
	uint16_t offset, size;
};

/*
 * Where it is by the text of tracefs, "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;". Size 0:
 * it has no such field, or a larger one.
 */
struct trace_field trace_field_of(struct text format, struct text name);

/* 0 where there is none. False: `raw` is shorter, or it is no number. Signed ones are not extended. */
bool trace_field_value(struct text raw, struct trace_field f, uint64_t *value);

/* The number behind a key, "offset:", in the line of a field; false: there is none. */
bool trace_attribute(struct text line, struct text key, uint64_t *n);

/* Where `part` is for the first time; false: nowhere. */
bool trace_find(struct text t, struct text part, size_t *at);

#endif
