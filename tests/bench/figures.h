/* figures.h - times and sizes of many steps, printed as their median and worst value. */

#ifndef TESTS_FIGURES_H
#define TESTS_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#define FIGURES_MAX 4096

/* Measured values, in any unit. Beyond FIGURES_MAX nothing is added. */
struct series {
	size_t n;
	uint64_t values[FIGURES_MAX];
};

void figures_add(struct series *f, uint64_t value);

/*
 * Print one line on standard output, "NAME VALUE UNIT"; for several values, "NAME-median" and
 * "NAME-worst"; nothing for none. Times are given in nanoseconds and printed as milliseconds.
 */
void figures_print_ms(const char *name, uint64_t ns);
void figures_print_bytes(const char *name, uint64_t bytes);
void figures_print_all_ms(const char *name, struct series *f);
void figures_print_all_bytes(const char *name, struct series *f);

#endif
