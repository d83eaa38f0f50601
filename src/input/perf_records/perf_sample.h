/* perf_sample.h - the attributes of an event, and the fields of its samples and other records. */

#ifndef INPUT_PERF_SAMPLE_H
#define INPUT_PERF_SAMPLE_H

#include "base/bytes.h"

/* ---- an event as requested from the kernel: struct perf_event_attr ---- */

/* Bits of sample_type: the fields of a sample. */
#define PERF_SAMPLE_IP		 (UINT64_C(1) << 0)
#define PERF_SAMPLE_TID		 (UINT64_C(1) << 1)
#define PERF_SAMPLE_TIME	 (UINT64_C(1) << 2)
#define PERF_SAMPLE_ADDR	 (UINT64_C(1) << 3)
#define PERF_SAMPLE_READ	 (UINT64_C(1) << 4)
#define PERF_SAMPLE_CALLCHAIN	 (UINT64_C(1) << 5)
#define PERF_SAMPLE_ID		 (UINT64_C(1) << 6)
#define PERF_SAMPLE_CPU		 (UINT64_C(1) << 7)
#define PERF_SAMPLE_PERIOD	 (UINT64_C(1) << 8)
#define PERF_SAMPLE_STREAM_ID	 (UINT64_C(1) << 9)
#define PERF_SAMPLE_RAW		 (UINT64_C(1) << 10)
#define PERF_SAMPLE_BRANCH_STACK (UINT64_C(1) << 11)
#define PERF_SAMPLE_REGS_USER	 (UINT64_C(1) << 12)
#define PERF_SAMPLE_STACK_USER	 (UINT64_C(1) << 13)
#define PERF_SAMPLE_IDENTIFIER	 (UINT64_C(1) << 16)

/* A bit of branch_sample_type: the branches are the calls that have not returned yet. */
#define PERF_BRANCH_CALL_STACK (UINT64_C(1) << 11)

/* Bits of read_format. */
#define PERF_READ_ENABLED UINT64_C(1)
#define PERF_READ_RUNNING UINT64_C(2)
#define PERF_READ_ID	  UINT64_C(4)
#define PERF_READ_GROUP	  UINT64_C(8)
#define PERF_READ_LOST	  UINT64_C(16)

/* Bits of `flags`. */
#define PERF_ATTR_EXCLUDE_USER	 (UINT64_C(1) << 4)
#define PERF_ATTR_EXCLUDE_KERNEL (UINT64_C(1) << 5)
#define PERF_ATTR_EXCLUDE_HV	 (UINT64_C(1) << 6)
#define PERF_ATTR_FREQ		 (UINT64_C(1) << 10)
#define PERF_ATTR_SAMPLE_ID_ALL	 (UINT64_C(1) << 18)
#define PERF_ATTR_EXCLUDE_HOST	 (UINT64_C(1) << 19)
#define PERF_ATTR_EXCLUDE_GUEST	 (UINT64_C(1) << 20)

/* Kinds of events. */
enum {
	PERF_TYPE_HARDWARE,
	PERF_TYPE_SOFTWARE,
	PERF_TYPE_TRACEPOINT,
	PERF_TYPE_CACHE,
	PERF_TYPE_RAW,
	PERF_TYPE_BREAKPOINT
};

struct perf_attr {
	uint32_t type, size;
	uint64_t config;
	uint64_t period; /* or, with PERF_ATTR_FREQ, the frequency in Hz */
	uint64_t sample_type, read_format, flags, branch_sample_type, sample_regs_user;
};

#define PERF_ATTR_LEAST 64 /* the size in bytes of the first version */

/*
 * Parse an attr of any version. Missing fields become 0, and unknown ones are skipped. Returns
 * false if `t` is shorter than the first version.
 */
bool perf_attr_parse(struct text t, struct perf_attr *a);

/* Is this the event bpf-output? The meaning of its samples depends on the BPF program. */
bool perf_attr_is_bpf_output(const struct perf_attr *a);

/* Do samples have call stacks (recorded with --call-graph fp, dwarf or lbr)? */
bool perf_attr_has_callers(const struct perf_attr *a);

#define PERF_ATTR_NAME_MAX 64

/*
 * Write the name that perf derives from the type, the config and the flags: "cpu-clock",
 * "cycles:ppp", "L1-dcache-loads", "raw 0x1c2". Writes at most `max` bytes, including the NUL.
 */
void perf_attr_name(const struct perf_attr *a, char *buf, size_t max);

/* ---- samples, and trailers of other records ---- */

/* Fields that were not recorded are 0, except pid and tid (PROFILE_NO_ID) and cpu. */
struct perf_sample {
	uint64_t ip, time, id, period;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool has_chain;
	struct text chain; /* borrowed: an array of 64-bit numbers */
	struct text read;  /* borrowed: values of counters, see perf_counts_begin() */
	/* borrowed, with --call-graph lbr: the branches, see PERF_BRANCH_BYTES */
	struct text calls;
	struct text raw; /* borrowed: the data of a tracepoint */
	uint64_t abi;	 /* the ABI of the user registers; 0: no registers */
	/* borrowed: user registers and stack, for unwinding */
	struct text registers, stack;
};

/* A branch consists of u64 from, to and flags. In a call stack, the innermost call is first. */
#define PERF_BRANCH_BYTES 24

/* Parse the body of a SAMPLE. Returns false if it is too short for its fields. */
bool perf_sample_parse(struct text body, const struct perf_attr *a,
		       struct perf_sample *s);

/* The weight of a sample: the recorded period, else the fixed period of the event, else 1. */
uint64_t perf_sample_weight(const struct perf_sample *s, const struct perf_attr *a);

/*
 * The offsets of fields in the samples of an event. They are the same in all samples if no field
 * except a call chain at the end varies in size.
 */
struct perf_layout {
	size_t tid, time, period, chain; /* in the body; SIZE_MAX: not recorded */
	size_t least;			 /* the size of a body with an empty chain */
};

/* Returns false unless all fields are single numbers, except for a call chain at the end. */
bool perf_layout_of(const struct perf_attr *a, struct perf_layout *l);

/*
 * Like perf_sample_parse(), but sets only `pid`, `tid`, `time` and `period`. Returns false if the
 * body is too short for its fields.
 */
bool perf_layout_parse(const struct perf_layout *l, struct text body,
		       struct perf_sample *s);

/* The end of the kernel's records other than samples, with PERF_ATTR_SAMPLE_ID_ALL. */
struct perf_trailer {
	uint64_t time, id;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool timed;   /* `time` was recorded */
	size_t size;  /* in bytes */
};

/* Returns false if the body is shorter than its trailer. */
bool perf_trailer_parse(struct text body, const struct perf_attr *a,
			struct perf_trailer *t);

/*
 * Get the id in a SAMPLE, or at the end of another record. If there are several events, the id
 * identifies the event; it has the same position for all events. Returns false if the record has
 * no id.
 */
bool perf_sample_id(struct text body, const struct perf_attr *a, uint64_t *id);
bool perf_trailer_id(struct text body, const struct perf_attr *a, uint64_t *id);

/* The value of a counter, and the id of its event. */
struct perf_count {
	uint64_t value, id;
};

/*
 * Start reading the counters of a sample with PERF_SAMPLE_READ. Returns their maximum number, or 0
 * if they have no ids. Then call perf_counts_next() for each of them; it returns false at the end.
 */
uint64_t perf_counts_begin(struct bytes *b, const struct perf_sample *s,
			   const struct perf_attr *a);
bool perf_counts_next(struct bytes *b, const struct perf_attr *a, struct perf_count *c);

/*
 * Get the instruction pointer in the user registers. Without unwinding, it is the only user address
 * that can be added to a kernel chain. Returns false if the sample has no registers, or if their
 * architecture is unknown.
 */
bool perf_sample_user_ip(const struct perf_sample *s, const struct perf_attr *a,
			 uint64_t *ip);

#endif
