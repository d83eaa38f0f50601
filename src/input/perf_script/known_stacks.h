/* known_stacks.h - whole stacks seen lately, and the numbers that the builder gave them. */

#ifndef INPUT_KNOWN_STACKS_H
#define INPUT_KNOWN_STACKS_H

#include <stdint.h>

#include <stdbool.h>

#include "base/error.h"

#define KNOWN_STACKS_LONGEST 4096 /* frames of one stack */

/*
 * Of each stack its frames, callers first, and a number. Memory is bounded: all is forgotten
 * when it is used up.
 */
struct known_stacks;

/* NULL and an error when memory runs out. Release with known_stacks_free(). */
struct known_stacks *known_stacks_new(struct error *err);
void known_stacks_free(struct known_stacks *k);

/* Where the frames of the next stack are to be written: there is room for the longest. */
uint32_t *known_stacks_path(struct known_stacks *k);

/* Was a stack of the `n` frames there (not 0) put before? Then its number is in `*stack`. */
bool known_stacks_find(const struct known_stacks *k, uint32_t n, uint32_t *stack);

/* Keep the `n` frames there, which known_stacks_find() did not know, with this number. */
void known_stacks_put(struct known_stacks *k, uint32_t n, uint32_t stack);

#endif
