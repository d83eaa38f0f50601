/* perf_survey.h - a first walk through a recording: when things were, and nothing else. */

#ifndef INPUT_PERF_SURVEY_H
#define INPUT_PERF_SURVEY_H

#include "input/perf_data/perf_file.h"
#include "input/perf_data/perf_scan.h"

/*
 * Reading stacks takes ten times as long as finding out which times there are. Whoever knows
 * the latter can show all of the heat map at once, and knows while reading which samples
 * nothing earlier follows, so that they need not all be kept. Zero it to begin.
 */
struct perf_survey {
	struct perf_mark *marks; /* owned: by rising offset and floor */
	size_t count, room;
};

void perf_survey_release(struct perf_survey *s);

/*
 * Walk through the records of the file with several threads; the reading's source is left
 * where it is. Events get to know whether they are used, and the audience sees a sketch.
 * `*steps` is false when the recording cannot be read in steps: it cannot be read twice,
 * records have no times, are packed, or change what others mean. False and an error when
 * memory runs out, the file cannot be read or reading was cancelled.
 */
bool perf_survey_run(struct perf_survey *s, const struct reading *reading,
		     const struct perf_file *file, struct perf_events *events,
		     bool *steps, struct error *err);

/* Nothing that matters from this place in the file on is earlier. */
uint64_t perf_survey_floor(const struct perf_survey *s, uint64_t offset);

#endif
