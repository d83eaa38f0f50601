/* record_history.h - keeps the latest records of a stream, to save them as a recording. */

#ifndef INPUT_RECORD_HISTORY_H
#define INPUT_RECORD_HISTORY_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum record_lifetime {
	RECORD_PERMANENT, /* applies to the whole recording: an event, a feature */
	RECORD_STATE,	  /* applies until it is replaced: a name, a map */
	RECORD_MOMENT,	  /* applies to its time only: a sample, a switch, a loss */
};

/*
 * Keeps recent records of kind RECORD_MOMENT, the records of kind RECORD_STATE on which later
 * records depend, and all of kind RECORD_PERMANENT. Records are compressed in pieces. One thread
 * puts records; any thread may call the other functions meanwhile. A history can have several
 * owners.
 */
struct record_history;

/*
 * record_history_new() limits the memory to about `most` bytes: the oldest records are dropped.
 * NULL and an error when memory runs out. record_history_share() adds an owner, and returns `k`.
 * Each owner calls record_history_free(), which accepts NULL.
 */
struct record_history *record_history_new(uint64_t most, struct error *err);
struct record_history *record_history_share(struct record_history *k);
void record_history_free(struct record_history *k);

/*
 * Keep a record; `time` is in ns, as in samples. `behind`: bytes that follow the record in the
 * stream, for example after TRACING_DATA. If memory runs out, or the records that must not be
 * dropped exceed their limit, nothing is kept any more, and record_history_write() fails.
 */
void record_history_put(struct record_history *k, enum record_lifetime kind,
			uint64_t time, uint32_t type, uint16_t misc, struct text body,
			struct text behind);

/*
 * record_history_until() drops the oldest pieces, up to the first with a RECORD_MOMENT at or after
 * `time`. While the history is held, it drops nothing.
 */
void record_history_until(struct record_history *k, uint64_t time);
void record_history_hold(struct record_history *k, bool held);

/* A half-open range of time. */
struct history_span {
	uint64_t from, to;
};

/* The number of samples written. Before `since`, samples may have been dropped; 0: none were. */
struct history_written {
	uint64_t samples, since;
};

/*
 * Write a recording, in the format of perf record -o -, with the records in these spans, which must
 * be in order of time, and all records on which they depend. False and an error if writing fails,
 * memory runs out, or record_history_put() has failed.
 */
bool record_history_write(struct record_history *k, const struct history_span *spans,
			  size_t count, FILE *out, struct history_written *w,
			  struct error *err);

#endif
