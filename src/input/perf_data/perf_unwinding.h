/* perf_unwinding.h - unwinds user stacks from their copies in a recording. */

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
 * A sample of --call-graph dwarf has a copy of its user stack, and a chain without a user part.
 * When all samples have been collected, the stacks of a slice are unwound by several threads, each
 * with the maps that its process had at the time. Each sample gets a chain like any other, and the
 * slice is replayed while the next one is unwound. The unwinder itself is in symbols/unwind.
 */

struct scratch;

/*
 * The latest copies are in memory, the others in an unnamed temporary file. Most equal copies are
 * stored once. The size of the file is limited by reading_allowance(), and by half of the free
 * space of its file system; in tmpfs it counts as memory. Zero it to begin, and set the borrowed
 * members.
 */
struct stack_spill {
	const struct reading *reading; /* borrowed */
	struct scratch *scratch;       /* borrowed: makes the file; or NULL */
	/* owned: the copies in memory; their offsets follow those in the file */
	char *bytes;
	size_t used, room;
	uint64_t filed, most; /* bytes in the file; the limit of its file system */
	uint64_t taken;	      /* bytes of the file counted as memory */
	bool is_memory;
	int fd;			   /* owned, + 1; 0: there is no file */
	struct spill_known *known; /* owned: by hash; NULL: not begun */
	char *again;		   /* owned: buffer to compare a copy with a stored one */
	uint64_t secret;
};

struct perf_batch;
struct perf_recording;
struct replay_workers;

/*
 * Copies stay in the recording if it is a plain file; others go to `spill`. Zero it to begin, and
 * set the borrowed members of `spill`; set `unwanted` if copies are only to be counted.
 */
struct perf_unwinding_copies {
	int recording; /* borrowed, + 1: the file to read copies from; 0: use `spill` */
	bool unwanted;
	bool given_up;		/* unwanted because the recording is live */
	uint64_t left_out;	/* number of unwanted copies */
	struct perf_copy *rows; /* owned: by rising sample number */
	size_t count, room;
	struct stack_spill spill;
};

void perf_unwinding_copies_release(struct perf_unwinding_copies *c);

/*
 * Keep the registers and the stack of the sample with this number, if it has them and no user part
 * in its chain. Stacks that cannot be unwound are counted.
 */
bool perf_unwinding_copies_take(struct perf_unwinding_copies *c,
				const struct perf_record *record,
				const struct perf_sample *s, const struct perf_attr *a,
				uint32_t sample, struct losses *losses,
				struct error *err);

/* Before the recording is read: decide whether copies are kept, and where. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/* Once the events are known: will stacks be unwound? If so, all samples must be collected first. */
bool perf_unwinding_is_due(const struct perf_recording *recording);

/*
 * Gives each sample of `all` with a copy of its user stack a chain with the callers found in it,
 * using as many threads as the reading may. All pointers are borrowed, and perf_unwinding_pass()
 * takes over `all`, which becomes empty; only the recorded build ids of `maps` are used. NULL and an error when memory runs out. Release with perf_unwinding_free().
 */
struct file_pool;
struct perf_unwinding;
struct perf_unwinding *
perf_unwinding_new(const struct reading *reading, struct file_pool *pool,
		   struct perf_recording *recording, struct perf_batch *all,
		   const struct perf_maps *maps, struct error *err);
void perf_unwinding_free(struct perf_unwinding *u);

/*
 * Pass on the whole recording in order of time, each slice when its stacks are unwound. Call this
 * once, as a batch_source. False: the workers have failed, or an error.
 */
bool perf_unwinding_pass(void *unwinding, struct replay_workers *players,
			 struct error *err);

/* Count the stacks that could not be unwound to their end. */
void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses);

/* At the end: count the unwanted copies. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
