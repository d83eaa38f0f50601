/* perf_rest.h - what stands behind the event's name on its line: data, and at times a frame. */

#ifndef INPUT_PERF_REST_H
#define INPUT_PERF_REST_H

#include "input/perf_script/perf_line.h"

/*
 * The frame in `rest`, the end of `line`, borrowed from it. False when there is none: it is trace
 * text, or data that belongs to a call chain on the lines below (`has_chains`: the file has such).
 */
bool perf_rest_frame(struct text line, struct text rest, bool has_chains,
		     struct perf_frame_line *frame);

#endif
