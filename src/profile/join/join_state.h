/* join_state.h - the internals of a merge of recordings, for the files of this folder. */

#ifndef PROFILE_JOIN_STATE_H
#define PROFILE_JOIN_STATE_H

#include "base/idmap.h"
#include "profile/builder.h"
#include "profile/join/join.h"

/* For each stack and each context of a part, its number in the whole. */
struct join_numbers {
	uint32_t *stacks, *contexts; /* owned */
};

/* A note, the number of parts that have it, and the last of these parts. */
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

	/*
	 * `note_ids` maps the (key, value) of a note to an index in `notes`; `host_names` is the
	 * set of host names in use
	 */
	struct idmap note_ids, host_names;
	struct join_note *notes; /* owned */
	size_t note_count, note_room;
	struct columns columns; /* owned until they are given to the builder */

	/*
	 * `task_ids` maps (host, number) to an index in `tasks`, and `named_ids` maps (host, name)
	 * if the number is unknown; `cpu_ids` maps (host, number) to an index in `cpus`
	 */
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

/* Add all tables of the parts, except samples and hosts, to the whole, and number their rows. */
bool join_number_all(struct join *j, struct error *err);

/* Translate a number from sched_pack(): its thread and its request become those of the whole. */
uint64_t join_sched(const struct join *j, uint32_t part, uint64_t packed);

/* ---- join_by_time.c ---- */

/* Fill j->columns in order of time, on j->options->threads threads; all rows must have room. */
bool join_sort_samples(struct join *j, struct error *err);

/* Write sample `row` of a part to row `to` of j->columns, which must have room for it. */
void join_put_row(const struct join *j, uint64_t to, uint32_t part, uint64_t row);

#endif
