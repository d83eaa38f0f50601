/* trace_sched.h - the scheduler's trace points as the kernel writes them into samples. */

#ifndef INPUT_TRACE_SCHED_H
#define INPUT_TRACE_SCHED_H

#include "input/tracepoint/trace_field.h"
#include "input/tracepoint/trace_request.h"
#include "profile/sched.h"

#define TRACE_STATES 16

/* Where the fields of one trace point are, and what the bits of prev_state mean. */
struct trace_sched {
	enum sched_kind kind; /* SCHED_NONE: it is another */
	struct trace_field leaves, state, other, success;
	struct trace_field leaves_name, other_name; /* of the threads */
	struct trace_request
	    request; /* of kinds that are of requests; all else is 0 then */
	struct {
		uint64_t bit;
		char letter;
	} states[TRACE_STATES];
	unsigned state_count;
	uint64_t preempted; /* the bit */
};

/* Without the kernel's word for it: as kernels since 5.14 have them. */
struct trace_sched trace_sched_usual(enum sched_kind kind);

/*
 * By the text of tracefs, "name: sched_switch\nID: 312\nformat:\n\tfield:...;\toffset:24;
 * \tsize:4;...\nprint fmt: ...". What it does not tell is as usual, but for fields: what has none
 * is not there.
 */
struct trace_sched trace_sched_of(enum sched_kind kind, struct text format);

/*
 * Of the event of this name, be it one of the scheduler's or of requests (trace_request.h), by its
 * format or, where that is empty, as usual. SCHED_NONE: of another one.
 */
struct trace_sched trace_sched_of_event(struct text name, struct text format);

/*
 * `*tid` is the sample's, and becomes who leaves where that is -1: the thread has ended. False:
 * `raw` is shorter than its fields. A wake-up that woke nobody is SCHED_NONE.
 */
bool trace_sched_parse(const struct trace_sched *t, struct text raw, int32_t *tid,
		       struct sched *s);

/* A name in `raw`, up to its NUL; empty where there is none. Borrowed. */
struct text trace_sched_name(struct trace_field f, struct text raw);

#endif
