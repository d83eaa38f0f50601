#include "lib/made_activity.h"

#include <math.h>
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
	if (a->count == a->room) {
		a->room = a->room ? 2 * a->room : 1024;
		a->moments = realloc(a->moments, a->room * sizeof *a->moments);
		if (!a->moments)
			abort();
	}
	a->moments[a->count++] =
	    (struct made_moment){START + (uint64_t)(seconds * NS), (uint16_t)cpu};
}

static int by_time(const void *left, const void *right)
{
	const struct made_moment *a = left, *b = right;

	return (a->time > b->time) - (a->time < b->time);
}

const struct profile *made_activity_profile(struct made_activity *a)
{
	static const char bytes[] = "cpu-clock";
	static const uint64_t ends[] = {0, 9};
	static const struct frame frames[1];
	static const struct stack stacks[1];
	static const struct thread threads[] = {{.comm = 1, .pid = 1, .tid = 1}};
	static const struct event events[] = {{1, 0, 0}};
	struct samples *s = &a->profile.samples;

	qsort(a->moments, a->count, sizeof *a->moments, by_time);
	a->time = calloc(a->count + 1, sizeof *a->time);
	a->stack = calloc(a->count + 1, sizeof *a->stack);
	a->context = calloc(a->count + 1, sizeof *a->context);
	if (!a->time || !a->stack || !a->context)
		abort();
	for (size_t i = 0; i < a->count; i++) {
		a->time[i] = a->moments[i].time;
		a->context[i] = a->moments[i].cpu;
	}
	for (uint16_t c = 0; c < 64; c++)
		a->contexts[c] = (struct context){0, c, 0};
	a->profile = (struct profile){.strings = {2, bytes, ends},
				      .frames = frames,
				      .stacks = stacks,
				      .threads = threads,
				      .events = events,
				      .contexts = a->contexts,
				      .frame_count = 1,
				      .stack_count = 1,
				      .thread_count = 1,
				      .event_count = 1,
				      .context_count = 64,
				      .has_times = true};
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
	*a = (struct made_activity){0};
}

static double likely(made_shape *shape, const void *arg, double seconds)
{
	return shape ? shape(arg, seconds) : 1;
}

#define HIGHEST 40 /* that a shape may be: thinned from so many times the rate */

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
