/* record_history.h - the latest records of a stream, kept to be saved as a recording. */

#ifndef INPUT_RECORD_HISTORY_H
#define INPUT_RECORD_HISTORY_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum record_lifetime {
	RECORD_PERMANENT, /* belongs to the whole recording: an event, a feature */
	RECORD_STATE,	  /* is true until something else is told: a name, a map */
	RECORD_MOMENT,	  /* belongs to its time alone: a sample, a switch, a loss */
};

/*
 * Records of a moment are kept while they are recent; records of a state while kept ones depend on
 * them. They are compressed in pieces. One thread puts records; any thread may call the other
 * functions meanwhile. It has several owners.
 */
struct record_history;

/*
 * Use at most about `most` bytes, compressed; the oldest records go. NULL and an error: no memory.
 */
struct record_history *record_history_new(uint64_t most, struct error *err);
struct record_history *record_history_share(struct record_history *k);
void record_history_free(struct record_history *k); /* by each owner; takes NULL */

/*
 * Keep a record; `time` is in ns as samples have it. `behind` are bytes that follow the record in
 * the stream, as with TRACING_DATA. Without memory nothing is kept any more: record_history_write()
 * tells.
 */
void record_history_put(struct record_history *k, enum record_lifetime kind,
			uint64_t time, uint32_t type, uint16_t misc, struct text body,
			struct text behind);

/* Records of moments before `time` may go, but not while it is held. */
void record_history_until(struct record_history *k, uint64_t time);
void record_history_hold(struct record_history *k, bool held);

/* A range of time, half-open. */
struct history_span {
	uint64_t from, to;
};

/* Samples written; records before `since` had already gone, if that is not 0. */
struct history_written {
	uint64_t samples, since;
};

/*
 * Write a recording (as perf record -o - does) with the records in these rising spans, and all that
 * they depend on. False and an error: it cannot be written, or nothing is kept any more.
 */
bool record_history_write(struct record_history *k, const struct history_span *spans,
			  size_t count, FILE *out, struct history_written *w,
			  struct error *err);

#endif
