/* sched_replay.h - thread states (running, blocked, runnable ...) from events of the scheduler. */

#ifndef ANALYSIS_SCHED_REPLAY_H
#define ANALYSIS_SCHED_REPLAY_H

#include "analysis/waiting/thread_state.h"
#include "base/error.h"
#include "profile/profile.h"

/* The advice at the end of error messages. */
#define HOW_TO_RECORD_SWITCHES                                                           \
	"flarescope record --waiting has them, or perf record -a -e cpu-clock/freq=99/ " \
	"-e sched:sched_switch -e sched:sched_waking -g"

#define SCHED_CPUS (PROFILE_NO_CPU + 1)

/*
 * The replay ignores two kinds of events: scheduler events that were sampled (perf record -F),
 * because another event may have all switches; and events that the kernel counts in the middle of a
 * switch, because their samples suggest that the thread continues to run.
 */
struct usable_events {
	bool *left_out; /* owned: by index in profile.events */
	/* there are sched_switch events; of --switch-events, only SCHED_IN is then used */
	bool has_switches;
};

/*
 * False and an error when memory runs out, or when the profile has no times, no switches, or only
 * some of the switches. The error message explains how to record them. Release with
 * usable_events_release(), also after a failure.
 */
bool usable_events_find(struct usable_events *u, const struct profile *p,
			struct error *err);
void usable_events_release(struct usable_events *u);

/*
 * The replay processes the samples of a profile that was read with reading_options.switches
 * (profile/sched.h) in order of time. Each thread has stretches without gaps, from its first event
 * to the end of the thread or of the recording. Times are in ns, and stretches are half-open.
 *
 * A thread starts running at a switch to it. Its own events (a sample, a wake-up of another thread,
 * a switch away from it) prove that it runs, and end any other state. After a switch away from it,
 * the thread is
 * 	blocked   in S, D or any other state except R, until it is woken or runs again
 * 	preempted in R: it could have continued to run
 * 	runnable  after a wake-up, until it gets a CPU
 * Switches may be missing without notice. The state between two events that contradict each other
 * is unknown. If a thread was switched away from twice without a switch to it, it was blocked until
 * its wake-up, and its state is unknown from there to the second switch. If another thread got the
 * CPU of a running thread, the state of the running thread is unknown after its last event.
 *
 * The idle task is not reported. A thread without events of its own, which others wake or switch
 * to, is reported only if samples of the idle task show that all threads were recorded: perf record
 * COMMAND records only some.
 *
 * A waiting thread has the stack of its switch. A running thread has the stack of its nearest
 * sample (scheduler events do not count), so a stretch with several samples is divided halfway
 * between them. A thread without samples has only the user part of the stack of its switch, because
 * the kernel part shows where the thread stopped, not where it ran.
 */
struct state_span {
	uint64_t from, to;
	uint32_t thread; /* index in profile.threads */
	uint32_t stack;	 /* 0: none */
	enum thread_state state;
	/* the CPU on which the thread runs or ran last, or PROFILE_NO_CPU */
	uint16_t cpu;
	/* the stack is that of an earlier sample: the switch has none */
	bool is_approximate;
};

/*
 * The time from a switch away from a thread to the first proof that it runs again: the sum of
 * `blocked`, `runnable` (or preempted) and `unknown`. If the switch to the thread is missing, the
 * time after its wake-up is unknown or, if the wake-up is missing, too, all of the time. A thread
 * whose state was not recorded counts as blocked until its wake-up.
 */
#define ABSENCE_NO_WAKER UINT64_MAX
struct absence {
	uint64_t from, to;
	uint64_t blocked, runnable, unknown;
	uint64_t waker; /* row of the wake-up event, or ABSENCE_NO_WAKER */
	uint32_t thread, stack;
	uint16_t cpu; /* the CPU on which it ran last, or PROFILE_NO_CPU */
	char state;   /* at the switch: 'S', 'D', 'R' ...; 0: not recorded */
	bool preempted;
	/* the stack is that of an earlier sample: the switch has none */
	bool is_approximate;
	bool is_over; /* false: it lasts until the end of the recording */
};

/* Which scheduler events a profile has. */
struct sched_extent {
	/* all threads were recorded: there are samples of the idle task */
	bool all_threads;
	bool wakeups;
	bool stacks; /* switches have stacks */
};
struct sched_extent sched_extent_of(const struct profile *p);

/* Does the frame belong to the kernel, whether it has a name or not? */
bool sched_is_kernel(const struct profile *p, uint32_t frame);

/* Callbacks. They return false and an error to stop. sched_replay() ignores NULL callbacks. */
struct sched_sink {
	bool (*stretch)(void *arg, const struct state_span *s, struct error *err);
	bool (*absence)(void *arg, const struct absence *a, struct error *err);
	void *arg;
};

/*
 * Pass all stretches and absences to the sink, for each thread in order of time. If the profile has
 * no switches but waits of perf record --off-cpu, each wait becomes a stretch in STATE_BLOCKED (its
 * state was not recorded) and an absence with an unknown waker. False and an error if memory runs
 * out, the sink stops, or the profile has no usable switches: see usable_events_find().
 */
bool sched_replay(const struct profile *p, const struct sched_sink *sink,
		  struct error *err);

/* Numbers of samples. */
struct off_cpu_counts {
	uint64_t switches; /* sched_switch events and records of --switch-events */
	uint64_t waits;	   /* of --off-cpu, with start and end */
	uint64_t sums;	   /* of --off-cpu: total times without start and end */
};
struct off_cpu_counts off_cpu_count(const struct profile *p);

/*
 * Pass the sums of --off-cpu and, if `waits` is set, its waits to sink->stretch; all of them begin
 * at 0. False and an error when the sink stops.
 */
bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err);

#endif
