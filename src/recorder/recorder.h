/* recorder.h - records CPUs with perf events, in the format of perf record. */

#ifndef RECORDER_RECORDER_H
#define RECORDER_RECORDER_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Options. Everything is borrowed: `version` and `words` until the recording ends, the rest by
 * recorder_open() only.
 */
struct recorder_options {
	uint32_t frequency;  /* samples per second and CPU; 0: RECORDER_FREQUENCY */
	const int32_t *pids; /* these processes and their children; none: all */
	size_t pid_count;
	const char *cpus;	/* "0,2-3"; NULL: all online */
	const char *cgroup;	/* path of a control group; NULL: none */
	const int32_t *without; /* omit samples of these processes: flarescope itself */
	size_t without_count;
	uint64_t duration; /* ns; 0: until stopped */
	unsigned tick_ms;  /* interval for reading the rings; 0: RECORDER_TICK_MS */
	bool ticks;	 /* into a pipe: write TICK records, for a reader of flarescope */
	bool on_exec;	 /* with one pid: begin when it calls execve() */
	bool no_callers; /* no call chains */
	/* cpu-clock: sample idle CPUs too, as perf does: shows which CPUs were recorded */
	bool idle;
	int32_t until; /* end with this process; 0: when `pids` end */
	/* name of the recorder for the recording: "flarescope 1.2"; NULL: none */
	const char *version;
	/* the command line for the recording, ends with NULL; NULL: none */
	const char *const *words;
};

#define RECORDER_FREQUENCY 99
#define RECORDER_TICK_MS   100

/*
 * If `ticks`, a record TICK (type 200) precedes the FINISHED_ROUND of each round: five u64 in the
 * byte order of this machine. Everything recorded before its time precedes it, and nothing that
 * follows is older than the newest record of the round before.
 */
enum recorder_tick {
	RECORDER_TICK_TIME, /* ns, CLOCK_MONOTONIC as in all records */
	RECORDER_TICK_CPU,  /* ns of CPU time of this recorder */
	RECORDER_TICK_LOST, /* lost records, so far */
	/* throttled: the kernel took fewer samples than requested, so far */
	RECORDER_TICK_THROTTLED,
	RECORDER_TICK_OWN, /* omitted samples, so far */
	RECORDER_TICK_NUMBERS,
};

/* Why a recording ended. */
enum recorder_end {
	RECORDER_GOES_ON,
	RECORDER_STOPPED,     /* by `stop` */
	RECORDER_TIME_OVER,   /* `duration` is over */
	RECORDER_PIDS_ENDED,  /* all recorded processes have ended */
	RECORDER_READER_GONE, /* the reader of the pipe has gone */
};

/* Figures so far. */
struct recorder_figures {
	uint64_t samples, own; /* written; omitted */
	uint64_t lost, throttled;
	uint64_t bytes;		  /* written */
	uint64_t cpu_ns;	  /* CPU time of the thread since recorder_open() */
	size_t rings, ring_bytes; /* their number, and the size of each */
	/*
	 * processes running at the start; those with incomplete maps, as reading these took too
	 * long
	 */
	uint32_t processes, slow;
	bool user_only; /* kernel code is not recorded for lack of permission */
	enum recorder_end end;
};

struct recorder;

/*
 * Open the events and map their rings; nothing is recorded yet. Returns NULL and an error of one
 * sentence: what the kernel refuses, which permission is needed, and what is possible without it.
 * Raises the limit of open files when processes are recorded. Release with recorder_close(),
 * which accepts NULL.
 */
struct recorder *recorder_open(const struct recorder_options *o, struct error *err);
void recorder_close(struct recorder *r);

/*
 * Record, and write the format of perf record -o - to `fd`, which must not be a regular file. Ends
 * when `*stop` is not 0 (NULL: never), the duration is over, the processes have ended, or the
 * reader has gone. A slow reader does not stop the recorder: the rings fill up, and the kernel
 * counts the lost records. False and an error when writing fails or memory runs out. Call this
 * once.
 */
bool recorder_stream(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		     struct error *err);

/*
 * The same into an empty regular file: a perf.data with features. The file is readable at any time;
 * if the recorder is killed, it contains the records so far and no features.
 */
bool recorder_file(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		   struct error *err);

/* Approximate; may be called from another thread. */
struct recorder_figures recorder_figures(const struct recorder *r);

/* The recorded events: "cycles", "cpu-clock", "cpu_core/cycles/, cpu_atom/cycles/". Borrowed. */
const char *recorder_event_name(const struct recorder *r);

/* Samples per second and CPU. */
uint32_t recorder_frequency(const struct recorder *r);

#endif
