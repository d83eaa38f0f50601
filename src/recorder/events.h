/* events.h - which perf events are recorded, and their descriptors. */

#ifndef RECORDER_EVENTS_H
#define RECORDER_EVENTS_H

#include <stddef.h>

#include "base/error.h"
#include "recorder/cpus.h"
#include "recorder/kernel_events.h"

#define EVENT_KINDS_MOST 4
#define EVENT_NAME_MAX	 64

/* One event as perf counts them: of hybrid CPUs each kind of core has its own. */
struct event_kind {
	struct event_attr attr;
	char name[EVENT_NAME_MAX]; /* "cycles", "cpu-clock", "cpu_core/cycles/" */
	struct cpus cpus;	   /* owned: on which it is opened */
};

/* What is opened: of a CPU, and with processes of a thread on that CPU. */
struct event {
	int fd; /* owned */
	uint32_t kind;
	int32_t cpu, tid; /* tid: -1: all */
	uint64_t id;	  /* the kernel's */
};

/* Of which processes: all is borrowed, and need not outlive events_open(). */
struct events_wanted {
	uint32_t frequency;  /* samples a second and CPU */
	const int32_t *pids; /* all threads of these; NULL: of all processes */
	size_t pid_count;
	const char *cpus;   /* "0,2-3"; NULL: all that are online */
	const char *cgroup; /* NULL: none */
	bool on_exec;	    /* begin when the process calls execve() */
	bool no_callers;    /* without call chains */
	bool idle;	    /* the clock also of CPUs that have nothing to do */
};

/* Zero it first, release it at the end. */
struct events {
	struct event_kind kinds[EVENT_KINDS_MOST];
	size_t kind_count;
	struct event *at; /* owned */
	size_t count, room;
	size_t ended; /* of the first so many the threads have, see events_have_ended() */
	uint64_t sample_type; /* of all kinds */
	bool user_only; /* the kernel did not allow its own side: that alone is missing */
	bool on_exec;
};

/*
 * Open them, none of which counts yet: cycles, or cpu-clock where there are none to be counted. Bits
 * that this kernel does not know are left out. On refusal an error that says in a sentence what
 * would be enough, and what is possible without.
 */
bool events_open(struct events *e, const struct events_wanted *w, struct error *err);
void events_release(struct events *e);

/* Begin (unless execve() does that), and end. */
void events_enable(const struct events *e);
void events_disable(const struct events *e);

/*
 * Of events of threads: have all of these ended, and all processes and threads that they began, and
 * those began? Each is asked again only until it has.
 */
bool events_have_ended(struct events *e);

/* How many bytes follow each record but samples: who, when, on which CPU. */
size_t events_trailer(const struct events *e);

#endif
