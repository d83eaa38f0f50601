/* perf_attr.h - an event as requested from the kernel: struct perf_event_attr. */

#ifndef INPUT_PERF_ATTR_H
#define INPUT_PERF_ATTR_H

#include "base/bytes.h"

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

/* Bits of the flags. */
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

#define PERF_ATTR_LEAST 64 /* bytes of the first version */

/*
 * Parse an attr of any version: missing fields become 0, unknown ones are skipped. False when it is
 * shorter than the first version.
 */
bool perf_attr_parse(struct text t, struct perf_attr *a);

/* Is it the output of BPF programs, whose meaning depends on the program? */
bool perf_attr_is_bpf_output(const struct perf_attr *a);

/* Do samples have call stacks: --call-graph fp, dwarf or lbr? */
bool perf_attr_has_callers(const struct perf_attr *a);

#define PERF_ATTR_NAME_MAX 64

/*
 * The name that perf makes from the numbers: "cpu-clock", "cycles:ppp", "L1-dcache-loads",
 * "raw 0x1c2". Writes at most `max` bytes with the NUL.
 */
void perf_attr_name(const struct perf_attr *a, char *buf, size_t max);

#endif
