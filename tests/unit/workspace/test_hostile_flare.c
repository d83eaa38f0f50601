#include "lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/everything.h"
#include "lib/made_profile.h"
#include "lib/stored.h"
#include "profile/join/join.h"
#include "profile/store.h"
#include "profile/store_layout.h"

/* A small file with rows in every table, and its section table. */
struct file {
	unsigned char *bytes; /* owned */
	size_t len;
	struct store_section sections[STORE_KINDS]; /* by kind */
};

static struct file make_file(void)
{
	const struct made_sample samples[] = {
	    {.stack = "main@/bin/app;a@b", .time = 7000000001, .weight = 3},
	    {.stack = "main@/bin/app", .time = 7500000000, .cpu = 1, .event = "faults"},
	    {.stack = "do_idle@[kernel]", .comm = "swapper", .time = 9000000000},
	};
	struct profile *p = made_with_note(samples, 3, "nrcpus online", "2");
	struct file f;

	f.bytes = stored_bytes(p, &f.len);
	memcpy(f.sections + 1, f.bytes + sizeof(struct store_header),
	       sizeof(struct store_section) * STORE_SECTIONS);
	profile_free(p);
	return f;
}

/* The same for two hosts, so that their tables have rows as well. */
static struct file make_hosts(void)
{
	const struct made_sample samples[] = {
	    {.stack = "main@/bin/app;a@b", .time = 7000000001, .weight = 3, .pid = 5},
	    {.stack = "do_idle@[kernel]", .comm = "swapper", .time = 9000000000},
	};
	const struct join_options options = {.threads = 1};
	struct join_part parts[2] = {
	    {.profile = made_profile(samples, 2), .name = TEXT("web1")},
	    {.profile = made_profile(samples, 1), .name = TEXT("web2")}};
	struct error err = ERROR_INIT;
	struct profile *p = join_run(parts, 2, &options, &err);
	struct file f;

	assert_non_null(p);
	f.bytes = stored_bytes(p, &f.len);
	memcpy(f.sections + 1, f.bytes + sizeof(struct store_header),
	       sizeof(struct store_section) * STORE_SECTIONS);
	profile_free(p);
	for (int i = 0; i < 2; i++)
		profile_free((struct profile *)parts[i].profile);
	return f;
}

TEST(a_whole_file_is_analysed)
{
	struct file f = make_file();

	assert_true(everything_of(f.bytes, f.len));
	free(f.bytes);
}

static void change_each_byte(struct file f)
{
	static const unsigned char masks[] = {1, 0x80, 0xff};
	unsigned char *changed = malloc(f.len);
	unsigned refused = 0, used = 0;

	assert_non_null(changed);
	for (size_t i = 0; i < 3 * f.len; i += unit_everywhere() ? 1 : 7) {
		memcpy(changed, f.bytes, f.len);
		changed[i / 3] ^= masks[i % 3];
		stored_mend(changed, f.len);
		if (everything_of(changed, f.len))
			used++;
		else
			refused++;
	}
	assert_true(refused > 100 && used > 100);
	free(changed);
	free(f.bytes);
}

TEST(a_changed_byte_with_right_sums_does_no_harm)
{
	change_each_byte(make_file());
}

TEST(nor_does_one_of_several_hosts)
{
	struct file f = make_hosts();

	assert_int_equal(f.sections[STORE_HOSTS].rows, 2);
	assert_true(f.sections[STORE_TASKS].rows > 3 && f.sections[STORE_CPUS].rows >= 2);
	change_each_byte(f);
}

/* Whether a reader of facts accepts the file when its last time is `time`. */
static bool facts_believed(const struct file *f, uint64_t time, bool mend)
{
	const struct store_section *s = &f->sections[STORE_SAMPLE_TIMES];
	unsigned char *changed = malloc(f->len);
	struct error err = ERROR_INIT;
	struct profile *p;
	bool believed;

	assert_non_null(changed);
	memcpy(changed, f->bytes, f->len);
	memcpy(changed + s->offset + 8 * (s->rows - 1), &time, 8);
	if (mend)
		stored_mend(changed, f->len);
	p = stored_open(changed, f->len, &err);
	assert_non_null(p);
	believed = store_check_facts(p, &err);
	assert_int_equal(believed, err.kind == ERROR_NONE);
	profile_free(p);
	free(changed);
	return believed;
}

TEST(the_times_that_are_told_as_facts_are_those_written)
{
	struct file f = make_file();

	assert_true(facts_believed(&f, 9000000000, false));
	assert_false(facts_believed(&f, 0, false));
	assert_false(facts_believed(&f, 9000000001, false));
	assert_true(facts_believed(&f, 9000000001, true));
	assert_false(facts_believed(&f, 7000000000, true)); /* before the first */
	free(f.bytes);
}

/* All rows of a section are filled with this byte, for every byte. */
TEST(rows_of_one_byte_do_no_harm)
{
	struct file f = make_file();
	unsigned char *changed = malloc(f.len);

	assert_non_null(changed);
	for (int i = 0; i < 256 * STORE_SECTIONS; i += unit_everywhere() ? 1 : 9) {
		const struct store_section *s = &f.sections[1 + i / 256];

		memcpy(changed, f.bytes, f.len);
		memset(changed + s->offset, i % 256, (size_t)(s->rows * s->row));
		stored_mend(changed, f.len);
		everything_of(changed, f.len);
	}
	free(changed);
	free(f.bytes);
}

static void put_times(struct file *f, uint64_t first, uint64_t second, uint64_t third)
{
	const uint64_t times[] = {first, second, third};
	uint64_t end = third + (third < UINT64_MAX);

	memcpy(f->bytes + offsetof(struct store_header, end_time), &end, sizeof end);
	memcpy(f->bytes + f->sections[STORE_SAMPLE_TIMES].offset, times, sizeof times);
	stored_mend(f->bytes, f->len);
}

TEST(times_at_the_ends_of_the_clock_do_no_harm)
{
	struct file f = make_file();

	put_times(&f, 0, UINT64_MAX - 1, UINT64_MAX);
	assert_true(everything_of(f.bytes, f.len));
	put_times(&f, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	assert_true(everything_of(f.bytes, f.len));
	put_times(&f, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX);
	assert_true(everything_of(f.bytes, f.len));
	put_times(&f, 3, 2, 1);
	assert_false(everything_of(f.bytes, f.len));
	free(f.bytes);
}

/* Far more frames in a stack than any reader produces. */
TEST(a_stack_without_end_does_no_harm)
{
	enum { DEEP = 70000 };
	struct file f = make_file(), deep;
	struct stack *stacks = calloc(DEEP, sizeof *stacks);
	struct error err = ERROR_INIT;
	struct profile *p = stored_open(f.bytes, f.len, &err);
	uint32_t leaf = DEEP - 1;

	assert_non_null(p);
	assert_non_null(stacks);
	for (uint32_t i = 1; i < DEEP; i++)
		stacks[i] = (struct stack){i - 1, 1};
	p->stacks = stacks;
	p->stack_count = DEEP;
	deep.bytes = stored_bytes(p, &deep.len);
	memcpy(deep.sections + 1, deep.bytes + sizeof(struct store_header),
	       sizeof(struct store_section) * STORE_SECTIONS);
	memcpy(deep.bytes + deep.sections[STORE_SAMPLE_STACKS].offset, &leaf,
	       sizeof leaf);
	stored_mend(deep.bytes, deep.len);
	assert_true(everything_of(deep.bytes, deep.len));
	profile_free(p);
	free(stacks);
	free(deep.bytes);
	free(f.bytes);
}

/* Readers store equal rows once; a file does not have to. */
TEST(rows_that_are_there_twice_do_no_harm)
{
	struct stack stacks[] = {{0, 0}, {0, 1}, {0, 1}, {1, 2}, {2, 2}, {2, 2}, {5, 1}};
	struct file f = make_file();
	struct error err = ERROR_INIT;
	struct profile *p = stored_open(f.bytes, f.len, &err);
	struct frame frames[] = {
	    {0, 0, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}, {1, 1, 2, 0}, {1, 1, 0, 2}};
	unsigned char *bytes;
	size_t len;

	assert_non_null(p);
	p->stacks = stacks;
	p->stack_count = sizeof stacks / sizeof *stacks;
	p->frames = frames;
	p->frame_count = sizeof frames / sizeof *frames;
	p->tallies = NULL;
	bytes = stored_bytes(p, &len);
	assert_true(everything_of(bytes, len));
	free(bytes);
	profile_free(p);
	free(f.bytes);
}
