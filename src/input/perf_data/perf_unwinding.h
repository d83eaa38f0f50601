/* perf_unwinding.h - user stacks, out of the copies of them that a recording has. */

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
 * A sample of --call-graph dwarf has a copy of its stack (where it is in the file, or
 * kept) and no chain of the user's side. When all is collected, it is taken apart by
 * time: the stacks of a slice are handed with a copy of their maps to several threads,
 * which give each sample a chain like any other; then perf_replay takes the slice while
 * the next is unwound. symbols/unwind has the walk itself.
 */

struct scratch;

/* ---- copies of stacks, put away (stack_spill.c) ---- */

/*
 * In memory, and more of them in a temporary file. Equal ones are kept once, as far as that is seen at once. The file has no name. It gets no
 * longer than reading_allowance(), nor than half of what is free where it is; where files are
 * memory (tmpfs), it counts as such. Zero it to begin, and set what is borrowed.
 */
struct stack_spill {
	const struct reading *reading; /* borrowed */
	struct scratch *scratch;       /* borrowed: where the file comes from; or NULL */
	char *bytes; /* owned: those that are in memory, all behind those in the file */
	size_t used, room;
	uint64_t filed, most; /* bytes in the file; on its disk */
	uint64_t taken;	      /* of them counted as memory */
	bool is_memory;
	int fd;			   /* + 1; owned; 0: there is no file */
	struct spill_known *known; /* owned: what is there already; NULL: nothing */
	char *again;		   /* owned: room to look at one of them */
	uint64_t secret;
};

void stack_spill_release(struct stack_spill *s);

/*
 * Put `bytes`, at most STACK_SPILL_MOST, away and say where they are. `*kept` is false when
 * there is no room; false and an error when memory runs out.
 */
#define STACK_SPILL_MOST ((size_t)64 * 1024)
bool stack_spill_put(struct stack_spill *s, struct text bytes, uint64_t *where,
		     bool *kept, struct error *err);

/*
 * `size` bytes that were put there: in `buf` or where they lie, good until either changes.
 * NULL when they cannot be read. May be asked by several threads while none puts.
 */
const char *stack_spill_get(const struct stack_spill *s, uint64_t where, size_t size,
			    char *buf);

struct perf_batch;
struct perf_recording;
struct perf_players;

/*
 * In a file that is not packed they stay where they are; others go to `spill`. Zero it
 * to begin, and set what that wants; set `unwanted` if they are only to be counted.
 */
struct perf_unwinding_copies {
	int recording; /* borrowed, + 1: what to find them in again; 0: that cannot be */
	bool unwanted;
	bool given_up; /* they would be wanted, but not all samples are there at once */
	uint64_t left_out;	/* so many were unwanted */
	struct perf_copy *rows; /* owned: by rising number of the sample */
	size_t count, room;
	struct stack_spill spill;
};

void perf_unwinding_copies_release(struct perf_unwinding_copies *c);

/*
 * Keep what sample number `sample` has of its user's side, if it has a copy of its stack and
 * its chain knows nothing of that side. What cannot be unwound is counted.
 */
bool perf_unwinding_copies_take(struct perf_unwinding_copies *c,
				const struct perf_record *record,
				const struct perf_sample *s, const struct perf_attr *a,
				uint32_t sample, struct losses *losses,
				struct error *err);

/* Before the recording is read: whether it is to keep copies, and where they are. */
void perf_unwinding_begin(const struct reading *reading,
			  struct perf_recording *recording);

/* When its events are known: will stacks be unwound? Then all samples are needed at once. */
bool perf_unwinding_is_due(const struct perf_recording *recording);

/* Live: those of an event that comes later will not be, and are counted. */
void perf_unwinding_give_up(struct perf_recording *recording);

/*
 * Gives each sample with a copy of its user stack a chain with the callers that are found in
 * it, by the maps that its process had then, on as many threads as the reading may have. All
 * are borrowed; `maps` is only asked now, for the build ids that the recording tells. NULL and
 * an error when memory runs out. Release with perf_unwinding_free().
 */
struct file_pool;
struct perf_unwinding;
struct perf_unwinding *perf_unwinding_new(const struct reading *reading,
					  struct file_pool *pool,
					  struct perf_recording *recording,
					  const struct perf_maps *maps,
					  struct error *err);
void perf_unwinding_free(struct perf_unwinding *u);

/*
 * Pass all that was recorded on to be replayed, in order of time, each piece as soon as its
 * stacks are there. Once only. False: they have failed, or an error.
 */
bool perf_unwinding_pass(struct perf_unwinding *u, const struct perf_batch *all,
			 struct perf_players *players, struct error *err);

/* Count the stacks that ended early. */
void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses);

/* At the end: count what was not to be unwound. */
void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses);

#endif
