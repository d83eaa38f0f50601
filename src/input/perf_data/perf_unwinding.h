/* perf_unwinding.h - unwinds the copies of user stacks in a recording. */

#ifndef INPUT_PERF_UNWINDING_H
#define INPUT_PERF_UNWINDING_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "input/losses.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_records/perf_sample.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

/*
 * A sample of perf record --call-graph dwarf has a copy of its user stack, but no user part in its
 * chain. When all samples have been collected, several threads unwind the stacks slice by slice,
 * each stack with the maps of its process at the time of the sample, and add the callers to the
 * chain. The unwinder itself is in symbols/unwind.
 */

struct scratch;

/*
 * Storage for copies of stacks: the latest are in memory, the others in an unnamed temporary file.
 * Equal copies are usually stored only once. The size of the file is limited by
 * reading_allowance(), and by half of the free space of its file system; in tmpfs or ramfs, the
 * file counts as memory. Zero the struct, and set the borrowed members.
 */
struct stack_spill {
	const struct reading *reading; /* borrowed */
	struct scratch *scratch;       /* borrowed: opens the file; may be NULL */
	/* owned: the copies in memory; their offsets follow those in the file */
	char *bytes;
	size_t used, room;
	uint64_t filed, most; /* bytes in the file; limit set by its file system */
	uint64_t taken;	      /* bytes of the file counted as memory */
	bool is_memory;
	int fd;			   /* owned: descriptor + 1; 0: no file yet */
	struct spill_known *known; /* owned: stored copies by hash; NULL: none yet */
	char *again; /* owned: buffer into which a stored copy is read back */
	uint64_t secret;
};

struct perf_batch;
struct perf_recording;
struct replay_workers;

/*
 * Copies in a plain file stay there; copies in other recordings or in compressed records are stored
 * in `spill`. Zero it, and call perf_unwinding_begin().
 */
struct perf_unwinding_copies {
	int recording; /* borrowed: descriptor + 1 of the plain file; 0: use `spill` */
	bool unwanted; /* only count the copies */
	bool given_up; /* unwanted because the recording is live */
	uint64_t left_out;	/* number of unwanted copies */
	struct perf_copy *rows; /* owned: in order of `sample` */
	size_t count, room;
	struct stack_spill spill;
};

void perf_unwinding_copies_release(struct perf_unwinding_copies *c);

/*
 * Keep the registers and the stack of sample number `sample`, if it has both, and its chain has no
 * user part. Stacks that cannot be unwound or stored are counted as losses.
 */
bool perf_unwinding_copies_take(struct perf_unwinding_copies *c,
				const struct perf_record *record,
				const struct perf_sample *s, const struct perf_attr *a,
				uint32_t sample, struct losses *losses,
				struct error *err);

/* Before the recording is read: decide whether and where to keep copies. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/* When the events are known: will stacks be unwound? If so, collect all samples first. */
bool perf_unwinding_is_due(const struct perf_recording *recording);

struct file_pool;

/*
 * Unwinds the stacks of the samples in `all`, which perf_unwinding_pass() empties. Of `maps`, only
 * the recorded build ids are used. All pointers are borrowed. NULL and an error when memory runs
 * out. Release with perf_unwinding_free().
 */
struct perf_unwinding;
struct perf_unwinding *
perf_unwinding_new(const struct reading *reading, struct file_pool *pool,
		   struct perf_recording *recording, struct perf_batch *all,
		   const struct perf_maps *maps, struct error *err);
void perf_unwinding_free(struct perf_unwinding *u);

/*
 * Pass the whole recording to the workers in order of time, each slice after unwinding its stacks.
 * Call this once, as batch_source.cut; see there for the result.
 */
bool perf_unwinding_pass(void *unwinding, struct replay_workers *players,
			 struct error *err);

/* Count the stacks that could not be read or unwound to their end. */
void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses);

/* At the end: count the unwanted copies. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
