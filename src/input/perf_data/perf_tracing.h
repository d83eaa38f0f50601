/* perf_tracing.h - the names of tracepoints, out of what perf copies from tracefs. */

#ifndef INPUT_PERF_TRACING_H
#define INPUT_PERF_TRACING_H

#include "input/perf_data/perf_events.h"

/* Name the events whose numbers it tells. `*whole` is false when it is cut or damaged. */
bool perf_tracing_names(struct text data, struct perf_events *events, bool *whole,
			struct error *err);

#endif
