/* number.h - numbers from and to text, strictly: no overflow, no trailing characters. */

#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdint.h>

#include "base/text.h"

#define NS_PER_SECOND UINT64_C(1000000000)

/*
 * Each reads the whole of `t` and nothing else: no sign, no blanks, at least one digit.
 * False, and `*value` untouched, when it is something else or does not fit.
 */
bool number_u64(struct text t, uint64_t *value);
bool number_hex(struct text t, uint64_t *value); /* digits only, no 0x */
bool number_i32(struct text t, int32_t *value);	 /* a minus sign is allowed */

/* Bytes: "4096", or of 1024 "512K", "8M", "4G", "1T", also as "512k", "8MB", "4GiB". */
bool number_size(struct text t, uint64_t *bytes);

/*
 * A decimal number ("12", "12.5", ".5") as a whole number and billionths of one. Digits after
 * the ninth behind the point are dropped.
 */
bool number_parts(struct text t, uint64_t *whole, uint32_t *billionths);

/*
 * Decimal seconds ("12", "12.5", "0.000000001", ".5") as nanoseconds. Digits after the
 * ninth are dropped, as perf drops those after the sixth.
 */
bool number_seconds(struct text t, uint64_t *ns);

/*
 * A decimal number kept exactly: digits / 10^places. number_decimal() reads "-12", "0.5",
 * "1.25e3"; digits behind the eighteenth that counts are dropped. number_scaled() is the
 * whole number nearest to d * 10^shift, halves away from zero. False, and nothing is stored,
 * when it is something else or does not fit.
 */
struct decimal {
	int64_t digits;
	int32_t places;
};
bool number_decimal(struct text t, struct decimal *d);
bool number_scaled(struct decimal d, int32_t shift, int64_t *value);

/* a + b, or UINT64_MAX where that is more. */
static inline uint64_t number_add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* The nearest whole number that is not above `most`; 0 of what is below it, and of no number. */
uint64_t number_rounded(double value, uint64_t most);

/* floor(part * n / whole) without overflow; part <= whole, whole > 0. */
uint64_t number_share(uint64_t part, uint64_t whole, uint64_t n);

/* Write "1,234,567". `buf` holds at least NUMBER_GROUPED_MAX bytes; returned. */
#define NUMBER_GROUPED_MAX 28
const char *number_grouped(uint64_t value, char *buf);

/*
 * `many`, "lines not understood", as it is said of `n`: of 1 "line not understood". Its first
 * word that ends in s is the one that is counted (user stacks, boxes, processes, matches); words
 * that follow must suit both numbers. Borrowed from `many` or `buf`; what does not fit stays.
 */
#define NUMBER_THINGS_MAX 400
struct text number_noun(uint64_t n, struct text many, char buf[static NUMBER_THINGS_MAX]);

/* Write "1 sample", "2,345 samples": the number, grouped, and `many` as it is said of it. */
const char *number_things(uint64_t n, const char *many,
			  char buf[static NUMBER_THINGS_MAX]);

/* Write "7.9 GiB" or "12 bytes": the largest unit of which there is one, cut to tenths. */
#define NUMBER_BYTES_MAX 24
const char *number_bytes(uint64_t bytes, char *buf);

/* Write seconds without needless zeros, "12.3401" but at least one digit; see above. */
#define NUMBER_SECONDS_MAX 32
const char *number_plain_seconds(uint64_t ns, char *buf);
const char *number_exact_seconds(uint64_t ns, char *buf); /* with nine decimals */

#endif
