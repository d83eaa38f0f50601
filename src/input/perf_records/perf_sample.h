/* perf_sample.h - the fields of a sample, and of the trailer of other records. */

#ifndef INPUT_PERF_SAMPLE_H
#define INPUT_PERF_SAMPLE_H

#include "input/perf_records/perf_attr.h"

/* Fields that are not recorded are 0, except pid and tid, which are PROFILE_NO_ID. */
struct perf_sample {
	uint64_t ip, time, id, period;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool has_chain;
	struct text chain; /* borrowed: whole 64-bit numbers */
	struct text read;  /* borrowed: values of counters, see perf_counts_begin() */
	/* borrowed, --call-graph lbr: branches, see PERF_BRANCH_BYTES */
	struct text calls;
	struct text raw; /* borrowed: data of a trace point */
	uint64_t abi;	 /* of the user registers; 0: there are none */
	/* borrowed: user registers and stack, for unwinding */
	struct text registers, stack;
};

/* A branch: u64 from, to, flags. In a call stack the innermost call comes first. */
#define PERF_BRANCH_BYTES 24

/* Parse the body of a SAMPLE. False when it is too short for its fields. */
bool perf_sample_parse(struct text body, const struct perf_attr *a,
		       struct perf_sample *s);

/* The weight of a sample: its period, otherwise the requested period, otherwise 1. */
uint64_t perf_sample_weight(const struct perf_sample *s, const struct perf_attr *a);

/* The offsets of fields in all samples of an event, if only a chain at the end varies in size. */
struct perf_layout {
	size_t tid, time, period, chain; /* in the body; SIZE_MAX: not recorded */
	size_t least;			 /* bytes of a body with an empty chain */
};

/* False if fields before the chain vary in size. */
bool perf_layout_of(const struct perf_attr *a, struct perf_layout *l);

/*
 * Like perf_sample_parse(), but sets only the thread, the time and the period. The chain must be
 * complete.
 */
bool perf_layout_parse(const struct perf_layout *l, struct text body,
		       struct perf_sample *s);

/* The trailer of all records but samples, with sample_id_all. */
struct perf_trailer {
	uint64_t time, id;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool timed;
	size_t size; /* in bytes */
};

/* False when the body is shorter than its trailer. */
bool perf_trailer_parse(struct text body, const struct perf_attr *a,
			struct perf_trailer *t);

/*
 * Get the id in a SAMPLE, or at the end of another record, which identifies the event if there are
 * several; all events have it in the same place. False: there is none.
 */
bool perf_sample_id(struct text body, const struct perf_attr *a, uint64_t *id);
bool perf_trailer_id(struct text body, const struct perf_attr *a, uint64_t *id);

/* The value of a counter. */
struct perf_count {
	uint64_t value, id;
};

/*
 * Begin with the counters of a sample with PERF_SAMPLE_READ. Returns their maximum number; 0 if
 * they have no ids. Then call perf_counts_next() for each; it is false at the end.
 */
uint64_t perf_counts_begin(struct bytes *b, const struct perf_sample *s,
			   const struct perf_attr *a);
bool perf_counts_next(struct bytes *b, const struct perf_attr *a, struct perf_count *c);

/*
 * The instruction pointer in the user registers: without unwinding, it is the only user address
 * that can complete a kernel chain. False: there are no registers, or those of an unknown machine.
 */
bool perf_sample_user_ip(const struct perf_sample *s, const struct perf_attr *a,
			 uint64_t *ip);

#endif
