#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

#define DIGITS_NANO 9
#define DIGITS_SAFE 19 /* this many always fit 64 bits */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool number_u64(struct text t, uint64_t *value)
{
	uint64_t v = 0;
	size_t i = 0;

	if (t.len == 0)
		return false;
	for (; i < t.len && i < DIGITS_SAFE; i++) {
		if (!is_digit(t.at[i]))
			return false;
		v = v * 10 + (unsigned)(t.at[i] - '0');
	}
	for (; i < t.len; i++) {
		unsigned digit = (unsigned)(t.at[i] - '0');

		if (!is_digit(t.at[i]) || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*value = v;
	return true;
}

bool number_hex(struct text t, uint64_t *value)
{
	uint64_t v = 0;

	if (t.len == 0)
		return false;
	for (size_t i = 0; i < t.len; i++) {
		char c = t.at[i], lower = (char)(c | 0x20);
		bool letter = lower >= 'a' && lower <= 'f';

		if ((!is_digit(c) && !letter) || v >> 60)
			return false;
		v = v << 4 | (uint64_t)(letter ? lower - 'a' + 10 : c - '0');
	}
	*value = v;
	return true;
}

bool number_i32(struct text t, int32_t *value)
{
	bool minus = t.len && t.at[0] == '-';
	uint64_t v;

	if (!number_u64(text_from(t, minus), &v) || v > INT32_MAX)
		return false;
	*value = minus ? -(int32_t)v : (int32_t)v;
	return true;
}

bool number_size(struct text t, uint64_t *bytes)
{
	static const char letters[] = "KMGT";
	uint64_t n, unit = 1;
	size_t digits = 0;
	struct text rest;

	while (digits < t.len && is_digit(t.at[digits]))
		digits++;
	rest = text_from(t, digits);
	if (rest.len) {
		const char *found = memchr(letters, rest.at[0] == 'k' ? 'K' : rest.at[0],
					   sizeof letters - 1);

		rest = text_from(rest, 1);
		if (!found || (rest.len && !text_equal(rest, TEXT("B")) &&
			       !text_equal(rest, TEXT("iB"))))
			return false;
		unit = UINT64_C(1024) << 10 * (found - letters);
	}
	if (!number_u64(text_upto(t, digits), &n) || n > UINT64_MAX / unit)
		return false;
	*bytes = n * unit;
	return true;
}

#define DECIMAL_DIGITS	 18	/* this many always fit */
#define DECIMAL_EXPONENT 100000 /* larger exponents make no difference */

/* Parse "e+3", "E-07", or nothing. */
static bool read_exponent(struct text t, int32_t *exponent)
{
	int32_t v = 0;
	size_t i = t.len > 1 && (t.at[1] == '-' || t.at[1] == '+') ? 2 : 1;

	*exponent = 0;
	if (t.len == 0)
		return true;
	if ((t.at[0] != 'e' && t.at[0] != 'E') || i >= t.len)
		return false;
	for (size_t j = i; j < t.len; j++) {
		if (!is_digit(t.at[j]))
			return false;
		if (v < DECIMAL_EXPONENT)
			v = v * 10 + (t.at[j] - '0');
	}
	*exponent = t.at[1] == '-' ? -v : v;
	return true;
}

/* Nearly all numbers: digits with or without a point, and few enough that all are significant. */
static bool plain_decimal(struct text t, struct decimal *d)
{
	int64_t digits = 0;
	size_t point = t.len;

	for (size_t i = 0; i < t.len; i++) {
		if (is_digit(t.at[i]))
			digits = digits * 10 + (t.at[i] - '0');
		else if (t.at[i] == '.' && point == t.len)
			point = i;
		else
			return false;
	}
	if (t.len <= (point < t.len))
		return false;
	*d = (struct decimal){digits, point < t.len ? (int32_t)(t.len - 1 - point) : 0};
	return true;
}

bool number_decimal(struct text t, struct decimal *d)
{
	struct decimal v = {0, 0};
	size_t i = t.len && t.at[0] == '-', from = i;
	int32_t counted = 0, exponent;
	bool dot = false;

	if (t.len <= DECIMAL_DIGITS && plain_decimal(t, d))
		return true;
	for (; i < t.len && (is_digit(t.at[i]) || (t.at[i] == '.' && !dot)); i++) {
		if (t.at[i] == '.') {
			dot = true;
		} else if (counted < DECIMAL_DIGITS) {
			v.digits = v.digits * 10 + (t.at[i] - '0');
			counted += v.digits != 0;
			v.places += dot;
		} else {
			v.places -= !dot;
		}
		if (i - from > DECIMAL_EXPONENT)
			return false;
	}
	if (i - from <= (size_t)dot || !read_exponent(text_from(t, i), &exponent))
		return false;
	v.digits = from ? -v.digits : v.digits;
	v.places -= exponent;
	*d = v;
	return true;
}

bool number_scaled(struct decimal d, int32_t shift, int64_t *value)
{
	int64_t v = d.digits, last = 0;

	for (int32_t by = shift - d.places; v && by > 0; by--) {
		if (v > INT64_MAX / 10 || v < INT64_MIN / 10)
			return false;
		v *= 10;
	}
	for (int32_t by = d.places - shift; v && by > 0; by--) {
		last = v % 10;
		v /= 10;
		if (by > 1)
			last = 0;
	}
	*value = v + (last >= 5) - (last <= -5);
	return true;
}

bool number_parts(struct text t, uint64_t *whole, uint32_t *billionths)
{
	const char *dot = t.len ? memchr(t.at, '.', t.len) : NULL;
	struct text before = dot ? text_upto(t, (size_t)(dot - t.at)) : t;
	struct text behind = dot ? text_from(t, before.len + 1) : (struct text){t.at, 0};
	uint64_t v = 0;
	uint32_t part = 0;

	if ((before.len == 0 && behind.len == 0) ||
	    (before.len && !number_u64(before, &v)))
		return false;
	for (size_t i = 0; i < behind.len; i++) {
		if (!is_digit(behind.at[i]))
			return false;
		if (i < DIGITS_NANO)
			part = part * 10 + (unsigned)(behind.at[i] - '0');
	}
	for (size_t i = behind.len; i < DIGITS_NANO; i++)
		part *= 10;
	*whole = v;
	*billionths = part;
	return true;
}

bool number_seconds(struct text t, uint64_t *ns)
{
	uint64_t seconds;
	uint32_t nanos;

	if (!number_parts(t, &seconds, &nanos) ||
	    seconds > (UINT64_MAX - nanos) / NS_PER_SECOND)
		return false;
	*ns = seconds * NS_PER_SECOND + nanos;
	return true;
}

uint64_t number_rounded(double value, uint64_t most)
{
	uint64_t whole;

	if (!(value > 0))
		return 0;
	if (value >= (double)most)
		return most;
	whole = (uint64_t)(value + 0.5);
	return whole < most ? whole : most;
}

uint64_t number_share(uint64_t part, uint64_t whole, uint64_t n)
{
	uint64_t quotient = 0, rest = 0;

	if (n == 0 || part <= UINT64_MAX / n)
		return part * n / whole;
	/* Bit by bit: quotient * whole + rest is always part * (the bits of n so far). */
	for (int bit = 63 - __builtin_clzll(n); bit >= 0; bit--) {
		bool over = rest >= whole - rest;

		quotient = quotient * 2 + over;
		rest = over ? rest - (whole - rest) : rest * 2;
		if (!(n >> bit & 1))
			continue;
		over = rest >= whole - part;
		quotient += over;
		rest = over ? rest - (whole - part) : rest + part;
	}
	return quotient;
}

const char *number_grouped(uint64_t value, char *buf)
{
	char digits[24];
	int len = snprintf(digits, sizeof digits, "%" PRIu64, value), out = 0;

	/* room: 20 digits with 6 commas, NUMBER_GROUPED_MAX */
	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			buf[out++] = ',';
		buf[out++] = digits[i];
	}
	buf[out] = '\0';
	return buf;
}

const char *number_exact_seconds(uint64_t ns, char *buf)
{
	snprintf(buf, NUMBER_SECONDS_MAX, "%" PRIu64 ".%09" PRIu64, ns / NS_PER_SECOND,
		 ns % NS_PER_SECOND);
	return buf;
}

const char *number_plain_seconds(uint64_t ns, char *buf)
{
	size_t len = strlen(number_exact_seconds(ns, buf));

	while (len > 0 && buf[len - 1] == '0')
		len--;
	if (len > 0 && buf[len - 1] == '.')
		len--;
	buf[len] = '\0';
	return buf;
}

const char *number_bytes(uint64_t bytes, char *buf)
{
	static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
	uint64_t tenths = 0;
	size_t unit = 0;

	for (; bytes >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++) {
		tenths = bytes % 1024 * 10 / 1024;
		bytes /= 1024;
	}
	if (unit)
		snprintf(buf, NUMBER_BYTES_MAX, "%" PRIu64 ".%" PRIu64 " %s", bytes,
			 tenths, units[unit]);
	else
		snprintf(buf, NUMBER_BYTES_MAX, "%" PRIu64 " byte%s", bytes,
			 bytes == 1 ? "" : "s");
	return buf;
}

/* The length of the ending to remove: "stacks", "boxes", "matches", "processes". */
static size_t ending(struct text word)
{
	static const char *const with_e[] = {"xes", "ches", "shes", "sses"};

	for (size_t i = 0; i < sizeof with_e / sizeof *with_e; i++)
		if (text_ends(word, text_of(with_e[i])))
			return 2;
	return 1;
}

struct text number_noun(uint64_t n, struct text many, char buf[static NUMBER_THINGS_MAX])
{
	size_t end = 0, stem;
	struct text rest;
	int len;

	/* the first word that ends in s */
	for (size_t i = 1; i < many.len && !end; i++)
		if (many.at[i] == 's' && (i + 1 == many.len || many.at[i + 1] < 'A'))
			end = i + 1;
	rest = text_from(many, end);
	if (n != 1 || end == 0 || many.len >= NUMBER_THINGS_MAX)
		return many;
	stem = end - ending(text_upto(many, end));
	len = snprintf(buf, NUMBER_THINGS_MAX, "%.*s%.*s", (int)stem, many.at,
		       (int)rest.len, rest.at);
	return (struct text){buf, (size_t)len};
}

const char *number_things(uint64_t n, const char *many,
			  char buf[static NUMBER_THINGS_MAX])
{
	char number[NUMBER_GROUPED_MAX], one[NUMBER_THINGS_MAX];
	struct text what = number_noun(n, text_of(many), one);

	snprintf(buf, NUMBER_THINGS_MAX, "%s %.*s", number_grouped(n, number),
		 (int)(what.len < NUMBER_THINGS_MAX - NUMBER_GROUPED_MAX
			   ? what.len
			   : NUMBER_THINGS_MAX - NUMBER_GROUPED_MAX),
		 what.at);
	return buf;
}
