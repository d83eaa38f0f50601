/* perf_shape.h - the positions of the records of a perf.data, for changing them. */

#ifndef TESTS_FUZZ_PERF_SHAPE_H
#define TESTS_FUZZ_PERF_SHAPE_H

#include "fuzz/mutate/dice.h"

/* With a header, piped, or records alone. */
struct perf_shape {
	bool headed;
	size_t attr;	   /* position of the first attribute; 0: none */
	size_t begin, end; /* of the records */
	size_t *records;   /* owned: the start of each */
	size_t count;
};

/* False if there are no records. Release with perf_shape_release(). */
bool perf_shape_of(const struct buffer *b, struct perf_shape *s);
void perf_shape_release(struct perf_shape *s);

/* The size of a record, including its header; its type. */
size_t perf_shape_size(const struct buffer *b, size_t record);
unsigned perf_shape_type(const struct buffer *b, size_t record);

/* Adapt the header after records have become longer by `more` (or shorter). */
void perf_shape_grown(struct buffer *b, struct perf_shape *s, int64_t more);

/*
 * Change bytes inside of a record, and adapt its size (it stays a multiple of 8 if `len` - `old` is
 * one). False if it would be too large.
 */
bool perf_shape_edit(struct buffer *b, struct perf_shape *s, size_t record, size_t at,
		     size_t old, const void *with, size_t len);

/* Make one change to a sample's fields, or to the attribute and accordingly all samples. */
void mutate_sample(struct buffer *b, struct perf_shape *s, struct dice *d);

#endif
