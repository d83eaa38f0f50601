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
 * Records of moments are kept while they are recent, and records of states while kept records
 * depend on them. They are compressed in pieces. One thread puts records; any thread may call the
 * other functions meanwhile. It can have several owners.
 */
struct record_history;

/*
 * Use about `most` compressed bytes at most; the oldest records are dropped. NULL and an error when
 * memory runs out.
 */
struct record_history *record_history_new(uint64_t most, struct error *err);
struct record_history *record_history_share(struct record_history *k);
/* called by each owner; accepts NULL */
void record_history_free(struct record_history *k);

/*
 * Keep a record; `time` is in ns, as in samples. `behind`: bytes that follow the record in the
 * stream, as with TRACING_DATA. When memory runs out, nothing is kept from then on, and
 * record_history_write() reports it.
 */
void record_history_put(struct record_history *k, enum record_lifetime kind,
			uint64_t time, uint32_t type, uint16_t misc, struct text body,
			struct text behind);

/* Allow records of moments before `time` to be dropped, but not while held. */
void record_history_until(struct record_history *k, uint64_t time);
void record_history_hold(struct record_history *k, bool held);

/* A range of time, half-open. */
struct history_span {
	uint64_t from, to;
};

/* The number of samples written; if `since` is not 0, records before it had been dropped. */
struct history_written {
	uint64_t samples, since;
};

/*
 * Write a recording (in the format of perf record -o -) with the records in these spans, which must
 * be rising, and all that they depend on. False and an error: it cannot be written, or memory ran
 * out before.
 */
bool record_history_write(struct record_history *k, const struct history_span *spans,
			  size_t count, FILE *out, struct history_written *w,
			  struct error *err);

#endif
