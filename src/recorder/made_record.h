/* made_record.h - a record that is written here and not by the kernel, as perf writes such ones. */

#ifndef RECORDER_MADE_RECORD_H
#define RECORDER_MADE_RECORD_H

#include "base/fill.h"
#include "recorder/kernel_events.h"

#define RECORD_MOST 65528 /* bytes: a size has 16 bits, and is in steps of 8 */

/* Numbers are in the byte order of this machine, as the kernel's are. */
struct made_record {
	struct fill f;
	struct record_head head;
};

/* Begin one in a room of so many bytes, at most RECORD_MOST of which are used. */
void made_record_begin(struct made_record *m, void *room, size_t size, uint32_t type,
		       uint16_t misc);

void made_record_u32(struct made_record *m, uint32_t value);
void made_record_u64(struct made_record *m, uint64_t value);

/* The text, with at least one NUL, in steps of 8 bytes. A NUL within it ends it. */
void made_record_name(struct made_record *m, struct text name);

/* So many bytes of 0. */
void made_record_zeros(struct made_record *m, size_t len);

/* All of it, borrowed from the room; an empty text when there was not room enough. */
struct text made_record_end(struct made_record *m);

#endif
