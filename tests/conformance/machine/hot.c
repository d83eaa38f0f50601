/* hot.c - functions whose instructions are compared: loops, something inlined, bytes that are none. */

#include <stdint.h>
#include <stdio.h>
#include <time.h>

static inline uint32_t mix(uint32_t x)
{
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}

__attribute__((noinline)) uint32_t spin(uint32_t n)
{
	uint32_t x = 1, sum = 0;

	while (n--) {
		x = mix(x);
		sum = x & 1 ? sum + x / 3 : sum ^ x;
	}
	return sum;
}

/* What no CPU knows is jumped over. */
__attribute__((noinline)) uint32_t odd(uint32_t n)
{
	uint32_t sum = 0;

	while (n--) {
#ifdef __x86_64__
		__asm__ volatile("jmp 1f\n\t.byte 0x06, 0x07, 0x0e\n1:");
#endif
		sum += mix(n);
	}
	return sum;
}

int main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 3;
	uint32_t sum = 0;

	while (clock() < end)
		sum += spin(3000000) + odd(1000000);
	printf("%u\n", sum);
	return 0;
}
