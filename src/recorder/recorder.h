/* recorder.h - records CPUs with perf events, in the format of perf record. */

#ifndef RECORDER_RECORDER_H
#define RECORDER_RECORDER_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * All pointers are borrowed: `version` and `words` until the recording ends, the others only during
 * recorder_open().
 */
struct recorder_options {
	uint32_t frequency;  /* samples per second and CPU; 0: RECORDER_FREQUENCY */
	const int32_t *pids; /* record these processes and their children; none: all */
	size_t pid_count;
	const char *cpus;	/* "0,2-3"; NULL: all online CPUs */
	const char *cgroup;	/* path of a control group; NULL: none */
	const int32_t *without; /* omit samples of these processes, such as flarescope */
	size_t without_count;
	uint64_t duration; /* ns; 0: no limit */
	unsigned tick_ms;  /* interval for reading the rings; 0: RECORDER_TICK_MS */
	bool ticks;	 /* to a pipe: write TICK records, which only flarescope knows */
	bool on_exec;	 /* with one pid: begin when it calls execve() */
	bool no_callers; /* no call chains */
	/* cpu-clock: also sample idle CPUs, as perf does, to show which CPUs were recorded */
	bool idle;
	/* end when this process ends; 0: when `pids` and their children have ended */
	int32_t until;
	/* for the header of the recording: "flarescope 1.2"; NULL: none */
	const char *version;
	/* for the header: the command line, terminated by NULL; NULL: none */
	const char *const *words;
};

#define RECORDER_FREQUENCY 99
#define RECORDER_TICK_MS   100

/*
 * With `ticks`, a TICK record (type 200) precedes the FINISHED_ROUND of each round: five u64 in the
 * byte order of this machine. All records older than its RECORDER_TICK_TIME precede it. No record
 * after it is older than the newest record of the previous round.
 */
enum recorder_tick {
	RECORDER_TICK_TIME, /* ns, CLOCK_MONOTONIC as in all records */
	RECORDER_TICK_CPU,  /* ns of CPU time of this recorder so far */
	RECORDER_TICK_LOST, /* number of lost records so far */
	/* how often the kernel has taken fewer samples than requested */
	RECORDER_TICK_THROTTLED,
	RECORDER_TICK_OWN, /* number of omitted samples so far */
	RECORDER_TICK_NUMBERS,
};

enum recorder_end {
	RECORDER_GOES_ON,
	RECORDER_STOPPED,     /* by `stop` */
	RECORDER_TIME_OVER,   /* `duration` is over */
	RECORDER_PIDS_ENDED,  /* `until`, or all recorded processes, have ended */
	RECORDER_READER_GONE, /* the reader has closed the pipe */
};

struct recorder_figures {
	uint64_t samples, own; /* numbers of written and of omitted samples */
	uint64_t lost, throttled;
	uint64_t bytes;		  /* written */
	uint64_t cpu_ns;	  /* CPU time of the thread since recorder_open() */
	size_t rings, ring_bytes; /* the number of rings, and the size of each */
	/* processes running at the start, and those whose maps took too long to read */
	uint32_t processes, slow;
	bool user_only; /* no permission to record kernel code */
	enum recorder_end end;
};

struct recorder;

/*
 * Open the events and map their rings, without recording yet. NULL and an error on failure; see
 * events_open(). Raises the limit on open files if `pids` are recorded. Release with
 * recorder_close(), which accepts NULL.
 */
struct recorder *recorder_open(const struct recorder_options *o, struct error *err);
void recorder_close(struct recorder *r);

/*
 * Record to `fd`, which must not be a regular file, in the format of perf record -o -. Ends when
 * `*stop` is not 0 (`stop` may be NULL), the duration is over, the processes have ended, or the
 * reader has closed the pipe. If the reader is slow, the rings fill up, and the kernel counts lost
 * records. False and an error when writing fails, /proc cannot be listed, or memory runs out. Call
 * this or recorder_file() once.
 */
bool recorder_stream(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		     struct error *err);

/*
 * Record to an empty regular file, which becomes a perf.data file with features, without TICK
 * records. It is valid at any time: if the recorder is killed, the file has the records written so
 * far, but no features.
 */
bool recorder_file(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		   struct error *err);

/* The figures so far. Another thread may call this; the values are then approximate. */
struct recorder_figures recorder_figures(const struct recorder *r);

/* The recorded events: "cycles", "cpu-clock", "cpu_core/cycles/, cpu_atom/cycles/". Borrowed. */
const char *recorder_event_name(const struct recorder *r);

/* Samples per second and CPU. */
uint32_t recorder_frequency(const struct recorder *r);

#endif
