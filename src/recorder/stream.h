/* stream.h - writes the parts of a recording around the kernel's records, to a pipe or file. */

#ifndef RECORDER_STREAM_H
#define RECORDER_STREAM_H

#include "recorder/events.h"
#include "recorder/output_queue.h"

/* Features that only the caller knows. All pointers are borrowed. */
struct stream_origin {
	const char *version;	  /* "flarescope 1.2"; NULL: none */
	const char *const *words; /* the command line, terminated by NULL; NULL: none */
};

/*
 * Write the beginning of a recording to a pipe, as perf does: a header, the attributes with their
 * ids, the features of the machine, and the names of the events.
 */
bool stream_begin_pipe(struct output_queue *to, const struct events *e,
		       const struct stream_origin *from, struct error *err);

/*
 * Write a record without content. RECORD_FINISHED_INIT marks the end of the records about processes
 * that were already running; RECORD_FINISHED_ROUND marks the end of a pass over all rings.
 */
bool stream_mark(struct output_queue *to, enum record_type type, struct error *err);

/* Write a TICK record; the numbers are indexed by enum recorder_tick. */
#define STREAM_TICK_NUMBERS 5
bool stream_tick(struct output_queue *to,
		 const uint64_t numbers[static STREAM_TICK_NUMBERS], struct error *err);

/* The first and last time on the recording's clock; all samples are in this range. */
struct stream_span {
	uint64_t first, last;
};

/*
 * Begin a file with the header and the attributes. The records follow from `*data_at` on. At the
 * end, stream_end_file() appends the features and writes the final header. The descriptor must be
 * seekable and at position 0.
 */
bool stream_begin_file(struct output_queue *to, const struct events *e, uint64_t *data_at,
		       struct error *err);

/*
 * Store the size of the records written so far in the header, so that they can be read if the
 * recorder is killed. Does nothing while bytes are waiting in the queue.
 */
bool stream_grow_file(const struct output_queue *to, uint64_t data_at, struct error *err);
bool stream_end_file(struct output_queue *to, const struct events *e,
		     const struct stream_origin *from, uint64_t data_at,
		     const struct stream_span *span, struct error *err);

#endif
