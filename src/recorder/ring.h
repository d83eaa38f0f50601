/* ring.h - the buffer that the kernel writes the records of one CPU to. */

#ifndef RECORDER_RING_H
#define RECORDER_RING_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A page that says how far each side is, and 2^n pages of records, which wrap around. */
struct ring {
	struct perf_event_mmap_page *page; /* owned: mapped; NULL: there is none */
	const char *bytes;		   /* behind it */
	size_t size;			   /* of those, a power of two */
	char *
	    bounce; /* borrowed: RING_RECORD_MOST bytes, for a record that wraps around */
};

#define RING_RECORD_MOST 65536

/* `pages` is a power of two. False and errno when it cannot be mapped. `bounce` is borrowed. */
bool ring_map(struct ring *r, int fd, size_t pages, char *bounce);
void ring_unmap(struct ring *r);

/*
 * Hand over each record that is there by now, with its header, and give the kernel its room back. `put`
 * must not keep it. A record that cannot be one ends it: all that is there is passed over then, and it is false.
 */
bool ring_drain(struct ring *r, void (*put)(void *arg, const struct perf_event_header *h),
		void *arg);

#endif
