/* outlet.h - where a recording goes: a queue before a pipe whose reader may be slow, or a file. */

#ifndef RECORDER_OUTLET_H
#define RECORDER_OUTLET_H

#include <stdint.h>

#include "base/text.h"

/*
 * Bytes that wait to be written to a descriptor. One of a file takes them at once; any other is
 * written to as far as it does not block, so who reads slowly never stops the recording.
 */
struct outlet {
	int fd;	      /* borrowed */
	bool is_file; /* a regular one */
	bool is_gone; /* nobody reads any more (EPIPE): what is put is dropped */
	char *at;     /* owned: from `begun` up to `len` is still to be written */
	size_t begun, len, room;
	uint64_t written; /* bytes, with those that wait */
};

void outlet_open(struct outlet *o, int fd);
void outlet_release(struct outlet *o);

/* How many bytes wait. */
size_t outlet_waiting(const struct outlet *o);

/* Put at the end. An error when there is no memory. */
bool outlet_put(struct outlet *o, struct text t, struct error *err);

/* Room for `len` bytes at the end, to be filled at once; NULL and an error. */
char *outlet_take(struct outlet *o, size_t len, struct error *err);

/*
 * Write what can be without waiting; of a file everything. SIGPIPE must be blocked or ignored. An
 * error when it cannot be written to, but for EPIPE, which sets `is_gone`.
 */
bool outlet_drain(struct outlet *o, struct error *err);

#endif
