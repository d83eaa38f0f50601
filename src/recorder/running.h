/* running.h - writes records about the kernel, and about processes that are already running. */

#ifndef RECORDER_RUNNING_H
#define RECORDER_RUNNING_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * Reads /proc, and passes records to `put`, with time 0 as in perf: FORK and COMM for each thread,
 * MMAP2 for each executable map of a process, and MMAP for the kernel and each of its modules.
 * Processes that end meanwhile, and maps or addresses that may not be read, are skipped.
 */
struct running {
	/* borrowed: prefix of /proc and /lib; "" except in tests */
	const char *root;
	size_t trailer; /* zero bytes after each record: events_trailer() */
	bool (*put)(void *arg, struct text record, struct error *err);
	bool (*between)(void *arg,
			struct error *err); /* called after each process; may be NULL */
	void *arg;			    /* borrowed: for both functions */
	uint32_t processes, threads, maps;  /* written so far */
	/* processes whose maps are incomplete, because reading them took too long */
	uint32_t slow;
};

/*
 * Write the records about the kernel, all processes, or one process. False and an error when `put`
 * or `between` fails, /proc cannot be listed, or memory runs out.
 */
bool running_write_kernel(struct running *r, struct error *err);
bool running_write_all(struct running *r, struct error *err);
bool running_write(struct running *r, int32_t pid, struct error *err);

#endif
