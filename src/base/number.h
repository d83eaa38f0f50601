/* number.h - numbers from and to text, strictly: no overflow, no trailing characters. */

#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdint.h>

#include "base/text.h"

#define NS_PER_SECOND UINT64_C(1000000000)

/*
 * Each parses the whole of `t`: no sign, no blanks, at least one digit. False, with `*value`
 * unchanged, if it is not a number of this form or does not fit.
 */
bool number_u64(struct text t, uint64_t *value);
bool number_hex(struct text t, uint64_t *value); /* digits only, no 0x */
bool number_i32(struct text t, int32_t *value);	 /* a minus sign is allowed */

/* Bytes: "4096", or with a unit of 1024 "512K", "8M", "4G", "1T", also "512k", "8MB", "4GiB". */
bool number_size(struct text t, uint64_t *bytes);

/*
 * A decimal number ("12", "12.5", ".5") as a whole number and billionths. Digits after the ninth
 * decimal are dropped.
 */
bool number_parts(struct text t, uint64_t *whole, uint32_t *billionths);

/*
 * Decimal seconds ("12", "12.5", "0.000000001", ".5") as nanoseconds. Digits after the ninth are
 * dropped, as perf drops those after the sixth.
 */
bool number_seconds(struct text t, uint64_t *ns);

/*
 * An exact decimal number: digits / 10^places. number_decimal() parses "-12", "0.5", "1.25e3";
 * digits after the eighteenth significant one are dropped. number_scaled() is the whole number
 * nearest to d * 10^shift, halves away from zero. False, and nothing is stored, if it is not a
 * number or does not fit.
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

/* Write "1,234,567". `buf` holds at least NUMBER_GROUPED_MAX bytes; returned. */
#define NUMBER_GROUPED_MAX 28
const char *number_grouped(uint64_t value, char *buf);

/*
 * The form of `many`, such as "lines not understood", for `n`: "line not understood" for 1. The
 * counted noun is its first word that ends in s (user stacks, boxes, processes, matches); the words
 * after it must suit both numbers. Borrowed from `many` or `buf`; unchanged if it does not fit.
 */
#define NUMBER_THINGS_MAX 400
struct text number_noun(uint64_t n, struct text many, char buf[static NUMBER_THINGS_MAX]);

/* Write "1 sample", "2,345 samples": the grouped number, and the form of `many` for it. */
const char *number_things(uint64_t n, const char *many,
			  char buf[static NUMBER_THINGS_MAX]);

/*
 * Write "7.9 GiB" or "12 bytes": the largest unit that does not exceed the value, truncated to
 * tenths.
 */
#define NUMBER_BYTES_MAX 24
const char *number_bytes(uint64_t bytes, char *buf);

/* Write seconds without trailing zeros, "12.3401", with at least one decimal. Returns `buf`. */
#define NUMBER_SECONDS_MAX 32
const char *number_plain_seconds(uint64_t ns, char *buf);
const char *number_exact_seconds(uint64_t ns, char *buf); /* with nine decimals */

#endif
