#include "lib/unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/reading.h"
#include "lib/hunger.h"
#include "lib/made_recording.h"
#include "lib/own_stack.h"
#include "lib/dump.h"
#include "profile/code.h"

#define KERNEL	   ((uint64_t)-128)
#define DWARF_TYPE (MADE_TYPE | 0x3000) /* REGS_USER, STACK_USER */
#define ALL_X86	   UINT64_C(0xff0fff)	/* as perf requests */
#define MAPS_MOST  4096

static void patch(struct made_recording *m, size_t at, uint64_t v)
{
	memcpy(m->bytes + at, &v, sizeof v);
}

/* An event of --call-graph dwarf, and this process with its maps, from a given time on. */
static void begin(struct made_recording *m, uint64_t mapped)
{
	static struct own_map maps[MAPS_MOST];
	static size_t n;

	if (n == 0) /* only once, since they change */
		n = own_maps(maps, MAPS_MOST);
	made_head(m);
	made_attr(m, 1, 0, DWARF_TYPE, 0, 112, 0);
	patch(m, 16 + 8 + 80, ALL_X86); /* sample_regs_user */
	made_comm(m, 0, 7, 7, "own");
	for (size_t i = 0; i < n; i++)
		made_map(m, mapped, 7, maps[i].start, maps[i].end - maps[i].start,
			 maps[i].offset, maps[i].path[0] ? maps[i].path : "//anon");
}

/* The registers in kernel order, then the copy, of which `used` bytes are valid. */
static void put_copy(struct made_recording *m, const struct own_stack *s, uint64_t abi)
{
	static const uint8_t first[] = {0, 3, 2, 1, 4, 5, 6, 7, UNWIND_PC};

	made_u64(m, abi);
	for (int i = 0; i < 9; i++)
		made_u64(m, s->thread.registers[first[i]]);
	for (int i = 0; i < 3; i++)
		made_u64(m, 0x33); /* flags, cs, ss */
	for (int i = 8; i < 16; i++)
		made_u64(m, s->thread.registers[i]);
	made_u64(m, s->thread.stack.len / 8 * 8);
	made_bytes(m, text_upto(s->thread.stack, s->thread.stack.len / 8 * 8));
	made_u64(m, s->thread.stack.len / 8 * 8);
}

static void put_sample(struct made_recording *m, uint64_t time, const struct own_stack *s,
		       bool kernel, uint64_t abi)
{
	made_begin(m, 9, kernel ? 1 : 2);
	made_u64(m, kernel ? 0xffffffff81000010 : s->thread.registers[UNWIND_PC]);
	made_u32(m, 7);
	made_u32(m, 7);
	made_u64(m, time);
	made_u64(m, kernel ? 2 : 0);
	if (kernel) {
		made_u64(m, KERNEL);
		made_u64(m, 0xffffffff81000010);
	}
	put_copy(m, s, abi);
	made_end(m);
}

/* The dump of the profile; the recording is released. */
static char *read_made(struct made_recording *m, bool symbols, unsigned threads)
{
	const struct reading_options o = {
	    .addresses = true, .symbols = symbols, .threads = threads};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(m->bytes, m->len, &err);
	struct profile *p = s ? reading_run_source(s, "it", &o, NULL, &err) : NULL;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!p)
		fail_msg("%s", err.message);
	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	profile_free(p);
	source_close(s);
	free(m->bytes);
	return text;
}

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

static void assert_says(const char *text, const char *word, size_t times)
{
	if (count(text, word) != times)
		fail_msg("\"%s\" %zu times, not %zu, in:\n%s", word, count(text, word),
			 times, text);
}

TEST(a_sample_with_a_copy_of_its_stack_has_its_callers)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char *text;

	if (!own_stack_copy_deep(&s, 5))
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, false, 2);
	text = read_made(&m, true, 1);
	assert_says(text, " own_stack_copy_deep ", 6);
	assert_says(text, " own_stack_copy ", 1);
	assert_says(text, " main ", 1);
	assert_says(text, "user stacks", 0);
	free(text);
}

TEST(the_kernels_part_of_the_stack_stays)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char *text;

	if (!own_stack_copy_deep(&s, 3))
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, true, 2);
	text = read_made(&m, true, 1);
	assert_says(text, "<ffffffff81000010>", 1);
	assert_says(text, " own_stack_copy_deep ", 4);
	assert_true(strstr(text, " main ") != NULL);
	free(text);
}

TEST(stacks_are_unwound_by_the_maps_of_their_time)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char *text;

	if (!own_stack_copy_deep(&s, 5))
		skip();
	begin(&m, 100);
	put_sample(&m, 200, &s, false, 2);
	put_sample(&m, 50, &s, false, 2);
	text = read_made(&m, true, 1);
	assert_says(text, " own_stack_copy_deep ", 6);
	assert_says(text,
		    "1 0 user stacks cut short: a return address is not in any code", 1);
	free(text);
}

TEST(without_symbols_no_file_is_read_and_the_leaf_is_shown)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char *text;

	if (!own_stack_copy_deep(&s, 5))
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, false, 2);
	text = read_made(&m, false, 1);
	assert_says(text, "  nameless", 1);
	assert_says(text, "1 0 user stacks not unwound: --no-symbols forbids reading", 1);
	free(text);
}

/* Where the leaf of each sample was, in functions of these modules. */
static void tell_leaves(const struct made_recording *m, const char *modules, char *to,
			size_t room)
{
	const struct reading_options o = {.symbols = true,
					  .threads = 1,
					  .instructions_of = "own_stack_copy",
					  .instructions_in = modules};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(m->bytes, m->len, &err);
	struct profile *p = s ? reading_run_source(s, "it", &o, NULL, &err) : NULL;
	size_t len = 0;

	assert_non_null(p);
	*to = '\0';
	for (uint64_t row = 0; p->samples.site && row < p->samples.count; row++) {
		const struct code_site *site = &p->code->sites[p->samples.site[row]];

		len += (size_t)snprintf(to + len, room - len, "%lx ",
					(unsigned long)site->address);
	}
	profile_free(p);
	source_close(s);
}

/* If only instructions are needed, callers are not. */
TEST(the_leaf_is_known_without_unwinding)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char unwound[512], alone[512], program[PATH_MAX + 2] = "";

	if (!own_stack_copy_deep(&s, 3) ||
	    readlink("/proc/self/exe", program, PATH_MAX) < 0)
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, false, 2);
	put_sample(&m, 11, &s, true, 2);
	put_sample(&m, 12, &s, false, 2);
	tell_leaves(&m, NULL, unwound, sizeof unwound);
	tell_leaves(&m, program, alone, sizeof alone);
	assert_true(*alone);
	assert_string_equal(alone, unwound);
	free(m.bytes);
}

TEST(stacks_of_32_bits_are_counted)
{
	static struct own_stack s;
	struct made_recording m = {0};
	char *text;

	if (!own_stack_copy(&s))
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, false, 1);
	text = read_made(&m, true, 1);
	assert_says(text, "1 0 user stacks not unwound: only 64-bit x86", 1);
	free(text);
}

#define MANY 2500 /* times 16 KiB: more than is kept in memory */

static char *read_many(struct own_stack *const stacks[3], unsigned threads)
{
	struct made_recording m = {0};

	begin(&m, 0);
	for (uint64_t i = 0; i < MANY; i++)
		put_sample(&m, 10 + (i * 7919) % MANY, stacks[i % 3], false, 2);
	return read_made(&m, true, threads);
}

TEST(many_copies_are_unwound_alike_on_any_number_of_threads)
{
	static struct own_stack a, b, c;
	struct own_stack *const stacks[3] = {&a, &b, &c};
	char *one, *four;

	if (!own_stack_copy_deep(&a, 5) || !own_stack_copy_deep(&b, 50) ||
	    !own_stack_copy(&c))
		skip();
	for (int i = 0; i < 3; i++)
		stacks[i]->thread.stack = (struct text){stacks[i]->bytes, OWN_STACK_MOST};
	one = read_many(stacks, 1);
	four = read_many(stacks, 4);
	assert_string_equal(one, four);
	assert_int_equal(count(one, " main "), MANY);
	assert_int_equal(count(one, " own_stack_copy "), MANY);
	free(one);
	free(four);
}

/* Reads it with allocation number `due` failing; false and an error, or a profile. */
static bool read_hungry(const struct made_recording *m, unsigned due)
{
	const struct reading_options o = {
	    .addresses = true, .symbols = true, .threads = 1};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(m->bytes, m->len, &err);
	struct profile *p;

	assert_non_null(s);
	hunger_due = due;
	p = reading_run_source(s, "it", &o, NULL, &err);
	due = hunger_due;
	hunger_due = 0;
	if (!p)
		assert_int_equal(err.kind, ERROR_MEMORY);
	profile_free(p);
	source_close(s);
	return due > 0; /* there were not that many */
}

TEST(when_memory_runs_out_reading_fails_or_stacks_are_short)
{
	static struct own_stack s;
	struct made_recording m = {0};
	unsigned due = 1;

	if (!own_stack_copy_deep(&s, 3))
		skip();
	begin(&m, 0);
	put_sample(&m, 10, &s, false, 2);
	put_sample(&m, 11, &s, false, 2);
	while (!read_hungry(&m, due))
		due += 1 + due / 50;
	assert_true(due > 50);
	free(m.bytes);
}
