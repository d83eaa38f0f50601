/* join.h - merges recordings of several hosts into one profile. */

#ifndef PROFILE_JOIN_H
#define PROFILE_JOIN_H

#include <stdatomic.h>

#include "profile/profile.h"

/*
 * One recording, of one host, or of several hosts that keep their names and are shifted together.
 * Everything is borrowed during join_run().
 */
struct join_part {
	const struct profile *profile;
	struct text name, file; /* names are unique; see struct host */
	enum host_clock clock;
	uint32_t rate; /* see struct host */
	int64_t moved; /* ns, added to all of its times; the sums fit 64 bits */
};

struct join_options {
	unsigned threads;	   /* at least 1 */
	const atomic_bool *cancel; /* borrowed; NULL: cannot be cancelled */

	/*
	 * Files that are not recordings or could not be read: each becomes a note with this key,
	 * and they are counted.
	 */
	const struct text *unread; /* borrowed */
	uint32_t unread_count;
	struct text unread_key;
};

/*
 * Merge all samples of all parts by time; for equal times those of the first part come first. Equal
 * strings, frames, stacks and events are merged; threads and CPUs are not (hosts.h). Notes that are
 * not the same in all parts are dropped, and so are instructions. Either all parts have times or
 * none, and either all have counts for weights or none. NULL and an error when memory or numbers
 * run out, or `*cancel` is set. Release with profile_free().
 */
struct profile *join_run(const struct join_part *parts, uint32_t count,
			 const struct join_options *options, struct error *err);

#endif
