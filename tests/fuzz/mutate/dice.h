/* dice.h - random numbers, and edits of bytes, for the mutators that know a format. */

#ifndef TESTS_FUZZ_DICE_H
#define TESTS_FUZZ_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The same seed gives the same edits. */
struct dice {
	uint64_t state;
};

uint64_t dice_any(struct dice *d);
size_t dice_below(struct dice *d, size_t n); /* [0, n); 0 if n is 0 */
bool dice_one_in(struct dice *d, size_t n);

/* A choice that depends only on the bytes. */
uint32_t dice_sum(const uint8_t *data, size_t size);

/* A number that code may not expect: small, near a power of two, a marker of a call chain. */
uint64_t dice_number(struct dice *d);

/* An input that is being changed. */
struct buffer {
	uint8_t *at; /* borrowed: of `max` bytes */
	size_t len, max;
};

/*
 * The bytes [at, at + old) become `with`, which is not part of the buffer. False, and nothing is
 * changed, if they do not all exist or the result would be too long.
 */
bool buffer_replace(struct buffer *b, size_t at, size_t old, const void *with,
		    size_t len);

/* Insert a copy of [from, from + len) before `at`, this many `times`, or nothing at all. */
bool buffer_copy(struct buffer *b, size_t at, size_t from, size_t len, size_t times);

/* Exchange [one, one + n) and [two, two + m); `one` is the first and they must not overlap. */
bool buffer_swap(struct buffer *b, size_t one, size_t n, size_t two, size_t m);

/* Little-endian numbers of 1 to 8 bytes; bytes outside are 0, and are not written. */
uint64_t buffer_number(const struct buffer *b, size_t at, size_t bytes);
void buffer_put(struct buffer *b, size_t at, size_t bytes, uint64_t v);

#endif
