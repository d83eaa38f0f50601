/* sampled_clock.h - is an event a clock, how often does it tick, and of what? */

#ifndef ANALYSIS_SAMPLED_CLOCK_H
#define ANALYSIS_SAMPLED_CLOCK_H

#include "profile/profile.h"

/*
 * How busy CPUs were can only be told from this: samples of a clock come at even steps of
 * time, those of anything else (tracepoints, faults, hardware events, whose rate the
 * kernel only aims at) when something has happened.
 */
struct sampled_clock {
	/*
	 * cpu-clock or task-clock, whatever the modifiers: a sample stands for time on a
	 * CPU
	 */
	bool is_clock;

	/*
	 * It ticks in user code alone, or in the kernel alone (cpu-clock:u): it is not
	 * known whether a CPU without a tick was busy. `on_cpus` is false then.
	 */
	bool is_partial;

	/*
	 * ns from one tick to the next of a CPU (or thread), as perf was asked for; 0:
	 * not known. What perf.data says of the event, or the header of perf script's
	 * text: of the event, else the -F of its command line.
	 */
	uint64_t period;

	/*
	 * Each CPU ticks by itself, whatever runs: perf record -a, -C, or without a
	 * target. The command line tells; without it, that the idle task was sampled. Not
	 * the clocks of processes, threads and control groups (-p, -t, -u, -G, a
	 * command), which stop while these do not run, and not samples without a CPU.
	 */
	bool on_cpus;
};

/*
 * A row of profile.events; all false of another, and where there are times only: its CPUs
 * are made up.
 */
struct sampled_clock sampled_clock_of(const struct profile *p, uint32_t event);

/*
 * How many samples of an event of this name a second and CPU were asked for, as the notes say; 0: it
 * is not known, or each so many of them was taken, as of tracepoints.
 */
double sampled_frequency(const struct profile *p, struct text event);

#endif
