/* plugin_watch.h - a process that starts a user's own reader, limits its time, and ends it. */

#ifndef INPUT_PLUGIN_WATCH_H
#define INPUT_PLUGIN_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * It is a fork of our process without exec. Threads of ours would end with us, but a reader must
 * not outlive flarescope, however that ends. The process waits for the reader, the time limit, and
 * the end of a socket whose other side is ours; it keeps the beginning and the end of standard
 * error, kills the reader's process group, and reports. As a fork of a process with threads, it
 * calls only async-signal-safe functions: it neither allocates memory nor prints.
 */

/* The program to run, and how. Descriptors are close-on-exec and not 0, 1 or 2. */
struct plugin_job {
	char *const *argv; /* borrowed; argv[0] is the path of the program */
	bool keeps_input;  /* it gets our standard input; otherwise an empty one */
	int out;	   /* becomes its standard output */
	int messages[2];   /* a pipe, which we read: [1] becomes its standard error */
	/* receives the report; everything ends when its other side is closed */
	int owner;
	uint64_t seconds; /* limit of elapsed time */
	uint64_t memory;  /* limit of data in each of its processes, in bytes */
};

enum plugin_end {
	PLUGIN_ENDED,	/* it ended: `status` is as from waitpid() */
	PLUGIN_LATE,	/* it was killed at the time limit */
	PLUGIN_NOT_RUN, /* `status` is errno */
};

/* How it ended, and the beginning and end of its standard error. */
#define PLUGIN_FIRST 1024
#define PLUGIN_LAST  512
struct plugin_report {
	enum plugin_end end;
	int status;
	uint64_t lines, bytes;	  /* totals; an unfinished line counts */
	char first[PLUGIN_FIRST]; /* min(bytes, PLUGIN_FIRST) bytes */
	char last[PLUGIN_LAST];	  /* the last bytes of the rest */
	uint32_t last_length;
};

/*
 * Fork a process that runs the job in a session of its own, without a terminal and with default
 * signal handling. When the program has ended, when its time is over, and when we end in any way,
 * it kills everything that the program has started (and that has not left its process group), and
 * ends. The caller closes `out`, `messages` and `owner`, and waits for the process. Returns -1 and
 * sets errno on failure. Thread-safe.
 */
pid_t plugin_watch_start(const struct plugin_job *job);

#endif
