/* trace_request.h - requests to disks and calls of the kernel, as the kernel writes them into samples. */

#ifndef INPUT_TRACE_REQUEST_H
#define INPUT_TRACE_REQUEST_H

#include "input/tracepoint/trace_field.h"
#include "profile/sched.h"

/* What tells requests of one trace point apart. */
struct trace_request {
	enum request_kind kind;
	struct trace_field device, sector; /* REQUEST_DISK */
	struct trace_field number;	   /* REQUEST_CALL */
	uint64_t call; /* REQUEST_CALL, where its name says which; 0: the number does */
};

/*
 * Which side of them the event of this full name tells; SCHED_NONE: none. `format` is the kernel's word
 * for it (trace_field.h), or empty: then as kernels have had it for years.
 */
enum sched_kind trace_request_of(struct text name, struct text format,
				 struct trace_request *r);

/* False: `raw` is shorter than its fields, or has none of them. */
bool trace_request_parse(const struct trace_request *r, enum sched_kind side,
			 struct text raw, struct sched *s);

#endif
