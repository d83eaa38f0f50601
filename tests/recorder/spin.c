/* spin SECONDS [PROCESSES] - keeps CPUs busy in functions whose names tests know, then ends. */

#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline, noclone)) static long burn_hot(volatile long *n)
{
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
	while (
	    n >=
	    0) /* so that main() could return: compilers give one that cannot no frame */
		sum += burn_hot(&n);
	return sum == 0;
}
