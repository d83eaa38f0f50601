/* perf_stream.h - reads the records of a perf.data file one by one, and decompresses them. */

#ifndef INPUT_PERF_STREAM_H
#define INPUT_PERF_STREAM_H

#include "base/bytes.h"
#include "input/perf_records/perf_record.h"
#include "input/source.h"

struct perf_stream;

/* Why the stream has ended. */
enum stream_end {
	PERF_END_WHOLE, /* all records were read */
	/* the file ends within a record, or before the end that its header gives */
	PERF_END_CUT,
	/* the size of a record is smaller than its header, so the next one is unknown */
	PERF_END_CORRUPT,
	PERF_END_DAMAGED, /* compressed records are damaged, or expand too much */
};

/* Borrows `source`, which is at `offset` in the file. NULL and an error when memory runs out. */
struct perf_stream *perf_stream_new(struct source *source, uint64_t offset,
				    struct error *err);
void perf_stream_free(struct perf_stream *s);

/*
 * Called before each read of the source; may wait for data. False and an error stop the reading.
 * Default: none.
 */
struct perf_waiter {
	bool (*wait)(void *arg, struct error *err);
	void *arg; /* borrowed */
};
void perf_stream_wait_with(struct perf_stream *s, struct perf_waiter waiter);

/* The file offset of the next byte. */
uint64_t perf_stream_offset(const struct perf_stream *s);

/* Get the next `len` bytes (at most 512 KiB), or all that are left, without consuming them. */
bool perf_stream_peek(struct perf_stream *s, size_t len, struct text *t,
		      struct error *err);

/*
 * Read the next `len` bytes, owned by the caller, or fewer at the end of the file. Bytes beyond
 * `most` are skipped. False and an error when the file cannot be read or memory runs out.
 */
bool perf_stream_bytes(struct perf_stream *s, uint64_t len, uint64_t most, char **bytes,
		       size_t *got, struct error *err);
bool perf_stream_skip(struct perf_stream *s, uint64_t len, uint64_t *skipped,
		      struct error *err);

/* Set the total size of the records that follow; UINT64_MAX: up to the end of the file. */
void perf_stream_limit(struct perf_stream *s, uint64_t len);

/* Skip the rest of the records, if perf_stream_limit() has set their size. */
bool perf_stream_leave(struct perf_stream *s, struct error *err);

/* Get the next record. False at the end (see perf_stream_end()); false and an error on failure. */
bool perf_stream_next(struct perf_stream *s, struct perf_record *r, struct error *err);

/* Was any record so far compressed? */
bool perf_stream_is_packed(const struct perf_stream *s);
enum stream_end perf_stream_end(const struct perf_stream *s);

#endif
