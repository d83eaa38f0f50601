/* plug.c - a library that busy.c loads and unloads; built twice, as PLUG is defined. */

#include <stdlib.h>

int plug_spin(int n);

#define NAMED2(begin, end) begin##end
#define NAMED(begin, end)  NAMED2(begin, end)

__attribute__((noinline)) static unsigned NAMED(twist_, PLUG)(unsigned x)
{
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}

int plug_spin(int n)
{
	unsigned x = (unsigned)abs(n) + 1;

	for (int i = 0; i < 100 * n; i++)
		x = NAMED(twist_, PLUG)(x);
	return (int)(x & 0xff);
}
