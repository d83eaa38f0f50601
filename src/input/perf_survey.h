/* perf_survey.h - a first walk through a recording: when things were, and nothing else. */

#ifndef INPUT_PERF_SURVEY_H
#define INPUT_PERF_SURVEY_H

#include "input/perf_events.h"
#include "input/perf_stream.h"
#include "input/reading.h"

/*
 * Reading stacks takes ten times as long as finding out which times there are. Whoever knows
 * the latter can show all of the heat map at once, and knows while reading which samples
 * nothing earlier follows, so that they need not all be kept. Zero it to begin.
 */
struct perf_survey {
	/* owned: no sample or change behind the first i * PERF_SURVEY_STEP records is earlier
	 * than floor[i] */
	uint64_t *floor;
	size_t count, room;
	uint64_t records;
};

#define PERF_SURVEY_STEP 16384

void perf_survey_release(struct perf_survey *s);

/*
 * Walk through the records of the stream. Events get to know whether they are used; samples
 * go to `picture` (NULL: nobody looks), with their times and weights, but without stacks.
 * `*steps` is false when the recording cannot be read in steps: records have no times, are
 * packed, or change what others mean: then the walk may have ended early. False and an error
 * when memory runs out, the file cannot be read or reading was cancelled.
 */
bool perf_survey_walk(struct perf_survey *s, struct perf_stream *stream,
		      struct perf_events *events, struct builder *picture,
		      const struct progress *progress, bool *steps, struct error *err);

/* No record behind the first `n` that matters is earlier. UINT64_MAX: there is none. */
uint64_t perf_survey_floor(const struct perf_survey *s, uint64_t n);

#endif
