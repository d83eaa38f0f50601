#include "planted/background.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "profile/builder.h"

/* A random number in [0, 1). */
static double part(struct dice *d)
{
	return dice_below(d, UINT32_MAX) / (double)UINT32_MAX;
}

/* The length of a run with this mean: geometric, at least 1. */
static uint32_t run_of(struct dice *d, double mean)
{
	double run;

	if (mean <= 1)
		return 1;
	run = 1 + floor(log(1 - part(d)) / log(1 - 1 / mean));
	return run < 1e9 ? (uint32_t)run : 1000000000;
}

static void *array(size_t n, size_t size)
{
	void *a = calloc(n + 1, size);

	assert(a);
	return a;
}

/* ---- noise ---- */

struct throwing {
	const struct noise *n;
	struct dice dice;
	struct builder *builder;
	/* owned: by function, the probability of it or an earlier one */
	double *upto;
	uint32_t *stacks;		     /* owned: by function */
	uint32_t *now, *left, *cpu, *thread; /* owned: by thread */
	bool *idle;			     /* owned: by thread, with `by_turns` */
};

static uint32_t name_frame(struct builder *b, const char *name, uint32_t i,
			   const char *module, uint32_t j, enum frame_kind kind)
{
	char words[32], path[32];

	snprintf(words, sizeof words, "%s_%u", name, i);
	snprintf(path, sizeof path, "%s%u", module, j);
	return builder_frame(b, builder_string(b, text_of(words)),
			     builder_string(b, text_of(path)), kind);
}

/*
 * main, one of 20 callers in five libraries, the function, and in one of three cases one of ten
 * helpers.
 */
static uint32_t deep_stack(struct builder *b, uint32_t root, uint32_t i)
{
	uint32_t caller =
	    name_frame(b, "caller", i * 7 % 20, "/lib/part", i % 5, FRAME_USER);
	uint32_t function = name_frame(b, "function", i, "/bin/app", 0,
				       i % 7 ? FRAME_USER : FRAME_KERNEL);
	uint32_t stack = builder_stack(b, builder_stack(b, root, caller), function);

	if (i % 3)
		return stack;
	return builder_stack(
	    b, stack, name_frame(b, "helper", i * 11 % 10, "/lib/help", 0, FRAME_USER));
}

static void name_functions(struct throwing *t)
{
	struct builder *b = t->builder;
	uint32_t module = builder_string(b, TEXT("/bin/app"));
	uint32_t root = builder_stack(
	    b, 0, builder_frame(b, builder_string(b, TEXT("main")), module, FRAME_USER));
	double sum = 0;

	for (uint32_t i = 0; i < t->n->functions; i++) {
		char name[32];

		snprintf(name, sizeof name, "function_%u", i);
		sum += 1.0 / (i + 1);
		t->upto[i] = sum;
		t->stacks[i] =
		    t->n->deep
			? deep_stack(b, root, i)
			: builder_stack(b, root,
					builder_frame(b, builder_string(b, text_of(name)),
						      module, FRAME_USER));
	}
	for (uint32_t i = 0; i < t->n->functions; i++)
		t->upto[i] /= sum;
}

static uint32_t pick_function(struct throwing *t)
{
	double at = part(&t->dice);
	uint32_t low = 0, high = t->n->functions - 1;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (t->upto[middle] <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The runs of every seventh function are the longest. */
static double mean_of(const struct noise *n, uint32_t function)
{
	return n->mixed ? pow(n->mean, (function * 5 % 7) / 6.0) : n->mean;
}

/* The thread is idle: no sample, and no work. */
static bool is_idle(struct throwing *t, uint32_t thread, uint64_t tick, uint64_t time)
{
	const struct noise *n = t->n;
	uint64_t at = time % NOISE_BURST_EACH;

	if (n->by_turns && !dice_below(&t->dice, n->rate / 10))
		t->idle[thread] = !t->idle[thread];
	if (t->idle[thread]) {
		t->left[thread] = n->going_on ? t->left[thread] : 0;
		return true;
	}
	return n->quiet && tick % n->quiet &&
	       (at < NOISE_BURST_FIRST || at >= NOISE_BURST_FIRST + NOISE_BURST);
}

static void throw_sample(struct throwing *t, uint32_t thread, uint64_t time)
{
	struct sample s = {.time = time, .weight = 1, .timed = true};

	if (!t->left[thread]) {
		t->now[thread] = pick_function(t);
		t->left[thread] = run_of(&t->dice, mean_of(t->n, t->now[thread]));
	}
	t->left[thread]--;
	if (t->n->migrating && !dice_below(&t->dice, 50)) {
		uint32_t other = dice_below(&t->dice, t->n->threads);
		uint32_t cpu = t->cpu[thread];

		t->cpu[thread] = t->cpu[other];
		t->cpu[other] = cpu;
	}
	s.stack = t->stacks[t->now[thread]];
	s.thread = t->thread[thread];
	s.cpu = (uint16_t)t->cpu[thread];
	s.event = builder_event(t->builder, TEXT("cpu-clock"), TEXT("ns"));
	builder_add_sample(t->builder, &s);
}

static void throw_tick(struct throwing *t, uint64_t tick)
{
	uint64_t time = (tick + 1) * (NS_PER_SECOND / t->n->rate);

	for (uint32_t k = 0; k < t->n->threads; k++)
		if (!is_idle(t, k, tick, time))
			throw_sample(t, k, time + k);
}

struct profile *noise_profile(const struct noise *n, uint64_t seed)
{
	static const char *const apps[] = {"app", "server", "worker", "logger"};
	struct error err = ERROR_INIT;
	struct throwing t = {.n = n, .dice = {seed * 1000003 + 17}};
	struct profile *p;

	t.builder = builder_new(&err);
	assert(t.builder);
	t.upto = array(n->functions, sizeof *t.upto);
	t.stacks = array(n->functions, sizeof *t.stacks);
	t.now = array(n->threads, sizeof *t.now);
	t.left = array(n->threads, sizeof *t.left);
	t.cpu = array(n->threads, sizeof *t.cpu);
	t.thread = array(n->threads, sizeof *t.thread);
	t.idle = array(n->threads, sizeof *t.idle);
	name_functions(&t);
	for (uint32_t i = 0; i < n->threads; i++) {
		t.cpu[i] = i;
		t.thread[i] =
		    builder_thread(t.builder, text_of(n->deep ? apps[i % 4] : "app"),
				   100 + (n->deep ? (int32_t)i : 0), 100 + (int32_t)i);
	}
	for (uint64_t i = 0; i < (uint64_t)n->seconds * n->rate; i++)
		throw_tick(&t, i);
	p = builder_finish(t.builder, &err);
	assert(p);
	builder_free(t.builder);
	free(t.upto);
	free(t.stacks);
	free(t.now);
	free(t.left);
	free(t.cpu);
	free(t.thread);
	free(t.idle);
	return p;
}

/* ---- planting ---- */

struct copying {
	const struct profile *p;
	struct builder *b;
	uint32_t *frames, *stacks, *threads; /* owned: the new number of each */
};

/* Callers have lower numbers, so they already have new numbers. */
static void copy_tables(struct copying *c)
{
	const struct profile *p = c->p;

	for (uint32_t i = 1; i < p->frame_count; i++)
		c->frames[i] =
		    builder_frame(c->b, builder_string(c->b, profile_frame_name(p, i)),
				  builder_string(c->b, profile_frame_module(p, i)),
				  (enum frame_kind)p->frames[i].kind);
	for (uint32_t i = 1; i < p->stack_count; i++)
		c->stacks[i] = builder_stack(c->b, c->stacks[p->stacks[i].parent],
					     c->frames[p->stacks[i].frame]);
	for (uint32_t i = 0; i < p->thread_count; i++)
		c->threads[i] =
		    builder_thread(c->b, profile_string(p, p->threads[i].comm),
				   p->threads[i].pid, p->threads[i].tid);
}

static struct sample copy_of(struct copying *c, uint64_t row)
{
	const struct profile *p = c->p;
	const struct context *context = profile_context(p, row);
	const struct event *e = &p->events[context->event];

	return (struct sample){
	    .time = p->samples.time[row],
	    .weight = p->samples.weight[row],
	    .stack = c->stacks[p->samples.stack[row]],
	    .thread = c->threads[context->thread],
	    .cpu = context->cpu,
	    .event = builder_event(c->b, profile_string(p, e->name),
				   profile_string(p, e->unit)),
	    .timed = true,
	};
}

static bool takes_away(enum plant plant)
{
	return plant == PLANT_STOPS || plant == PLANT_STALL;
}

static bool is_left_out(const struct copying *c, const struct planting *planting,
			uint64_t row, struct dice *d)
{
	uint64_t time = c->p->samples.time[row];

	return takes_away(planting->plant) && time >= planting->from &&
	       time < planting->to &&
	       (planting->plant == PLANT_STALL ||
		profile_context(c->p, row)->thread == planting->thread) &&
	       dice_below(d, 100) < planting->strength;
}

/*
 * The leaf of a random sample: functions are as likely as they have self samples. The idle task
 * does no work.
 */
static uint64_t any_row(const struct profile *p, const struct planting *planting,
			struct dice *d)
{
	uint64_t row = planting->first;

	for (int i = 0; i < 1000; i++) {
		row = planting->first +
		      dice_below(d, (uint32_t)(planting->last - planting->first));
		if (!profile_is_idle_task(p,
					  &p->threads[profile_context(p, row)->thread]))
			break;
	}
	return row;
}

static void write_name(const struct copying *c, uint64_t row, char *name)
{
	uint32_t leaf = c->p->stacks[c->p->samples.stack[row]].frame;
	struct text t = profile_frame_name(c->p, leaf);

	snprintf(name, PLANTED_NAME_MAX, "%.*s", (int)t.len, t.at);
}

/* The time of the i-th sample. */
static uint64_t time_of(const struct planting *planting, uint32_t i, struct dice *d)
{
	uint64_t cycles;

	if (planting->plant != PLANT_PERIOD)
		return planting->from +
		       dice_below(d, (uint32_t)(planting->to - planting->from));
	cycles = (planting->to - planting->from) / planting->cycle;
	return planting->from + i % cycles * planting->cycle +
	       dice_below(d, (uint32_t)(planting->cycle / 10));
}

static void add_samples(struct copying *c, const struct planting *planting,
			struct dice *d, char *name)
{
	uint64_t row = any_row(c->p, planting, d), time = 0;
	struct sample s = copy_of(c, row);

	if (planting->plant == PLANT_GROWS) {
		write_name(c, row, name);
	} else {
		uint32_t module = builder_string(c->b, TEXT("/bin/planted"));

		snprintf(name, PLANTED_NAME_MAX, PLANTED_NAME);
		s.stack = builder_stack(
		    c->b, s.stack,
		    builder_frame(c->b, builder_string(c->b, TEXT(PLANTED_NAME)), module,
				  FRAME_USER));
	}
	for (uint32_t i = 0; i < planting->strength; i++) {
		if (i % planting->run == 0)
			time = time_of(planting, i, d);
		s.time = time;
		builder_add_sample(c->b, &s);
	}
}

static void copying_open(struct copying *c, const struct profile *p)
{
	struct error err = ERROR_INIT;

	*c = (struct copying){.p = p, .b = builder_new(&err)};
	assert(c->b);
	c->frames = array(p->frame_count, sizeof *c->frames);
	c->stacks = array(p->stack_count, sizeof *c->stacks);
	c->threads = array(p->thread_count, sizeof *c->threads);
	copy_tables(c);
}

static struct profile *copying_close(struct copying *c)
{
	struct error err = ERROR_INIT;
	struct profile *made = builder_finish(c->b, &err);

	assert(made);
	builder_free(c->b);
	free(c->frames);
	free(c->stacks);
	free(c->threads);
	return made;
}

struct profile *planted_profile(const struct profile *p, const struct planting *planting,
				struct dice *d, char *name)
{
	struct copying c;

	copying_open(&c, p);
	for (uint64_t row = planting->first; row < planting->last; row++) {
		struct sample s = copy_of(&c, row);

		if (!is_left_out(&c, planting, row, d))
			builder_add_sample(c.b, &s);
	}
	if (!takes_away(planting->plant))
		add_samples(&c, planting, d, name);
	return copying_close(&c);
}

struct profile *first_seconds(struct profile *p, uint32_t seconds)
{
	uint64_t end = p->samples.time[0] + seconds * NS_PER_SECOND;
	struct copying c;

	copying_open(&c, p);
	for (uint64_t i = 0; i < p->samples.count && p->samples.time[i] < end; i++) {
		struct sample s = copy_of(&c, i);

		builder_add_sample(c.b, &s);
	}
	profile_free(p);
	return copying_close(&c);
}
