/* stream.h - what stands around the records of a perf.data: of a pipe, and of a file. */

#ifndef RECORDER_STREAM_H
#define RECORDER_STREAM_H

#include "recorder/events.h"
#include "recorder/records.h"

/* Numbers of each event's counters: one for each CPU, or each thread on each CPU. */
struct event_ids {
	uint64_t *list; /* owned */
	size_t count, room;
};

/* What is written around them. All borrowed. */
struct stream_facts {
	const struct recorder_events *events;
	const struct event_ids *ids; /* of each event */
	const char *command;	     /* the command line, in one text */
	uint64_t wall, clock; /* ns: the time of day when CLOCK_MONOTONIC was that */
	uint64_t first, last; /* times of samples; `last` 0: there are none yet */
};

/*
 * Of a pipe (perf.data-file-format.txt, "Pipe-mode data"): the head, and the events and facts as records. Behind
 * that stand the records of what runs already, stream_begun(), and rounds.
 */
void stream_head(struct records *r, const struct stream_facts *f);
void stream_begun(struct records *r);

/*
 * The end of a pass over all buffers: nothing that comes later is older than what the pass before it had. The
 * recorder's own record TICK, for who reads it live: u64 when it began, by CLOCK_MONOTONIC; CPU time of the
 * recorder, in ns; samples that were lost, and how often events were throttled; samples left out as own ones.
 */
#define RECORD_TICK 200
struct stream_tick {
	uint64_t time, spent, lost, throttled, own;
};
void stream_round(struct records *r, const struct stream_tick *tick); /* NULL: without */

/*
 * Of a file: the head and the events, in front of `bytes` bytes of records; and what stands behind these, at `at` in
 * the file: it returns its `features` for the head. Before it is there they are 0, and the file can be read so.
 */
void stream_file_head(struct records *r, const struct stream_facts *f, uint64_t bytes,
		      uint64_t features);
uint64_t stream_file_tail(struct records *r, const struct stream_facts *f, uint64_t at);

#endif
