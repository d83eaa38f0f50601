/* perf_off_cpu.h - what perf record --off-cpu writes of threads that were blocked. */

#ifndef INPUT_PERF_OFF_CPU_H
#define INPUT_PERF_OFF_CPU_H

#include "input/perf_data/perf_events.h"
#include "input/perf_records/perf_sample.h"

enum perf_off_cpu {
	OFF_CPU_NONE, /* it is something else */
	OFF_CPU_WAIT, /* blocked for `period` ns up to `time` */
	OFF_CPU_SUM,  /* blocked for `period` ns in all, nobody knows when */
	OFF_CPU_DAMAGED,
};

/*
 * tools/perf/util/bpf_off_cpu.c and evsel.c of Linux 5.19 to 6.17. The event is BPF's output under the
 * name offcpu-time. When the recording ends perf writes the sums, one for each thread and stack, with
 * times from 2^64 - 2^32 on, so that they stand last. Since 6.16 waits of --off-cpu-thresh and longer,
 * 500 ms if nothing is said, are samples when the thread runs again. Before 6.16 a sample has its
 * fields in the usual places; from then on the thread, the time, the chain and the control group are
 * in its raw part:
 *	u32 pid, tid; u64 ns; u64 number of addresses, they; u64 cgroup
 * These replace the thread, period and chain of `s`, borrowed as they were.
 */
enum perf_off_cpu perf_off_cpu_take(const struct perf_event *event,
				    struct perf_sample *s);

#endif
