/* perf_sample.h - the fields of one sample, and of the trailer that other records have. */

#ifndef INPUT_PERF_SAMPLE_H
#define INPUT_PERF_SAMPLE_H

#include "input/perf_records/perf_attr.h"

/* Those that are not recorded are 0, but for the ids, which are PROFILE_NO_ID. */
struct perf_sample {
	uint64_t ip, time, id, period;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool has_chain;
	struct text chain; /* borrowed: whole 64-bit numbers */
	struct text read;  /* borrowed: what the counters said, see perf_counts_begin() */
	struct text
	    calls;	 /* borrowed: --call-graph lbr: branches of 24 bytes, see below */
	struct text raw; /* borrowed: of a trace point */
	uint64_t abi;	 /* of the registers of the user's side; 0: there are none */
	struct text registers, stack; /* borrowed: of the user's side, to unwind */
};

/* A branch: u64 from, to, flags. Of a call stack, the innermost call comes first. */
#define PERF_BRANCH_BYTES 24

/* Cut the body of a SAMPLE. False when it is shorter than its own fields say. */
bool perf_sample_parse(struct text body, const struct perf_attr *a,
		       struct perf_sample *s);

/*
 * How much a sample stands for: its period, or else as many events as were asked for, or
 * else 1.
 */
uint64_t perf_sample_weight(const struct perf_sample *s, const struct perf_attr *a);

/*
 * Where the fields of all samples of an event are, when none but a chain at the end varies in
 * size.
 */
struct perf_layout {
	size_t tid, time, period, chain; /* bytes of the body; SIZE_MAX: it has none */
	size_t least;			 /* bytes of a body with an empty chain */
};

/* False: other fields vary. */
bool perf_layout_of(const struct perf_attr *a, struct perf_layout *l);

/*
 * What perf_sample_parse() does, for the thread, the time and the period alone: others are not
 * set. The chain is not taken, but it must be there.
 */
bool perf_layout_parse(const struct perf_layout *l, struct text body,
		       struct perf_sample *s);

/* What `sample_id_all` puts at the end of all other records. */
struct perf_trailer {
	uint64_t time, id;
	int32_t pid, tid;
	uint32_t cpu; /* UINT32_MAX: not recorded */
	bool timed;
	size_t size; /* bytes of the body that it takes */
};

/* False when the body is shorter than its trailer. */
bool perf_trailer_parse(struct text body, const struct perf_attr *a,
			struct perf_trailer *t);

/*
 * The id in the body of a SAMPLE or at the end of another record, by which its event is
 * known when there are several; they all have it in the same place. False: there is none.
 */
bool perf_sample_id(struct text body, const struct perf_attr *a, uint64_t *id);
bool perf_trailer_id(struct text body, const struct perf_attr *a, uint64_t *id);

/* What a counter said: of the sample's own, or of each of its group. */
struct perf_count {
	uint64_t value, id;
};

/*
 * The counters that a sample with PERF_SAMPLE_READ tells by their ids: how many at most, 0
 * when they have none. Then perf_counts_next() for each; it is false at the end.
 */
uint64_t perf_counts_begin(struct bytes *b, const struct perf_sample *s,
			   const struct perf_attr *a);
bool perf_counts_next(struct bytes *b, const struct perf_attr *a, struct perf_count *c);

/*
 * Where the user's side of a thread was, by its registers: all that a chain of the kernel
 * alone lacks without unwinding. False: there are none, or of a processor not known here.
 */
bool perf_sample_user_ip(const struct perf_sample *s, const struct perf_attr *a,
			 uint64_t *ip);

#endif
