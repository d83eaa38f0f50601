/* events.h - which events are sampled, and how the kernel is asked for them. */

#ifndef RECORDER_EVENTS_H
#define RECORDER_EVENTS_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

#define EVENTS_MOST 4
#define EVENT_NAME  48

/* A processor of two kinds of cores has a counter for each. */
struct recorder_event {
	struct perf_event_attr attr;
	char name[EVENT_NAME]; /* as perf calls it: "cycles", "cpu-clock" */
	char cpus[128];	       /* a list of those that it is for; "": all */
};

struct recorder_events {
	struct recorder_event list[EVENTS_MOST];
	unsigned count;
	bool user_only; /* the kernel does not let us see its own side */
};

/* What is asked of all of them. */
struct event_wish {
	uint32_t frequency; /* samples a second and CPU */
	uint32_t wakeup;    /* bytes in a buffer at which a poll ends */
	bool inherit;	    /* what a process starts is of interest, too */
};

/*
 * Cycles of this processor, of each kind of its cores, or where it does not count them (as in most virtual
 * machines) the kernel's cpu-clock: what can be opened for `pid` (-1: all) on `cpu`. `root` is "" except
 * in tests: the directory that has /sys and /proc. False and a sentence that says what would be enough.
 */
bool events_choose(struct recorder_events *e, const struct event_wish *wish,
		   const char *root, pid_t pid, int cpu, unsigned long flags,
		   struct error *err);

/* One of them: its descriptor, or -1 and errno. */
int event_open(const struct recorder_event *e, pid_t pid, int cpu, unsigned long flags);

/* Is this CPU one of a list such as "0,2-5"? An empty list has all. */
bool cpus_have(struct text list, unsigned cpu);

/* Why opening has failed, by errno, in a sentence. False. */
bool events_refuse(int error, const char *root, pid_t pid, struct error *err);

#endif
