/* ring.h - the memory in which the kernel leaves the records of a CPU, and how they are read. */

#ifndef RECORDER_RING_H
#define RECORDER_RING_H

#include <stddef.h>

#include "base/text.h"
#include "recorder/kernel_events.h"

/*
 * A page with the two ends, and behind it 2^n pages of data. Records are in steps of 8 bytes, and
 * one may go on at the beginning where the data end.
 */
struct ring {
	struct ring_page *page; /* owned: a mapping; NULL: none */
	const char *data;
	size_t size;	  /* bytes of data, a power of two */
	uint64_t at, end; /* what is being read: from the tail up to what was the head */
};

/* One record: in one part, or, where the data end in it, in two. Borrowed until ring_done(). */
struct ring_record {
	struct record_head head;
	struct text part[2];
};

/*
 * Map the ring of a descriptor, with so many pages of data, a power of two. False and errno, for
 * which there are remedies: EPERM, ENOMEM: fewer pages.
 */
bool ring_map(struct ring *r, int fd, size_t pages);
void ring_unmap(struct ring *r);

/* A pass: what there is at this moment, one record after the other, and the room is the kernel's again. */
void ring_begin(struct ring *r);
bool ring_next(struct ring *r, struct ring_record *record);
void ring_done(struct ring *r);

/* The 8 bytes at this offset of the record, a multiple of 8; 0 behind its end. */
uint64_t ring_record_u64(const struct ring_record *record, size_t offset);

#endif
