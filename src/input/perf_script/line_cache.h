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
 * The text before the time of an event line, "deepc  4195 [000] ", tells thread and CPU; the text
 * behind the period, " cpu-clock: ", tells the event. Both repeat far more often than whole lines
 * do. Memory is bounded: a text replaces another.
 */
struct event_line_cache;

/* NULL and an error when memory runs out. Release with event_line_cache_free(). */
struct event_line_cache *event_line_cache_new(struct error *err);
void event_line_cache_free(struct event_line_cache *k);

/*
 * perf_event_line_parse() has made `e` of `line`, and it became `s`. Only plain lines are kept:
 * with a time, a period, thread, CPU and event, and nothing else.
 */
void event_line_cache_put(struct event_line_cache *k, struct text line,
			  const struct perf_event_line *e, const struct sample *s);

/*
 * Does `ahead` begin with a line, ending in "\n", of known texts, a time and a period? Then `*s` is
 * the sample of that line, without its stack, and `*len` the length without "\n". Always false for
 * a line that begins with '#' or a tab.
 */
bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s);

/*
 * Finds a line as perf prints it (a tab, the address in 16 columns, a blank, the rest) by its
 * bytes, before it is parsed and its end is known. Where the address tells nothing it may differ:
 * the next process of a program has the function elsewhere in memory. Lines of fewer than 26 bytes,
 * and other forms of addresses, are not kept. Memory is bounded: a line replaces another in the
 * same row.
 */
struct frame_line_cache;

/*
 * `by_address`: lines without a name are told apart by address. NULL and an error when memory runs
 * out. Release with frame_line_cache_free().
 */
struct frame_line_cache *frame_line_cache_new(bool by_address, struct error *err);
void frame_line_cache_free(struct frame_line_cache *k);

/* What the address of a line tells, beside the text behind it. */
enum line_address {
	LINE_ADDRESS_NOTHING,
	LINE_ADDRESS_MODE, /* what frame_mode_of_address() says */
	LINE_ADDRESS_NAME  /* another address is another frame */
};

/* The line (without its "\n") has this value, not 0. Lines in other forms are not kept. */
void frame_line_cache_put(struct frame_line_cache *k, struct text line,
			  enum line_address tells, uint32_t value);

/*
 * The value of the line that `ahead` begins with, ending in "\n"; `*len` is its length without
 * that. 0: it is not known, or not complete.
 */
uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len);

/* All values become invalid. */
void frame_line_cache_forget(struct frame_line_cache *k);

#define STACK_CACHE_LONGEST 4096 /* frames of one stack */

/*
 * The number of each stack, by its frames, callers first. Memory is bounded: everything is
 * forgotten when it is used up.
 */
struct stack_cache;

/* NULL and an error when memory runs out. Release with stack_cache_free(). */
struct stack_cache *stack_cache_new(struct error *err);
void stack_cache_free(struct stack_cache *k);

/* Room for the frames of the next stack, also of the longest. */
uint32_t *stack_cache_path(struct stack_cache *k);

/* The number of the stack of the `n` frames there (not 0); false: it is not known. */
bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack);

/* Keep the `n` frames there, which stack_cache_find() did not find. */
void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack);

#endif
