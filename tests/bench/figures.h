/* figures.h - times and sizes of many steps, and the lines that tell their middle and worst. */

#ifndef TESTS_FIGURES_H
#define TESTS_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#define FIGURES_MAX 4096

/* What was measured, in any unit. Beyond FIGURES_MAX nothing is added. */
struct series {
	size_t n;
	uint64_t values[FIGURES_MAX];
};

void figures_add(struct series *f, uint64_t value);

/*
 * One line on standard output, "NAME VALUE UNIT"; of many, "NAME-median" and "NAME-worst",
 * and nothing of none. Times are given in nanoseconds and printed as milliseconds.
 */
void figures_print_ms(const char *name, uint64_t ns);
void figures_print_bytes(const char *name, uint64_t bytes);
void figures_print_all_ms(const char *name, struct series *f);
void figures_print_all_bytes(const char *name, struct series *f);

#endif
