/* join_state.h - the inside of a profile that is put together, for the files of this folder. */

#ifndef PROFILE_JOIN_STATE_H
#define PROFILE_JOIN_STATE_H

#include "base/idmap.h"
#include "profile/builder.h"
#include "profile/join/join.h"

/* What the numbers of a part are in the whole. */
struct join_numbers {
	uint32_t *stacks, *contexts; /* owned */
};

/* How many parts have this note, and which was the last of them. */
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
	uint32_t *first_host;		    /* owned: by part, of those of the whole */
	uint32_t host_count;

	/* (key, value) of notes: a row of `notes`; and the names of hosts */
	struct idmap note_ids, host_names;
	struct join_note *notes; /* owned */
	size_t note_count, note_room;
	struct columns columns; /* owned until the builder has them */

	/* (host, number), and (host, name) of what has none: a row of `tasks` */
	struct idmap task_ids, named_ids, cpu_ids;
	struct host_number *tasks, *cpus; /* owned */
	size_t task_count, task_room, cpu_count, cpu_room;
};

/* False and an error when nobody wants it any more. */
bool join_goes_on(const struct join *j, struct error *err);

static inline uint64_t join_moved(const struct join_part *p, uint64_t time)
{
	return time + (uint64_t)p->moved;
}

/* ---- join_numbers.c ---- */

/* What each part has as strings, frames, stacks, threads ... gets its number in the whole. */
bool join_number_all(struct join *j, struct error *err);

/* A number of sched.h as it is in the whole: of other threads, other requests. */
uint64_t join_sched(const struct join *j, uint32_t part, uint64_t packed);

/* ---- join_by_time.c ---- */

/* Fill j->columns, which have room, on j->options->threads threads. */
bool join_sort_samples(struct join *j, struct error *err);

/* One sample of the whole: there is room for each row of each part. */
void join_put_row(const struct join *j, uint64_t to, uint32_t part, uint64_t row);

#endif
