/* events.h - opens the perf events to record. */

#ifndef RECORDER_EVENTS_H
#define RECORDER_EVENTS_H

#include <stddef.h>

#include "base/error.h"
#include "recorder/cpus.h"
#include "recorder/kernel_events.h"

#define EVENT_KINDS_MOST 4
#define EVENT_NAME_MAX	 64

/* An event as perf defines it. Hybrid CPUs need one for each type of core. */
struct event_kind {
	struct event_attr attr;
	char name[EVENT_NAME_MAX]; /* "cycles", "cpu-clock", "cpu_core/cycles/" */
	struct cpus cpus;	   /* owned: the CPUs on which it is opened */
};

/* An open event. There is one per CPU or, if threads are recorded, one per thread and CPU. */
struct opened_event {
	int fd; /* owned */
	uint32_t kind;
	int32_t cpu, tid; /* tid -1: all threads */
	uint64_t id;	  /* assigned by the kernel */
};

/* What to record. Everything is borrowed until events_open() returns. */
struct events_wanted {
	uint32_t frequency;  /* samples per second and CPU */
	const int32_t *pids; /* record all threads of these processes; none: all */
	size_t pid_count;
	const char *cpus;   /* "0,2-3"; NULL: all CPUs that are online */
	const char *cgroup; /* path of a control group; NULL: none */
	bool on_exec;	    /* begin when the process calls execve() */
	bool no_callers;    /* no call chains */
	bool idle;	    /* cpu-clock: sample idle CPUs too */
};

/* The open events. Zero the struct first, and release it at the end. */
struct events {
	struct event_kind kinds[EVENT_KINDS_MOST];
	size_t kind_count;
	struct opened_event *at; /* owned */
	size_t count, room;
	/* the first `ended` events have ended, see events_have_ended() */
	size_t ended;
	uint64_t sample_type; /* the same for all kinds */
	bool user_only;	      /* the kernel does not allow recording kernel code */
	bool on_exec;
};

/*
 * Open the events without starting them: cycles, or cpu-clock if cycles cannot be counted.
 * EVENT_KSYMBOL is left out if the kernel does not know it, and kernel code if recording it is not
 * permitted. If the kernel denies access nevertheless, the error states which permission is needed.
 */
bool events_open(struct events *e, const struct events_wanted *w, struct error *err);
void events_release(struct events *e);

/* Start the events (unless execve() will do so), and stop them. */
void events_enable(const struct events *e);
void events_disable(const struct events *e);

/*
 * Open the directory of control group `name`, which is needed to record only this group. It is
 * searched for in the version 1 hierarchy of the perf_event controller; if that is not mounted, in
 * the version 2 hierarchy. The mounts are read from `root`/proc/mounts; `root` is "" except in
 * tests. Returns a descriptor, or -1 and an error.
 */
int cgroup_directory_open(const char *root, const char *name, struct error *err);

/*
 * If threads are recorded: have all of them ended, and all processes and threads that they started?
 * Events that have ended are not checked again.
 */
bool events_have_ended(struct events *e);

/* The size of the trailer of non-sample records: thread, time, CPU, and id if recorded. */
size_t events_trailer(const struct events *e);

/* Explain in `err` why mapping a ring failed with errno `number`. Always returns false. */
bool refusal_of_ring(int number, struct error *err);

#endif
