/* running.h - what runs already when a recording begins, as records: processes, their maps, the kernel. */

#ifndef RECORDER_RUNNING_H
#define RECORDER_RUNNING_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * Who is told, and where it is read. Each record goes to `put` as soon as it is known, with the
 * time 0, as those of perf: FORK and COMM of each thread, MMAP2 of what each process may execute.
 * What ends while it is looked at is left out, and so is what we may not read.
 */
struct running {
	const char
	    *root; /* borrowed: "" but in tests: the directory that has /proc and /lib */
	size_t trailer; /* bytes of 0 behind each record: events_trailer() */
	bool (*put)(void *arg, struct text record, struct error *err);
	bool (*between)(void *arg,
			struct error *err); /* after each process; NULL: nothing */
	void *arg;			    /* borrowed: of both */
	uint32_t processes, threads, maps;  /* told so far */
	uint32_t slow; /* processes whose maps took too long to read: not all are told */
};

/* False and an error when `put` or `between` says so, or memory runs out. */
bool running_tell_kernel(struct running *r, struct error *err);
bool running_tell_all(struct running *r, struct error *err);
bool running_tell(struct running *r, int32_t pid, struct error *err);

#endif
