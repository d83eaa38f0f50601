/* perf_errors.h - explains in a sentence why the kernel refuses to record, with a remedy. */

#ifndef RECORDER_PERF_ERRORS_H
#define RECORDER_PERF_ERRORS_H

#include "recorder/events.h"

/*
 * perf_event_open() failed with errno `number`; `tid` -1: for all processes; `opened`: events
 * opened before. Always returns false.
 */
bool refusal_of_event(const struct events_wanted *w, int number, int32_t tid,
		      size_t opened, struct error *err);

/* Mapping a ring failed with errno `number`. Always returns false. */
bool refusal_of_ring(int number, struct error *err);

#endif
