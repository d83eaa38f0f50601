/* kept_records.h - the latest records of a stream as they came, to be written again as a recording. */

#ifndef INPUT_KEPT_RECORDS_H
#define INPUT_KEPT_RECORDS_H

#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "input/perf_records/kept_record.h"

/*
 * What is of a moment is kept as long as that is recent; of what stays true so much as what is left
 * depends on (kept_processes.h). All is packed, in pieces. One thread puts records; any may do
 * the rest at the same time. It has as many owners as have asked for it.
 */
struct kept_records;

/* At most about so many bytes of memory, packed; what is beyond is let go. NULL and an error: no memory. */
struct kept_records *kept_records_new(uint64_t most, struct error *err);
struct kept_records *kept_records_share(struct kept_records *k);
void kept_records_free(struct kept_records *k); /* by each owner; takes NULL */

/*
 * One more, `time` in ns as samples have it. What lies behind it in the stream without being a record, as with
 * TRACING_DATA, is `behind`. Without memory nothing more is kept: kept_records_write() tells.
 */
void kept_records_put(struct kept_records *k, enum kept_kind kind, uint64_t time,
		      uint32_t type, uint16_t misc, struct text body, struct text behind);

/* What is of a moment before `time` may be let go; unless it is held, while somebody looks at it. */
void kept_records_until(struct kept_records *k, uint64_t time);
void kept_records_hold(struct kept_records *k, bool held);

/* A stretch of time, half-open. */
struct kept_span {
	uint64_t from, to;
};

/* What was written: `samples`; and what was let go already: what is before `since`, if that is not 0. */
struct kept_written {
	uint64_t samples, since;
};

/*
 * Write a recording (perf.data, as perf record -o - writes it) with what is of these spans, which rise,
 * and all that it depends on. False and an error: it cannot be written, or nothing is kept any more.
 */
bool kept_records_write(struct kept_records *k, const struct kept_span *spans,
			size_t count, FILE *out, struct kept_written *w,
			struct error *err);

#endif
