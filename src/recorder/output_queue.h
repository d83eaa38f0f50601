/* output_queue.h - queues a recording for a file, or for a pipe whose reader may be slow. */

#ifndef RECORDER_OUTPUT_QUEUE_H
#define RECORDER_OUTPUT_QUEUE_H

#include <stdint.h>

#include "base/text.h"

/*
 * Bytes to be written to a descriptor. Only writing to a regular file may block, so a slow reader
 * of a pipe never stops the recording.
 */
struct output_queue {
	int fd;	      /* borrowed */
	bool is_file; /* a regular file */
	bool is_gone; /* the reader has closed the pipe (EPIPE): bytes are dropped */
	char *at;     /* owned: the queue is [begun, len) */
	size_t begun, len, room;
	uint64_t written; /* bytes, including those in the queue */
};

void output_queue_open(struct output_queue *o, int fd);
void output_queue_release(struct output_queue *o);

/* The number of bytes in the queue. */
size_t output_queue_waiting(const struct output_queue *o);

/* Append to the queue. False and an error when memory runs out. */
bool output_queue_put(struct output_queue *o, struct text t, struct error *err);

/*
 * Write all bytes to a regular file, or as many as a pipe accepts without blocking. SIGPIPE must be
 * blocked or ignored. False and an error when writing fails; EPIPE is not an error, but sets
 * `is_gone`.
 */
bool output_queue_drain(struct output_queue *o, struct error *err);

#endif
