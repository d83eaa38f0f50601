/* perf_shape.h - where the records of a perf.data are, so that they can be changed. */

#ifndef TESTS_FUZZ_PERF_SHAPE_H
#define TESTS_FUZZ_PERF_SHAPE_H

#include "fuzz/mutate/dice.h"

/* Of one with a head, of a piped one, or of records alone. */
struct perf_shape {
	bool headed;
	size_t attr;	   /* where the first attribute is; 0: there is none */
	size_t begin, end; /* of the records */
	size_t *records;   /* owned: where each begins */
	size_t count;
};

/* False when there are none. Release with perf_shape_release(). */
bool perf_shape_of(const struct buffer *b, struct perf_shape *s);
void perf_shape_release(struct perf_shape *s);

/* The bytes of a record, its header included; its type. */
size_t perf_shape_size(const struct buffer *b, size_t record);
unsigned perf_shape_type(const struct buffer *b, size_t record);

/* After records have become longer by `more` (or shorter): the head says so. */
void perf_shape_grown(struct buffer *b, struct perf_shape *s, int64_t more);

/* Change bytes inside of a record, whose size follows (it stays a multiple of 8 if `len` -
 * `old` is one). False when it would be too large. */
bool perf_shape_edit(struct buffer *b, struct perf_shape *s, size_t record, size_t at,
		     size_t old, const void *with, size_t len);

/* One change to a sample's fields, or to the attribute with all samples following it. */
void mutate_sample(struct buffer *b, struct perf_shape *s, struct dice *d);

#endif
