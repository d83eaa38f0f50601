/* sampled_clock.h - whether an event is a clock, its rate, and what it samples. */

#ifndef ANALYSIS_SAMPLED_CLOCK_H
#define ANALYSIS_SAMPLED_CLOCK_H

#include "profile/profile.h"

/*
 * Numbers of samples measure CPU utilization only if the event is a clock, which takes samples at
 * fixed intervals. Other events (tracepoints, page faults, hardware events) are sampled after a
 * number of occurrences, and the kernel only approximates the requested frequency.
 */
struct sampled_clock {
	/* cpu-clock or task-clock, with any modifiers: a sample represents time on a CPU */
	bool is_clock;

	/*
	 * The clock ticks only in user code or only in the kernel (cpu-clock:u), so a CPU without
	 * ticks may have been busy. `on_cpus` is then false.
	 */
	bool is_partial;

	/*
	 * The requested time between two ticks of a CPU (or thread), in ns; 0: unknown. It is from
	 * the event's attributes in perf.data or in the header of perf script's output or, if they
	 * lack it, from the command line.
	 */
	uint64_t period;

	/*
	 * The clock ticks on each CPU, whichever thread runs: see perf_options_record_cpus(). If
	 * the command line is unknown, the clock must have samples of the idle task. False for
	 * clocks of processes, threads and control groups, which stop while these do not run, and
	 * if a sample has no CPU.
	 */
	bool on_cpus;
};

/*
 * `event` is an index into profile.events. All members are 0 if it is invalid, the event is no
 * clock or has spans, a row may represent several samples, or the profile's CPUs are placeholders.
 */
struct sampled_clock sampled_clock_of(const struct profile *p, uint32_t event);

/*
 * The requested sampling frequency of an event in Hz, from the notes of the profile; 0: unknown, or
 * sampled by count (tracepoints).
 */
double sampled_frequency(const struct profile *p, struct text event);

/* The number at the start of a text ("49", "99.5 Hz"), times 10^9; 0: no number. */
uint64_t leading_billionths(struct text t);

#endif
