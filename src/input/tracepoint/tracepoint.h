/* tracepoint.h - parses the data that tracepoints of the kernel store in samples. */

#ifndef INPUT_TRACEPOINT_H
#define INPUT_TRACEPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "input/field_names.h"
#include "profile/sched.h"

#define TRACE_COMM 16 /* bytes of a thread's name in the kernel, including the NUL */

/*
 * A field of PERF_SAMPLE_RAW: a little-endian number of 1 to 8 bytes, or a name of at most 16
 * bytes. In tracefs, it has a line "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;". Size
 * 0: no such field.
 */
struct trace_field {
	uint16_t offset, size;
};

/* ---- a field as the weight ---- */

struct trace_number {
	struct trace_field at; /* size 0: the tracepoint has no such field */
	bool is_signed;
};

/* Find the numeric field of this name, of 1, 2, 4 or 8 bytes, in a format of tracefs. */
struct trace_number trace_number_of(struct text format, struct text name);

/* Add the names of all numeric fields to `names`, except those that every tracepoint has. */
void trace_number_names(struct text format, struct field_names *names);

/*
 * Get the value of a field. For a negative number, `*negative` is true and the value is 0. False:
 * no such field, or `raw` is too short.
 */
bool trace_number_value(const struct trace_number *f, struct text raw, uint64_t *value,
			bool *negative);

/* ---- the scheduler, disks and system calls ---- */

/* The fields that identify a disk request or a system call. */
struct trace_request {
	enum request_kind kind;
	struct trace_field device, sector; /* REQUEST_DISK */
	struct trace_field number;	   /* REQUEST_CALL */
	uint64_t call; /* REQUEST_NAMED_CALL: see sched_call_number(); 0: use `number` */
};

#define TRACE_STATES 16

/* The fields of a tracepoint, and the meaning of the bits of prev_state. */
struct trace_sched {
	enum sched_kind kind; /* SCHED_NONE: another tracepoint */
	struct trace_field leaves, state, other, success;
	struct trace_field leaves_name, other_name; /* names of these threads */
	/* only for requests, which have none of the other fields */
	struct trace_request request;
	struct {
		uint64_t bit;
		char letter;
	} states[TRACE_STATES];
	unsigned state_count;
	uint64_t preempted; /* the bit of prev_state for a preempted thread */
};

/*
 * The fields of the scheduler or request event of this name, as in its `format` from tracefs or, if
 * that is empty, at their usual offsets. For any other event, `kind` is SCHED_NONE.
 */
struct trace_sched trace_sched_of_event(struct text name, struct text format);

/*
 * Parse the data of a sample of thread `*tid`. If that is -1, because the thread has ended, it
 * becomes the thread that leaves the CPU. False: `raw` is too short or a field is missing. A
 * wake-up without effect is SCHED_NONE.
 */
bool trace_sched_parse(const struct trace_sched *t, struct text raw, int32_t *tid,
		       struct sched *s);

/* The name in a field of `raw`, up to its NUL; empty without a field. Borrowed. */
struct text trace_sched_name(struct trace_field f, struct text raw);

#endif
