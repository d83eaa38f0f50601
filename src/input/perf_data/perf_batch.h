/* perf_batch.h - samples of a recording, and the records that give their addresses a meaning. */

#ifndef INPUT_PERF_BATCH_H
#define INPUT_PERF_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/* A sample, but for its time. */
struct perf_taken {
	uint64_t weight;
	int32_t pid, tid;
	uint32_t chain; /* of the recording's chains */
	uint32_t after; /* so many changes stand before it in the file */
	uint16_t cpu, event;
	bool timed;
};

/* A record that changes names of threads or maps. */
struct perf_change {
	uint64_t offset; /* in the file */
	size_t at;	 /* in `bytes`: the body without its trailer */
	uint32_t type, size;
	uint32_t number; /* so many changes stand before it in the file */
	uint16_t misc;
};

/* Both in the order of the file. Zero it to begin. */
struct perf_batch {
	uint64_t *time;		     /* owned: of the samples */
	struct perf_taken *samples;  /* owned */
	uint64_t *change_time;	     /* owned */
	struct perf_change *changes; /* owned */
	char *bytes;		     /* owned: bodies of the changes */
	size_t count, time_room, room;
	size_t change_count, change_time_room, change_room;
	size_t byte_count, byte_room;
};

void perf_batch_release(struct perf_batch *b);

/* Copy one to the end. False and an error when memory runs out. */
bool perf_batch_sample(struct perf_batch *b, uint64_t time, const struct perf_taken *t,
		       struct error *err);

/* How much there is to move about: bytes, roughly. */
size_t perf_batch_load(const struct perf_batch *b);

/* The same with a body, of at most 64 KiB; at and size of the copy are those of the body's. */
bool perf_batch_change(struct perf_batch *b, uint64_t time, const struct perf_change *c,
		       struct text body, struct error *err);

/* Does a record of this type change names of threads or maps? */
bool perf_batch_is_change(uint32_t type);

/*
 * Move what was before `time` to `early`, which is empty; the rest stays. All is gone through.
 * False and an error when memory runs out: then some of it may be in both.
 */
bool perf_batch_split(struct perf_batch *b, uint64_t time, struct perf_batch *early,
		      struct error *err);

#endif
