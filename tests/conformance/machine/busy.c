/*
 * busy.c - a program worth recording: named threads, libraries linked and loaded, children
 * that fork and exec, calls of the kernel, code without a file.
 *
 *	busy SECONDS [LIBRARY-TO-LOAD]...
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

int part_hash(const char *text, int (*mix)(int)); /* part.c */

static volatile double sum;
static double end;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

NOINLINE static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

NOINLINE static void sort_numbers(void)
{
	int numbers[4096];

	for (int i = 0; i < 4096; i++)
		numbers[i] = i * 7919 % 4099;
	qsort(numbers, 4096, sizeof *numbers, compare);
	sum += numbers[17];
}

NOINLINE static int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

NOINLINE int weak_twin(int x)
{
	return x + 1;
}

NOINLINE __attribute__((weak)) int weak_one(int x)
{
	for (int i = 0; i < 2000; i++)
		x = weak_twin(x ^ i);
	return x;
}

int other_name(int) __attribute__((alias("weak_one")));

NOINLINE static void compute(void)
{
	for (int i = 0; i < 2000; i++)
		sum += sin(i) * exp(-i / 1000.0);
	sum += other_name(3) + fibonacci(18);
}

NOINLINE static void use_memory(void)
{
	size_t size = 1 << 20;
	char *a = malloc(size), *b = malloc(size);

	if (a && b) {
		memset(a, 'x', size - 1);
		a[size - 1] = '\0';
		memcpy(b, a, size);
		sum += strlen(b) + part_hash("some text of no meaning", weak_twin);
	}
	free(a);
	free(b);
}

NOINLINE static void call_the_kernel(void)
{
	char bytes[4096], *page;
	FILE *zero = fopen("/dev/zero", "rb");

	for (int i = 0; zero && i < 100; i++)
		sum += fread(bytes, 1, sizeof bytes, zero);
	if (zero)
		fclose(zero);
	page = mmap(NULL, 1 << 18, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	if (page == MAP_FAILED)
		return;
	for (int i = 0; i < 1 << 18; i += 4096)
		page[i] = 1;
	munmap(page, 1 << 18);
}

/* Code of which nobody has written where it is: count down, return. */
static void *nameless(void)
{
#ifdef __x86_64__
	static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0,	 0,   4,
					     0,	   0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page != MAP_FAILED)
		return memcpy(page, code, sizeof code);
#endif
	return NULL;
}

NOINLINE static void work(void (*run)(void))
{
	sort_numbers();
	compute();
	use_memory();
	call_the_kernel();
	if (run)
		run();
}

/* A library is loaded, used and unloaded, so another may lie where it was. */
#ifdef LOADS
NOINLINE static void load(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	int (*spin)(int) = library ? (int (*)(int))dlsym(library, "plug_spin") : NULL;

	if (spin)
		sum += spin(2000);
	if (library)
		dlclose(library);
}
#else
static void load(const char *path)
{
	(void)path;
}
#endif

static void *thread(void *name)
{
	pthread_setname_np(pthread_self(), name);
	while (now() < end)
		work(NULL);
	return NULL;
}

/* A child of its own name, or the same program anew. */
static void child(char **argv)
{
	pid_t pid = fork();

	if (pid == 0 && argv) {
		execv("/proc/self/exe", argv);
		_exit(1);
	}
	if (pid == 0) {
		prctl(PR_SET_NAME, "child; of 7/8");
		for (int i = 0; i < 5; i++)
			work(NULL);
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

int main(int argc, char **argv)
{
	static char names[2][16] = {"worker/0:1", "a: b 7/8"};
	char *short_run[] = {"busy again", "0.05", NULL};
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
	void *run = nameless();
	pthread_t threads[2];

	end = now() + seconds;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, thread, names[i]);
	do {
		work((void (*)(void))run);
		for (int i = 2; i < argc; i++)
			load(argv[i]);
		if (seconds > 0.5) {
			child(NULL);
			child(short_run);
		}
	} while (now() < end);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return sum == 0;
}
