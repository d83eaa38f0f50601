/*
 * service.c - a service whose requests have random sizes, with a fault built in, that logs the
 * truth.
 *
 *	service SECONDS CAUSE [KEY=NUMBER]...
 *
 * Requests of 1 to 300 ms arrive at random and are served by workers; phases of heavier
 * requests come and go, and background threads tick on. CAUSE is one of
 *
 *	none      nothing
 *	slower    price_items takes `percent` more work from the start: to compare with a run of none
 *	lock      one worker holds the lock of the cache while it waits for a disk: all others wait
 *	takeover  one worker does the work of all
 *	mix       compress_body takes over the work of price_items
 *	burst     refresh_cache runs every `period` ms, for `length` ms
 *	start     load_catalog runs alone for `length` ms before the first request
 *	gc        all stop at random times for some 200 ms while collect_garbage runs
 *
 *	speed     prints the `rounds` of work that take a millisecond here, for runs that begin at once
 *
 * Keys: seed, rounds, load (per cent of one CPU that requests take), workers, percent, period,
 * length, at (ms after the start, where a cause has one time).
 *
 * What happened is printed, a line each: "FROM TO WHAT", in seconds of CLOCK_MONOTONIC, and at the
 * end the CPU time of each function: "cpu SECONDS FUNCTION". "held" is a time in which a thread had
 * work to do but the machine did not run it: no fault of the service, but a stall all the same.
 */

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define FUNCTION __attribute__((noinline, noipa))

/* ---- time, chance, work ---- */

static double clock_now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void)
{
	return clock_now(CLOCK_MONOTONIC);
}

static double chance(uint64_t *state) /* 0 < x < 1 */
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return ((double)(*state >> 11) + 0.5) / 0x1p53;
}

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(double from, double to, const char *what)
{
	pthread_mutex_lock(&log_lock);
	printf("%.6f %.6f %s\n", from, to, what);
	fflush(stdout);
	pthread_mutex_unlock(&log_lock);
}

#define HELD 0.04 /* s: several times what a scheduler lets a thread wait for its turn */

static void wait_until(double at)
{
	struct timespec t = {(time_t)at, (long)((at - (double)(time_t)at) * 1e9)};
	bool ahead = at > now();

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL))
		;
	if (ahead && now() - at > HELD)
		tell(at, now(), "held late");
}

static uint64_t rounds_a_ms; /* of burn(), on this machine */
static volatile uint64_t sink;

/*
 * In each function that calls it, so that these are leaves themselves, with frame pointers of their
 * own.
 */
static inline __attribute__((always_inline)) void burn(double ms)
{
	uint64_t x = 88172645463325252u, rounds = (uint64_t)(ms * (double)rounds_a_ms);
	double seen = now();

	while (rounds) {
		uint64_t some = rounds < rounds_a_ms ? rounds : rounds_a_ms;
		double at;

		for (uint64_t i = 0; i < some; i++)
			x = x * 6364136223846793005u + 1442695040888963407u;
		rounds -= some;
		at = now();
		if (at - seen > HELD)
			tell(seen, at, "held working");
		seen = at;
	}
	sink = x;
}

static void calibrate(void)
{
	double least = 1e9;

	for (int i = 0; i < 20; i++) {
		double begun = clock_now(CLOCK_THREAD_CPUTIME_ID), took;

		rounds_a_ms = 100000;
		burn(10);
		took = clock_now(CLOCK_THREAD_CPUTIME_ID) - begun;
		least = took < least ? took : least;
	}
	rounds_a_ms = (uint64_t)(1e6 / (least * 1e3));
}

/* ---- functions ---- */

enum {
	PARSE,
	LOOKUP,
	PRICE,
	RENDER,
	COMPRESS,
	CHECKSUM,
	REFRESH,
	LOAD,
	COLLECT,
	REPORT,
	FUNCTIONS
};
static _Atomic uint64_t cpu_ns[FUNCTIONS];

#define TIMED(function, index)                                                           \
	static FUNCTION void function(double ms)                                         \
	{                                                                                \
		double begun = clock_now(CLOCK_THREAD_CPUTIME_ID);                       \
                                                                                         \
		burn(ms);                                                                \
		cpu_ns[index] +=                                                         \
		    (uint64_t)((clock_now(CLOCK_THREAD_CPUTIME_ID) - begun) * 1e9);      \
	}
TIMED(parse_request, PARSE)
TIMED(lookup_user, LOOKUP)
TIMED(price_items, PRICE)
TIMED(render_page, RENDER)
TIMED(compress_body, COMPRESS)
TIMED(checksum_body, CHECKSUM)
TIMED(refresh_cache, REFRESH)
TIMED(load_catalog, LOAD)
TIMED(collect_garbage, COLLECT)
TIMED(report_metrics, REPORT)

static const char *const names[FUNCTIONS] = {
    "parse_request",   "lookup_user",	"price_items",	 "render_page",
    "compress_body",   "checksum_body", "refresh_cache", "load_catalog",
    "collect_garbage", "report_metrics"};

/* ---- what is asked for, and what goes on ---- */

enum cause { NONE, SLOWER, LOCK, TAKEOVER, MIX, BURST, START, GC, CAUSES };
static const char *const causes[CAUSES] = {"none", "slower", "lock",  "takeover",
					   "mix",  "burst",  "start", "gc"};

static struct {
	enum cause cause;
	double seconds, seed, rounds, load, workers, percent, period, length, at;
} asked = {.seed = 1,
	   .load = 80,
	   .workers = 4,
	   .percent = 50,
	   .period = 1300,
	   .length = 100,
	   .at = 5000};

static double begun, ends;

/* Is it the time of the cause? */
static bool is_time(enum cause cause)
{
	double at = now() - begun;

	return asked.cause == cause && at >= asked.at / 1e3 &&
	       at < (asked.at + asked.length) / 1e3;
}

/* ---- requests ---- */

#define QUEUE 4096
static struct {
	double ms[QUEUE];
	int kind[QUEUE];
	uint64_t in, out;
	pthread_mutex_t lock;
	pthread_cond_t filled;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t world =
    PTHREAD_RWLOCK_INITIALIZER; /* written: all have stopped */
static atomic_bool held;

/* The workers wait at the lock while one of them, who holds it, waits for the disk. */
static FUNCTION void read_cache(double ms)
{
	pthread_mutex_lock(&cache_lock);
	if (is_time(LOCK) && !atomic_exchange(&held, true)) {
		double from = now();

		wait_until(from + asked.length / 1e3);
		tell(from, now(), "lock read_cache");
	}
	pthread_mutex_unlock(&cache_lock);
	lookup_user(ms);
}

/* What part of a request of each kind goes where. */
enum { API, PAGE, DOWNLOAD, KINDS };
static const double parts[KINDS][6] = {{0.10, 0.14, 0.46, 0.14, 0.08, 0.08},
				       {0.08, 0.10, 0.24, 0.40, 0.14, 0.04},
				       {0.04, 0.08, 0.12, 0.10, 0.50, 0.16}};

/* In pieces of a few ms at most, between which all can be stopped. */
static void in_pieces(void (*function)(double), double ms)
{
	for (; ms > 0; ms -= 4) {
		pthread_rwlock_rdlock(&world);
		function(ms < 4 ? ms : 4);
		pthread_rwlock_unlock(&world);
	}
}

static FUNCTION void serve_request(double ms, int kind)
{
	const double *part = parts[kind];
	double moved = is_time(MIX) ? 0.8 * part[2] : 0;
	double slower = asked.cause == SLOWER ? 1 + asked.percent / 100 : 1;

	in_pieces(parse_request, part[0] * ms);
	in_pieces(read_cache, part[1] * ms);
	in_pieces(price_items, (part[2] - moved) * ms * slower);
	in_pieces(render_page, part[3] * ms);
	in_pieces(compress_body, (part[4] + moved) * ms);
	in_pieces(checksum_body, part[5] * ms);
}

static double take_request(int *kind)
{
	double ms = 0;

	pthread_mutex_lock(&queue.lock);
	while (queue.in == queue.out && now() < ends)
		pthread_cond_wait(&queue.filled, &queue.lock);
	if (queue.in != queue.out) {
		*kind = queue.kind[queue.out % QUEUE];
		ms = queue.ms[queue.out++ % QUEUE];
	}
	pthread_mutex_unlock(&queue.lock);
	return ms;
}

static void *work(void *number)
{
	char name[16];

	snprintf(name, sizeof name, "worker-%d", *(int *)number);
	prctl(PR_SET_NAME, name);
	while (now() < ends) {
		int kind = 0;
		double ms;

		/* the others leave what there is to worker-1 */
		while (is_time(TAKEOVER) && *(int *)number != 1)
			wait_until(now() + 0.002);
		ms = take_request(&kind);
		serve_request(ms, kind);
	}
	return NULL;
}

/* Requests take so many ms on average: log-uniform between 1 and 300. */
#define LEAST 1.0
#define MOST  300.0
#define MEAN  52.4

/* Every second or two arrivals are denser or rarer for some time, also in what is called none. */
static void *arrive(void *unused)
{
	uint64_t state = (uint64_t)asked.seed * 7919 + 1;
	double phase = 1, until = begun;

	(void)unused;
	prctl(PR_SET_NAME, "acceptor");
	for (int i = 0; i < 20; i++)
		chance(&state);
	for (double at = begun; at < ends;) {
		if (at >= until) {
			phase = 0.6 + 0.8 * chance(&state);
			until = at + 0.3 + 1.5 * chance(&state);
		}
		at += -log(chance(&state)) * MEAN / (asked.load / 100 * phase) / 1e3;
		wait_until(at < ends ? at : ends);
		pthread_mutex_lock(&queue.lock);
		if (queue.in - queue.out < QUEUE) {
			queue.kind[queue.in % QUEUE] = (int)(KINDS * chance(&state));
			queue.ms[queue.in++ % QUEUE] =
			    LEAST * pow(MOST / LEAST, chance(&state));
		}
		pthread_cond_signal(&queue.filled);
		pthread_mutex_unlock(&queue.lock);
	}
	pthread_mutex_lock(&queue.lock);
	pthread_cond_broadcast(&queue.filled);
	pthread_mutex_unlock(&queue.lock);
	return NULL;
}

/* ---- background, and the other causes ---- */

static void *tick(void *unused)
{
	uint64_t state = (uint64_t)asked.seed * 15485863 + 3;

	(void)unused;
	prctl(PR_SET_NAME, "metrics");
	for (double at = begun; at < ends; at += 0.02 + 0.06 * chance(&state)) {
		wait_until(at);
		report_metrics(0.5);
	}
	return NULL;
}

static void *refresh(void *unused)
{
	(void)unused;
	prctl(PR_SET_NAME, "refresher");
	for (double at = begun + asked.period / 1e3; at < ends;
	     at += asked.period / 1e3) {
		double from;

		wait_until(at);
		from = now();
		refresh_cache(asked.length);
		tell(from, now(), "burst refresh_cache");
	}
	return NULL;
}

static void *collect(void *unused)
{
	uint64_t state = (uint64_t)asked.seed * 104729 + 7;

	(void)unused;
	prctl(PR_SET_NAME, "collector");
	for (double at = begun + 2; at < ends - 1; at += 1.5 + 4 * chance(&state)) {
		double from;

		wait_until(at);
		pthread_rwlock_wrlock(&world);
		from = now();
		collect_garbage(120 + 160 * chance(&state));
		tell(from, now(), "gc collect_garbage");
		pthread_rwlock_unlock(&world);
	}
	return NULL;
}

static void begin(pthread_t *thread, void *(*run)(void *), void *arg)
{
	if (pthread_create(thread, NULL, run, arg)) {
		perror("service: pthread_create");
		exit(1);
	}
}

static void serve(void)
{
	pthread_t thread[64];
	int number[64], count = 0, workers = (int)asked.workers;

	begin(&thread[count++], tick, NULL);
	begin(&thread[count++], arrive, NULL);
	if (asked.cause == BURST)
		begin(&thread[count++], refresh, NULL);
	if (asked.cause == GC)
		begin(&thread[count++], collect, NULL);
	for (int i = 0; i < workers && i < 50; i++) {
		number[i] = i;
		begin(&thread[count++], work, &number[i]);
	}
	for (int i = 0; i < count; i++)
		pthread_join(thread[i], NULL);
}

static void usage(void)
{
	fputs("usage: service SECONDS CAUSE [KEY=NUMBER]...\n", stderr);
	exit(2);
}

static void set(const char *pair)
{
	const struct {
		const char *name;
		double *at;
	} keys[] = {{"seed=", &asked.seed},	  {"load=", &asked.load},
		    {"rounds=", &asked.rounds},	  {"workers=", &asked.workers},
		    {"percent=", &asked.percent}, {"period=", &asked.period},
		    {"length=", &asked.length},	  {"at=", &asked.at}};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (!strncmp(pair, keys[i].name, strlen(keys[i].name))) {
			*keys[i].at = atof(pair + strlen(keys[i].name));
			return;
		}
	usage();
}

int main(int argc, char **argv)
{
	if (argc < 3)
		usage();
	asked.seconds = atof(argv[1]);
	if (!strcmp(argv[2], "speed")) {
		calibrate();
		printf("%ju\n", (uintmax_t)rounds_a_ms);
		return 0;
	}
	while (asked.cause < CAUSES && strcmp(argv[2], causes[asked.cause]) != 0)
		asked.cause++;
	if (asked.cause == CAUSES || asked.seconds <= 0)
		usage();
	for (int i = 3; i < argc; i++)
		set(argv[i]);
	if (asked.rounds > 0)
		rounds_a_ms = (uint64_t)asked.rounds;
	else
		calibrate();
	begun = now();
	ends = begun + asked.seconds;
	if (asked.cause == START) {
		load_catalog(asked.length);
		tell(begun, now(), "start load_catalog");
	}
	serve();
	if (asked.cause == TAKEOVER || asked.cause == MIX)
		tell(begun + asked.at / 1e3, begun + (asked.at + asked.length) / 1e3,
		     asked.cause == MIX ? "mix compress_body" : "takeover worker-1");
	tell(begun, now(), "run");
	for (int i = 0; i < FUNCTIONS; i++)
		printf("cpu %.6f %s\n", (double)cpu_ns[i] / 1e9, names[i]);
	return 0;
}
