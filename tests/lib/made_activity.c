#include "lib/made_activity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NS    1e9
#define START UINT64_C(1000000000000) /* ns: the clock of the machine is not at 0 */

double made_even(struct dice *d)
{
	uint64_t high = dice_below(d, 1u << 26);

	return (double)(high << 26 | dice_below(d, 1u << 26)) / 4503599627370496.0;
}

double made_exponential(struct dice *d)
{
	return -log(1 - made_even(d));
}

void made_activity_add(struct made_activity *a, double seconds, unsigned cpu)
{
	made_activity_add_of(a, seconds, cpu, 0, 0);
}

void made_activity_add_of(struct made_activity *a, double seconds, unsigned cpu,
			  unsigned thread, unsigned function)
{
	if (a->count == a->room) {
		a->room = a->room ? 2 * a->room : 1024;
		a->moments = realloc(a->moments, a->room * sizeof *a->moments);
		if (!a->moments)
			abort();
	}
	a->moments[a->count++] =
	    (struct made_moment){START + (uint64_t)(seconds * NS), (uint16_t)cpu,
				 (uint16_t)thread, (uint16_t)function};
}

static int by_time(const void *left, const void *right)
{
	const struct made_moment *a = left, *b = right;

	return (a->time > b->time) - (a->time < b->time);
}

/* Strings 1 "cpu-clock", 2 "main", then the threads, the groups and the functions. */
#define GROUPS	 8
#define THREAD_0 3
#define GROUP_0	 (THREAD_0 + MADE_THREADS)
#define FUNC_0	 (GROUP_0 + GROUPS)
#define STRINGS	 (FUNC_0 + MADE_FUNCTIONS)

static const struct profile *names_of_all(void)
{
	static char bytes[STRINGS * 12];
	static uint64_t ends[STRINGS];
	static struct frame frames[2 + GROUPS + MADE_FUNCTIONS];
	static struct stack stacks[2 + GROUPS + MADE_FUNCTIONS];
	static struct thread threads[MADE_THREADS];
	static const struct event events[] = {{1, 0, 0}};
	static struct profile p;
	uint64_t at = 0;

	for (uint32_t i = 1; i < STRINGS; i++) {
		char *to = bytes + at;

		at += (uint64_t)(i == 1	       ? sprintf(to, "cpu-clock")
				 : i == 2      ? sprintf(to, "main")
				 : i < GROUP_0 ? sprintf(to, "worker-%u", i - THREAD_0)
				 : i < FUNC_0  ? sprintf(to, "g%u", i - GROUP_0)
					       : sprintf(to, "f%u", i - FUNC_0));
		ends[i] = at;
	}
	frames[1].name = 2;
	stacks[1].frame = 1;
	for (uint32_t i = 0; i < GROUPS + MADE_FUNCTIONS; i++) {
		frames[2 + i] = (struct frame){.name = GROUP_0 + i, .kind = FRAME_USER};
		stacks[2 + i] =
		    (struct stack){i < GROUPS ? 1 : 2 + (i - GROUPS) % GROUPS, 2 + i};
	}
	frames[1].kind = FRAME_USER;
	for (uint32_t i = 0; i < MADE_THREADS; i++)
		threads[i] = (struct thread){
		    .comm = THREAD_0 + i, .pid = 1, .tid = 1 + (int32_t)i};
	p = (struct profile){.strings = {STRINGS, bytes, ends},
			     .frames = frames,
			     .stacks = stacks,
			     .threads = threads,
			     .events = events,
			     .frame_count = 2 + GROUPS + MADE_FUNCTIONS,
			     .stack_count = 2 + GROUPS + MADE_FUNCTIONS,
			     .thread_count = MADE_THREADS,
			     .event_count = 1,
			     .context_count = MADE_THREADS * MADE_CPUS,
			     .has_times = true};
	return &p;
}

const struct profile *made_activity_profile(struct made_activity *a)
{
	struct samples *s = &a->profile.samples;

	qsort(a->moments, a->count, sizeof *a->moments, by_time);
	a->time = calloc(a->count + 1, sizeof *a->time);
	a->stack = calloc(a->count + 1, sizeof *a->stack);
	a->context = calloc(a->count + 1, sizeof *a->context);
	a->contexts = calloc(MADE_THREADS * MADE_CPUS, sizeof *a->contexts);
	if (!a->time || !a->stack || !a->context || !a->contexts)
		abort();
	for (size_t i = 0; i < a->count; i++) {
		const struct made_moment *m = &a->moments[i];

		a->time[i] = m->time;
		a->context[i] = (uint32_t)m->thread * MADE_CPUS + m->cpu;
		a->stack[i] = m->function ? 2 + GROUPS + (uint32_t)m->function : 0;
	}
	for (uint32_t i = 0; i < MADE_THREADS * MADE_CPUS; i++)
		a->contexts[i] =
		    (struct context){i / MADE_CPUS, (uint16_t)(i % MADE_CPUS), 0};
	a->profile = *names_of_all();
	a->profile.contexts = a->contexts;
	s->count = a->count;
	s->time = a->time;
	s->stack = a->stack;
	s->context = a->context;
	s->end = a->count ? a->time[a->count - 1] + 1 : 0;
	return &a->profile;
}

void made_activity_release(struct made_activity *a)
{
	free(a->moments);
	free(a->time);
	free(a->stack);
	free(a->context);
	free(a->contexts);
	*a = (struct made_activity){0};
}

static double likely(made_shape *shape, const void *arg, double seconds)
{
	return shape ? shape(arg, seconds) : 1;
}

#define HIGHEST 40 /* maximum of a shape: samples are thinned from this rate */

void made_poisson(struct made_activity *a, double rate, double seconds, made_shape *shape,
		  const void *arg)
{
	double most = shape ? HIGHEST : 1, at = 0;

	for (;;) {
		at += made_exponential(&a->dice) / (rate * most);
		if (at >= seconds)
			return;
		if (made_even(&a->dice) * most < likely(shape, arg, at))
			made_activity_add(a, at, 0);
	}
}

void made_clocked(struct made_activity *a, double hz, unsigned cpus, double part,
		  double seconds, made_shape *shape, const void *arg)
{
	for (unsigned c = 0; c < cpus; c++) {
		double start = made_even(&a->dice) / hz;

		for (double at = start; at < seconds; at += 1 / hz) {
			/* an interrupt is up to 20 us late */
			double late = 2e-5 * made_even(&a->dice);

			if (made_even(&a->dice) < part * likely(shape, arg, at))
				made_activity_add(a, at + late, c);
		}
	}
}

void made_bursty(struct made_activity *a, double hz, unsigned cpus, double run,
		 double seconds)
{
	for (unsigned c = 0; c < cpus; c++) {
		double start = made_even(&a->dice) / hz;
		bool busy = made_even(&a->dice) < 0.5;

		for (double at = start; at < seconds; at += 1 / hz) {
			if (busy)
				made_activity_add(a, at, c);
			if (made_even(&a->dice) * run < 1)
				busy = !busy;
		}
	}
}

/* The nth has 1 / n of the first one's probability. */
static unsigned rare(struct dice *d, unsigned most)
{
	return (unsigned)(pow((double)most, made_even(d)));
}

void made_switching(struct made_activity *a, double hz, unsigned cpus, double run,
		    double seconds)
{
	for (unsigned c = 0; c < cpus; c++) {
		double start = made_even(&a->dice) / hz;
		unsigned thread = 0, function = 1; /* thread 0: nothing runs */

		for (double at = start; at < seconds; at += 1 / hz) {
			if (thread)
				made_activity_add_of(a, at, c, thread, function);
			if (made_even(&a->dice) * run < 1)
				thread = made_even(&a->dice) < 0.3
					     ? 0
					     : rare(&a->dice, MADE_THREADS);
			if (made_even(&a->dice) * run < 3)
				function = rare(&a->dice, MADE_FUNCTIONS);
		}
	}
}

#define WORKERS 4
#define LONGEST 300.0 /* ms */
#define MEAN	52.4  /* ms: of numbers up to LONGEST with evenly spread logarithms */

/*
 * A request from `at` on; returns its end. `*tick` is the time of the next sample of its thread, in
 * its running time.
 */
static double serve(struct made_activity *a, double at, unsigned thread, double hz,
		    double *tick)
{
	static const double parts[][6] = {{0.10, 0.14, 0.46, 0.14, 0.08, 0.08},
					  {0.08, 0.10, 0.24, 0.40, 0.14, 0.04},
					  {0.04, 0.08, 0.12, 0.10, 0.50, 0.16}};
	double length = pow(LONGEST, made_even(&a->dice)) / 1e3;
	const double *part = parts[dice_below(&a->dice, 3)];

	for (unsigned f = 0; f < 6; f++) {
		double each = part[f] * length;

		for (; *tick < each; *tick += 1 / hz)
			made_activity_add_of(a, at + *tick, thread, thread, 1 + f);
		*tick -= each;
		at += each;
	}
	return at;
}

void made_requests(struct made_activity *a, double hz, double load, double seconds)
{
	double idle[WORKERS] = {0}, tick[WORKERS], phase = 1, until = 0;

	for (unsigned i = 0; i < WORKERS; i++)
		tick[i] = made_even(&a->dice) / hz;
	for (double at = 0; at < seconds;) {
		unsigned first = 0;

		if (at >= until) {
			phase = 0.6 + 0.8 * made_even(&a->dice);
			until = at + 0.3 + 1.5 * made_even(&a->dice);
		}
		at += made_exponential(&a->dice) * MEAN / (load * phase) / 1e3;
		for (unsigned i = 1; i < WORKERS; i++)
			first = idle[i] < idle[first] ? i : first;
		idle[first] = serve(a, at > idle[first] ? at : idle[first], first, hz,
				    &tick[first]);
	}
}
