#include "fuzz/mutate/dice.h"

#include <stdlib.h>
#include <string.h>

/* splitmix64, by Sebastiano Vigna: https://prng.di.unimi.it/splitmix64.c */
uint64_t dice_any(struct dice *d)
{
	uint64_t z = d->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

size_t dice_below(struct dice *d, size_t n)
{
	return n ? (size_t)(dice_any(d) % n) : 0;
}

bool dice_one_in(struct dice *d, size_t n)
{
	return dice_below(d, n) == 0;
}

uint32_t dice_sum(const uint8_t *data, size_t size)
{
	uint32_t sum = (uint32_t)size;

	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + data[i];
	return sum ^ sum >> 16;
}

uint64_t dice_number(struct dice *d)
{
	/* PERF_CONTEXT_*: user, user deferred, kernel, hypervisor, guests; and MAX */
	static const int marks[] = {-512,  -640,  -128,	 -32,	-2048,
				    -2176, -2560, -4095, -4096, -1};

	switch (dice_below(d, 6)) {
	case 0:
		return dice_below(d, 20);
	case 1:
		return (UINT64_C(1) << dice_below(d, 64)) + dice_below(d, 3) - 1;
	case 2:
	case 3:
		return (uint64_t)marks[dice_below(d, sizeof marks / sizeof *marks)];
	case 4:
		return dice_below(d, 1 << 20);
	default:
		return dice_any(d);
	}
}

bool buffer_replace(struct buffer *b, size_t at, size_t old, const void *with, size_t len)
{
	if (at > b->len || old > b->len - at || b->len - old > b->max ||
	    len > b->max - (b->len - old))
		return false;
	memmove(b->at + at + len, b->at + at + old, b->len - at - old);
	if (len)
		memcpy(b->at + at, with, len);
	b->len = b->len - old + len;
	return true;
}

bool buffer_copy(struct buffer *b, size_t at, size_t from, size_t len, size_t times)
{
	uint8_t *copy;
	bool ok;

	if (from > b->len || len > b->len - from || !len || !times ||
	    times > (b->max - b->len) / len)
		return false;
	copy = malloc(len * times);
	if (!copy)
		return false;
	for (size_t i = 0; i < times; i++)
		memcpy(copy + i * len, b->at + from, len);
	ok = buffer_replace(b, at, 0, copy, len * times);
	free(copy);
	return ok;
}

bool buffer_swap(struct buffer *b, size_t one, size_t n, size_t two, size_t m)
{
	uint8_t *copy, *between;

	if (one > two || n > two - one || two > b->len || m > b->len - two)
		return false;
	copy = malloc(two + m - one + 1);
	if (!copy)
		return false;
	between = copy + m;
	memcpy(copy, b->at + two, m);
	memcpy(between, b->at + one + n, two - one - n);
	memcpy(between + (two - one - n), b->at + one, n);
	memcpy(b->at + one, copy, two + m - one);
	free(copy);
	return true;
}

uint64_t buffer_number(const struct buffer *b, size_t at, size_t bytes)
{
	uint64_t v = 0;

	if (at > b->len || bytes > b->len - at)
		return 0;
	for (size_t i = 0; i < bytes; i++)
		v |= (uint64_t)b->at[at + i] << 8 * i;
	return v;
}

void buffer_put(struct buffer *b, size_t at, size_t bytes, uint64_t v)
{
	if (at > b->len || bytes > b->len - at)
		return;
	for (size_t i = 0; i < bytes; i++)
		b->at[at + i] = (uint8_t)(v >> 8 * i);
}
