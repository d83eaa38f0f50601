/* line_cache.h - caches of event lines, frame lines and stacks of perf script. */

#ifndef INPUT_LINE_CACHE_H
#define INPUT_LINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "input/perf_script/perf_line.h"
#include "profile/builder.h"

/*
 * Maps parts of event lines to their meaning: the text before the time ("deepc 4195 [000] ") to the
 * thread and CPU, and the text after the period (" cpu-clock: ") to the event. Memory is bounded: a
 * new text replaces an older one.
 */
struct event_line_cache;

/* NULL and an error when memory runs out. Release with event_line_cache_free(). */
struct event_line_cache *event_line_cache_new(struct error *err);
void event_line_cache_free(struct event_line_cache *k);

/*
 * Keep the parts of `line`, which was parsed into `e` and became the sample `s`. Lines without a
 * time or an event, or with text after the event, are not kept.
 */
void event_line_cache_put(struct event_line_cache *k, struct text line,
			  const struct perf_event_line *e, const struct sample *s);

/*
 * Does `ahead` begin with a complete line whose parts are known? If so, `*s` becomes the sample of
 * this line without its stack, and `*len` the length of the line without "\n". Always false if the
 * line begins with '#' or a tab.
 */
bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s);

/*
 * Finds a line as perf prints it (a tab, the address in 16 columns, a blank, other text) by its
 * bytes, before the line is parsed and its end is known. The address may differ if it has no
 * meaning: another process may have the same function elsewhere in memory. Lines of fewer than 26
 * bytes or at least 4 KiB, and lines in other forms, are not kept. Memory is bounded: a new line
 * replaces the one in its row or, if there is no room, all lines.
 */
struct frame_line_cache;

/*
 * `by_address`: distinguish lines without a function name by address. NULL and an error when memory
 * runs out. Release with frame_line_cache_free().
 */
struct frame_line_cache *frame_line_cache_new(bool by_address, struct error *err);
void frame_line_cache_free(struct frame_line_cache *k);

/* The meaning of a line's address for its frame. */
enum line_address {
	LINE_ADDRESS_NOTHING,
	LINE_ADDRESS_MODE, /* the mode: frame_mode_of_address() */
	LINE_ADDRESS_NAME  /* the name: another address is another frame */
};

/* Keep `value` (not 0) for a line, which is given without its "\n". */
void frame_line_cache_put(struct frame_line_cache *k, struct text line,
			  enum line_address tells, uint32_t value);

/*
 * Get the value of the line at the beginning of `ahead`, and its length without "\n". 0: the line
 * is unknown or incomplete.
 */
uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len);

void frame_line_cache_forget(struct frame_line_cache *k);

#define STACK_CACHE_LONGEST 4096 /* frames of one stack */

/*
 * Maps the frames of a stack, callers first, to the number of the stack. Memory is bounded: when
 * the cache is full, all stacks are forgotten.
 */
struct stack_cache;

/* NULL and an error when memory runs out. Release with stack_cache_free(). */
struct stack_cache *stack_cache_new(struct error *err);
void stack_cache_free(struct stack_cache *k);

/* Room for the caller to write the next stack, of up to STACK_CACHE_LONGEST frames. */
uint32_t *stack_cache_path(struct stack_cache *k);

/* Get the number (not 0) of the stack of the first `n` frames in the room; false: unknown. */
bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack);

/* Keep the number of the first `n` frames in the room, which stack_cache_find() has not found. */
void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack);

#endif
