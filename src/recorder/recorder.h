/* recorder.h - perf events of this host, recorded without perf. */

#ifndef RECORDER_RECORDER_H
#define RECORDER_RECORDER_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct recorder_options {
	uint32_t frequency; /* samples a second and CPU; 0: RECORDER_FREQUENCY */
	const int32_t *
	    pids; /* borrowed: these processes alone, with their threads and what they start, */
	uint32_t pid_count; /* until all of them have ended; 0: all of the machine */
	const char *cpus;   /* borrowed: "0,2-5"; NULL: all that are online */
	const char *
	    cgroup; /* borrowed: a control group alone, by its path below the mount; NULL: none */
	const int32_t
	    *without; /* borrowed: samples of these processes are left out, and counted */
	uint32_t without_count;
	uint64_t duration; /* ns; 0: until it is stopped */
	bool ticks;	   /* of a pipe: with a TICK each round, see stream.h */
};

#define RECORDER_FREQUENCY 99

/* What has come of it. */
struct recorder_figures {
	uint64_t samples, lost, throttled, own, bytes;
	bool user_only; /* the kernel's side may not be seen */
};

struct recorder;

/*
 * Open the events on each CPU and their buffers, which are read each tenth of a second; nothing is sampled yet. NULL
 * and a sentence that says what would be enough, or what is possible instead. The options are borrowed. For one
 * thread, and not to be shared with a process that is forked.
 */
struct recorder *recorder_open(const struct recorder_options *o, struct error *err);
void recorder_close(struct recorder *r);

/*
 * Record until `*stop` is set, by a signal's handler, for as long as the options say, until the processes have ended or,
 * of a pipe, until nobody reads it any more. A pipe gets what "perf record -o -" writes; a regular file is one that
 * perf and we can read at any time, also if this process is killed. False and an error when it cannot be written.
 */
bool recorder_stream(struct recorder *r, int pipe, const volatile sig_atomic_t *stop,
		     struct error *err);
bool recorder_file(struct recorder *r, int file, const volatile sig_atomic_t *stop,
		   struct error *err);

struct recorder_figures recorder_figures(const struct recorder *r);
const char *recorder_event(const struct recorder *r); /* "cycles", "cpu-clock" */

#endif
