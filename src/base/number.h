/* number.h - strict conversion between numbers and text: no overflow, no trailing characters. */

#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdint.h>

#include "base/text.h"

#define NS_PER_SECOND UINT64_C(1000000000)

/*
 * Each function parses the whole of `t`: no sign, no blanks, at least one digit. False, with
 * `*value` unchanged, if `t` is not a number of this form or does not fit.
 */
bool number_u64(struct text t, uint64_t *value);
bool number_hex(struct text t, uint64_t *value); /* digits only, no 0x */
bool number_i32(struct text t, int32_t *value);	 /* a minus sign is allowed */

/* A size in bytes, or with a binary unit: "4096", "512K", "512k", "4G", "1T", "8MB", "4GiB". */
bool number_size(struct text t, uint64_t *bytes);

/*
 * A decimal number ("12", "12.5", ".5") as a whole number and billionths. Digits after the ninth
 * decimal are dropped.
 */
bool number_parts(struct text t, uint64_t *whole, uint32_t *billionths);

/*
 * Decimal seconds ("12", "12.5", "0.000000001", ".5") as nanoseconds. Digits after the ninth
 * decimal are dropped.
 */
bool number_seconds(struct text t, uint64_t *ns);

/*
 * An exact decimal number: digits / 10^places. number_decimal() parses "-12", "0.5", "1.25e3";
 * digits after the eighteenth significant one are dropped. number_scaled() rounds d * 10^shift to
 * the nearest whole number, and halves away from zero. False, and nothing is stored, if `t` is not
 * a number or the result does not fit.
 */
struct decimal {
	int64_t digits;
	int32_t places;
};
bool number_decimal(struct text t, struct decimal *d);
bool number_scaled(struct decimal d, int32_t shift, int64_t *value);

/* a + b, or UINT64_MAX if the sum is larger. */
static inline uint64_t number_add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* The nearest whole number, at most `most`; 0 for negative values and NaN. */
uint64_t number_rounded(double value, uint64_t most);

/* floor(part * n / whole) without overflow; part <= whole, whole > 0. */
uint64_t number_share(uint64_t part, uint64_t whole, uint64_t n);

/* Write "1,234,567" to `buf`, which holds at least NUMBER_GROUPED_MAX bytes. Returns `buf`. */
#define NUMBER_GROUPED_MAX 28
const char *number_grouped(uint64_t value, char *buf);

/*
 * Make `many`, such as "lines not understood", agree with `n`: "line not understood" for 1. The
 * counted noun is the first word that ends in s (user stacks, boxes, processes, matches); the words
 * after it must suit both forms. Borrowed from `many` or `buf`; `many` itself if it is too long.
 */
#define NUMBER_THINGS_MAX 400
struct text number_noun(uint64_t n, struct text many, char buf[static NUMBER_THINGS_MAX]);

/* Write the grouped number and the matching form of `many`: "1 sample", "2,345 samples". */
const char *number_things(uint64_t n, const char *many,
			  char buf[static NUMBER_THINGS_MAX]);

/*
 * Write "7.9 GiB" or "12 bytes": in the largest unit that does not exceed the value, truncated to
 * tenths.
 */
#define NUMBER_BYTES_MAX 24
const char *number_bytes(uint64_t bytes, char *buf);

/* Write `ns` in seconds, without trailing zeros: "12.3401", "12". Returns `buf`. */
#define NUMBER_SECONDS_MAX 32
const char *number_plain_seconds(uint64_t ns, char *buf);
const char *number_exact_seconds(uint64_t ns, char *buf); /* with nine decimals */

/* `n`, or 0 if it would be printed as zero: not "-0.0". `least` is half of the last digit. */
static inline double number_without_minus(double n, double least)
{
	return n > -least && n < least ? 0 : n;
}

#endif
