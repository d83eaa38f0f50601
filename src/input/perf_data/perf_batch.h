/* perf_batch.h - batches of samples and of records that change names or maps. */

#ifndef INPUT_PERF_BATCH_H
#define INPUT_PERF_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"
#include "input/perf_data/perf_maps.h"

/* A sample without its time. */
struct batch_sample {
	uint64_t weight;
	/* see profile/sched.h; if `is_raw`: the number of a text in perf_recording.raws */
	uint64_t sched;
	int32_t pid, tid;
	/* number of a text in perf_recording.chains, or index in perf_batch.chains */
	uint32_t chain;
	uint32_t after;	     /* number of changes before the sample in the file */
	uint16_t cpu, event; /* PERF_SWITCH_RECORD: a context switch, without an event */
	bool timed, is_raw;
	bool is_span; /* a wait of `weight` ns (see --off-cpu in perf_recording.c) */
};

#define PERF_SWITCH_RECORD UINT16_MAX

/* Not a record: a sample contains the name of a thread. The body: u32 tid, the name. */
#define PERF_CHANGE_TOLD 0

/* A record that changes maps or names of threads or, in live recordings, ends a thread. */
struct perf_change {
	uint64_t offset; /* in the file */
	size_t at;	 /* offset of the body in perf_batch.bytes */
	uint32_t type, size;
	uint32_t number; /* number of changes before this one in the file */
	uint16_t misc;
};

/* Samples and changes, both in the order of the file. Zero it to begin. */
struct perf_batch {
	uint64_t *time;		      /* owned: times of the samples */
	struct batch_sample *samples; /* owned */
	uint64_t *change_time;	      /* owned: times of the changes */
	struct perf_change *changes;  /* owned */
	char *bytes;		      /* owned: bodies of the changes */
	/* owned: each chain follows its size in bytes; NULL: chains are in perf_recording.chains */
	uint64_t *chains;
	size_t count, time_room, room;
	size_t change_count, change_time_room, change_room;
	size_t byte_count, byte_room;
	size_t chain_count, chain_room; /* in 64-bit numbers */
};

void perf_batch_release(struct perf_batch *b);

/* Remove all samples and changes, but keep the memory. */
void perf_batch_empty(struct perf_batch *b);

/* Append a sample. False and an error when memory runs out. */
bool perf_batch_sample(struct perf_batch *b, uint64_t time, const struct batch_sample *t,
		       struct error *err);

/*
 * Append a chain to `chains`. `*place` is the value for batch_sample.chain. False and an error when
 * memory runs out or there are too many chains.
 */
bool perf_batch_chain(struct perf_batch *b, struct text chain, uint32_t *place,
		      struct error *err);

/* A chain from perf_batch_chain(), borrowed until another one is appended. */
static inline struct text perf_batch_chain_at(const struct perf_batch *b, uint32_t place)
{
	return (struct text){(const char *)(b->chains + place + 1), b->chains[place]};
}

/* The approximate size of the batch in bytes. */
size_t perf_batch_load(const struct perf_batch *b);

/* Append a copy of `c` with its body of at most 64 KiB. Sets `at` and `size` of the copy. */
bool perf_batch_change(struct perf_batch *b, uint64_t time, const struct perf_change *c,
		       struct text body, struct error *err);

bool perf_batch_is_change(uint32_t type);

/*
 * Move everything before `time` to `early`, which must be empty. Takes time proportional to the
 * size of the batch. False and an error when memory runs out; some samples may then be in both.
 */
bool perf_batch_split(struct perf_batch *b, uint64_t time, struct perf_batch *early,
		      struct error *err);

/* Remove the samples before `time`, except those without a time. Returns the number removed. */
size_t perf_batch_drop_before(struct perf_batch *b, uint64_t time);

/*
 * A batch whose samples and changes are sorted by time. Those of the same time are in the order of
 * the file.
 */
struct perf_sorted {
	struct perf_batch batch;
	uint32_t *samples, *changes; /* owned: indices in the batch */
};

/*
 * Take over and sort a batch, which becomes empty. False and an error when memory runs out; release
 * `s` even then.
 */
bool perf_sorted_begin(struct perf_sorted *s, struct perf_batch *batch,
		       struct error *err);
void perf_sorted_release(struct perf_sorted *s);

/* Does this change come before this sample? Both are indices in the sorted order. */
bool perf_sorted_is_before(const struct perf_sorted *s, size_t change, size_t sample);

/* The number of changes before this sample; all changes if `sample` is after the last one. */
size_t perf_sorted_changes_before(const struct perf_sorted *s, size_t sample);

static inline uint64_t perf_sorted_time(const struct perf_sorted *s, size_t i)
{
	return s->batch.time[s->samples[i]];
}

static inline const struct batch_sample *perf_sorted_sample(const struct perf_sorted *s,
							    size_t i)
{
	return &s->batch.samples[s->samples[i]];
}

static inline uint64_t perf_sorted_change_time(const struct perf_sorted *s, size_t i)
{
	return s->batch.change_time[s->changes[i]];
}

static inline const struct perf_change *perf_sorted_change(const struct perf_sorted *s,
							   size_t i)
{
	return &s->batch.changes[s->changes[i]];
}

/* The ids in a FORK record. */
struct perf_fork {
	int32_t pid, ppid, tid, ptid;
};

/* False: the body is too short. */
bool perf_change_fork(struct bytes body, struct perf_fork *fork);

/*
 * Apply a change to the maps: MMAP, MMAP2, FORK or KSYMBOL; others have no effect. If the record is
 * too short or a map has no path, `*whole` becomes false and nothing changes.
 */
bool perf_change_maps(const struct perf_change *c, struct bytes body,
		      struct perf_maps *maps, bool *whole, struct error *err);

/* Divides a sorted batch into slices. */
struct perf_slices {
	struct perf_sorted sorted; /* the caller begins and releases it */
	size_t sample, change;	   /* indices in `sorted` where the next slice begins */
};

bool perf_slices_left(const struct perf_slices *s);

/*
 * Copy the next samples, about `wanted`, to `slice`, which must be empty, with all changes before
 * the next slice. Samples of the same time stay together. The slice is sorted as in perf_sorted.
 * `*numbers` are the indices of its samples in the batch, borrowed.
 */
bool perf_slices_next(struct perf_slices *s, size_t wanted, struct perf_batch *slice,
		      const uint32_t **numbers, struct error *err);

#endif
