/* join.h - merges recordings of several hosts into one profile. */

#ifndef PROFILE_JOIN_H
#define PROFILE_JOIN_H

#include <stdatomic.h>

#include "profile/profile.h"

/*
 * One recording of one host, or of several hosts, which keep their names and whose times are
 * shifted together. Everything is borrowed during join_run().
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
	 * Files that are not recordings or could not be read. They are counted as a loss, and the
	 * first 20 become notes with the key `unread_key`.
	 */
	const struct text *unread; /* borrowed */
	uint32_t unread_count;
	struct text unread_key;
};

/*
 * Merge all samples of all parts by time; samples with equal times are in the order of the parts.
 * Equal strings, frames, stacks and events are merged; threads and CPUs are not (hosts.h). Notes
 * are kept only if all parts have them and they are not about clocks; numbers of CPUs are added up.
 * Instructions are dropped. All parts must have times, or none; and the weights must be counts in
 * all parts, or in none. NULL and an error when memory or ids run out, or `*cancel` is set. Release
 * with profile_free().
 */
struct profile *join_run(const struct join_part *parts, uint32_t count,
			 const struct join_options *options, struct error *err);

#endif
