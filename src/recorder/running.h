/* running.h - writes records of what is running at the start: processes, maps, the kernel. */

#ifndef RECORDER_RUNNING_H
#define RECORDER_RUNNING_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * Reads /proc. Each record is passed to `put` immediately, with time 0 as in perf: FORK and COMM of
 * each thread, MMAP2 of each executable mapping. Processes that end meanwhile or may not be read
 * are skipped.
 */
struct running {
	/* borrowed: prefix of /proc and /lib: "" except in tests */
	const char *root;
	size_t trailer; /* zero bytes after each record: events_trailer() */
	bool (*put)(void *arg, struct text record, struct error *err);
	bool (*between)(void *arg,
			struct error *err); /* after each process; NULL: none */
	void *arg;			    /* borrowed: argument of both */
	uint32_t processes, threads, maps;  /* written so far */
	/* processes with incomplete maps, as reading these took too long */
	uint32_t slow;
};

/* False and an error when `put` or `between` fails or memory runs out. */
bool running_write_kernel(struct running *r, struct error *err);
bool running_write_all(struct running *r, struct error *err);
bool running_write(struct running *r, int32_t pid, struct error *err);

#endif
