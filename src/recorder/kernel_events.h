/* kernel_events.h - perf_event_open() as the kernel has it: attributes, a ring's first page, records. */

#ifndef RECORDER_KERNEL_EVENTS_H
#define RECORDER_KERNEL_EVENTS_H

#include <stdint.h>
#include <sys/ioctl.h>

/*
 * Written down here and not taken from <linux/perf_event.h>: that of an older system lacks bits that
 * the kernel under it may know, and what is not known is asked for with fewer (events.h).
 */

/* Of type and config. */
#define EVENT_TYPE_HARDWARE 0
#define EVENT_TYPE_SOFTWARE 1
#define EVENT_CYCLES	    0 /* of hardware; above bit 32 the number of the PMU */
#define EVENT_CPU_CLOCK	    0 /* of software */

/* Of sample_type. */
#define EVENT_SAMPLE_IP		(UINT64_C(1) << 0)
#define EVENT_SAMPLE_TID	(UINT64_C(1) << 1)
#define EVENT_SAMPLE_TIME	(UINT64_C(1) << 2)
#define EVENT_SAMPLE_CALLCHAIN	(UINT64_C(1) << 5)
#define EVENT_SAMPLE_CPU	(UINT64_C(1) << 7)
#define EVENT_SAMPLE_PERIOD	(UINT64_C(1) << 8)
#define EVENT_SAMPLE_IDENTIFIER (UINT64_C(1) << 16)

/* Of flags. */
#define EVENT_DISABLED		   (UINT64_C(1) << 0)
#define EVENT_INHERIT		   (UINT64_C(1) << 1)
#define EVENT_EXCLUDE_KERNEL	   (UINT64_C(1) << 5)
#define EVENT_EXCLUDE_HV	   (UINT64_C(1) << 6)
#define EVENT_EXCLUDE_IDLE	   (UINT64_C(1) << 7)
#define EVENT_MMAP		   (UINT64_C(1) << 8)
#define EVENT_COMM		   (UINT64_C(1) << 9)
#define EVENT_FREQ		   (UINT64_C(1) << 10)
#define EVENT_ENABLE_ON_EXEC	   (UINT64_C(1) << 12)
#define EVENT_TASK		   (UINT64_C(1) << 13)
#define EVENT_WATERMARK		   (UINT64_C(1) << 14)
#define EVENT_SAMPLE_ID_ALL	   (UINT64_C(1) << 18)
#define EVENT_EXCLUDE_CHAIN_KERNEL (UINT64_C(1) << 21)
#define EVENT_MMAP2		   (UINT64_C(1) << 23)
#define EVENT_COMM_EXEC		   (UINT64_C(1) << 24)
#define EVENT_USE_CLOCKID	   (UINT64_C(1) << 25)
#define EVENT_KSYMBOL		   (UINT64_C(1) << 29)

/* perf_event_attr, as long as Linux 5.13 has it; older kernels take what is longer if it is 0. */
struct event_attr {
	uint32_t type, size;
	uint64_t config;
	uint64_t frequency; /* with EVENT_FREQ: samples a second */
	uint64_t sample_type, read_format, flags;
	uint32_t wakeup, breakpoint_type;
	uint64_t config1, config2;
	uint64_t branch_sample_type, sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack, reserved_2;
	uint32_t aux_sample_size, reserved_3;
	uint64_t sig_data;
};

/* Flags of the call, and what may be asked of a descriptor. */
#define EVENT_OPEN_CGROUP  (1UL << 2)
#define EVENT_OPEN_CLOEXEC (1UL << 3)
#define EVENT_ENABLE	   _IO('$', 0)
#define EVENT_DISABLE	   _IO('$', 1)
#define EVENT_SET_OUTPUT   _IO('$', 5)
#define EVENT_ID	   _IOR('$', 7, uint64_t *)

/* perf_event_mmap_page: the first page of a ring. */
struct ring_page {
	char before[1024];
	uint64_t head; /* written by the kernel: how many bytes there have ever been */
	uint64_t tail; /* written by who reads: how many of them it has read */
	uint64_t offset, size; /* of the data, from this page on; 0 before Linux 4.1 */
};

/* Types of records: the kernel's, and from 64 on perf's own. */
enum record_type {
	RECORD_MMAP = 1,
	RECORD_LOST = 2,
	RECORD_COMM = 3,
	RECORD_THROTTLE = 5,
	RECORD_FORK = 7,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13,
	RECORD_HEADER_ATTR = 64,
	RECORD_FINISHED_ROUND = 68,
	RECORD_EVENT_UPDATE = 78,
	RECORD_FEATURE = 80,
	RECORD_FINISHED_INIT = 82,
	RECORD_TICK = 200, /* ours alone: recorder.h */
};

/* Of misc. */
#define RECORD_MISC_KERNEL	 1
#define RECORD_MISC_USER	 2
#define RECORD_MISC_MAPS_TIMEOUT (1 << 12)
#define RECORD_MISC_FORK_EXEC	 (1 << 13) /* FORK: with maps of its own */

/* What each record begins with; its size is that of all of it, in steps of 8 bytes. */
struct record_head {
	uint32_t type;
	uint16_t misc, size;
};

#endif
