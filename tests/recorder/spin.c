/* spin SECONDS [PROCESSES] - keeps CPUs busy in functions whose names tests know, then ends. */

#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline, noclone)) static long burn_hot(volatile long *n)
{
	/* compilers give a function that calls nobody no frame, unless somebody asks where it is */
	if (!__builtin_frame_address(0))
		return 0;
	for (int i = 0; i < 100000; i++)
		(*n)++;
	return *n;
}

int main(int argc, char **argv)
{
	long processes = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
	volatile long n = 0;
	long sum = 0;

	while (--processes > 0 && fork())
		;
	alarm(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1);
	for (;;)
		sum += burn_hot(&n);
	return sum == 0;
}
