/* pids.h - processes that are recorded: have all of them ended? */

#ifndef RECORDER_PIDS_H
#define RECORDER_PIDS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A descriptor of each, that poll() finds readable once it has ended. Zero it first. */
struct pids {
	struct pid {
		int32_t number;
		int fd; /* owned; -1: it has ended, or the kernel has none (before Linux 5.3) */
		bool has_ended;
	} * at; /* owned */
	size_t count;
};

bool pids_open(struct pids *p, const int32_t *numbers, size_t count, struct error *err);
void pids_release(struct pids *p);

/* Look which have ended; true when all have, and there were some. */
bool pids_have_ended(struct pids *p);

#endif
