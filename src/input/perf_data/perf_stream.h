/* perf_stream.h - the records of a perf.data one after the other, unpacked where packed. */

#ifndef INPUT_PERF_STREAM_H
#define INPUT_PERF_STREAM_H

#include "base/bytes.h"
#include "input/perf_records/perf_record.h"
#include "input/source.h"

struct perf_stream;

/* Why there is no further record. */
enum perf_end {
	PERF_END_WHOLE, /* all were read */
	PERF_END_CUT,	/* the file ends in the middle of one */
	PERF_END_CORRUPT, /* one is shorter than its header: where the next is, is unknown */
	PERF_END_DAMAGED, /* packed ones cannot be unpacked */
};

/* NULL and an error when memory runs out; `source` is borrowed. Release with the other. */
struct perf_stream *perf_stream_new(struct source *source, struct error *err);
void perf_stream_free(struct perf_stream *s);

/* The source begins at this place of the file: before anything is read. */
void perf_stream_begin_at(struct perf_stream *s, uint64_t offset);

/*
 * Who is called before each time that the source is read, and may wait until that does not wait.
 * False and an error: no more is read. Nobody, unless it is said.
 */
struct perf_waiter {
	bool (*wait)(void *arg, struct error *err);
	void *arg; /* borrowed */
};
void perf_stream_wait_with(struct perf_stream *s, struct perf_waiter waiter);

/* How many bytes of the file have been used. */
uint64_t perf_stream_offset(const struct perf_stream *s);

/* The next `len` < 64 KiB bytes, or all that are left, without using them. */
bool perf_stream_peek(struct perf_stream *s, size_t len, struct text *t,
		      struct error *err);

/*
 * The next `len` bytes as they are, owned by the caller: fewer when the file ends. False and
 * an error when the file cannot be read or memory runs out. `most` bounds `len`, what is
 * beyond it is passed over.
 */
bool perf_stream_bytes(struct perf_stream *s, uint64_t len, uint64_t most, char **bytes,
		       size_t *got, struct error *err);
bool perf_stream_skip(struct perf_stream *s, uint64_t len, uint64_t *skipped,
		      struct error *err);

/* Records lie in the next `len` bytes; UINT64_MAX: up to the end of the file. */
void perf_stream_limit(struct perf_stream *s, uint64_t len);

/* Pass over what is left of those bytes. */
bool perf_stream_leave(struct perf_stream *s, struct error *err);

/* The next record; false at the end, which perf_stream_end() explains, or for an error. */
bool perf_stream_next(struct perf_stream *s, struct perf_record *r, struct error *err);

/* Has any of them been packed? */
bool perf_stream_is_packed(const struct perf_stream *s);
enum perf_end perf_stream_end(const struct perf_stream *s);

#endif
