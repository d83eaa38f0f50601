#include "lib/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "lib/own_stack.h"

#define MAPS_MOST  4096
#define FRAMES	   127
#define FILES_MOST 64

/* This process as it is mapped. */
struct world {
	struct own_map maps[MAPS_MOST];
	struct unwind_file
	    *files[MAPS_MOST]; /* NULL: none; the first with a path owns it */
	size_t count;
};

static bool find(void *arg, uint64_t address, struct unwind_place *place)
{
	const struct world *w = arg;

	for (size_t i = 0; i < w->count; i++) {
		const struct own_map *m = &w->maps[i];

		if (address < m->start || address >= m->end)
			continue;
		place->file = w->files[i];
		place->offset = address - m->start + m->offset;
		return true;
	}
	return false;
}

static struct unwind_file *open_file(const char *path, const struct build_id *id)
{
	const struct symbol_source src = {.debug_dir = "/nonexistent",
					  .build_ids = "/nonexistent"};
	struct module_file wanted = {.path = text_of(path)};
	struct error err = ERROR_INIT;
	struct unwind_file *f;

	if (id)
		wanted.build_id = *id;
	f = unwind_file_open(&src, &wanted, &err);
	assert_non_null(f);
	return f;
}

/* With files that have this build id, if there is one. */
static struct world *world_open(const struct build_id *id)
{
	struct world *w = calloc(1, sizeof *w);

	assert_non_null(w);
	w->count = own_maps(w->maps, MAPS_MOST);
	for (size_t i = 0; i < w->count; i++) {
		for (size_t k = 0; k < i && !w->files[i]; k++)
			if (strcmp(w->maps[k].path, w->maps[i].path) == 0)
				w->files[i] = w->files[k];
		if (w->maps[i].path[0] && !w->files[i])
			w->files[i] = open_file(w->maps[i].path, id);
	}
	return w;
}

static void world_close(struct world *w)
{
	for (size_t i = 0; i < w->count; i++) {
		struct unwind_file *f = w->files[i];

		for (size_t k = i; f && k < w->count; k++)
			if (w->files[k] == f)
				w->files[k] = NULL;
		unwind_file_close(f);
	}
	free(w);
}

struct walked {
	uint64_t addresses[FRAMES];
	size_t n;
	enum unwind_end end;
};

static void walk_in(struct world *w, const struct unwind_thread *t, size_t max,
		    struct walked *to)
{
	struct error err = ERROR_INIT;
	struct unwind *u = unwind_new(&err);

	assert_non_null(u);
	to->end = unwind_walk(u, t, find, w, to->addresses, max, &to->n);
	assert_true(to->n <= max);
	unwind_free(u);
}

static void walk(const struct unwind_thread *t, size_t max, struct walked *to)
{
	struct world *w = world_open(NULL);

	walk_in(w, t, max, to);
	world_close(w);
}

/*
 * The compiler's library finds the return addresses; `from` and the frame after it were not called.
 */
static void assert_same(const struct own_stack *s, const struct walked *w, int from)
{
	assert_int_equal(w->n, s->caller_count);
	for (int i = 1; i < s->caller_count; i++) {
		uint64_t theirs = s->callers[i];

		assert_int_equal(w->addresses[i],
				 i == from || i == from + 1 ? theirs : theirs - 1);
	}
}

TEST(a_copy_tells_the_callers_that_the_stack_tells)
{
	static struct own_stack s;
	struct walked w;

	if (!own_stack_copy_deep(&s, 5))
		skip();
	walk(&s.thread, FRAMES, &w);
	assert_int_equal(w.end, UNWIND_WHOLE);
	assert_int_equal(w.addresses[0], s.thread.registers[UNWIND_PC]);
	assert_same(&s, &w, -1);
}

static struct own_stack *in_handler;

static void handle(int number)
{
	(void)number;
	if (!own_stack_copy_deep(in_handler, 1))
		in_handler->caller_count = 0;
}

TEST(a_signal_leads_back_to_what_it_interrupted)
{
	static struct own_stack s;
	struct walked w;

	in_handler = &s;
	if (!own_stack_copy(&s))
		skip();
#ifdef __SANITIZE_THREAD__
	skip(); /* it calls handlers itself, later */
#endif
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	signal(SIGUSR1, SIG_DFL);
	walk(&s.thread, FRAMES, &w);
	assert_int_equal(w.end, UNWIND_WHOLE);
	assert_same(&s, &w, 4); /* copy, deep, deep, handle, trampoline, raise */
}

TEST(a_copy_that_is_too_short_ends_where_it_ends)
{
	static struct own_stack s;
	struct walked w;

	if (!own_stack_copy_deep(&s, 20))
		skip();
	s.thread.stack.len = (uint64_t)(uintptr_t)__builtin_frame_address(0) -
			     s.thread.registers[UNWIND_SP];
	if (s.thread.stack.len > OWN_STACK_MOST)
		s.thread.stack.len = OWN_STACK_MOST;
	s.thread.stack.len -= s.thread.stack.len / 4;
	walk(&s.thread, FRAMES, &w);
	assert_int_equal(w.end, UNWIND_COPY);
	assert_in_range(w.n, 3, (unsigned long)s.caller_count - 3);
	/* memory that is mapped but in no file reads as 0, so there is no return address */
	assert_int_equal(w.addresses[w.n - 1], UINT64_MAX);
	assert_int_equal(w.addresses[w.n - 2], s.callers[w.n - 2] - 1);
}

TEST(no_more_frames_are_told_than_there_is_room_for)
{
	static struct own_stack s;
	struct walked w;

	if (!own_stack_copy_deep(&s, 60))
		skip();
	walk(&s.thread, 10, &w);
	assert_int_equal(w.end, UNWIND_DEEP);
	assert_int_equal(w.n, 10);
	assert_int_equal(w.addresses[9], s.callers[9] - 1);
}

TEST(a_file_with_another_build_id_tells_nothing)
{
	static const struct build_id other = {.len = 20, .bytes = {1, 2, 3}};
	struct world *world = world_open(&other);
	static struct own_stack s;
	struct walked w;

	if (!own_stack_copy(&s)) {
		world_close(world);
		skip();
	}
	walk_in(world, &s.thread, FRAMES, &w);
	world_close(world);
	assert_int_equal(w.end, UNWIND_NO_FILE);
	assert_int_equal(w.n, 1);
}

TEST(code_without_a_file_tells_no_callers)
{
	static struct own_stack s;
	struct walked w;

	if (!own_stack_copy(&s))
		skip();
	s.thread.registers[UNWIND_PC] = s.thread.registers[UNWIND_SP];
	walk(&s.thread, FRAMES, &w);
	assert_int_equal(w.end, UNWIND_MADE);
	assert_int_equal(w.n, 1);
	s.thread.registers[UNWIND_PC] = 12;
	walk(&s.thread, FRAMES, &w);
	assert_int_equal(w.end, UNWIND_LOST);
	assert_int_equal(w.n, 1);
}

#ifdef __x86_64__
/* The compiler writes no unwind information for this, but it keeps a frame pointer. */
bool told_nowhere(struct own_stack *s);
__asm__(".text\n"
	".type told_nowhere, @function\n"
	"told_nowhere:\n"
	"	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	call own_stack_copy\n"
	"	pop %rbp\n"
	"	ret\n"
	".size told_nowhere, . - told_nowhere\n");
#else
#define told_nowhere own_stack_copy
#endif

TEST(what_no_table_tells_is_guessed_by_frame_pointers)
{
	static struct own_stack s;
	struct walked w;
	uint64_t here;

	if (!told_nowhere(&s))
		skip();
	walk(&s.thread, FRAMES, &w);
	here = (uintptr_t)what_no_table_tells_is_guessed_by_frame_pointers;
	assert_in_range(w.n, 3, FRAMES);
	assert_in_range(w.addresses[2], here, here + 4096);
}

struct several {
	struct world *world;
	const struct own_stack *stack;
	struct walked walked[4];
};

static void walk_often(void *arg, unsigned i)
{
	struct several *s = arg;

	for (int round = 0; round < 50; round++)
		walk_in(s->world, &s->stack->thread, FRAMES, &s->walked[i]);
}

TEST(several_threads_walk_by_the_same_files)
{
	static struct several s;
	static struct own_stack stack;

	if (!own_stack_copy_deep(&stack, 30))
		skip();
	s.world = world_open(NULL);
	s.stack = &stack;
	threads_run(4, walk_often, &s);
	world_close(s.world);
	for (int i = 0; i < 4; i++)
		if (s.walked[i].n) /* else there was no thread */
			assert_same(&stack, &s.walked[i], -1);
}

/* ---- malicious input ---- */

static uint64_t dice(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Somewhere in this process, in the copy, or nowhere. */
static uint64_t some_address(const struct world *w, uint64_t *seed, uint64_t sp)
{
	const struct own_map *m = &w->maps[dice(seed) % w->count];

	switch (dice(seed) % 4) {
	case 0:
		return dice(seed);
	case 1:
		return sp + dice(seed) % 4096;
	default:
		return m->start + dice(seed) % (m->end - m->start);
	}
}

TEST(any_stack_and_any_registers_have_an_end)
{
	struct world *world = world_open(NULL);
	uint64_t seed = 88172645463325252u;
	uint64_t words[256];
	struct walked w;

	for (int round = 0; round < 20000; round++) {
		struct unwind_thread t = {.known = (uint32_t)dice(&seed)};
		uint64_t sp = dice(&seed) >> (dice(&seed) % 64);

		t.known |= 1u << UNWIND_PC | 1u << UNWIND_SP;
		for (int i = 0; i < UNWIND_REGISTERS; i++)
			t.registers[i] = some_address(world, &seed, sp);
		t.registers[UNWIND_SP] = sp;
		for (size_t i = 0; i < 256; i++)
			words[i] = some_address(world, &seed, sp);
		t.stack =
		    (struct text){(const char *)words, dice(&seed) % (sizeof words + 1)};
		walk_in(world, &t, FRAMES, &w);
		assert_in_range(w.n, 1, FRAMES);
	}
	world_close(world);
}
