/* line_cache.h - lines of perf script seen lately, known again: frames whole, events by parts. */

#ifndef INPUT_LINE_CACHE_H
#define INPUT_LINE_CACHE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "input/perf_script/perf_line.h"
#include "profile/builder.h"

/*
 * What stands before the time of an event line, "deepc  4195 [000] ", tells thread and CPU;
 * what follows the period, " cpu-clock: ", tells the event. Both repeat far more often than
 * whole lines do. Memory is bounded: a part takes the place of another.
 */
struct event_line_cache;

/* NULL and an error when memory runs out. Release with event_line_cache_free(). */
struct event_line_cache *event_line_cache_new(struct error *err);
void event_line_cache_free(struct event_line_cache *k);

/*
 * `line` was found to be `e` by perf_event_line_parse(), and was made `s`. Lines of any but
 * the plain shape, all of which is a sample's time, period, thread, CPU and event, are not
 * kept.
 */
void event_line_cache_put(struct event_line_cache *k, struct text line,
			  const struct perf_event_line *e, const struct sample *s);

/*
 * Is the line made of known parts, a time and a period? Then `*s` is what parsing it would
 * make of it, all but the stack. Never true for a line that begins with '#' or a tab.
 */
bool event_line_cache_find(const struct event_line_cache *k, struct text line,
			   struct sample *s);

/*
 * A line as perf prints it (a tab, the address in 16 columns, a blank, the rest) is known
 * again by all of its bytes, without being cut and before its end has been looked for.
 * Memory is bounded: there are so many places, and a line takes the place of another.
 */
struct frame_line_cache;

/* NULL and an error when memory runs out. Release with frame_line_cache_free(). */
struct frame_line_cache *frame_line_cache_new(struct error *err);
void frame_line_cache_free(struct frame_line_cache *k);

/* The line (without its "\n") means `value`, not 0. Other kinds of lines are not kept. */
void frame_line_cache_put(struct frame_line_cache *k, struct text line, uint32_t value);

/*
 * What the line means that `ahead` begins with and that ends in "\n"; its length without
 * that is then in `*len`. 0: it is not known, or not all of it is there.
 */
uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len);

/* Their values are no longer good. */
void frame_line_cache_forget(struct frame_line_cache *k);

#endif
