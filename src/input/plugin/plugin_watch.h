/* plugin_watch.h - the process between us and a reader of the user's own: starts, limits, ends it. */

#ifndef INPUT_PLUGIN_WATCH_H
#define INPUT_PLUGIN_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A copy of our process without exec: threads of ours would end with us, but a reader
 * must not live longer than flarescope, however that ends. It waits for the reader, the
 * clock, and the end of a socket whose other side is ours; it keeps the beginning and the
 * end of standard error, kills the reader's process group and reports. Being a copy of a
 * process with threads, it calls only what a signal handler may.
 */

/* What it is to run, and how. Descriptors are close-on-exec and none of 0, 1, 2. */
struct plugin_job {
	char *const *argv; /* borrowed; argv[0] is the path of the program */
	bool keeps_input;  /* its standard input is ours; else there is nothing in it */
	int out;	   /* becomes its standard output */
	int messages[2]; /* a pipe: its standard error is the second, we read the first */
	int owner; /* the report goes there; when its other side is closed, all ends */
	uint64_t seconds; /* it may take, by the clock */
	uint64_t memory;  /* bytes of data that each of its processes may have */
};

enum plugin_end {
	PLUGIN_ENDED,	/* by itself: `status` is that of waitpid() */
	PLUGIN_LATE,	/* it was killed when its time was over */
	PLUGIN_NOT_RUN, /* `status` is errno */
};

/* How it ended, and the first and the last of what it wrote to its standard error. */
#define PLUGIN_FIRST 1024
#define PLUGIN_LAST  512
struct plugin_report {
	enum plugin_end end;
	int status;
	uint64_t lines, bytes;	  /* in all; an unfinished line counts */
	char first[PLUGIN_FIRST]; /* min(bytes, PLUGIN_FIRST) of them */
	char last[PLUGIN_LAST];	  /* the last ones of what is behind these */
	uint32_t last_length;
};

/*
 * A new process that runs the job in a session of its own, without a terminal, with all
 * signals as they are by default; it ends with all that it has started (and that has not
 * left its process group) when the program has ended or its time is over, and also when we
 * end, however that comes about. The caller closes `out`, messages and `owner`, and waits for
 * the process; -1 and errno when there can be none. Of several threads any may call it.
 */
pid_t plugin_watch_start(const struct plugin_job *job);

#endif
