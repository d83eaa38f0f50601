/*
 * names.c - a program whose functions and threads have names that are hard to read in a text.
 *
 *	names SECONDS
 */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#define FUNCTION(name, symbol)                                                           \
	__attribute__((noinline, noipa)) void name(int depth) __asm__("\"" symbol "\""); \
	void name(int depth)                                                             \
	{                                                                                \
		work(depth);                                                             \
		sink++;                                                                  \
	}

static volatile unsigned long sink;
static double end;

static void work(int depth);

FUNCTION(blank, "a b")
FUNCTION(call, "operator()(int) const")
FUNCTION(minus, "operator-(long, long)")
FUNCTION(map, "std::map<int, char*>::operator[](int const&)")
FUNCTION(lambda, "ns::{lambda(int)#1}::operator()")
FUNCTION(plus, "operator+")
FUNCTION(word, "7f00beef")
FUNCTION(colon, "x:y: z")

static void (*const functions[])(int) = {blank,	 call, minus, map,
					 lambda, plus, word,  colon};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline, noipa)) static void work(int depth)
{
	if (depth > 0)
		functions[depth * 5 % 8](depth - 1);
	for (int i = 0; i < 20000; i++)
		sink += (unsigned long)i;
	sink++;
}

static void *run(void *name)
{
	char *page = malloc(1 << 20);

	prctl(PR_SET_NAME, name);
	for (int i = 0; now() < end; i++) {
		functions[i % 8](i % 6);
		page[i * 4096 % (1 << 20)] = 1;
		if (i % 16 == 0)
			sched_yield();
	}
	free(page);
	return NULL;
}

int main(int argc, char **argv)
{
	static char *const names[] = {
	    "[ET_NET 0]", "{main}",	"<main>",      "a: b 7/8", "12345",
	    "x 1.5: y",	  "\"quoted\"", "caf\303\251", "K",	   "[001]",
	    "tr",	  "a  b",	"end ",	       "d: ",	   ""};
	pthread_t threads[sizeof names / sizeof *names];
	size_t n = sizeof names / sizeof *names;

	end = now() + (argc > 1 ? atof(argv[1]) : 0.1);
	for (size_t i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, run, names[i]);
	for (size_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
