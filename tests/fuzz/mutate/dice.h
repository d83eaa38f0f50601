/* dice.h - chance, and edits of bytes: what every mutator that knows a form is made of. */

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
size_t dice_below(struct dice *d, size_t n); /* [0, n); 0 when n is 0 */
bool dice_one_in(struct dice *d, size_t n);

/* To choose by the bytes what cannot be told by them: the same for the same ones. */
uint32_t dice_sum(const uint8_t *data, size_t size);

/* A number that code may not expect: small, around a power of two, a mark of a call chain. */
uint64_t dice_number(struct dice *d);

/* An input that is being changed. */
struct buffer {
	uint8_t *at; /* borrowed: of `max` bytes */
	size_t len, max;
};

/* The bytes [at, at + old) become `with`, which is no part of the buffer. False, and nothing
 * is changed, when they are not all there or the result would be too long. */
bool buffer_replace(struct buffer *b, size_t at, size_t old, const void *with,
		    size_t len);

/* Put a copy of [from, from + len) before `at`, so many `times`, or nothing at all. */
bool buffer_copy(struct buffer *b, size_t at, size_t from, size_t len, size_t times);

/* [one, one + n) and [two, two + m) change places; `one` is the first and they do not overlap. */
bool buffer_swap(struct buffer *b, size_t one, size_t n, size_t two, size_t m);

/* Little-endian numbers of 1 to 8 bytes; what lies outside is 0, and is not written. */
uint64_t buffer_number(const struct buffer *b, size_t at, size_t bytes);
void buffer_put(struct buffer *b, size_t at, size_t bytes, uint64_t v);

#endif
