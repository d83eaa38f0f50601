/* perf_recording.h - what the records of a perf.data say, collected in the order of the file. */

#ifndef INPUT_PERF_RECORDING_H
#define INPUT_PERF_RECORDING_H

#include "base/intern.h"
#include "input/losses.h"
#include "input/perf_copies.h"
#include "input/perf_deferred.h"
#include "input/perf_events.h"
#include "input/perf_stream.h"

/* A sample, but for its time. */
struct perf_taken {
	uint64_t weight;
	int32_t pid, tid;
	uint32_t chain; /* of `chains` */
	uint32_t after; /* so many changes stand before it in the file */
	uint16_t cpu, event;
	bool timed;
};

/* A record that changes names of threads or maps, for later. */
struct perf_change {
	uint64_t offset; /* in the file */
	size_t at;	 /* in `bytes`: the body without its trailer */
	uint32_t type, size;
	uint16_t misc;
};

/*
 * Files are not in order of time: CPUs have buffers of their own, which perf empties one
 * after the other. So all samples are collected, with their call chains each kept once, and
 * so are the records on which it depends what their addresses mean.
 * Zero it and call perf_recording_begin().
 */
struct perf_recording {
	struct losses *losses; /* borrowed */
	struct perf_events events;
	struct perf_deferred deferred;
	struct perf_copies copies; /* of user stacks, for perf_unwinding_join() */
	struct intern *chains; /* owned: runs of 64-bit numbers, with marks in between */
	uint64_t *time;	       /* owned: of the samples */
	struct perf_taken *samples;  /* owned */
	uint64_t *change_time;	     /* owned */
	struct perf_change *changes; /* owned */
	char *bytes;		     /* owned: bodies of the changes */
	size_t count, time_room, room;
	size_t change_count, change_time_room, change_room;
	size_t byte_count, byte_room;
	uint64_t latest; /* time of any record so far */

	/*
	 * Samples lost as the kernel said then, and as perf 6.0 and later adds up at the end
	 * from the counters: mostly the same ones. See perf_recording_lost().
	 */
	uint64_t lost, lost_in_all, lost_first;
};

bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err);
void perf_recording_release(struct perf_recording *r);

/* How many samples were lost while recording; `lost_first` is where the first are told. */
uint64_t perf_recording_lost(const struct perf_recording *r);

/* Take a SAMPLE. */
bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err);

/* Take any other record of the kernel: what changes nothing is counted. */
bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err);

#endif
