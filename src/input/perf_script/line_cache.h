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
 * The text before the time of an event line, "deepc 4195 [000] ", gives the thread and the CPU; the
 * text after the period, " cpu-clock: ", gives the event. Both repeat far more often than whole
 * lines. Memory is bounded: a new text replaces an older one.
 */
struct event_line_cache;

/* NULL and an error when memory runs out. Release with event_line_cache_free(). */
struct event_line_cache *event_line_cache_new(struct error *err);
void event_line_cache_free(struct event_line_cache *k);

/*
 * Remember that perf_event_line_parse() made `e` of `line`, and that it became `s`. Only plain
 * lines are kept: those with a time, a period, thread, CPU and event, and nothing else.
 */
void event_line_cache_put(struct event_line_cache *k, struct text line,
			  const struct perf_event_line *e, const struct sample *s);

/*
 * Does `ahead` begin with a complete line of known texts, a time and a period? Then `*s` is the
 * sample of that line without its stack, and `*len` the length without "\n". Always false for a
 * line that begins with '#' or a tab.
 */
bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s);

/*
 * Finds a line as perf prints it (a tab, the address in 16 columns, a blank, the rest) by its
 * bytes, before it is parsed and its end is known. The address may differ if it has no meaning: the
 * next process of a program has the function elsewhere in memory. Lines of fewer than 26 bytes, and
 * other forms of addresses, are not kept. Memory is bounded: a line replaces another in the same
 * row.
 */
struct frame_line_cache;

/*
 * `by_address`: lines without a name are told apart by address. NULL and an error when memory runs
 * out. Release with frame_line_cache_free().
 */
struct frame_line_cache *frame_line_cache_new(bool by_address, struct error *err);
void frame_line_cache_free(struct frame_line_cache *k);

/* What the address of a line means for its frame, besides the text after it. */
enum line_address {
	LINE_ADDRESS_NOTHING,
	LINE_ADDRESS_MODE, /* its mode: frame_mode_of_address() */
	LINE_ADDRESS_NAME  /* its name: another address is another frame */
};

/* Keep the value (not 0) of a line, given without its "\n". Lines in other forms are not kept. */
void frame_line_cache_put(struct frame_line_cache *k, struct text line,
			  enum line_address tells, uint32_t value);

/*
 * The value of the line at the beginning of `ahead`; `*len` is its length without "\n". 0: the line
 * is unknown or incomplete.
 */
uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len);

/* Invalidate all values. */
void frame_line_cache_forget(struct frame_line_cache *k);

#define STACK_CACHE_LONGEST 4096 /* frames of one stack */

/*
 * Maps the frames of a stack, callers first, to its number. Memory is bounded: when it is used up,
 * everything is forgotten.
 */
struct stack_cache;

/* NULL and an error when memory runs out. Release with stack_cache_free(). */
struct stack_cache *stack_cache_new(struct error *err);
void stack_cache_free(struct stack_cache *k);

/* Room for the frames of the next stack, enough for the longest. */
uint32_t *stack_cache_path(struct stack_cache *k);

/* The number (not 0) of the stack of the first `n` frames there; false: it is unknown. */
bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack);

/* Keep the first `n` frames there, which stack_cache_find() did not find. */
void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack);

#endif
