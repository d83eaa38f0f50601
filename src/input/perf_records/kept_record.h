/* kept_record.h - a record of a perf.data stream as it is kept in memory. */

#ifndef INPUT_KEPT_RECORD_H
#define INPUT_KEPT_RECORD_H

#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum kept_kind {
	KEPT_ALWAYS, /* of the whole recording: an event, a feature */
	KEPT_STATE,  /* a name, a map: is true until something else is said */
	KEPT_MOMENT, /* a sample, a switch, a loss: of its time alone */
};

/* They lie one behind the other: this, then the record as it is in the stream, `size` bytes. */
struct kept_head {
	uint64_t time;
	uint32_t kind, size;
};

/* What a record begins with (struct perf_event_header). */
struct kept_header {
	uint32_t type;
	uint16_t misc, size;
};

/* One of them, where it lies. */
struct kept_record {
	struct kept_head head;
	struct kept_header header;
	struct text bytes; /* borrowed: all of the record */
	size_t at, end;	   /* of the head, and of what lies behind the record */
};

/* The one at `at`; false: there is none. */
static inline bool kept_record_at(struct text all, size_t at, struct kept_record *r)
{
	if (at > all.len || all.len - at < sizeof r->head + sizeof r->header)
		return false;
	memcpy(&r->head, all.at + at, sizeof r->head);
	r->at = at;
	at += sizeof r->head;
	if (r->head.size < sizeof r->header || all.len - at < r->head.size)
		return false;
	memcpy(&r->header, all.at + at, sizeof r->header);
	r->bytes = (struct text){all.at + at, r->head.size};
	r->end = at + r->head.size;
	return true;
}

#endif
