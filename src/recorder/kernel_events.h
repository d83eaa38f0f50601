/* kernel_events.h - the interface of perf_event_open(): attributes, ring page, records. */

#ifndef RECORDER_KERNEL_EVENTS_H
#define RECORDER_KERNEL_EVENTS_H

#include <stdint.h>
#include <sys/ioctl.h>

/*
 * These definitions replace <linux/perf_event.h>, which on an older system lacks flags that the
 * running kernel may know.
 */

/* Values of type and config. */
#define EVENT_TYPE_HARDWARE 0
#define EVENT_TYPE_SOFTWARE 1
/* with EVENT_TYPE_HARDWARE; bits 32 and above are the type of the PMU */
#define EVENT_CYCLES	0
#define EVENT_CPU_CLOCK 0 /* with EVENT_TYPE_SOFTWARE */

/* Flags of sample_type. */
#define EVENT_SAMPLE_IP		(UINT64_C(1) << 0)
#define EVENT_SAMPLE_TID	(UINT64_C(1) << 1)
#define EVENT_SAMPLE_TIME	(UINT64_C(1) << 2)
#define EVENT_SAMPLE_CALLCHAIN	(UINT64_C(1) << 5)
#define EVENT_SAMPLE_CPU	(UINT64_C(1) << 7)
#define EVENT_SAMPLE_PERIOD	(UINT64_C(1) << 8)
#define EVENT_SAMPLE_IDENTIFIER (UINT64_C(1) << 16)

/* Bits of event_attr.flags. */
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

/* perf_event_attr of Linux 5.13. Older kernels accept it if the members unknown to them are 0. */
struct event_attr {
	uint32_t type, size;
	uint64_t config;
	uint64_t frequency; /* with EVENT_FREQ: samples per second */
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

/* Flags of perf_event_open(), and ioctls of an event. */
#define EVENT_OPEN_CGROUP  (1UL << 2)
#define EVENT_OPEN_CLOEXEC (1UL << 3)
#define EVENT_ENABLE	   _IO('$', 0)
#define EVENT_DISABLE	   _IO('$', 1)
#define EVENT_SET_OUTPUT   _IO('$', 5)
#define EVENT_ID	   _IOR('$', 7, uint64_t *)

/* perf_event_mmap_page: the first page of a ring. */
struct ring_page {
	char before[1024];
	uint64_t head; /* written by the kernel: total bytes written */
	uint64_t tail; /* written by the reader: total bytes read */
	/* of the data, in bytes; `offset` is from the start of this page; 0 before Linux 4.1 */
	uint64_t offset, size;
};

/* Types of records. Those below 64 are defined by the kernel, those from 64 on by perf. */
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
	RECORD_TICK = 200, /* of flarescope, see recorder.h */
};

/* The mode of the CPU and flags in record_head.misc. */
#define RECORD_MISC_KERNEL	 1
#define RECORD_MISC_USER	 2
#define RECORD_MISC_MAPS_TIMEOUT (1 << 12)
#define RECORD_MISC_FORK_EXEC	 (1 << 13) /* FORK: the process has its own maps */

/* The head of each record. `size` includes the head and is a multiple of 8 bytes. */
struct record_head {
	uint32_t type;
	uint16_t misc, size;
};

#endif
