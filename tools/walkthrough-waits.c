/*
 * walkthrough-waits.c - threads that wait for a lock, whose holder waits for the disk; recorded for
 * doc/walkthroughs.
 *
 * Usage: walkthrough-waits FILE   (run by tools/record-walkthroughs)
 *
 * Four workers take an order, which wants a lock, price it, and rest. Every 2.5 seconds of ten a
 * snapshot of all orders is written to FILE, and waited for until the disk has it, under that lock.
 *
 * Standard output is what happened: lines of "WHAT FROM TO" in seconds of CLOCK_MONOTONIC: `snapshot`,
 * as long as the lock is held, and `waited`, for each order that had to wait for 50 ms or longer. The
 * tests compare what flarescope finds with that.
 */

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define KEPT	__attribute__((noinline, noclone)) /* a frame of its own, by this name */
#define WORKERS 4
#define PARTS	8 /* of a snapshot, each until the disk has it */
#define PAGES	16
#define PAGE	(4 << 20)
#define LONG	0.05 /* seconds that a wait is told of */

static double until;
static pthread_mutex_t orders = PTHREAD_MUTEX_INITIALIZER;
static volatile uint64_t priced;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
 * The C library keeps no frame pointers, so whoever calls what waits there is not in the stack. These
 * are called in between.
 */
static KEPT void rest(double s)
{
	struct timespec t = {.tv_sec = (time_t)s};

	t.tv_nsec = (long)((s - (double)t.tv_sec) * 1e9);
	nanosleep(&t, NULL);
}

static KEPT void take(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
}

static KEPT void give(pthread_mutex_t *lock)
{
	pthread_mutex_unlock(lock);
}

static KEPT void put(int fd, const char *page)
{
	if (write(fd, page, PAGE) != PAGE)
		exit(1);
}

static KEPT void flush_to_disk(int fd)
{
	if (fdatasync(fd))
		exit(1);
}

static void happened(const char *what, double from, double to)
{
	flockfile(stdout);
	printf("%s %.6f %.6f\n", what, from, to);
	fflush(stdout);
	funlockfile(stdout);
}

/* ---- taking orders ---- */

static KEPT void take_order(void)
{
	double from = now(), to;

	take(&orders);
	to = now();
	give(&orders);
	if (to - from >= LONG)
		happened("waited", from, to);
}

static KEPT void price_order(void)
{
	uint64_t sum = priced;

	for (unsigned i = 0; i < 1500000; i++)
		sum = sum * 6364136223846793005u + 1442695040888963407u;
	priced = sum;
}

static void *work(void *name)
{
	prctl(PR_SET_NAME, name);
	while (now() < until) {
		take_order();
		price_order();
		rest(0.02);
	}
	return NULL;
}

/* ---- keeping them ---- */

static KEPT void write_part(int fd)
{
	static char page[PAGE];

	for (int i = 0; i < PAGES; i++)
		put(fd, page);
	flush_to_disk(fd);
}

static KEPT void write_snapshot(int fd)
{
	double from;

	take(&orders);
	from = now();
	lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < PARTS; i++)
		write_part(fd);
	happened("snapshot", from, now());
	give(&orders);
}

static void *keep(void *file)
{
	int fd = open(file, O_CREAT | O_WRONLY | O_TRUNC, 0600);

	if (fd < 0)
		exit(1);
	prctl(PR_SET_NAME, "snapshot");
	while (now() + 2.5 < until) {
		rest(2.5);
		write_snapshot(fd);
	}
	close(fd);
	return NULL;
}

int main(int argc, char **argv)
{
	static char names[WORKERS][16];
	pthread_t threads[WORKERS], look_store;

	if (argc != 2)
		return 2;
	until = now() + 10;
	for (int i = 0; i < WORKERS; i++) {
		snprintf(names[i], sizeof names[i], "worker-%d", i);
		if (pthread_create(&threads[i], NULL, work, names[i]))
			return 1;
	}
	if (pthread_create(&look_store, NULL, keep, argv[1]))
		return 1;
	pthread_join(look_store, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
