/* made_record.h - builds records in user space, as perf does for those not of the kernel. */

#ifndef RECORDER_MADE_RECORD_H
#define RECORDER_MADE_RECORD_H

#include "base/fill.h"
#include "recorder/kernel_events.h"

#define RECORD_MOST 65528 /* bytes: the largest multiple of 8 in 16 bits */

/* A record under construction; numbers are in the byte order of this machine. */
struct made_record {
	struct fill f;
	struct record_head head;
};

/* Begin a record in a buffer of `size` bytes, at most RECORD_MOST of which are used. */
void made_record_begin(struct made_record *m, void *room, size_t size, uint32_t type,
		       uint16_t misc);

void made_record_u32(struct made_record *m, uint32_t value);
void made_record_u64(struct made_record *m, uint64_t value);

/* Append a text with one to eight NULs, padded to 8 bytes. A NUL in the text ends it. */
void made_record_name(struct made_record *m, struct text name);

/* Append `len` zero bytes. */
void made_record_zeros(struct made_record *m, size_t len);

/* The finished record, borrowed from the buffer; an empty text when the buffer was too small. */
struct text made_record_end(struct made_record *m);

#endif
