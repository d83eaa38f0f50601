/* plugin_watch.h - a process that starts a reader supplied by the user, and limits its time. */

#ifndef INPUT_PLUGIN_WATCH_H
#define INPUT_PLUGIN_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The reader must not outlive flarescope, however flarescope ends. A thread could not ensure this,
 * because it would end together with flarescope. The watching process is a fork of flarescope that
 * does not call exec(). It waits until the reader ends, the time limit is reached, or flarescope
 * closes its end of a socket. It keeps the beginning and the end of the reader's standard error,
 * kills the reader's process group, and sends a report. As a fork of a process with threads, it
 * calls only async-signal-safe functions: it neither allocates memory nor prints.
 */

/*
 * The program to run, its descriptors and its limits. All descriptors must be close-on-exec, and
 * none may be 0, 1 or 2.
 */
struct plugin_job {
	char *const *argv; /* borrowed; argv[0] is the path of the program */
	bool keeps_input;  /* it inherits standard input; otherwise its input is empty */
	int out;	   /* becomes its standard output */
	/* a pipe: [1] becomes its standard error, and the watching process reads [0] */
	int messages[2];
	/* a socket for the report; closing its other end kills the program */
	int owner;
	uint64_t seconds; /* limit on elapsed time */
	uint64_t memory;  /* RLIMIT_DATA of each of its processes, in bytes */
};

enum plugin_end {
	PLUGIN_ENDED,	/* the program ended: `status` is from waitpid() */
	PLUGIN_LATE,	/* the program was killed at the time limit */
	PLUGIN_NOT_RUN, /* `status` is errno */
};

/* How the program ended, and the beginning and end of its standard error. */
#define PLUGIN_FIRST 1024
#define PLUGIN_LAST  512
struct plugin_report {
	enum plugin_end end;
	int status;
	uint64_t lines, bytes;	  /* of standard error; an unfinished last line counts */
	char first[PLUGIN_FIRST]; /* min(bytes, PLUGIN_FIRST) bytes */
	char last[PLUGIN_LAST];	  /* the last bytes of the rest */
	uint32_t last_length;
};

/*
 * Fork a process that runs the job in a session of its own, without a terminal and with default
 * signal handling. When the program ends, its time limit is reached, or flarescope ends for any
 * reason, the process kills the program and the processes that the program has started, except
 * those that left its process group, and ends. The caller must close `out`, `messages` and `owner`,
 * and wait for the process. Returns -1 and sets errno on failure. Thread-safe.
 */
pid_t plugin_watch_start(const struct plugin_job *job);

#endif
