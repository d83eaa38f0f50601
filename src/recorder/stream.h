/* stream.h - what stands before and behind the records of a recording: that of a pipe, and a file. */

#ifndef RECORDER_STREAM_H
#define RECORDER_STREAM_H

#include "recorder/events.h"
#include "recorder/outlet.h"

/* Who records: the features of the recording that only the caller knows. All is borrowed. */
struct stream_origin {
	const char *version;	  /* "flarescope-1.2"; NULL: none */
	const char *const *words; /* of the command line, up to a NULL; NULL: none */
};

/*
 * What perf writes into a pipe at first: a header, the attributes with their ids, what the machine
 * is, the names of the events.
 */
bool stream_begin_pipe(struct outlet *to, const struct events *e,
		       const struct stream_origin *from, struct error *err);

/* FINISHED_INIT: what ran already has been told. */
bool stream_init_told(struct outlet *to, struct error *err);

/* FINISHED_ROUND: all rings have been read once more. */
bool stream_round(struct outlet *to, struct error *err);

/* What recorder.h says of a tick; the numbers are its fields. */
#define STREAM_TICK_NUMBERS 5
bool stream_tick(struct outlet *to, const uint64_t numbers[static STREAM_TICK_NUMBERS],
		 struct error *err);

/* From when to when was recorded, by the clock of the recording: all samples are within. */
struct stream_span {
	uint64_t first, last;
};

/*
 * A file: its header and attributes, then records, `data` bytes in all behind where this leaves off; then what
 * the machine is, and the header once more, with what is known by then. The descriptor can be sought
 * in, and its place is 0.
 */
bool stream_begin_file(struct outlet *to, const struct events *e, uint64_t *data_at,
		       struct error *err);

/*
 * Once records have been written: so many there are, says the header from now on, and what is killed
 * later leaves a file that is read up to here. While some still wait, it stays as it is.
 */
bool stream_grow_file(const struct outlet *to, uint64_t data_at, struct error *err);
bool stream_end_file(struct outlet *to, const struct events *e,
		     const struct stream_origin *from, uint64_t data_at,
		     const struct stream_span *span, struct error *err);

#endif
