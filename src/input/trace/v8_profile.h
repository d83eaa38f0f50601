/* v8_profile.h - one CPU profile of V8: its tree, its samples and their times. */

#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "base/number.h"
#include "input/json/json_stream.h"
#include "input/trace/v8_nodes.h"

/* A column of numbers. */
struct v8_column {
	int64_t *at; /* owned */
	size_t room, count;
};

struct v8_profile {
	struct v8_nodes nodes;
	struct v8_column samples;  /* ids of nodes, -1: none that there can be */
	struct v8_column deltas;   /* ns, each since the sample before; may be negative */
	struct v8_column stamps;   /* ns */
	struct decimal start, end; /* us; seconds in the oldest form */
	bool has_start, has_end;
	bool nested; /* the oldest form, with nodes inside each other */
	char *title; /* owned; NULL: none */
	uint64_t at; /* the last byte of it that was read, for losses */
};

/* Zero it to begin. */
void v8_profile_release(struct v8_profile *p);

/*
 * Take what an object tells of a profile, after its JSON_OBJECT: nodes or head, samples,
 * timeDeltas or timestamps, startTime, endTime, title, in any order; the same inside
 * `profile`, `result` and `cpuProfile`. May be called again for more of the same profile, as
 * the pieces of a trace bring it.
 */
bool v8_profile_take(struct v8_profile *p, struct json_stream *s, struct reading *r,
		     struct error *err);

/*
 * Add to it what another piece of the same profile has, which comes after it. The first start
 * counts; with another one the piece's end is of another clock (React Native).
 */
bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err);

/* Is there anything that could be shown? */
bool v8_profile_is_there(const struct v8_profile *p);

/* Whose it is: PROFILE_NO_ID where that is not known. All borrowed. */
struct v8_owner {
	struct text event; /* what the samples are called */
	uint32_t name;	   /* the thread's, where there is no title: the builder's */
	int32_t pid, tid;
};

/*
 * Give its samples to the reading's builder, each at its own time and weighing the ns until
 * the next one (the last: until the end). Without samples, each node as often as it was hit,
 * if that is `alone` in the input.
 */
bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err);

#endif
