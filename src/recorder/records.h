/* records.h - records of a perf.data, one behind the other in memory, before they are written. */

#ifndef RECORDER_RECORDS_H
#define RECORDER_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * The layout is that of the kernel's linux/perf_event.h and of perf's perf.data-file-format.txt: u32 type,
 * u16 misc, u16 size of all, then the body, in the byte order of this machine. Zero it to begin.
 */
struct records {
	char *bytes; /* owned */
	size_t count, room;
	size_t begun; /* where the record under way begins */
	bool failed;  /* there was no memory: what follows is dropped */
	uint64_t
	    large; /* records that were too large for their 16 bits of size, and are left out */
};

void records_release(struct records *r);
void records_clear(struct records *r); /* they have been written */

/* A record from its header to its end, which fills it up to 8 bytes. */
void records_begin(struct records *r, uint32_t type, uint16_t misc);
void records_end(struct records *r);

void records_u32(struct records *r, uint32_t value);
void records_u64(struct records *r, uint64_t value);
void records_bytes(struct records *r, const void *at, size_t len);

/* A text and at least one NUL, up to a multiple of 8 bytes. */
void records_name(struct records *r, struct text t);

/* u32 length, the text, and NULs up to a multiple of 64 bytes: as features have texts. */
void records_string(struct records *r, struct text t);

/* False, and an error, when something was dropped for want of memory. */
bool records_are_whole(const struct records *r, struct error *err);

#endif
