/* speedscope_profile.h - one profile of a speedscope file, kept until the frames are read. */

#ifndef INPUT_SPEEDSCOPE_PROFILE_H
#define INPUT_SPEEDSCOPE_PROFILE_H

#include "base/number.h"
#include "input/json/json_stream.h"

/* What the numbers of a profile measure; NONE: counts. */
enum speedscope_unit { SPEEDSCOPE_NONE, SPEEDSCOPE_BYTES, SPEEDSCOPE_TIME };

struct speedscope_event {
	struct decimal at;
	uint32_t frame; /* index in the file's list */
	bool opens;
};

/* Numbers are in the unit of the profile, as the unit may be its last member. */
struct speedscope_profile {
	char *name; /* owned; NULL: none */
	enum speedscope_unit unit;
	int32_t shift; /* with SPEEDSCOPE_TIME: a unit is 10^shift ns */
	struct decimal start, end;
	struct speedscope_event *events; /* owned: type "evented" */
	size_t event_count, event_room;
	struct decimal *weights; /* owned: type "sampled" */
	size_t weight_count, weight_room;
	uint32_t *frames; /* owned: the frames of all samples in turn, root first */
	size_t frame_count, frame_room;
	size_t *ends; /* owned: the end of each sample in `frames` */
	size_t end_count, end_room;
	uint64_t at; /* its last byte, for losses */
};

/* Read the profile after its JSON_OBJECT. Zero `p` to begin; release it even on failure. */
bool speedscope_profile_take(struct speedscope_profile *p, struct json_stream *s,
			     struct losses *losses, struct error *err);
void speedscope_profile_release(struct speedscope_profile *p);

/* The builder's ids of the file's frames. */
struct speedscope_frames {
	uint32_t *ids; /* owned */
	size_t count, room;
};

/*
 * Add the samples to the reading's builder. In type "evented", each time range between two events
 * becomes a sample at its start, whose weight is its length.
 */
bool speedscope_profile_store(const struct speedscope_profile *p,
			      const struct speedscope_frames *frames, uint32_t thread,
			      struct reading *r, struct error *err);

#endif
