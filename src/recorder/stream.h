/* stream.h - writes the parts of a recording around its records, for a pipe and for a file. */

#ifndef RECORDER_STREAM_H
#define RECORDER_STREAM_H

#include "recorder/events.h"
#include "recorder/output_queue.h"

/* Features that only the caller knows. All pointers are borrowed. */
struct stream_origin {
	const char *version;	  /* "flarescope-1.2"; NULL: none */
	const char *const *words; /* the command line, ends with NULL; NULL: none */
};

/*
 * Write the start of a pipe as perf does: a header, the attributes with their ids, the features
 * of the machine, the names of the events.
 */
bool stream_begin_pipe(struct output_queue *to, const struct events *e,
		       const struct stream_origin *from, struct error *err);

/*
 * A record without content: RECORD_FINISHED_INIT, the records of running processes are complete;
 * RECORD_FINISHED_ROUND, all rings have been read once.
 */
bool stream_mark(struct output_queue *to, enum record_type type, struct error *err);

/* A TICK record; the numbers are indexed by enum recorder_tick. */
#define STREAM_TICK_NUMBERS 5
bool stream_tick(struct output_queue *to,
		 const uint64_t numbers[static STREAM_TICK_NUMBERS], struct error *err);

/* The first and last time of the recording, by its clock; all samples are in this range. */
struct stream_span {
	uint64_t first, last;
};

/*
 * A file: header and attributes, then the records, `data` bytes from `*data_at` on; at the end
 * the features and the final header. The descriptor must be seekable and at position 0.
 */
bool stream_begin_file(struct output_queue *to, const struct events *e, uint64_t *data_at,
		       struct error *err);

/*
 * Update the header with the bytes of records written so far, so that the file is readable up to
 * here if the recorder is killed. Does nothing while bytes are in the queue.
 */
bool stream_grow_file(const struct output_queue *to, uint64_t data_at, struct error *err);
bool stream_end_file(struct output_queue *to, const struct events *e,
		     const struct stream_origin *from, uint64_t data_at,
		     const struct stream_span *span, struct error *err);

#endif
