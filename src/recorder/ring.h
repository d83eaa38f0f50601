/* ring.h - the ring buffers to which the kernel writes records, one for each CPU. */

#ifndef RECORDER_RING_H
#define RECORDER_RING_H

#include <stddef.h>

#include "base/text.h"
#include "recorder/events.h"

/*
 * The ring of a CPU: a page with head and tail, followed by 2^n pages of data. The size of a record
 * is a multiple of 8 bytes; a record may wrap around the end of the data.
 */
struct ring {
	struct ring_page *page; /* owned: the mapping; NULL: none */
	const char *data;
	size_t size; /* bytes of data, a power of two */
	/* in a pass: the next record, and the head when the pass began */
	uint64_t at, end;
};

/* A record. The second part is empty unless the record wraps around. Borrowed until ring_done(). */
struct ring_record {
	struct record_head head;
	struct text part[2];
};

/*
 * In a pass, ring_begin() finds the records in the ring, ring_next() stores the next one in
 * `*record` (false: none is left), and ring_done() frees their room for the kernel.
 */
void ring_begin(struct ring *r);
bool ring_next(struct ring *r, struct ring_record *record);
void ring_done(struct ring *r);

/* The u64 at `offset`, a multiple of 8; 0 beyond the end of the record. */
uint64_t ring_record_u64(const struct ring_record *record, size_t offset);

/* One ring for each CPU, shared by its events. Zero the struct first, release it at the end. */
struct rings {
	struct ring *at; /* owned */
	int32_t *cpu;	 /* owned */
	int *fd;	 /* owned: for each ring, the borrowed descriptor of an event */
	size_t count;
	size_t bytes; /* of data in each ring */
};

/*
 * Map the rings. Each has room for the samples of two ticks with the deepest call chains (256 KiB
 * to 4 MiB), or is as large as the kernel allows this user. False and an error on failure.
 */
bool rings_map(struct rings *r, const struct events *e, uint32_t frequency,
	       unsigned tick_ms, struct error *err);
void rings_release(struct rings *r);

/* Is any ring more than a quarter full? */
bool rings_are_filling(const struct rings *r);

#endif
