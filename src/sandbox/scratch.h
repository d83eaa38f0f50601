/* scratch.h - temporary files, created before the sandbox forbids creating files. */

#ifndef SANDBOX_SCRATCH_H
#define SANDBOX_SCRATCH_H

#include <pthread.h>
#include <stdbool.h>

#define SCRATCH_MOST 4

/* Files without a name, which exist until the process ends. Any thread may take one. */
struct scratch {
	pthread_mutex_t lock;
	int files[SCRATCH_MOST]; /* owned */
	bool taken[SCRATCH_MOST];
	unsigned count;
};

/* Create `count` files, at most SCRATCH_MOST, or fewer if creating one fails. */
void scratch_open(struct scratch *s, unsigned count);

/*
 * Take an empty file, open for reading and writing. Give it back with scratch_give() instead of
 * closing it. If `s` is NULL, a new file is created, and scratch_give() closes it. Returns -1 when
 * all are taken or creating one fails.
 */
int scratch_take(struct scratch *s);
void scratch_give(struct scratch *s, int file);

#endif
