/* record_builder.h - builds records in user space, in the format of perf's own records. */

#ifndef RECORDER_RECORD_BUILDER_H
#define RECORDER_RECORD_BUILDER_H

#include "base/fill.h"
#include "recorder/kernel_events.h"

#define RECORD_MOST 65528 /* bytes: the largest multiple of 8 that fits into 16 bits */

/* A record under construction; numbers are in the byte order of this machine. */
struct record_builder {
	struct fill f;
	struct record_head head;
};

/* Begin a record in a buffer of `size` bytes, at most RECORD_MOST of which are used. */
void record_builder_begin(struct record_builder *m, void *room, size_t size,
			  uint32_t type, uint16_t misc);

void record_builder_u32(struct record_builder *m, uint32_t value);
void record_builder_u64(struct record_builder *m, uint64_t value);

/* Append a text, then one to eight NULs up to a multiple of 8 bytes. A NUL in `name` ends it. */
void record_builder_name(struct record_builder *m, struct text name);

/* Append `len` zero bytes. */
void record_builder_zeros(struct record_builder *m, size_t len);

/* The finished record, borrowed from the buffer; empty if the buffer was too small. */
struct text record_builder_end(struct record_builder *m);

#endif
