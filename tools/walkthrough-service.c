/*
 * walkthrough-service.c - a small service that something happens to; recorded for doc/walkthroughs.
 *
 * Usage: walkthrough-service cron | convoy | old | new   (run by tools/record-walkthroughs)
 *
 * It answers requests all the time: reads one, finds a record, renders the answer, rests.
 *   cron     66 s; every 6.5 s another process compresses a log for 0.4 s
 *   convoy   40 s, eight threads; from second 21 to 27 every request writes lines to a slow
 *            file, and holds a lock meanwhile
 *   old new  25 s of two versions: the new one searches its records from the front, and no
 *            longer checks a limit
 *
 * Standard output is what happened: lines of "WHAT FROM TO" in seconds of CLOCK_MONOTONIC, and
 * of "WHAT NUMBER". The tests compare what flarescope finds with that.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEPT	__attribute__((noinline, noclone)) /* a frame of its own, by this name */
#define RECORDS 2048
#define THREADS 8

struct worker {
	pthread_t thread;
	unsigned requests, in_convoy;
	double cpu, cpu_finding; /* seconds */
};

static double began;
static bool is_new;	  /* which version it is */
static bool writes_audit; /* what makes the convoy */
static uint64_t records[RECORDS];
static pthread_mutex_t audit = PTHREAD_MUTEX_INITIALIZER;

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void)
{
	return seconds(CLOCK_MONOTONIC) - began;
}

/*
 * The C library keeps no frame pointers, so whoever calls what waits there is not in the
 * stack. These are called in between.
 */
static KEPT void rest(double s)
{
	struct timespec t = {.tv_sec = (time_t)s};

	t.tv_nsec = (long)((s - (double)t.tv_sec) * 1e9);
	nanosleep(&t, NULL);
}

static void happened(const char *what, double from, double to)
{
	printf("%s %.6f %.6f\n", what, began + from, began + to);
	fflush(stdout);
}

static KEPT void take(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
}

static KEPT void give(pthread_mutex_t *lock)
{
	pthread_mutex_unlock(lock);
}

/* ---- answering requests ---- */

static KEPT uint64_t hash_bytes(const char *p, size_t n)
{
	uint64_t h = 1469598103934665603u;

	while (n--)
		h = (h ^ (unsigned char)*p++) * 1099511628211u;
	return h;
}

static KEPT unsigned read_request(unsigned id, char *line, size_t size)
{
	size_t n = size - 1;

	for (size_t i = 0; i < n; i++)
		line[i] = (char)('a' + (id * 31 + i * i) % 26);
	line[n] = '\0';
	return (unsigned)hash_bytes(line, n);
}

/* The old version halves what is left; the new one looks at one record after the other. */
static KEPT uint64_t find_record(uint64_t key)
{
	size_t from = 0, to = RECORDS;

	if (is_new) {
		while (from < RECORDS - 1 && records[from] < key)
			from++;
		return records[from];
	}
	while (to - from > 1) {
		size_t middle = from + (to - from) / 2;

		if (records[middle] <= key)
			from = middle;
		else
			to = middle;
	}
	return records[from];
}

static KEPT uint64_t look_up(unsigned key)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < 4000; i++)
		sum += find_record((key + i * 7919u) % (RECORDS * 10));
	return sum;
}

static KEPT uint64_t check_limit(unsigned id)
{
	uint64_t spent = id;

	for (unsigned i = 0; i < 300000; i++)
		spent = spent * 6364136223846793005u + 1442695040888963407u;
	return spent >> 60;
}

static KEPT uint64_t render_answer(uint64_t record, char *page, size_t size)
{
	uint64_t sum = record;

	for (unsigned line = 0; line < 1500; line++) {
		for (size_t i = 0; i < size; i++)
			page[i] = (char)(' ' + (sum >> (i % 50)) % 64);
		sum += hash_bytes(page, size);
	}
	return sum;
}

/* Whoever holds the lock sleeps, so all others come to wait for it. */
static KEPT void write_audit_line(void)
{
	take(&audit);
	rest(0.00005);
	give(&audit);
}

static KEPT uint64_t answer_request(struct worker *w, unsigned id)
{
	char line[512], page[512];
	unsigned key = read_request(id, line, sizeof line);
	double from = seconds(CLOCK_THREAD_CPUTIME_ID);
	uint64_t sum = look_up(key);

	w->cpu_finding += seconds(CLOCK_THREAD_CPUTIME_ID) - from;
	if (!is_new)
		sum += check_limit(id);
	sum += render_answer(sum, page, sizeof page);
	if (__atomic_load_n(&writes_audit, __ATOMIC_RELAXED)) {
		for (int i = 0; i < 40; i++)
			write_audit_line();
		w->in_convoy++;
	}
	w->requests++;
	return sum;
}

static KEPT uint64_t serve(struct worker *w, double until, double pause)
{
	uint64_t sum = 0;

	for (unsigned id = 0; now() < until; id++) {
		sum += answer_request(w, id);
		rest(pause *
		     (0.5 + (double)(hash_bytes((char *)&id, sizeof id) % 100) / 100));
	}
	w->cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
	return sum;
}

/* ---- what happens ---- */

static KEPT uint64_t compress_log(double until)
{
	char text[4096];
	uint64_t sum = 0;

	memset(text, 'x', sizeof text);
	while (now() < until)
		sum += hash_bytes(text, sizeof text);
	return sum;
}

static KEPT int rotate_logs(void)
{
	double from = now();
	uint64_t sum;

	prctl(PR_SET_NAME, "rotate-logs");
	sum = compress_log(from + 0.4);
	happened("burst", from, now());
	return sum == 0;
}

static void *keep_cron(void *until)
{
	for (double next = 5; next < *(double *)until; next += 6.5) {
		pid_t child;

		rest(next - now());
		child = fork();
		if (child == 0)
			_exit(rotate_logs());
		waitpid(child, NULL, 0);
	}
	return NULL;
}

static int with_cron(void)
{
	double until = 66;
	struct worker w = {0};
	pthread_t cron;

	if (pthread_create(&cron, NULL, keep_cron, &until) != 0)
		return 1;
	serve(&w, until, 0.004);
	return pthread_join(cron, NULL) != 0;
}

static void *serve_until_the_end(void *worker)
{
	serve(worker, 40, 0.020);
	return NULL;
}

static int with_convoy(void)
{
	struct worker w[THREADS] = {0};
	unsigned requests = 0, in_convoy = 0;
	double from, to;

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&w[i].thread, NULL, serve_until_the_end, &w[i]) != 0)
			return 1;
	rest(21 - now());
	from = now();
	__atomic_store_n(&writes_audit, true, __ATOMIC_RELAXED);
	rest(27 - now());
	to = now();
	__atomic_store_n(&writes_audit, false, __ATOMIC_RELAXED);
	happened("convoy", from, to);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(w[i].thread, NULL);
		requests += w[i].requests;
		in_convoy += w[i].in_convoy;
	}
	printf("requests_per_s_in_convoy %.0f\n", in_convoy / (to - from));
	printf("requests_per_s_without %.0f\n",
	       (requests - in_convoy) / (40 - (to - from)));
	return 0;
}

static int with_version(bool is_the_new_one)
{
	struct worker w = {0};

	is_new = is_the_new_one;
	serve(&w, 25, 0.004);
	printf("requests %u\n", w.requests);
	printf("cpu_s %.3f\n", w.cpu);
	printf("cpu_s_finding %.3f\n", w.cpu_finding);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";

	began = seconds(CLOCK_MONOTONIC);
	for (unsigned i = 0; i < RECORDS; i++)
		records[i] = i * 10;
	if (strcmp(what, "cron") == 0)
		return with_cron();
	if (strcmp(what, "convoy") == 0)
		return with_convoy();
	if (strcmp(what, "old") == 0 || strcmp(what, "new") == 0)
		return with_version(strcmp(what, "new") == 0);
	fprintf(stderr, "usage: walkthrough-service cron | convoy | old | new\n");
	return 2;
}
