/* pids.h - detects the end of the recorded processes. */

#ifndef RECORDER_PIDS_H
#define RECORDER_PIDS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A pidfd per process, which becomes readable for poll() when the process ends. Zero it first,
 * release it at the end.
 */
struct pids {
	struct pid {
		int32_t number;
		int fd; /* owned; -1: ended, or no pidfds (before Linux 5.3) */
		bool has_ended;
	} * at; /* owned */
	size_t count;
};

bool pids_open(struct pids *p, const int32_t *numbers, size_t count, struct error *err);
void pids_release(struct pids *p);

/* Check the processes; true when there are some and all have ended. */
bool pids_have_ended(struct pids *p);

#endif
