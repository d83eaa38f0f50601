/* speedscope_profile.h - one of the profiles of a speedscope file, until frames have names. */

#ifndef INPUT_SPEEDSCOPE_PROFILE_H
#define INPUT_SPEEDSCOPE_PROFILE_H

#include "base/number.h"
#include "input/json/json_stream.h"

/* Its numbers count time, or they do not. */
enum speedscope_unit { SPEEDSCOPE_NONE, SPEEDSCOPE_BYTES, SPEEDSCOPE_TIME };

struct speedscope_event {
	struct decimal at;
	uint32_t frame; /* place in the file's list */
	bool opens;
};

/* In the unit of the file: which it is may come last. */
struct speedscope_profile {
	char *name; /* owned; NULL: none */
	enum speedscope_unit unit;
	int32_t shift; /* of SPEEDSCOPE_TIME: a unit is 10^shift ns */
	struct decimal start, end;
	struct speedscope_event *events; /* owned: type "evented" */
	size_t event_count, event_room;
	struct decimal *weights; /* owned: type "sampled" */
	size_t weight_count, weight_room;
	uint32_t
	    *frames; /* owned: of all samples, root first, one sample after the other */
	size_t frame_count, frame_room;
	size_t *ends; /* owned: where in `frames` each sample ends */
	size_t end_count, end_room;
	uint64_t at; /* the last byte of it, for losses */
};

/* Take what an object tells, after its JSON_OBJECT. Zero `p` to begin; release always. */
bool speedscope_profile_take(struct speedscope_profile *p, struct json_stream *s,
			     struct losses *losses, struct error *err);
void speedscope_profile_release(struct speedscope_profile *p);

/* The frames of the file, as the builder knows them. */
struct speedscope_frames {
	uint32_t *ids; /* owned */
	size_t count, room;
};

/*
 * Give its samples to the reading's builder. Of open and close events each stretch of time
 * in which nothing changes is a sample at its beginning, which weighs as long as it is.
 */
bool speedscope_profile_store(const struct speedscope_profile *p,
			      const struct speedscope_frames *frames, uint32_t thread,
			      struct reading *r, struct error *err);

#endif
