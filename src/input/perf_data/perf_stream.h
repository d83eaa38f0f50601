/* perf_stream.h - reads the records of a perf.data one by one, decompressed if necessary. */

#ifndef INPUT_PERF_STREAM_H
#define INPUT_PERF_STREAM_H

#include "base/bytes.h"
#include "input/perf_records/perf_record.h"
#include "input/source.h"

struct perf_stream;

/* Why there is no further record. */
enum stream_end {
	PERF_END_WHOLE, /* all records were read */
	PERF_END_CUT,	/* the file ends within a record */
	/* a record claims to be shorter than its header, so the next cannot be found */
	PERF_END_CORRUPT,
	PERF_END_DAMAGED, /* compressed records are damaged */
};

/* `source` is borrowed, and begins at `offset` in the file. NULL and an error: no memory. */
struct perf_stream *perf_stream_new(struct source *source, uint64_t offset,
				    struct error *err);
void perf_stream_free(struct perf_stream *s);

/*
 * Called before each read of the source; it may wait until the source has data. False and an error:
 * the reading stops. By default there is none.
 */
struct perf_waiter {
	bool (*wait)(void *arg, struct error *err);
	void *arg; /* borrowed */
};
void perf_stream_wait_with(struct perf_stream *s, struct perf_waiter waiter);

/* The offset of the next byte in the file. */
uint64_t perf_stream_offset(const struct perf_stream *s);

/* The next `len` < 64 KiB bytes, or all that are left, without consuming them. */
bool perf_stream_peek(struct perf_stream *s, size_t len, struct text *t,
		      struct error *err);

/*
 * The next `len` bytes, owned by the caller; fewer when the file ends. At most `most` are kept, the
 * others are skipped. False and an error when the file cannot be read or memory runs out.
 */
bool perf_stream_bytes(struct perf_stream *s, uint64_t len, uint64_t most, char **bytes,
		       size_t *got, struct error *err);
bool perf_stream_skip(struct perf_stream *s, uint64_t len, uint64_t *skipped,
		      struct error *err);

/* Set the size of the records that follow; UINT64_MAX: up to the end of the file. */
void perf_stream_limit(struct perf_stream *s, uint64_t len);

/* Skip the rest of the records. */
bool perf_stream_leave(struct perf_stream *s, struct error *err);

/*
 * The next record; false at the end, for which perf_stream_end() gives the reason, and on an error.
 */
bool perf_stream_next(struct perf_stream *s, struct perf_record *r, struct error *err);

/* Was any record so far packed? */
bool perf_stream_is_packed(const struct perf_stream *s);
enum stream_end perf_stream_end(const struct perf_stream *s);

#endif
