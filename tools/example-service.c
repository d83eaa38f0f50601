/*
 * example-service.c - a pretend service whose heat map has something to teach.
 *
 * Recorded by tools/record-examples. Two workers answer requests all the time; on top of that:
 *   0-8 s    start-up: both CPUs busy reading a configuration and building an index
 *   every 5 s a collection that stops everything for about 250 ms on both CPUs
 *   38-40 s  a stall: both workers wait for a lock that sleeps
 *   52-66 s  one thread alone compacts a log: a single-threaded stretch
 */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define WORKERS	 2

static double began;
static pthread_mutex_t catalogue = PTHREAD_MUTEX_INITIALIZER;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9 - began;
}

static void rest(double seconds)
{
	struct timespec t = {.tv_sec = (time_t)seconds};

	t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
	nanosleep(&t, NULL);
}

static NOINLINE uint64_t hash_bytes(const char *p, size_t n)
{
	uint64_t h = 1469598103934665603u;

	while (n--)
		h = (h ^ (unsigned char)*p++) * 1099511628211u;
	return h;
}

static int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static NOINLINE uint64_t parse_line(unsigned i)
{
	char line[96];
	int n =
	    snprintf(line, sizeof line, "key.%u = value.%u ; # %u", i, i * 7, i ^ 0x55aa);

	return hash_bytes(line, (size_t)n);
}

static NOINLINE uint64_t read_configuration(unsigned lines)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < lines; i++)
		sum += parse_line(i);
	return sum;
}

static NOINLINE uint64_t build_index(size_t n)
{
	uint64_t *keys = malloc(n * sizeof *keys), first;

	if (!keys)
		return 0;
	for (size_t i = 0; i < n; i++)
		keys[i] = (i + 1) * 0x9e3779b97f4a7c15u;
	qsort(keys, n, sizeof *keys, compare_keys);
	first = keys[0];
	free(keys);
	return first;
}

static NOINLINE uint64_t find_record(const uint64_t *table, size_t n, unsigned key)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += table[(i * 31 + key) % n];
	return sum;
}

static NOINLINE uint64_t render_answer(unsigned id)
{
	char page[512];
	uint64_t sum = 0;

	for (unsigned i = 0; i < 600; i++) {
		int n = snprintf(page, sizeof page, "<li id=%u>%f</li>", id + i,
				 id / (i + 1.0));

		sum += hash_bytes(page, (size_t)n);
	}
	return sum;
}

static NOINLINE uint64_t handle_request(unsigned id, const uint64_t *table, size_t n)
{
	uint64_t sum = find_record(table, n, id);

	return sum + render_answer(id);
}

static NOINLINE uint64_t mark_reachable(uint64_t *heap, size_t n)
{
	uint64_t seen = 0;

	for (size_t i = 0, at = 0; i < n; i++) {
		at = (at * 1103515245u + 12345u) % n;
		heap[at] |= 1;
		seen += heap[at] & 1;
	}
	return seen;
}

static NOINLINE uint64_t sweep_pages(uint64_t *heap, size_t n)
{
	uint64_t freed = 0;

	for (size_t i = 0; i < n; i++) {
		freed += !(heap[i] & 1);
		heap[i] &= ~UINT64_C(1);
	}
	return freed;
}

static NOINLINE uint64_t collect_garbage(double until, uint64_t *heap, size_t n)
{
	uint64_t sum = 0;

	while (now() < until)
		sum += mark_reachable(heap, n) + sweep_pages(heap, n);
	return sum;
}

static NOINLINE uint64_t compact_log(double until)
{
	uint64_t sum = 0;

	while (now() < until)
		sum += build_index(20000);
	return sum;
}

static NOINLINE uint64_t start_up(double until)
{
	uint64_t sum = 0;

	while (now() < until / 2)
		sum += read_configuration(2000);
	while (now() < until)
		sum += build_index(30000);
	return sum;
}

static void *worker(void *arg)
{
	const unsigned me = (unsigned)(uintptr_t)arg;
	const size_t n = 1 << 15;
	uint64_t *heap = calloc(n, sizeof *heap), sum = start_up(8);
	unsigned id = me;

	if (!heap)
		return NULL;
	for (double t = now(); t < 90; t = now()) {
		double in_cycle = t - 5 * (double)(int)(t / 5);

		if (in_cycle < 0.25 && t > 10)
			sum += collect_garbage(t - in_cycle + 0.25, heap, n);
		if (t >= 38 && t < 40) {
			pthread_mutex_lock(&catalogue);
			if (now() < 40)
				rest(40 - now());
			pthread_mutex_unlock(&catalogue);
		}
		if (t >= 52 && t < 66) {
			if (me == 0)
				sum += compact_log(t + 0.05);
			else
				rest(0.05);
			continue;
		}
		sum += handle_request(id++, heap, n);
		rest(0.002 + 0.0001 * (id % 37));
	}
	free(heap);
	return (void *)(uintptr_t)sum;
}

int main(void)
{
	pthread_t threads[WORKERS];

	began = now();
	for (unsigned i = 0; i < WORKERS; i++) {
		if (pthread_create(&threads[i], NULL, worker, (void *)(uintptr_t)i) != 0)
			return 1;
	}
	for (unsigned i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
