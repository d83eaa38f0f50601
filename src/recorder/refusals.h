/* refusals.h - why the kernel lets nobody record, in a sentence with a remedy. */

#ifndef RECORDER_REFUSALS_H
#define RECORDER_REFUSALS_H

#include "recorder/events.h"

/* Of perf_event_open(): `number` is errno, `tid` is -1 of all processes. Always false. */
bool refusal_of_event(const struct events_wanted *w, int number, int32_t tid,
		      size_t opened, struct error *err);

/* Of a ring: `number` is errno. Always false. */
bool refusal_of_ring(int number, struct error *err);

#endif
