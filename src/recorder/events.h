/* events.h - opens the perf events to record. */

#ifndef RECORDER_EVENTS_H
#define RECORDER_EVENTS_H

#include <stddef.h>

#include "base/error.h"
#include "recorder/cpus.h"
#include "recorder/kernel_events.h"

#define EVENT_KINDS_MOST 4
#define EVENT_NAME_MAX	 64

/* A kind of event, as perf counts them: hybrid CPUs have one per kind of core. */
struct event_kind {
	struct event_attr attr;
	char name[EVENT_NAME_MAX]; /* "cycles", "cpu-clock", "cpu_core/cycles/" */
	struct cpus cpus;	   /* owned: CPUs to open it on */
};

/* An open event: one per CPU, and when threads are recorded, one per thread and CPU. */
struct opened_event {
	int fd; /* owned */
	uint32_t kind;
	int32_t cpu, tid; /* tid -1: all threads */
	uint64_t id;	  /* assigned by the kernel */
};

/* What to record. Everything is borrowed until events_open() returns. */
struct events_wanted {
	uint32_t frequency;  /* samples per second and CPU */
	const int32_t *pids; /* all threads of these; NULL: all processes */
	size_t pid_count;
	const char *cpus;   /* "0,2-3"; NULL: all online */
	const char *cgroup; /* NULL: none */
	bool on_exec;	    /* begin when the process calls execve() */
	bool no_callers;    /* no call chains */
	bool idle;	    /* cpu-clock: sample idle CPUs too */
};

/* The open events. Zero it first, release it at the end. */
struct events {
	struct event_kind kinds[EVENT_KINDS_MOST];
	size_t kind_count;
	struct opened_event *at; /* owned */
	size_t count, room;
	/* the threads of the first `ended` events have ended, see events_have_ended() */
	size_t ended;
	uint64_t sample_type; /* the same for all kinds */
	bool user_only;	      /* the kernel does not allow recording kernel code */
	bool on_exec;
};

/*
 * Open the events; none counts yet: cycles, or cpu-clock when cycles cannot be counted. Flags
 * that this kernel does not know are left out. On refusal the error says in one sentence which
 * permission is needed, and what is possible without it.
 */
bool events_open(struct events *e, const struct events_wanted *w, struct error *err);
void events_release(struct events *e);

/* Start counting (unless execve() does), and stop. */
void events_enable(const struct events *e);
void events_disable(const struct events *e);

/*
 * Open the directory of control group `name`, to limit perf events to it: in the hierarchy of
 * version 1 with perf_event, otherwise in that of version 2. /proc/mounts under `root` ("" except
 * in tests) lists the hierarchies. Returns a descriptor, or -1 and an error.
 */
int cgroup_directory_open(const char *root, const char *name, struct error *err);

/*
 * For events of threads: have all these threads ended, with all processes and threads that they
 * started? An event that has ended is not checked again.
 */
bool events_have_ended(struct events *e);

/* The bytes of the trailer of each record except samples: thread, time, CPU, id. */
size_t events_trailer(const struct events *e);

/* Mapping a ring failed with errno `number`: explain it in `err`. Always returns false. */
bool refusal_of_ring(int number, struct error *err);

#endif
