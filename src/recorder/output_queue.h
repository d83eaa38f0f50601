/* output_queue.h - writes a recording to a file, or through a queue to a pipe with a slow reader. */

#ifndef RECORDER_OUTPUT_QUEUE_H
#define RECORDER_OUTPUT_QUEUE_H

#include <stdint.h>

#include "base/text.h"

/*
 * A queue of bytes before a descriptor. Bytes for a regular file are written immediately; others
 * are written as far as that does not block, so that a slow reader never stops the recording.
 */
struct output_queue {
	int fd;	      /* borrowed */
	bool is_file; /* a regular file */
	bool is_gone; /* the reader has gone (EPIPE): bytes are dropped */
	char *at;     /* owned: the queue, from `begun` up to `len` */
	size_t begun, len, room;
	uint64_t written; /* bytes, including those in the queue */
};

void output_queue_open(struct output_queue *o, int fd);
void output_queue_release(struct output_queue *o);

/* The bytes in the queue. */
size_t output_queue_waiting(const struct output_queue *o);

/* Append to the queue. False and an error when memory runs out. */
bool output_queue_put(struct output_queue *o, struct text t, struct error *err);

/*
 * Write as much as possible without blocking; to a regular file everything. SIGPIPE must be
 * blocked or ignored. False and an error when writing fails; EPIPE is no error and sets
 * `is_gone`.
 */
bool output_queue_drain(struct output_queue *o, struct error *err);

#endif
