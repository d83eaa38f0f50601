/* trace_samples.h - a trace's list of samples, and the frames that they are in. */

#ifndef INPUT_TRACE_SAMPLES_H
#define INPUT_TRACE_SAMPLES_H

#include "input/trace/trace_record.h"

/* Zero it to begin. */
struct trace_samples {
	struct trace_sample *rows; /* owned */
	size_t count, room;
	struct v8_nodes frames; /* by the number of the text of their id */
	uint64_t at;		/* the last byte of them, for losses */
};

/* "samples", a list, and "stackFrames", an object, after their first token. */
bool trace_samples_take(struct trace_samples *s, struct trace_recorder *r,
			struct error *err);
bool trace_samples_take_frames(struct trace_samples *s, struct trace_recorder *r,
			       struct error *err);
void trace_samples_release(struct trace_samples *s);

bool trace_samples_store(struct trace_samples *s, struct trace_tracks *tracks,
			 struct reading *r, struct error *err);

#endif
