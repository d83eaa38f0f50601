#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

#define DIGITS_NANO 9
#define DIGITS_SAFE 19 /* so many always fit 64 bits */

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

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool number_hex(struct text t, uint64_t *value)
{
	uint64_t v = 0;

	if (t.len == 0)
		return false;
	for (size_t i = 0; i < t.len; i++) {
		int digit = hex_digit(t.at[i]);

		if (digit < 0 || v >> 60)
			return false;
		v = v << 4 | (uint64_t)digit;
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

bool number_seconds(struct text t, uint64_t *ns)
{
	const char *dot = t.len ? memchr(t.at, '.', t.len) : NULL;
	struct text whole = dot ? text_upto(t, (size_t)(dot - t.at)) : t;
	struct text part = dot ? text_from(t, whole.len + 1) : (struct text){t.at, 0};
	uint64_t seconds = 0, nanos = 0;

	if ((whole.len == 0 && part.len == 0) ||
	    (whole.len && !number_u64(whole, &seconds)))
		return false;
	for (size_t i = 0; i < part.len; i++) {
		if (!is_digit(part.at[i]))
			return false;
		if (i < DIGITS_NANO)
			nanos = nanos * 10 + (unsigned)(part.at[i] - '0');
	}
	for (size_t i = part.len; i < DIGITS_NANO; i++)
		nanos *= 10;
	if (seconds > (UINT64_MAX - nanos) / NS_PER_SECOND)
		return false;
	*ns = seconds * NS_PER_SECOND + nanos;
	return true;
}

uint64_t number_share(uint64_t part, uint64_t whole, uint32_t n)
{
	uint64_t quotient = 0, rest = 0;

	if (n == 0 || part <= UINT64_MAX / n)
		return part * n / whole;
	/* Bit by bit: quotient * whole + rest is always part * (the bits of n so far). */
	for (int bit = 31; bit >= 0; bit--) {
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

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			buf[out++] = ',';
		buf[out++] = digits[i];
	}
	buf[out] = '\0';
	return buf;
}

const char *number_plain_seconds(uint64_t ns, char *buf)
{
	int len = snprintf(buf, NUMBER_SECONDS_MAX, "%" PRIu64 ".%09" PRIu64,
			   ns / NS_PER_SECOND, ns % NS_PER_SECOND);

	while (len > 0 && buf[len - 1] == '0')
		len--;
	if (len > 0 && buf[len - 1] == '.')
		len--;
	buf[len] = '\0';
	return buf;
}
