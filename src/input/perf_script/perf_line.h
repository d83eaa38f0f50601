/* perf_line.h - what a line of perf script is, as far as it tells by itself. */

#ifndef INPUT_PERF_LINE_H
#define INPUT_PERF_LINE_H

#include "input/perf_script/perf_event_line.h"
#include "input/perf_script/perf_frame_line.h"

/* Of a line that is not empty and no comment; all texts are borrowed from it. */
struct perf_line {
	bool tab, is_frame, is_event;
	struct perf_frame_line frame; /* if is_frame */
	struct perf_event_line event; /* if is_event */
};
struct perf_line perf_line_look(struct text line);

/* Is it the line of an event whatever stood before it? */
bool perf_line_begins(struct text line);

/* Of a frame's line: is it an instruction of a branch? */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame);

/* Of other lines, without blanks at both ends. */
bool perf_line_is_message(struct text t);
bool perf_line_is_registers(struct text t);

#endif
