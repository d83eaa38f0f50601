/* join.h - recordings of several hosts put together into one profile. */

#ifndef PROFILE_JOIN_H
#define PROFILE_JOIN_H

#include <stdatomic.h>

#include "profile/profile.h"

/* One of them, of one host, or of several that keep their names and are moved together. All borrowed while they are put together. */
struct join_part {
	const struct profile *profile;
	struct text name, file; /* names differ; see struct host */
	enum host_clock clock;
	uint32_t rate; /* see struct host */
	int64_t moved; /* ns, added to all of its times: none leaves 64 bits */
};

struct join_options {
	unsigned threads;	   /* at least 1 */
	const atomic_bool *cancel; /* borrowed; NULL: nobody does */

	/* What was no recording, or could not be read: a note of this key each, and counted. */
	const struct text *unread; /* borrowed */
	uint32_t unread_count;
	struct text unread_key;
};

/*
 * All samples of all parts by time; of equal times those of the first part come first. What is equal
 * of strings, frames, stacks and events is one; threads and CPUs are not (hosts.h). Notes that not
 * all parts have alike are left out, and so are instructions. All parts have times, or none has, and
 * all have counts for weights, or none has. NULL and an error when
 * memory or numbers run out, or `*cancel` is set. Release with profile_free().
 */
struct profile *join_run(const struct join_part *parts, uint32_t count,
			 const struct join_options *options, struct error *err);

#endif
