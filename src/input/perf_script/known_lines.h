/* known_lines.h - frame lines seen lately, known again as a whole. */

#ifndef INPUT_KNOWN_LINES_H
#define INPUT_KNOWN_LINES_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * A line as perf prints it (a tab, the address in 16 columns, a blank, the rest) is known
 * again by all of its bytes, without being cut and before its end has been looked for.
 * Memory is bounded: there are so many places, and a line takes the place of another.
 */
struct known_lines;

/* NULL and an error when memory runs out. Release with known_lines_free(). */
struct known_lines *known_lines_new(struct error *err);
void known_lines_free(struct known_lines *k);

/* The line (without its "\n") means `value`, not 0. Other kinds of lines are not kept. */
void known_lines_put(struct known_lines *k, struct text line, uint32_t value);

/*
 * What the line means that `ahead` begins with and that ends in "\n"; its length without
 * that is then in `*len`. 0: it is not known, or not all of it is there.
 */
uint32_t known_lines_find(const struct known_lines *k, struct text ahead, size_t *len);

/* Their values are no longer good. */
void known_lines_forget(struct known_lines *k);

#endif
