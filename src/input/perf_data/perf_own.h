/* perf_own.h - records of perf itself: those of a pipe tell what a file's head does. */

#ifndef INPUT_PERF_OWN_H
#define INPUT_PERF_OWN_H

#include "input/losses.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_stream.h"

/* What they are told to: all of it is borrowed. */
struct perf_own {
	struct perf_stream *stream; /* some have more bytes behind them */
	struct perf_events *events;
	struct perf_features *features;
	struct losses *losses;
};

/* Take one: from PERF_RECORD_HEADER_ATTR on. What is of no use here is counted. */
bool perf_own_take(struct perf_own *o, const struct perf_record *r, struct error *err);

/* Does this EVENT_UPDATE tell a name? Other ones tell what is of no use here. */
bool perf_own_names_event(const struct perf_record *r);

#endif
