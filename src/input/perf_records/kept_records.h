/* kept_records.h - the latest records of a stream, kept to be saved as a recording. */

#ifndef INPUT_KEPT_RECORDS_H
#define INPUT_KEPT_RECORDS_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum kept_kind {
	KEPT_ALWAYS, /* belongs to the whole recording: an event, a feature */
	KEPT_STATE,  /* is true until something else is told: a name, a map */
	KEPT_MOMENT, /* belongs to its time alone: a sample, a switch, a loss */
};

/*
 * Records of a moment are kept while they are recent; records of a state while kept ones depend on
 * them. They are compressed in pieces. One thread puts records; any thread may call the other
 * functions meanwhile. It has several owners.
 */
struct kept_records;

/* Use at most about `most` bytes, compressed; the oldest records go. NULL and an error: no memory. */
struct kept_records *kept_records_new(uint64_t most, struct error *err);
struct kept_records *kept_records_share(struct kept_records *k);
void kept_records_free(struct kept_records *k); /* by each owner; takes NULL */

/*
 * Keep a record; `time` is in ns as samples have it. `behind` are bytes that follow the record in
 * the stream, as with TRACING_DATA. Without memory nothing is kept any more: kept_records_write()
 * tells.
 */
void kept_records_put(struct kept_records *k, enum kept_kind kind, uint64_t time,
		      uint32_t type, uint16_t misc, struct text body, struct text behind);

/* Records of moments before `time` may go, but not while it is held. */
void kept_records_until(struct kept_records *k, uint64_t time);
void kept_records_hold(struct kept_records *k, bool held);

/* A range of time, half-open. */
struct kept_span {
	uint64_t from, to;
};

/* Samples written; records before `since` had already gone, if that is not 0. */
struct kept_written {
	uint64_t samples, since;
};

/*
 * Write a recording (as perf record -o - does) with the records in these rising spans, and all that
 * they depend on. False and an error: it cannot be written, or nothing is kept any more.
 */
bool kept_records_write(struct kept_records *k, const struct kept_span *spans,
			size_t count, FILE *out, struct kept_written *w,
			struct error *err);

#endif
