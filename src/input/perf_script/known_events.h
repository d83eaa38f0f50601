/* known_events.h - event lines made of parts seen lately: whose sample, and of what event. */

#ifndef INPUT_KNOWN_EVENTS_H
#define INPUT_KNOWN_EVENTS_H

#include "input/perf_script/perf_event_line.h"
#include "profile/builder.h"

/*
 * What stands before the time of an event line, "deepc  4195 [000] ", tells thread and CPU;
 * what follows the period, " cpu-clock: ", tells the event. Both repeat far more often than
 * whole lines do. Memory is bounded: a part takes the place of another.
 */
struct known_events;

/* NULL and an error when memory runs out. Release with known_events_free(). */
struct known_events *known_events_new(struct error *err);
void known_events_free(struct known_events *k);

/*
 * `line` was found to be `e` by perf_event_line_parse(), and was made `s`. Lines of any but
 * the plain shape, all of which is a sample's time, period, thread, CPU and event, are not
 * kept.
 */
void known_events_put(struct known_events *k, struct text line,
		      const struct perf_event_line *e, const struct sample *s);

/*
 * Is the line made of known parts, a time and a period? Then `*s` is what parsing it would
 * make of it, all but the stack. Never true for a line that begins with '#' or a tab.
 */
bool known_events_find(const struct known_events *k, struct text line, struct sample *s);

#endif
