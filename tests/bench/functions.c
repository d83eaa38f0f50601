/*
 * functions - the cost of a step of a drag for the top table of very many functions, in
 * milliseconds of CPU time: the flame graph's counts and the visible lines.
 *
 * 	functions [FUNCTIONS [STEPS]]
 *
 * Each function has a sample of its own and a random number of others, unrelated to the order of
 * names.
 */

#include <stdio.h>
#include <stdlib.h>

#include "analysis/flame.h"
#include "base/clock.h"
#include "base/mem.h"
#include "figures.h"
#include "profile/builder.h"
#include "view/view.h"

#define GROUPS	1000 /* of functions: each has its own caller */
#define COLUMNS 180  /* of a map: a step of a drag is one of them */
#define ROWS	50
#define SEED	7

static uint32_t frame_of(struct builder *b, const char *what, uint32_t number)
{
	char name[32];
	int len = snprintf(name, sizeof name, "%s_%07u", what, number);

	return builder_frame(b, builder_string(b, (struct text){name, (size_t)len}), 0,
			     FRAME_USER);
}

static struct profile *make_profile(uint32_t functions, struct error *err)
{
	struct builder *b = builder_new(err);
	uint32_t seed = SEED;
	struct profile *p;
	struct sample s = {.weight = 1, .timed = true};

	if (!b)
		return NULL;
	s.thread = builder_thread(b, TEXT("app"), 1, 1);
	s.event = builder_event(b, TEXT("clock"), TEXT(""));
	for (uint32_t i = 0; i < 2 * functions && !builder_failed(b); i++) {
		uint32_t of = (uint32_t)((uint64_t)i * 7919 % functions);

		seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
		if (i >= functions)
			of = (uint32_t)((uint64_t)seed * functions >> 32);
		s.stack = builder_stack(b, 0, frame_of(b, "main", 0));
		s.stack = builder_stack(b, s.stack, frame_of(b, "group", of % GROUPS));
		s.stack = builder_stack(b, s.stack, frame_of(b, "function", of));
		s.time = (uint64_t)(i % functions) * 50000;
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, err);
	builder_free(b);
	return p;
}

struct bench {
	struct tree *tree;
	struct bits all;
	struct flame flame;
	struct theme theme;
	void *view; /* a view of table_view_ops */
};

static bool start(struct bench *b, const struct profile *p, struct error *err)
{
	b->view = mem_array(1, table_view_ops.size, "a table", err);
	b->tree = b->view ? tree_new(p, ROOT_COMM, err) : NULL;
	if (!b->tree || !bits_build(&b->all, p->samples.count, err))
		return false;
	bits_fill(&b->all);
	return flame_build(&b->flame, b->tree, &b->all, NULL, WEIGH_SAMPLES, err);
}

static bool step(struct bench *b, struct range r, bool moving, struct error *err)
{
	struct view_data data = {.functions = {.flame = &b->flame},
				 .theme = &b->theme,
				 .choice = &choice_default,
				 .range = r,
				 .moving = moving};
	struct pane p = {.area = {.w = COLUMNS, .h = ROWS}};

	flame_show(&b->flame, r);
	data.profile = b->tree->profile;
	data.percent_of = b->flame.total[0];
	if (!table_view_ops.update(b->view, &data, p, err))
		return false;
	table_view_ops.prepare(b->view, p, true);
	return true;
}

/*
 * Drag from a narrow range to nearly the whole time and back; `times` and the time of the first
 * step.
 */
static bool drag(struct bench *b, int steps, struct error *err)
{
	static struct series times, again;
	uint64_t column = range_whole(b->tree->profile).to / COLUMNS;

	for (int i = 0; i < steps; i++) {
		uint64_t columns = (uint64_t)(i % (COLUMNS - 10) + 1);
		struct range r = {5 * column, (5 + columns) * column};
		uint64_t before = clock_spent();

		if (!step(b, r, true, err))
			return false;
		figures_add(columns == 1 ? &again : &times, clock_spent() - before);
	}
	figures_print_all_ms("step", &times);
	figures_print_all_ms("anew", &again);
	return true;
}

static void stop(struct bench *b)
{
	if (b->view)
		table_view_ops.release(b->view);
	mem_free(b->view);
	flame_release(&b->flame);
	bits_release(&b->all);
	tree_free(b->tree);
}

int main(int argc, char **argv)
{
	uint32_t functions = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000000;
	int steps = argc > 2 ? atoi(argv[2]) : 340;
	struct error err = ERROR_INIT;
	struct profile *p =
	    functions && functions < 100000000 ? make_profile(functions, &err) : NULL;
	struct bench b = {.tree = NULL};
	bool ok = p && start(&b, p, &err) && drag(&b, steps, &err);

	if (!ok)
		fprintf(stderr, "functions: %s\n", err.message);
	stop(&b);
	profile_free(p);
	return !ok;
}
