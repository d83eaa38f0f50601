/* opened.h - events that are open on CPUs, of all or of some processes, and their buffers. */

#ifndef RECORDER_OPENED_H
#define RECORDER_OPENED_H

#include <poll.h>

#include "recorder/events.h"
#include "recorder/recorder.h"
#include "recorder/ring.h"
#include "recorder/stream.h"

/* A CPU has one buffer, whatever is open on it. */
struct opened {
	struct recorder_events events;
	struct event_ids ids[EVENTS_MOST];
	int *fds; /* owned */
	size_t count, room;
	struct ring *rings; /* owned: one for each CPU that is recorded */
	struct pollfd
	    *polled; /* owned: the same, by the descriptor that it is mapped of */
	size_t ring_count, ring_room, polled_room;
	char *bounce;  /* owned: see ring.h */
	size_t pages;  /* of a buffer */
	size_t on_cpu; /* while it is begun: the first of `fds` on the CPU under way */
	int cgroup;    /* owned, + 1: the directory */
};

/* `tick_ms`: how often they will be emptied at the least. False and a sentence; end it also then. */
bool opened_begin(struct opened *o, const struct recorder_options *options,
		  unsigned tick_ms, struct error *err);
void opened_end(struct opened *o);

bool opened_enable(struct opened *o, struct error *err);

/* Wait for so many ms, or until a buffer is half full. */
void opened_wait(struct opened *o, int ms);

/* Hand over all that is there by now. */
void opened_drain(struct opened *o,
		  void (*put)(void *arg, const struct perf_event_header *h), void *arg);

#endif
