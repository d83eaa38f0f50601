/* trace_profiles.h - the CPU profiles of V8 in a trace, which come in pieces. */

#ifndef INPUT_TRACE_PROFILES_H
#define INPUT_TRACE_PROFILES_H

#include "input/trace/trace_record.h"

/* Zero it to begin. */
struct trace_profiles {
	struct trace_piece *pieces; /* owned */
	size_t count, room;
};

/* Keep what a record tells of a profile, and leave it without. */
bool trace_profiles_add(struct trace_profiles *p, struct trace_record *e,
			enum trace_name name, struct error *err);
void trace_profiles_release(struct trace_profiles *p);

/* Put the pieces together by process, id and time, and give the samples to the builder. */
bool trace_profiles_store(struct trace_profiles *p, struct trace_tracks *tracks,
			  struct reading *r, struct error *err);

#endif
