/* sampled_clock.h - whether an event is a clock, its rate, and what it samples. */

#ifndef ANALYSIS_SAMPLED_CLOCK_H
#define ANALYSIS_SAMPLED_CLOCK_H

#include "profile/profile.h"

/*
 * CPU utilization can only be derived from a clock, whose samples come at even intervals. Samples
 * of other events (tracepoints, faults, hardware events, whose rate the kernel only approximates)
 * come when something has happened.
 */
struct sampled_clock {
	/* cpu-clock or task-clock, with any modifiers: a sample stands for time on a CPU */
	bool is_clock;

	/*
	 * It ticks only in user code or only in the kernel (cpu-clock:u): a CPU without a tick may
	 * have been busy. `on_cpus` is false then.
	 */
	bool is_partial;

	/*
	 * ns between two ticks of a CPU (or thread), as requested from perf; 0: unknown. From the
	 * event's attributes in perf.data or in the header of perf script's output, else from -F in
	 * the command line.
	 */
	uint64_t period;

	/*
	 * Each CPU ticks independently of the running threads: perf record -a, -C, or without a
	 * target. Derived from the command line; without one, from samples of the idle task. False
	 * for the clocks of processes, threads and control groups (-p, -t, -u, -G, a command),
	 * which stop while these do not run, and for samples without a CPU.
	 */
	bool on_cpus;
};

/*
 * `event` is an index into profile.events; for other values all members are false. They are also
 * false for profiles that have only times, whose CPUs are made up.
 */
struct sampled_clock sampled_clock_of(const struct profile *p, uint32_t event);

/*
 * The requested sampling frequency of the event with this name, per second and CPU, from the notes;
 * 0: unknown, or sampled by count (tracepoints).
 */
double sampled_frequency(const struct profile *p, struct text event);

/* The number that a note begins with, in billionths: "49", "99.5 Hz"; 0: it is not a number. */
uint64_t leading_billionths(struct text t);

#endif
