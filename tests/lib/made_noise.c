#include "lib/made_noise.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "lib/made_activity.h"

/* ---- the tables: for each CPU a thread, and two stacks ---- */

static void build_tables(struct noisy *n, uint32_t cpus)
{
	struct made_sample samples[NOISE_CPUS_MAX + 1] = {{0}};

	assert(cpus <= NOISE_CPUS_MAX);
	for (uint32_t i = 0; i <= cpus; i++) {
		uint32_t cpu = i < cpus ? i : 0;

		samples[i] =
		    (struct made_sample){.stack = i < cpus ? "main;work" : "main;planted",
					 .time = NOISE_ORIGIN + i,
					 .pid = 100,
					 .tid = 100 + (int)cpu,
					 .cpu = (int)cpu};
	}
	n->tables = made_profile(samples, cpus + 1);
	n->profile = *n->tables;
	n->planted = n->tables->stacks[n->tables->samples.stack[cpus]].frame;
}

/* ---- sample times of each CPU ---- */

struct stream {
	double next; /* ns; the next sample */
	double tick; /* ns; of the clock */
	bool busy;
	double left; /* in the run, in ticks */
};

static double exponential(struct dice *d, double mean)
{
	return made_exponential(d) * mean;
}

static bool is_busy(struct stream *s, const struct noise *noise, struct dice *d)
{
	double idle = noise->run * (1 - noise->busy) / noise->busy;

	if (noise->kind == NOISE_CLOCKED)
		return made_even(d) < noise->busy;
	while (s->left <= 0) {
		s->busy = !s->busy;
		s->left += ceil(exponential(d, s->busy ? noise->run : idle));
	}
	s->left--;
	return s->busy;
}

static void step(struct stream *s, const struct noise *noise, struct dice *d)
{
	double period = 1e9 / noise->hz;

	if (noise->kind == NOISE_POISSON) {
		s->next += exponential(d, period / noise->busy);
		return;
	}
	do
		s->tick += period;
	while (!is_busy(s, noise, d) && s->tick < 2e9 * noise->seconds);
	s->next = s->tick + 50000 * made_even(d);
}

static void open_streams(struct stream *streams, const struct noise *noise,
			 struct dice *d)
{
	for (uint32_t i = 0; i < noise->cpus; i++) {
		streams[i] = (struct stream){.tick = -made_even(d) * 1e9 / noise->hz,
					     .busy = made_even(d) < noise->busy};
		streams[i].left = exponential(d, noise->run);
		step(&streams[i], noise, d);
	}
}

/* ---- planting ---- */

static void put(struct noisy *n, uint64_t time, uint32_t context, uint32_t stack)
{
	uint64_t i = n->profile.samples.count++;

	assert(i < n->room);
	n->time[i] = time;
	n->context[i] = context;
	n->stack[i] = stack;
	n->weight[i] = 1;
}

static void put_more(struct noisy *n, const struct planted *p)
{
	const struct samples *tables = &n->tables->samples;
	double step = (double)(p->to - p->from) / (double)p->more;

	for (int64_t i = 0; i < p->more; i++)
		put(n, p->from + (uint64_t)(((double)i + 0.5) * step), tables->context[0],
		    tables->stack[tables->count - 1]);
}

/* Remove this many of the k samples in its time, evenly. */
static void take_away(struct noisy *n, const struct planted *p)
{
	uint64_t here = 0, gone = 0, kept = 0, seen = 0, many = (uint64_t)-p->more;

	for (uint64_t i = 0; i < n->profile.samples.count; i++)
		here += n->time[i] >= p->from && n->time[i] < p->to;
	for (uint64_t i = 0; i < n->profile.samples.count; i++) {
		if (n->time[i] >= p->from && n->time[i] < p->to) {
			seen++;
			if (gone * here < many * seen && gone < many) {
				gone++;
				continue;
			}
		}
		n->time[kept] = n->time[i];
		n->context[kept] = n->context[i];
		n->stack[kept++] = n->stack[i];
	}
	n->profile.samples.count = kept;
}

/* Insertion sort: planted samples come after all others. */
static void sort_planted(struct noisy *n, uint64_t from)
{
	for (uint64_t i = from; i < n->profile.samples.count; i++) {
		uint64_t time = n->time[i], at = i;
		uint32_t context = n->context[i], stack = n->stack[i];

		for (; at > 0 && n->time[at - 1] > time; at--) {
			n->time[at] = n->time[at - 1];
			n->context[at] = n->context[at - 1];
			n->stack[at] = n->stack[at - 1];
		}
		n->time[at] = time;
		n->context[at] = context;
		n->stack[at] = stack;
	}
}

/* ---- the whole profile ---- */

static void *array(uint64_t n, size_t size)
{
	void *at = calloc(n, size);

	assert(at);
	return at;
}

static void make_room(struct noisy *n, const struct noise *noise,
		      const struct planted *plants, size_t count)
{
	double expected = (double)noise->hz * noise->seconds * noise->cpus;

	n->room = (uint64_t)(expected * 1.2 + 10 * sqrt(expected)) + 100;
	for (size_t i = 0; i < count; i++)
		n->room += plants[i].more > 0 ? (uint64_t)plants[i].more : 0;
	n->time = array(n->room, sizeof *n->time);
	n->weight = array(n->room, sizeof *n->weight);
	n->stack = array(n->room, sizeof *n->stack);
	n->context = array(n->room, sizeof *n->context);
}

static void fill(struct noisy *n, const struct noise *noise, struct dice *d)
{
	struct stream streams[NOISE_CPUS_MAX];
	double end = 1e9 * noise->seconds;

	open_streams(streams, noise, d);
	for (;;) {
		uint32_t first = 0;

		for (uint32_t i = 1; i < noise->cpus; i++)
			if (streams[i].next < streams[first].next)
				first = i;
		if (streams[first].next >= end)
			return;
		if (streams[first].next >= 0)
			put(n, NOISE_ORIGIN + (uint64_t)streams[first].next,
			    n->tables->samples.context[first],
			    n->tables->samples.stack[0]);
		step(&streams[first], noise, d);
	}
}

void noisy_build(struct noisy *n, const struct noise *noise, const struct planted *plants,
		 size_t count)
{
	struct dice d = {noise->seed * 1000003 + noise->hz + noise->seconds};
	struct samples *s = &n->profile.samples;
	uint64_t last;

	*n = (struct noisy){0};
	build_tables(n, noise->cpus);
	make_room(n, noise, plants, count);
	*s = (struct samples){.time = n->time,
			      .stack = n->stack,
			      .context = n->context,
			      .weight = n->weight};
	fill(n, noise, &d);
	last = s->count;
	for (size_t i = 0; i < count; i++)
		if (plants[i].more < 0)
			take_away(n, &plants[i]);
	last = s->count;
	for (size_t i = 0; i < count; i++)
		if (plants[i].more > 0)
			put_more(n, &plants[i]);
	sort_planted(n, last);
	s->end = s->count ? n->time[s->count - 1] + 1 : 0;
	n->profile.tallies = NULL;
	n->profile.tally_count = 0;
}

void noisy_release(struct noisy *n)
{
	free(n->time);
	free(n->weight);
	free(n->stack);
	free(n->context);
	profile_free(n->tables);
	*n = (struct noisy){0};
}
