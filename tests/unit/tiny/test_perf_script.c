#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/reading.h"
#include "lib/packed.h"
#include "lib/replaced/tiny.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "lib/opened.h"

/*
 * tests/formats/perf-script/NAME.txt and its expected contents, expected/NAME.dump. With UPDATE=1
 * in the environment the dumps are rewritten: check the difference.
 */
static const char *const names[] = {
    "header",
    "names",
    "prefixes",
    "frames",
    "one-line",
    "trace",
    "records",
    "annotations",
    "no-empty-lines",
    "empty-line-inside",
    "untimed",
    "chains",
    "mixed-times",
    "too-large",
    "cut-front",
    "cut-end",
    "bytes",
    "simpleperf",
    "deltatime",
    "half-header",
    "few-fields",
    "data",
    "source-lines",
    "wide-ids",
    "frames-alone",
    "addresses-alone",
    "branch-stacks",
    "instructions",
    "branch-kinds",
    "switches-on-line",
    "names-like-markup",
    "registers-end-chains",
    "short-names",
    "times-in-names",
    "names-that-are-blank",
    "blank-names-behind-tails",
    "names-and-events",
    "blanks-behind-names",
    "blanks-behind-wide-names",
    "period-and-text",
    "ambiguous",
};

#define NAMES (sizeof names / sizeof *names)

static void path_of(const char *name, const char *ending, char *path, size_t size)
{
	const char *srcdir = getenv("srcdir");
	const char *folder = strcmp(ending, ".dump") == 0 ? "expected/" : "";

	snprintf(path, size, "%s/tests/formats/perf-script/%s%s%s", srcdir ? srcdir : ".",
		 folder, name, ending);
}

/* A complete small file, followed by a NUL. */
static struct text file(const char *path)
{
	FILE *in = fopen(path, "rb");
	char *data = calloc(1, 65536);
	size_t len;

	if (!in)
		fail_msg("%s cannot be opened", path);
	assert_non_null(data);
	len = fread(data, 1, 65535, in);
	fclose(in);
	return (struct text){data, len};
}

static struct text fixture(const char *name, const char *ending)
{
	char path[1024];

	path_of(name, ending, path, sizeof path);
	return file(path);
}

static void release(struct text t)
{
	free((void *)(uintptr_t)t.at);
}

/* Release with free(). */
static char *dumped(struct profile *p, const struct error *why)
{
	struct error err = ERROR_INIT;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	if (!p)
		fail_msg("%s", why->message);
	if (!check_profile(p, &err))
		fail_msg("%s", err.message);
	dump_profile(p, out);
	fclose(out);
	profile_free(p);
	return text;
}

static char *dump_of(struct text data, const struct reading_options *o)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data.at, data.len, &err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, NULL, &err);
	source_close(s);
	return dumped(p, &err);
}

static void assert_dumped(struct text data, const char *name, const char *how)
{
	struct text expected = fixture(name, ".dump");
	char *found = dump_of(data, NULL);

	if (strcmp(found, expected.at) != 0)
		print_error("%s, %s\n", name, how);
	assert_string_equal(found, expected.at);
	free(found);
	release(expected);
}

TEST(reads_every_variant)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt");

		if (getenv("UPDATE")) {
			char path[1024], *found = dump_of(data, NULL);
			FILE *out;

			path_of(names[i], ".dump", path, sizeof path);
			out = fopen(path, "wb");
			assert_non_null(out);
			fputs(found, out);
			fclose(out);
			free(found);
		}
		assert_dumped(data, names[i], "whole");
		release(data);
	}
}

TEST(reads_the_same_in_bits_and_pieces)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt");

		for (tiny.block = 1; tiny.block <= 7; tiny.block++)
			assert_dumped(data, names[i], "in pieces");
		tiny.block = 1 << 18;
		release(data);
	}
}

/* `times` copies of a fixture, so that there is enough to divide among threads. */
static struct text copies(const char *name, unsigned times)
{
	struct text one = fixture(name, ".txt");
	char *all = malloc(one.len * times);

	assert_non_null(all);
	for (unsigned i = 0; i < times; i++)
		memcpy(all + i * one.len, one.at, one.len);
	release(one);
	return (struct text){all, one.len * times};
}

static void assert_same_on(struct text data, const char *name, unsigned threads,
			   const char *expected)
{
	struct reading_options o = {.threads = threads};
	char *found = dump_of(data, &o);

	if (strcmp(found, expected) != 0)
		print_error("%s, %u threads, blocks of %zu bytes, %s\n", name, threads,
			    tiny.block, tiny.remembered ? "remembering" : "forgetting");
	assert_string_equal(found, expected);
	free(found);
}

TEST(reads_the_same_on_any_number_of_threads)
{
	static const unsigned threads[] = {1, 2, 7};
	static const size_t blocks[] = {1, 33, 250, 2000};

	for (size_t i = 0; i < NAMES; i++) {
		struct text data = copies(names[i], 30);
		struct reading_options alone = {.threads = 1};
		char *expected = dump_of(data, &alone);

		for (size_t k = 0; k < 3 * 4; k++) {
			tiny.block = blocks[k % 4];
			assert_same_on(data, names[i], threads[k / 4], expected);
			tiny.remembered = 0; /* after each block */
			assert_same_on(data, names[i], threads[k / 4], expected);
			tiny.remembered = UINT64_MAX;
		}
		tiny.block = 1 << 18;
		free(expected);
		release(data);
	}
}

TEST(reads_the_same_packed_in_one_member_or_many)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt");
		struct text one = packed_of(data, data.len);
		struct text many = packed_of(data, 7);

		assert_dumped(one, names[i], "in one member");
		assert_dumped(many, names[i], "in many members");
		release(one);
		release(many);
		release(data);
	}
}

#ifdef WITH_ZSTD

TEST(reads_the_same_packed_with_zstd_on_any_number_of_threads)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = copies(names[i], 30);
		struct text one = packed_zstd_of(data, data.len);
		struct text many = packed_zstd_of(data, 700);
		struct reading_options alone = {.threads = 1};
		char *expected = dump_of(data, &alone);

		for (unsigned threads = 1; threads < 6; threads += 2) {
			assert_same_on(one, names[i], threads, expected);
			assert_same_on(many, names[i], threads, expected);
		}
		free(expected);
		release(one);
		release(many);
		release(data);
	}
}

#endif

TEST(reads_the_same_with_windows_line_ends)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt");
		char *more = calloc(2, data.len);
		size_t len = 0;

		assert_non_null(more);
		for (size_t at = 0; at < data.len; at++) {
			if (data.at[at] == '\n')
				more[len++] = '\r';
			more[len++] = data.at[at];
		}
		assert_dumped((struct text){more, len}, names[i], "with CR LF");
		free(more);
		release(data);
	}
}

/* A pipe's path says nothing about its contents, and it is not seekable. */
TEST(reads_the_same_from_a_pipe)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt"),
			    expected = fixture(names[i], ".dump");
		struct error err = ERROR_INIT;
		char path[32], *found;
		int ends[2];

		assert_int_equal(pipe(ends), 0);
		assert_int_equal(write(ends[1], data.at, data.len), data.len);
		close(ends[1]);
		snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
		found = dumped(reading_run(path, NULL, NULL, &err), &err);
		close(ends[0]);
		assert_string_equal(found, expected.at);
		free(found);
		release(expected);
		release(data);
	}
}

/* Cut anywhere: the result is a profile or an error, and all ids are right. */
TEST(reads_a_file_that_is_cut_anywhere)
{
	for (size_t i = 0; i < NAMES; i++) {
		struct text data = fixture(names[i], ".txt");

		for (size_t len = 0; len < data.len; len += unit_everywhere() ? 1 : 3) {
			struct error err = ERROR_INIT;
			struct source *s = source_of_bytes(data.at, len, &err);
			struct profile *p =
			    reading_run_source(s, "cut", NULL, NULL, &err);

			assert_int_equal(p ? ERROR_NONE : ERROR_FORMAT, err.kind);
			if (p && !check_profile(p, &err))
				fail_msg("%s: %s", names[i], err.message);
			profile_free(p);
			source_close(s);
		}
		release(data);
	}
}

TEST(splits_functions_by_line_when_asked)
{
	static const char *const split[] = {"source-lines", "source-lines-split"};
	struct text data = fixture(split[0], ".txt"), expected;
	struct reading_options o = {.lines = true};
	char path[1024], *found = dump_of(data, &o);

	if (getenv("UPDATE")) {
		FILE *out;

		path_of(split[1], ".dump", path, sizeof path);
		out = fopen(path, "wb");
		assert_non_null(out);
		fputs(found, out);
		fclose(out);
	}
	expected = fixture(split[1], ".dump");
	assert_string_equal(found, expected.at);
	free(found);
	for (tiny.block = 1; tiny.block <= 300; tiny.block += 13) {
		o.threads = 1 + (unsigned)tiny.block % 3;
		found = dump_of(data, &o);
		assert_string_equal(found, expected.at);
		free(found);
	}
	tiny.block = 1 << 18;
	release(expected);
	release(data);
}

TEST(names_unknown_functions_by_address_when_asked)
{
	struct reading_options o = {.addresses = true};
	char *found = dump_of(TEXT("x 1 2.0: 1 e:\n"
				   "\t7f12 [unknown] (/lib/libc.so.6)\n"
				   "\t7f13 [unknown] ([kernel.kallsyms])\n"
				   "\t7f14 known (/lib/libc.so.6)\n"),
			      &o);

	assert_string_equal(
	    found, "2 e 1 - x -/1\n"
		   "  nameless-user [libc.so.6 <7f12>] (/lib/libc.so.6)\n"
		   "  nameless-kernel [kernel.kallsyms <7f13>] ([kernel.kallsyms])\n"
		   "  user known (/lib/libc.so.6)\n");
	free(found);
}

/* 65,000 frames of a stack are kept, counted from the leaf; a line may hold many. */
TEST(a_stack_without_end_is_cut_and_counted)
{
	char *text = NULL, *found;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	struct reading_options o = {0};
	unsigned frames = 0;

	assert_non_null(out);
	fputs("x 1 2.0: 1 e:\n", out);
	for (int i = 0; i < 33000; i++)
		fputs("\t7f12 a->b (m)\n", out);
	fputs("\nx 1 3.0: 1 e:\n\t1 f (m)\n", out);
	fclose(out);
	found = dump_of((struct text){text, len}, &o);
	/* not strstr(), which under a sanitizer measures the whole text each time */
	for (const char *at = found; (at = strchr(at, '\n')); at++)
		frames += strncmp(at, "\n  ", 3) == 0;
	assert_int_equal(frames, 65000 + 1);
	assert_ptr_equal(strstr(found, "loss 1000 32502 frames beyond the greatest"),
			 found);
	free(found);
	free(text);
}

/* Event ids have 16 bits; a thread may run out of them although the file has not. */
TEST(tells_events_apart_in_all_of_a_file)
{
	struct reading_options o = {.format = "perf-script", .threads = 1};
	struct error err = ERROR_INIT;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	struct source *s;
	struct profile *p;

	assert_non_null(out);
	for (int i = 0; i < PROFILE_NO_CPU + 10; i++)
		fprintf(out, "1 %d.0: e%d:\n", i, i);
	fclose(out);
	s = source_of_bytes(text, len, &err);
	assert_non_null(s);
	p = reading_run_source(s, "it", &o, NULL, &err);
	assert_non_null(p);
	/* one is reserved for spans */
	assert_int_equal(p->event_count, PROFILE_NO_CPU - 1);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 11);
	profile_free(p);
	source_close(s);
	free(text);
}

TEST(a_switch_that_is_not_understood_makes_no_thread)
{
	static const char lines[] =
	    "z -1/-1 [001] 3.260000: sched:sched_switch: prev_comm=z prev_pid=13 and\n"
	    "y 11/11 [001] 3.270000: sched:sched_waking: comm=x pid=what prio=\n";
	const struct reading_options o = {.threads = 1, .switches = true};
	struct profile *p;

	p = opened(TEXT(lines), &o);
	assert_int_equal(p->samples.count, 2);
	assert_int_equal(p->thread_count, 2);
	assert_int_equal(p->threads[0].tid, PROFILE_NO_ID);
	assert_int_equal(p->threads[1].tid, 11);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 2);
	profile_free(p);
}

/* Including identical lines, however they are divided among threads. */
TEST(each_switch_that_is_not_understood_counts)
{
	const struct reading_options o = {.threads = 1, .switches = true};
	char lines[4000];
	size_t len = 0;
	struct profile *p;

	for (int i = 0; i < 40; i++)
		len += (size_t)snprintf(
		    lines + len, sizeof lines - len, "z 13/13 [001] 3.%06d: %s: \n\n", i,
		    i % 2 ? "sched:sched_switch" : "block:block_rq_issue");
	p = opened((struct text){lines, len}, &o);
	assert_int_equal(p->samples.count, 40);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 40);
	profile_free(p);
}

TEST(an_empty_line_around_addresses_alone_makes_no_chain_of_them)
{
	const char lines[] =
	    "           401136 f (/bin/a)\n           401137 g (/bin/a)\n";
	char text[200];
	char *plain = dump_of(text_of(lines), NULL), *around;

	snprintf(text, sizeof text, "\n%s\n", lines);
	around = dump_of(text_of(text), NULL);
	assert_string_equal(around, plain);
	assert_non_null(strstr(plain, "f (/bin/a)\n- samples"));
	free(plain);
	free(around);
}
