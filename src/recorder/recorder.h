/* recorder.h - records what CPUs do by perf events of its own, and writes what perf record would. */

#ifndef RECORDER_RECORDER_H
#define RECORDER_RECORDER_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All is borrowed; texts of `version` and `words` until the recording ends, the rest only by recorder_open(). */
struct recorder_options {
	uint32_t frequency; /* samples a second and CPU; 0: RECORDER_FREQUENCY */
	const int32_t
	    *pids; /* of these processes alone, with what they start; none: of all */
	size_t pid_count;
	const char *cpus;   /* "0,2-3"; NULL: all that are online */
	const char *cgroup; /* its path below where control groups are; NULL: none */
	const int32_t
	    *without; /* processes whose samples are left out: flarescope itself */
	size_t without_count;
	uint64_t duration; /* ns; 0: until it is stopped */
	unsigned
	    tick_ms;	 /* how often what the kernel left is read; 0: RECORDER_TICK_MS */
	bool ticks;	 /* into a pipe: a record TICK with each, for a reader of ours */
	bool on_exec;	 /* with one pid: begin when that calls execve() */
	bool no_callers; /* without call chains */
	bool
	    idle; /* cpu-clock also of CPUs that have nothing to do, as perf has them: it tells from when to
		    * when, and how many CPUs, were recorded */
	int32_t until; /* ends with this process, whatever is recorded; 0: with `pids` */
	const char
	    *version; /* noted as what has recorded: "flarescope 1.2"; NULL: none */
	const char *const *words; /* the command line, noted, up to a NULL; NULL: none */
};

#define RECORDER_FREQUENCY 99
#define RECORDER_TICK_MS   100

/*
 * A record TICK (type 200) stands before the FINISHED_ROUND of each tick, if that is asked for: five
 * u64, of this machine's byte order. All that was recorded before its time is before it, and nothing
 * older than the newest of the round before comes behind it.
 */
enum recorder_tick {
	RECORDER_TICK_TIME, /* ns of CLOCK_MONOTONIC, which all records have */
	RECORDER_TICK_CPU,  /* ns that this recorder has run on a CPU */
	RECORDER_TICK_LOST, /* records for which there was no room, so far */
	RECORDER_TICK_THROTTLED, /* how often the kernel took fewer than it was asked for, so far */
	RECORDER_TICK_OWN, /* samples that were left out, so far */
	RECORDER_TICK_NUMBERS,
};
#define RECORDER_TICK_TYPE 200

/* Why a recording has ended. */
enum recorder_end {
	RECORDER_GOES_ON,
	RECORDER_STOPPED,     /* as it was told to */
	RECORDER_TIME_OVER,   /* `duration` */
	RECORDER_PIDS_ENDED,  /* all processes have ended that were to be recorded */
	RECORDER_READER_GONE, /* nobody reads the pipe any more */
};

/* So far. */
struct recorder_figures {
	uint64_t samples, own; /* written; left out */
	uint64_t lost, throttled;
	uint64_t bytes;		  /* written */
	uint64_t cpu_ns;	  /* that the thread has run since recorder_open() */
	size_t rings, ring_bytes; /* how many, and how large each */
	uint32_t processes,
	    slow; /* that ran already; of which not all maps could be read in time */
	bool
	    user_only; /* what the kernel does is not recorded: it does not let this user */
	enum recorder_end end;
};

struct recorder;

/*
 * Open the events and their memory; nothing is recorded yet. NULL and an error of one sentence: what
 * the kernel refuses, what would be enough, and what is possible without. Raises the limit of open
 * files where there are processes. Release with recorder_close(), which takes NULL.
 */
struct recorder *recorder_open(const struct recorder_options *o, struct error *err);
void recorder_close(struct recorder *r);

/*
 * Record, and write what perf record -o - does to `fd`, which is no regular file that has an end to be
 * sought: until `*stop` is not 0 (NULL: never), the duration is over, the processes have ended, or
 * nobody reads. A reader that is slow loses records, which is told as the kernel tells it; it does not
 * stop the recorder. False and an error when it cannot be written to or memory runs out. Once only.
 */
bool recorder_stream(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		     struct error *err);

/*
 * The same into an empty file that can be sought in: a perf.data, with its features. It can be read at any
 * moment, and when this has been killed: up to then without features.
 */
bool recorder_file(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		   struct error *err);

/* May be asked from another thread, as a rough figure. */
struct recorder_figures recorder_figures(const struct recorder *r);

/* What is counted: "cycles", "cpu-clock", "cpu_core/cycles/, cpu_atom/cycles/". Borrowed. */
const char *recorder_event_name(const struct recorder *r);

/* How often a second, on each CPU. */
uint32_t recorder_frequency(const struct recorder *r);

#endif
