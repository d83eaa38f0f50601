/* ring.h - the buffers into which the kernel writes the records of each CPU. */

#ifndef RECORDER_RING_H
#define RECORDER_RING_H

#include <stddef.h>

#include "base/text.h"
#include "recorder/events.h"

/*
 * The ring of a CPU: a page with head and tail, followed by 2^n pages of data. A record is a
 * multiple of 8 bytes long and may wrap around the end of the data.
 */
struct ring {
	struct ring_page *page; /* owned: the mapping; NULL: none */
	const char *data;
	size_t size;	  /* bytes of data, a power of two */
	uint64_t at, end; /* of the pass: the next record, and the head at its start */
};

/* A record; the second part is empty unless it wraps around. Borrowed until ring_done(). */
struct ring_record {
	struct record_head head;
	struct text part[2];
};

/*
 * A pass reads the records that are in the ring at its start, in order, and at its end frees
 * their room for the kernel.
 */
void ring_begin(struct ring *r);
bool ring_next(struct ring *r, struct ring_record *record);
void ring_done(struct ring *r);

/* The 8 bytes at `offset`, a multiple of 8; 0 past the end of the record. */
uint64_t ring_record_u64(const struct ring_record *record, size_t offset);

/* One ring per CPU, shared by all events of that CPU. Zero it first, release it at the end. */
struct rings {
	struct ring *at; /* owned */
	int32_t *cpu;	 /* owned */
	int *fd;	 /* owned array of borrowed descriptors: the event of each ring */
	size_t count;
	size_t bytes; /* of data, per ring */
};

/*
 * Map the rings. Each has room for two ticks of samples with the deepest call chains, or is as
 * large as the kernel allows this user. False and an error on failure.
 */
bool rings_map(struct rings *r, const struct events *e, uint32_t frequency,
	       unsigned tick_ms, struct error *err);
void rings_release(struct rings *r);

/* Is any ring more than a quarter full? */
bool rings_are_filling(const struct rings *r);

#endif
