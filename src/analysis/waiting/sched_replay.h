/* sched_replay.h - what each thread did between two switches: it ran, waited, or nobody knows. */

#ifndef ANALYSIS_SCHED_REPLAY_H
#define ANALYSIS_SCHED_REPLAY_H

#include "analysis/waiting/thread_state.h"
#include "base/error.h"
#include "profile/profile.h"

/*
 * The samples of a profile that was read with `switches` (profile/sched.h) are gone through by
 * time, and tell of each thread one stretch after another, without a gap, from where it is first
 * seen up to the end of the recording or of the thread. All times are ns, stretches are half-open.
 *
 * Running begins with a switch to the thread, or with anything that it does itself: a sample, a
 * wake-up of another, a switch away from it. Such a proof ends whatever was believed of it before.
 * It ends with a switch away from it, after which the thread is
 *	blocked	  in S, D or any other state, until somebody wakes it; without a wake-up until it
 *		  runs, which then is told with it
 *	preempted in R: it would have run on
 *	runnable  woken, and not yet given a CPU
 * Switches are missing at times, and no record tells so. Where two events do not fit, what is
 * between them is unknown, and is never given to one of them: a thread that was switched away from
 * twice without having got a CPU was blocked up to its wake-up, and unknown from there to the
 * second; one whose CPU another thread has got ran up to its last proof. The kernel's idle task is
 * left out: it never waits. What the recording has not seen is not told: a thread begins with what
 * it is first seen with, and one that is only named by others, as who is woken or gets a CPU, is told
 * of where samples of the idle task show that the recording has all threads: perf record COMMAND has
 * nothing of others. Events that would mislead are left out (usable_events.h).
 *
 * `stack` of a thread that runs is that of its nearest sample that is no event of the scheduler: of
 * two in one stretch each has what is on its side of the middle between them, the first also what is
 * before and the last what is behind; a stretch without any is of the one nearest to it, of two as
 * near the earlier. Switches away tell only where threads stop, which may be nowhere near where they
 * run: a thread without samples has the user's side of that one, as in the kernel it then only
 * stopped. `stack` of one that waits is the one that it stopped with. 0: there is none.
 */
struct state_span {
	uint64_t from, to;
	uint32_t thread; /* of the profile */
	uint32_t stack;
	enum thread_state state;
	uint16_t cpu; /* of one that runs; else the one that it left, or PROFILE_NO_CPU */
	bool is_approximate; /* the stack is of an earlier sample: the switch has none */
};

/*
 * From a switch away from a thread to the first proof that it runs again: the sum of the three is
 * its length. `unknown` is what is behind a wake-up, or all of it, where the switch to the thread
 * is missing; of one without a state, all that is not known to be `runnable` is `blocked`.
 */
#define ABSENCE_NO_WAKER UINT64_MAX
struct absence {
	uint64_t from, to;
	uint64_t blocked, runnable, unknown;
	uint64_t waker; /* row of the sample that woke it, or ABSENCE_NO_WAKER */
	uint32_t thread, stack;
	uint16_t cpu; /* the one that it left, or PROFILE_NO_CPU */
	char state;   /* at the switch: 'S', 'D', 'R' ...; 0: not told */
	bool preempted;
	bool is_approximate; /* the stack is of an earlier sample: the switch has none */
	bool is_over;	     /* false: it lasts until the recording ends */
};

/* What tells of waiting in a profile that was read with `switches`, and so what it lacks. */
struct sched_extent {
	bool all_threads; /* samples of the idle task: nobody is left out */
	bool wakeups;
	bool stacks; /* of switches */
};
struct sched_extent sched_extent_of(const struct profile *p);

/* Is a frame of the kernel, be it one without a name? */
bool sched_is_kernel(const struct profile *p, uint32_t frame);

/* Each returns false and an error to stop; NULL: nobody asks. `arg` is theirs. */
struct sched_sink {
	bool (*stretch)(void *arg, const struct state_span *s, struct error *err);
	bool (*absence)(void *arg, const struct absence *a, struct error *err);
	void *arg;
};

/*
 * Where there are no switches, but waits of perf record --off-cpu, these are told (off_cpu.h).
 *
 * Those of one thread come in order of time. False and an error when memory runs out, a sink has
 * stopped, the profile has no switches or no times (the error says how to record them), or the
 * switches were sampled: one in so many tells no time.
 */
bool sched_replay(const struct profile *p, const struct sched_sink *sink,
		  struct error *err);

/* Samples of a profile that was read with `switches`, by what they tell of waiting. */
struct off_cpu_counts {
	uint64_t switches; /* of the scheduler, trace points or records */
	uint64_t waits;	   /* of --off-cpu: from when to when */
	uint64_t sums;	   /* of --off-cpu: how long in all, without times */
};
struct off_cpu_counts off_cpu_count(const struct profile *p);

/*
 * Each wait, to whom it may concern: a stretch in which the thread was blocked (nothing tells in which
 * state), and an absence that somebody unknown has ended. In the order of the samples. False and an
 * error when the sink has stopped.
 */
bool off_cpu_tell(const struct profile *p, const struct sched_sink *sink,
		  struct error *err);

/* The same of sums, and with `waits` of waits as well: stretches that all begin at 0. */
bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err);

#endif
