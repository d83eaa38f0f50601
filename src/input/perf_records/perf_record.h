/* perf_record.h - the records of a perf.data file, and their types. */

#ifndef INPUT_PERF_RECORD_H
#define INPUT_PERF_RECORD_H

#include <stdint.h>

#include "base/text.h"

/* Types of records; the other types need no special handling. */
enum perf_record_type {
	PERF_RECORD_MMAP = 1,
	PERF_RECORD_LOST = 2,
	PERF_RECORD_COMM = 3,
	PERF_RECORD_EXIT = 4,
	PERF_RECORD_THROTTLE = 5,
	PERF_RECORD_FORK = 7,
	PERF_RECORD_SAMPLE = 9,
	PERF_RECORD_MMAP2 = 10,
	PERF_RECORD_LOST_SAMPLES = 13,
	PERF_RECORD_SWITCH = 14,
	PERF_RECORD_SWITCH_CPU_WIDE = 15,
	PERF_RECORD_NAMESPACES = 16,
	PERF_RECORD_KSYMBOL = 17,
	PERF_RECORD_BPF_EVENT = 18,
	PERF_RECORD_CGROUP = 19,
	PERF_RECORD_CALLCHAIN_DEFERRED = 22,
	PERF_RECORD_HEADER_ATTR = 64, /* the lowest type that perf itself writes */
	PERF_RECORD_EVENT_TYPE = 65,
	PERF_RECORD_TRACING_DATA = 66,
	PERF_RECORD_BUILD_ID = 67,
	PERF_RECORD_FINISHED_ROUND = 68,
	PERF_RECORD_ID_INDEX = 69,
	PERF_RECORD_AUXTRACE = 71,
	PERF_RECORD_THREAD_MAP = 73,
	PERF_RECORD_CPU_MAP = 74,
	PERF_RECORD_EVENT_UPDATE = 78,
	PERF_RECORD_TIME_CONV = 79,
	PERF_RECORD_FEATURE = 80,
	PERF_RECORD_COMPRESSED = 81,
	PERF_RECORD_FINISHED_INIT = 82,
	PERF_RECORD_COMPRESSED2 = 83,
	PERF_RECORD_TICK = 200, /* flarescope's own, see recorder/recorder.h */
};

/* Bits of `misc`. */
#define PERF_MISC_MODE		     7	       /* CPU mode: enum perf_mode */
#define PERF_MISC_MMAP_DATA	     (1 << 13) /* MMAP: maps data (perf record -d) */
#define PERF_MISC_SWITCH_OUT	     (1 << 13)
#define PERF_MISC_SWITCH_OUT_PREEMPT (1 << 14)
#define PERF_MISC_FILTERED	     (1 << 15) /* LOST_SAMPLES: dropped by a BPF filter */
#define PERF_MISC_BUILD_ID	     (1 << 14) /* MMAP2: with a build id, not an inode */

/* Is this the type of a context switch, as recorded with perf record --switch-events? */
static inline bool perf_record_is_switch(uint32_t type)
{
	return type == PERF_RECORD_SWITCH || type == PERF_RECORD_SWITCH_CPU_WIDE;
}

struct perf_record {
	uint32_t type;
	uint16_t misc;
	bool packed;	  /* it was inside a compressed record */
	struct text body; /* the bytes after the header; borrowed until the next read */
	uint64_t offset; /* in the file; if packed, the offset of the compressed record */
};

#endif
