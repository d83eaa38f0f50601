/* trace_event.h - reads traces of Chrome, Node and others: JSON, trace_event. */

#ifndef INPUT_TRACE_EVENT_H
#define INPUT_TRACE_EVENT_H

#include "input/json/json_head.h"
#include "input/reading.h"

/* See struct format; doc/formats/trace-event.md. */
unsigned trace_event_probe(struct text head);
extern const struct json_witness trace_event_witness;
bool trace_event_read(struct reading *r, struct error *err);

#endif
