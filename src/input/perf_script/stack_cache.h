/* stack_cache.h - whole stacks seen lately, and the numbers that the builder gave them. */

#ifndef INPUT_STACK_CACHE_H
#define INPUT_STACK_CACHE_H

#include <stdint.h>

#include <stdbool.h>

#include "base/error.h"

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
