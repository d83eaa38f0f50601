/* join_state.h - the internals of a merge of recordings, for the files of this folder. */

#ifndef PROFILE_JOIN_STATE_H
#define PROFILE_JOIN_STATE_H

#include "base/idmap.h"
#include "profile/builder.h"
#include "profile/join/join.h"

/* By stack and by context of a part: its number in the whole. */
struct join_numbers {
	uint32_t *stacks, *contexts; /* owned */
};

/* The number of parts that have this note, and the last of them. */
struct join_note {
	uint32_t key, value; /* strings of the whole */
	uint32_t parts, last;
};

struct join {
	const struct join_part *parts; /* borrowed */
	uint32_t count;
	const struct join_options *options; /* borrowed */
	struct builder *whole;		    /* owned */
	struct join_numbers *of;	    /* owned: by part */
	/* owned: by part, the index in the whole of its first host */
	uint32_t *first_host;
	uint32_t host_count;

	/* maps (key, value) of a note to an index in `notes`; the names of hosts in use */
	struct idmap note_ids, host_names;
	struct join_note *notes; /* owned */
	size_t note_count, note_room;
	struct columns columns; /* owned until they are given to the builder */

	/* map (host, number), or (host, name) without a number, to an index in `tasks`, `cpus` */
	struct idmap task_ids, named_ids, cpu_ids;
	struct host_number *tasks, *cpus; /* owned */
	size_t task_count, task_room, cpu_count, cpu_room;
};

/* False and an error if the merge has been cancelled. */
bool join_goes_on(const struct join *j, struct error *err);

static inline uint64_t join_moved(const struct join_part *p, uint64_t time)
{
	return time + (uint64_t)p->moved;
}

/* ---- join_numbers.c ---- */

/* Assign numbers of the whole to the strings, frames, stacks, threads ... of each part. */
bool join_number_all(struct join *j, struct error *err);

/* Translate a number of sched_pack(): replace its thread and request with those of the whole. */
uint64_t join_sched(const struct join *j, uint32_t part, uint64_t packed);

/* ---- join_by_time.c ---- */

/* Fill j->columns, which have enough room, on j->options->threads threads. */
bool join_sort_samples(struct join *j, struct error *err);

/* Write one sample of the whole; the columns have room for all rows of all parts. */
void join_put_row(const struct join *j, uint64_t to, uint32_t part, uint64_t row);

#endif
