#include "figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void figures_add(struct series *f, uint64_t value)
{
	if (f->n < FIGURES_MAX)
		f->values[f->n++] = value;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts, so that the median is in the middle and the worst at the end. */
static uint64_t median(struct series *f)
{
	qsort(f->values, f->n, sizeof *f->values, by_value);
	return f->values[f->n / 2];
}

void figures_print_ms(const char *name, uint64_t ns)
{
	printf("%s %.3f ms\n", name, (double)ns / 1e6);
}

void figures_print_bytes(const char *name, uint64_t bytes)
{
	printf("%s %" PRIu64 " B\n", name, bytes);
}

static void print_all(const char *name, struct series *f,
		      void (*print)(const char *name, uint64_t value))
{
	char line[80];

	if (!f->n)
		return;
	snprintf(line, sizeof line, "%s-median", name);
	print(line, median(f));
	snprintf(line, sizeof line, "%s-worst", name);
	print(line, f->values[f->n - 1]);
}

void figures_print_all_ms(const char *name, struct series *f)
{
	print_all(name, f, figures_print_ms);
}

void figures_print_all_bytes(const char *name, struct series *f)
{
	print_all(name, f, figures_print_bytes);
}
