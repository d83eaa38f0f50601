/* sched_replay.h - thread states (running, blocked, runnable ...) from events of the scheduler. */

#ifndef ANALYSIS_SCHED_REPLAY_H
#define ANALYSIS_SCHED_REPLAY_H

#include "analysis/waiting/thread_state.h"
#include "base/error.h"
#include "profile/profile.h"

/* The end of error messages. */
#define HOW_TO_RECORD_SWITCHES                                                           \
	"flarescope record --waiting has them, or perf record -a -e cpu-clock/freq=99/ " \
	"-e sched:sched_switch -e sched:sched_waking -g"

#define SCHED_CPUS (PROFILE_NO_CPU + 1)

/*
 * Two kinds of events are left out: events of the scheduler of which only some were recorded (perf
 * record -F), because another event may be complete; and events that are counted in the middle of a
 * switch, because their samples look as if the thread went on after it.
 */
struct usable_events {
	bool *left_out; /* owned: by index in profile.events */
	/* there are tracepoints; then records of --switch-events only mark starts */
	bool has_switches;
};

/*
 * False and an error when memory runs out, or when the profile has no times, no switches, or no
 * complete ones. The error message explains how to record them. Release it, also after a failure.
 */
bool usable_events_find(struct usable_events *u, const struct profile *p,
			struct error *err);
void usable_events_release(struct usable_events *u);

/*
 * The samples of a profile that was read with `switches` (profile/sched.h) are replayed in order of
 * time. Each thread gets consecutive stretches without gaps, from the first event that shows it to
 * the end of the recording or of the thread. All times are ns, stretches are half-open.
 *
 * A thread begins to run with a switch to it, or with any event of its own: a sample, a wake-up of
 * another thread, a switch away from it. Such a proof ends any other state. It stops running with a
 * switch away from it, and then is
 * 	blocked   in S, D or any other state, until it is woken or runs again
 * 	preempted in R: it was ready to run on
 * 	runnable  after a wake-up, until it gets a CPU
 * Switches may be missing, without any record of that. The time between two events that contradict
 * each other is unknown: a thread that was switched away from twice, without a switch to it, was
 * blocked up to its wake-up, and unknown from there to the second switch; a thread whose CPU
 * another thread got ran up to its last proof. The idle task is left out. A thread that is only
 * named in events of others, because they wake it or switch to it, is reported only if samples of
 * the idle task show that the recording has all threads: perf record COMMAND has no others.
 * Misleading events are left out (struct usable_events).
 *
 * The `stack` of a running thread is that of its nearest sample that is not an event of the
 * scheduler. A stretch is divided in the middle between two samples; one without samples has the
 * stack of the nearest sample, the earlier one if both are equally near. Switches show only where a
 * thread stops, not where it runs: a thread without samples has the user part of the stack of its
 * switch. The `stack` of a waiting thread is that of its switch. 0: none.
 */
struct state_span {
	uint64_t from, to;
	uint32_t thread; /* in the profile */
	uint32_t stack;
	enum thread_state state;
	/* the CPU on which it runs; else the CPU that it left, or PROFILE_NO_CPU */
	uint16_t cpu;
	bool is_approximate; /* the stack is of an earlier sample: the switch has none */
};

/*
 * The time from a switch away from a thread to the first proof that it runs again. It is the sum of
 * `blocked`, `runnable` and `unknown`. If the switch to the thread is missing, the time after the
 * wake-up, or all of it, is unknown. Without a state all time that is not `runnable` is `blocked`.
 */
#define ABSENCE_NO_WAKER UINT64_MAX
struct absence {
	uint64_t from, to;
	uint64_t blocked, runnable, unknown;
	uint64_t waker; /* row of the sample that woke it, or ABSENCE_NO_WAKER */
	uint32_t thread, stack;
	uint16_t cpu; /* the CPU that it left, or PROFILE_NO_CPU */
	char state;   /* at the switch: 'S', 'D', 'R' ...; 0: not recorded */
	bool preempted;
	bool is_approximate; /* the stack is of an earlier sample: the switch has none */
	bool is_over;	     /* false: it lasts to the end of the recording */
};

/* The events of the scheduler in a profile that was read with `switches`. */
struct sched_extent {
	/* all threads were recorded: there are samples of the idle task */
	bool all_threads;
	bool wakeups;
	bool stacks; /* switches have stacks */
};
struct sched_extent sched_extent_of(const struct profile *p);

/* Does the frame belong to the kernel? It may have no name. */
bool sched_is_kernel(const struct profile *p, uint32_t frame);

/* Callbacks, either of them may be NULL. They return false and an error to stop. */
struct sched_sink {
	bool (*stretch)(void *arg, const struct state_span *s, struct error *err);
	bool (*absence)(void *arg, const struct absence *a, struct error *err);
	void *arg;
};

/*
 * Pass all stretches and absences to the sink; those of one thread in order of time. A profile
 * without switches may have waits of perf record --off-cpu: each becomes a stretch in STATE_BLOCKED
 * (its state was not recorded) and an absence with an unknown waker, in the order of the samples.
 * False and an error when memory runs out, the sink has stopped, the profile has no switches or no
 * times (the error message explains how to record them), or only some of the switches were
 * recorded.
 */
bool sched_replay(const struct profile *p, const struct sched_sink *sink,
		  struct error *err);

/* Counts of samples of a profile that was read with `switches`. */
struct off_cpu_counts {
	uint64_t switches; /* of the scheduler, tracepoints or records */
	uint64_t waits;	   /* of --off-cpu, with start and end */
	uint64_t sums;	   /* of --off-cpu, total times without start and end */
};
struct off_cpu_counts off_cpu_count(const struct profile *p);

/*
 * Pass the sums of --off-cpu to sink->stretch, and with `waits` also the waits: all begin at 0.
 * False and an error when the sink has stopped.
 */
bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err);

#endif
