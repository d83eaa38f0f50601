/* line_cache.h - what perf script has printed lately, known again: lines, their parts, stacks. */

#ifndef INPUT_LINE_CACHE_H
#define INPUT_LINE_CACHE_H

#include <stdbool.h>
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
 * Is the line that `ahead` begins with, and that ends in "\n", made of known parts, a time and
 * a period? Then `*s` is what parsing it would make of it, all but the stack, and `*len` its
 * length without "\n". Never true for a line that begins with '#' or a tab.
 */
bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s);

/*
 * A line as perf prints it (a tab, the address in 16 columns, a blank, the rest) is known
 * again by all of its bytes, but for the address where that tells nothing, without being cut and
 * before its end has been looked for: the next process of a program has it elsewhere in memory.
 * Lines of fewer than 26 bytes are not kept, nor are other ways to write an address.
 * Memory is bounded: there are so many places, and a line takes the place of another.
 */
struct frame_line_cache;

/*
 * With `by_address`, those without a name are mostly put by address.
 * NULL and an error when memory runs out. Release with frame_line_cache_free().
 */
struct frame_line_cache *frame_line_cache_new(bool by_address, struct error *err);
void frame_line_cache_free(struct frame_line_cache *k);

/* What the address of a line tells, beside what follows it. */
enum line_address {
	LINE_ADDRESS_NOTHING,
	LINE_ADDRESS_MODE, /* what frame_mode_of_address() says */
	LINE_ADDRESS_NAME  /* with another one it means something else */
};

/*
 * The line (without its "\n") means `value`, not 0. Other kinds of lines are not kept.
 */
void frame_line_cache_put(struct frame_line_cache *k, struct text line,
			  enum line_address tells, uint32_t value);

/*
 * What the line means that `ahead` begins with and that ends in "\n"; its length without
 * that is then in `*len`. 0: it is not known, or not all of it is there.
 */
uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len);

/* Their values are no longer good. */
void frame_line_cache_forget(struct frame_line_cache *k);

#define STACK_CACHE_LONGEST 4096 /* frames of one stack */

/*
 * Of each stack its frames, callers first, and a number. Memory is bounded: all is forgotten
 * when it is used up.
 */
struct stack_cache;

/* NULL and an error when memory runs out. Release with stack_cache_free(). */
struct stack_cache *stack_cache_new(struct error *err);
void stack_cache_free(struct stack_cache *k);

/* Where the frames of the next stack are to be written: there is room for the longest. */
uint32_t *stack_cache_path(struct stack_cache *k);

/* Was a stack of the `n` frames there (not 0) put before? Then its number is in `*stack`. */
bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack);

/* Keep the `n` frames there, which stack_cache_find() did not know, with this number. */
void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack);

#endif
