#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/perf_script/line_cache.h"
#include "input/reading.h"
#include "lib/dump.h"

/* The same numbers on every machine. */
static uint32_t draw(uint64_t *seed, uint32_t below)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*seed >> 33) % below;
}

/* Up to `most` of the pieces, one after another. */
static struct text line_of(uint64_t *seed, const char *const *pieces, uint32_t count,
			   uint32_t most, char *buf, size_t size)
{
	size_t len = 0;

	for (uint32_t n = draw(seed, most + 1); n; n--)
		len += (size_t)snprintf(buf + len, size - len, "%s",
					pieces[draw(seed, count)]);
	return (struct text){buf, len};
}

/* ---- lines ---- */

static const char *const bits_of_frames[] = {
    "\t",
    "\tffffffff81600188 ",
    "\t           d4ad7 ",
    "\t               0 ",
    "\t           d4ad7\t",
    "\tffffffff816001880 ",
    "f+0x1 (/a)",
    "f+0x2 (/a)",
    "f (/a)",
    "f+0x1+0x1 (/a)",
    "f (int)+0x3 (/a)",
    "[unknown] ([unknown])",
    "[unknown] (/a)",
    "[unknown]+0x4 (/a)",
    "a->b+0x7 (/tmp/perf-1.map)",
    "g(char const*)+0xabc (/b (deleted))",
    "h+0x (/a)",
    "+0x1 (/a)",
    "  (/a)",
    " ",
    ")",
    "(",
    "f+0x1  (/a)",
    "f+0x12(/a)",
    "\r",
};

#define FRAME_BITS (sizeof bits_of_frames / sizeof *bits_of_frames)

#define DIFFERENT_MOST 8192

/* What was last stored for it: of two equal lines the second gives the same value as the first. */
struct pairs {
	char lines[DIFFERENT_MOST][200];
	uint32_t count;
};

static uint32_t number_of(struct pairs *p, struct text line)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (text_equal(text_of(p->lines[i]), line))
			return i + 1;
	assert_true(p->count < DIFFERENT_MOST);
	snprintf(p->lines[p->count++], sizeof p->lines[0], "%.*s", (int)line.len,
		 line.at);
	return p->count;
}

/* In the 16 columns after the tab: blanks, then digits. */
static bool has_address(const char *line)
{
	size_t at = 1;

	while (at <= 16 && line[at] == ' ')
		at++;
	if (at > 16)
		return false;
	while (at <= 16 && line[at] && strchr("0123456789abcdef", line[at]))
		at++;
	return at == 17;
}

static size_t draw_address(uint64_t *seed, char *buf, size_t size)
{
	static const char odd[] = " g`F:\t/\xe9\xb0@G";
	size_t len = (size_t)snprintf(buf, size, "\t%8x%08x%s", draw(seed, 3),
				      draw(seed, 12), draw(seed, 8) ? " " : "\t");

	for (uint32_t n = draw(seed, 3); n && draw(seed, 2); n--)
		buf[1 + draw(seed, 16)] = odd[draw(seed, sizeof odd - 1)];
	return len;
}

/* The address is part of the key if it matters: here, if the rest begins like this. */
static void line_is_known(bool nameless)
{
	struct error err = {0};
	struct frame_line_cache *k = frame_line_cache_new(nameless, &err);
	struct pairs *pairs = calloc(1, sizeof *pairs);
	uint64_t seed = 1;
	size_t known = 0, server = 0, len;
	char buf[1000];

	assert_non_null(k);
	assert_non_null(pairs);
	for (int i = 0; i < 8000; i++) {
		size_t head = draw_address(&seed, buf, sizeof buf);
		struct text rest = line_of(&seed, bits_of_frames + 6, FRAME_BITS - 6, 4,
					   buf + head, 150);
		struct text line = {buf, head + rest.len};
		bool by_address = text_starts(rest, TEXT("(")) ||
				  (nameless && text_starts(rest, TEXT("[")));
		uint32_t number, found;
		struct text ahead = {buf, line.len + 1 + 20};

		number = number_of(pairs, by_address ? line : rest);
		memset(buf + line.len, 'x', 21);
		assert_int_equal(frame_line_cache_find(k, line, &len), 0);
		buf[line.len] = '\n';
		found = frame_line_cache_find(k, ahead, &len);
		if (found) {
			known++;
			assert_true(has_address(buf) && buf[17] == ' ');
			assert_int_equal(found, number);
			assert_int_equal(len, line.len);
			/* as long as there is a line end, and no longer */
			assert_int_equal(
			    frame_line_cache_find(k, text_upto(ahead, len + 1), &len),
			    number);
			assert_int_equal(
			    frame_line_cache_find(k, text_upto(ahead, len), &len), 0);
		}
		frame_line_cache_put(
		    k, line, by_address ? LINE_ADDRESS_NAME : LINE_ADDRESS_NOTHING,
		    number);
		found = frame_line_cache_find(k, ahead, &len);
		assert_int_equal(found, rest.len >= 8 && has_address(buf) &&
						buf[17] == ' ' &&
						rest.at[rest.len - 1] != '\r'
					    ? number
					    : 0);
		buf[16] = buf[16] == '7' ? '6' : '7';
		found = frame_line_cache_find(k, ahead, &len);
		server += found == number;
		assert_true(by_address ? found != number : !found || found == number);
		assert_true(!found || has_address(buf));
	}
	free(pairs);
	frame_line_cache_free(k);
}

TEST(a_line_is_known_by_all_behind_its_address)
{
	line_is_known(false);
}

TEST(lines_without_a_name_are_put_by_address)
{
	line_is_known(true);
}

TEST(a_line_without_a_module_is_another_in_the_kernel)
{
	static const struct {
		const char *line;
		uint32_t is; /* 0: not the same as the first one */
	} lines[] = {
	    {"\tffffffff8100beef [unknown] ([unknown])\n", 7},
	    {"\tffff80000100beef [unknown] ([unknown])\n", 7},
	    {"\t    7f001100beef [unknown] ([unknown])\n", 0},
	    {"\t7fffffff8100beef [unknown] ([unknown])\n", 0},
	    {"\t        8100beef [unknown] ([unknown])\n", 0},
	};
	struct error err = {0};
	struct frame_line_cache *k = frame_line_cache_new(false, &err);
	struct text first = text_of(lines[0].line);
	size_t len;

	assert_non_null(k);
	frame_line_cache_put(k, text_upto(first, first.len - 1), LINE_ADDRESS_MODE, 7);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_int_equal(frame_line_cache_find(k, text_of(lines[i].line), &len),
				 lines[i].is);
	frame_line_cache_free(k);
}

TEST(lines_are_forgotten_together_or_one_for_another)
{
	static const char first[] = "\t           d4ad7 function (/a)\n",
			  other[] = "\t           d4ad7 function, a longer line (/a)\n";
	struct error err = {0};
	struct frame_line_cache *k = frame_line_cache_new(false, &err);
	char buf[3000] = "\t           00000 ";
	size_t len;

	assert_non_null(k);
	frame_line_cache_put(k, text_upto(TEXT(first), sizeof first - 2),
			     LINE_ADDRESS_NOTHING, 7);
	assert_int_equal(frame_line_cache_find(k, TEXT(first), &len), 7);
	frame_line_cache_put(k, text_upto(TEXT(other), sizeof other - 2),
			     LINE_ADDRESS_NOTHING, 8);
	assert_int_equal(frame_line_cache_find(k, TEXT(first), &len), 0);
	assert_int_equal(frame_line_cache_find(k, TEXT(other), &len), 8);
	frame_line_cache_forget(k);
	assert_int_equal(frame_line_cache_find(k, TEXT(other), &len), 0);
	/* longer than the limit */
	memset(buf + 18, 'n', sizeof buf - 18);
	for (unsigned i = 1; i <= 3000; i++) {
		int written = snprintf(buf, sizeof buf, "\t%16x", i);

		buf[written] = ' ';
		buf[sizeof buf - 1] = '\n';
		frame_line_cache_put(k, (struct text){buf, sizeof buf - 1},
				     LINE_ADDRESS_NOTHING, i);
		assert_int_equal(
		    frame_line_cache_find(k, (struct text){buf, sizeof buf}, &len), i);
	}
	frame_line_cache_free(k);
}

/* ---- stacks ---- */

TEST(a_stack_is_known_by_all_of_its_frames)
{
	struct error err = {0};
	struct stack_cache *k = stack_cache_new(&err);
	uint64_t seed = 2;
	size_t known = 0;

	assert_non_null(k);
	for (int i = 0; i < 8000; i++) {
		uint32_t *path = stack_cache_path(k), n = 1 + draw(&seed, 9);
		uint32_t number = 0, found = 0;

		for (uint32_t j = 0; j < n; j++) {
			path[j] = 1 + draw(&seed, 3);
			number = number * 4 + path[j];
		}
		if (stack_cache_find(k, n, &found)) {
			known++;
			assert_int_equal(found, number);
			continue;
		}
		stack_cache_put(k, n, number);
	}
	assert_true(known > 3000);
	stack_cache_free(k);
}

TEST(the_longest_stacks_find_room)
{
	struct error err = {0};
	struct stack_cache *k = stack_cache_new(&err);
	uint32_t found;

	assert_non_null(k);
	for (uint32_t i = 0; i < 600; i++) {
		uint32_t *path = stack_cache_path(k);

		for (uint32_t j = 0; j < STACK_CACHE_LONGEST; j++)
			path[j] = i;
		assert_false(stack_cache_find(k, STACK_CACHE_LONGEST, &found));
		stack_cache_put(k, STACK_CACHE_LONGEST, i);
	}
	stack_cache_free(k);
}

/* ---- event lines ---- */

static const char *const bits_of_events[] = {
    "swapper     0 [000] ",
    "a b 12/13 [001] ",
    "a b 12/13 ",
    "1.5: ",
    "2.000000001: ",
    "99999999999999999999.5: ",
    "   200040 cpu-clock: ",
    " 99999999999999999999 cycles: ",
    " 7 cycles:",
    "cycles: ",
    " 7 ",
    "3.5: e: ",
    "VM:12 ",
    "VCPU:1 ",
    "PERF_RECORD_LOST lost 1",
    " 4 PERF_RECORD_X: ",
    "#",
    "\t",
    " ",
    "Sp ",
    "a command with a long name 1 ",
    "cafe f (/a)",
    "2023-04-05 06:07:08.123456 ",
    "5:",
};

#define EVENT_BITS (sizeof bits_of_events / sizeof *bits_of_events)

/* As a reader does: numbers in place of the names in the line. */
static struct sample sample_of(const struct perf_event_line *e, struct pairs *names)
{
	char owner[200];

	snprintf(owner, sizeof owner, "%.*s|%d|%d", (int)e->comm.len, e->comm.at, e->pid,
		 e->tid);
	return (struct sample){.time = e->time,
			       .weight = e->period,
			       .thread = number_of(names, text_of(owner)),
			       .cpu = e->cpu,
			       .event = (uint16_t)number_of(names, e->event),
			       .timed = e->timed};
}

TEST(an_event_line_of_known_parts_says_what_parsing_it_says)
{
	struct error err = {0};
	struct event_line_cache *k = event_line_cache_new(&err);
	struct pairs *names = calloc(1, sizeof *names);
	uint64_t seed = 3;
	size_t known = 0, len;
	char buf[1000];

	assert_non_null(k);
	assert_non_null(names);
	for (int i = 0; i < 100000; i++) {
		struct text line =
		    line_of(&seed, bits_of_events, EVENT_BITS, 5, buf, sizeof buf);
		struct perf_event_line e;
		struct sample found, right;
		bool is_event = perf_event_line_parse(line, &e);
		size_t end = line.len + draw(&seed, 2), all;

		assert_false(event_line_cache_find(k, line, &len, &found));
		buf[line.len] = '\r';
		buf[end] = '\n';
		all = end + 1;
		/* another line follows, or that was the end of the data */
		if (draw(&seed, 2))
			all += line_of(&seed, bits_of_events, EVENT_BITS, 5, buf + all,
				       sizeof buf - all)
				   .len;
		assert_false(
		    event_line_cache_find(k, (struct text){buf, end}, &len, &found));
		if (event_line_cache_find(k, (struct text){buf, all}, &len, &found)) {
			known++;
			assert_int_equal(len, end);
			assert_false(line.at[0] == '#' || line.at[0] == '\t');
			assert_true(is_event && e.timed && !e.too_large &&
				    !e.record.len && !e.rest.len);
			right = sample_of(&e, names);
			assert_int_equal(found.time, right.time);
			assert_int_equal(found.weight, right.weight);
			assert_int_equal(found.thread, right.thread);
			assert_int_equal(found.cpu, right.cpu);
			assert_int_equal(found.event, right.event);
			assert_true(found.timed);
		} else if (is_event) {
			right = sample_of(&e, names);
			event_line_cache_put(k, line, &e, &right);
		}
	}
	assert_true(known > 300);
	free(names);
	event_line_cache_free(k);
}

TEST(what_is_behind_a_time_is_looked_at_wherever_it_ends)
{
	const struct text put[] = {TEXT("a 1/1 [000] 1.5: cycles: "),
				   TEXT("a 1/1 [000] 1.5:  7 cycles: ")};
	struct error err = {0};
	struct event_line_cache *k = event_line_cache_new(&err);
	struct perf_event_line e;
	struct sample like = {.thread = 1}, found;
	char buf[400];
	size_t len;

	assert_non_null(k);
	for (int i = 0; i < 2; i++) {
		assert_true(perf_event_line_parse(put[i], &e));
		event_line_cache_put(k, put[i], &e, &like);
	}
	assert_true(event_line_cache_find(k, TEXT("a 1/1 [000] 2.5:  12 cycles: \r\n"),
					  &len, &found));
	assert_int_equal(len, 30);
	assert_int_equal(found.weight, 12);
	for (int zeros = 1; zeros < 200; zeros++) {
		int n =
		    snprintf(buf, sizeof buf, "a 1/1 [000] 1.%0*d: cycles: \n", zeros, 0);

		if (event_line_cache_find(k, (struct text){buf, (size_t)n}, &len, &found))
			assert_int_equal(len, n - 1);
		else
			assert_true(zeros > 100);
		n = snprintf(buf, sizeof buf, "a 1/1 [000] 1.%0*d:cycles: \n", zeros, 0);
		assert_false(event_line_cache_find(k, (struct text){buf, (size_t)n}, &len,
						   &found));
	}
	event_line_cache_free(k);
}

/* ---- complete files in a reader ---- */

static char *dump_of(struct text file)
{
	const struct reading_options options = {.format = "perf-script"};
	struct error err = {0};
	struct source *source = source_of_bytes(file.at, file.len, &err);
	struct profile *p;
	char *dump = NULL;
	size_t len;
	FILE *out = open_memstream(&dump, &len);

	assert_non_null(source);
	assert_non_null(out);
	p = reading_run_source(source, "test", &options, NULL, &err);
	if (p)
		dump_profile(p, out);
	else
		fputs(err.message, out);
	fclose(out);
	profile_free(p);
	source_close(source);
	return dump;
}

/* A frame line that ends in "\r\n" is never cached, so all of them are parsed in full. */
static struct text with_returns(struct text file, char *buf)
{
	size_t len = 0;

	for (size_t i = 0; i < file.len; i++) {
		if (file.at[i] == '\n')
			buf[len++] = '\r';
		buf[len++] = file.at[i];
	}
	return (struct text){buf, len};
}

TEST(line_caches_change_nothing_in_what_is_read)
{
	static const char *const more[] = {"\n",
					   "\n",
					   "\n",
					   "\n\n",
					   "PERF_RECORD_LOST lost 1",
					   "# ========",
					   "instruction trace error",
					   "  a.c:3 (inlined)",
					   "x 1 [000] 1.5: 1 e: \n",
					   "x 1 [000] 1.6: 1 e: \n",
					   "\t           d4ad7 f+0x1 (/a)\n",
					   "\tffffffff81600188 f+0x2 ([k])\n",
					   "\tffffffff81600188 f+0x2 ([k])\n"};
	const char *pieces[FRAME_BITS + EVENT_BITS + 13];
	static char file[100000], returns[200000];
	uint64_t seed = 4;
	uint32_t count = 0;

	for (size_t i = 0; i + 1 < FRAME_BITS; i++) /* without the "\r" */
		pieces[count++] = bits_of_frames[i];
	for (size_t i = 0; i < EVENT_BITS; i++)
		pieces[count++] = bits_of_events[i];
	for (size_t i = 0; i < 13; i++)
		pieces[count++] = more[i];
	for (int i = 0; i < 200; i++) {
		/* more line ends than the pieces have */
		struct text t = line_of(&seed, i % 2 ? pieces + count - 13 : pieces,
					i % 2 ? 13 : count, 1000, file, sizeof file);
		char *dump = dump_of(t), *slow = dump_of(with_returns(t, returns));

		assert_string_equal(dump, slow);
		free(dump);
		free(slow);
	}
}

/* Only the samples of a dump. */
static void add_samples(char *samples, size_t size, const char *dump)
{
	size_t len = strlen(samples);

	for (const char *end; *dump; dump = end + 1) {
		end = strchr(dump, '\n');
		assert_non_null(end);
		if (dump[0] == ' ' || (dump[0] >= '0' && dump[0] <= '9'))
			len += (size_t)snprintf(samples + len, size - len, "%.*s\n",
						(int)(end - dump), dump);
	}
}

TEST(what_was_read_before_changes_no_sample)
{
	static char file[200000], alone[200000], together[200000];
	uint64_t seed = 5;
	size_t len = 0, from;
	char *all;

	for (int i = 0; i < 500; i++) {
		char rest[200], *dump;
		struct text t = line_of(&seed, bits_of_frames + 6, FRAME_BITS - 7, 2,
					rest, sizeof rest);

		from = len;
		len +=
		    (size_t)snprintf(file + len, sizeof file - len,
				     "x 1 [000] %d.5: 1 e: \n\t%16x %.*s\n%s\n",
				     10000 + i, draw(&seed, 4) + 4096, (int)t.len, t.at,
				     draw(&seed, 2) ? "  a.c:3 (inlined)\n" : "");
		dump = dump_of((struct text){file + from, len - from});
		add_samples(alone, sizeof alone, dump);
		free(dump);
	}
	all = dump_of((struct text){file, len});
	add_samples(together, sizeof together, all);
	free(all);
	assert_string_equal(alone, together);
}

static void assert_samples(struct text file, const char *expected)
{
	char samples[1000] = "", *dump = dump_of(file);

	add_samples(samples, sizeof samples, dump);
	free(dump);
	assert_string_equal(samples, expected);
}

TEST(a_known_line_ends_a_header_like_any_other)
{
	assert_samples(TEXT("x 1 [000] 1.5: 1 e: \n\t               1 f+0x1 (/a)\n\n"
			    "x 1 [000] 1.6: 1 e: \n# ========\n"
			    "\t               1 f+0x1 (/a)\n\n"
			    "#x 1 [000] 1.7: 1 e: \n\t               1 f+0x1 (/a)\n\n"),
		       "1.5 e 1 0 x -/1\n  user f (/a)\n"
		       "1.6 e 1 0 x -/1\n  user f (/a)\n"
		       "1.7 e 1 0 #x -/1\n  user f (/a)\n");
}

TEST(only_one_offset_is_left_away)
{
	assert_samples(
	    TEXT("x 1 [000] 1.5: 1 e: \n\t               1 f+0x1+0x2+0x3 (/a)\n"
		 "  a.c:3 (inlined)\n\n"),
	    "1.5 e 1 0 x -/1\n  inlined f+0x1 (inlined)\n");
}

TEST(only_one_return_is_of_the_line_end)
{
	assert_samples(
	    TEXT("x 1 [000] 1.5: 1 e: \n\t            1000 function (/a)\r\r\n\n"
		 "x 1 [000] 1.6: 1 e: \n\t            2000 function (/a)\r\n\n"
		 "x 1 [000] 1.7: 1 e: \n\t            2000 function (/a)\r\n\n"
		 "x 1 [000] 1.8: 1 e: \n\t            2000 function (/a)\n\n"),
	    "1.5 e 1 0 x -/1\n  user function (/a)\\x0d ()\n"
	    "1.6 e 1 0 x -/1\n  user function (/a)\n"
	    "1.7 e 1 0 x -/1\n  user function (/a)\n"
	    "1.8 e 1 0 x -/1\n  user function (/a)\n");
}

/* An unnamed frame, and one in an unnamed module, are named by their address. */
TEST(an_address_tells_the_mode_where_no_module_does)
{
	assert_samples(
	    TEXT("x 1 1.4: 1 e: \n\t        f7f01000 [unknown] ([unknown])\n\n"
		 "x 1 1.5: 1 e: \n\tffffffff81001000 [unknown] ([unknown])\n"
		 "\t               0 [unknown] ([unknown])\n"
		 "\t    7f0012345678 [unknown] ([unknown])\n\n"
		 "x 1 1.6: 1 e: \n\tffff800000001000 [unknown] ([unknown])\n"
		 "\t          401000 [unknown] ([unknown])\n\n"
		 "x 1 1.7: 1 e: \n\tffffffff81001000 __schedule\n"
		 "\tffffffff81002000 f ([unknown])\n\t          401000 f\n\n"
		 "x 1 1.8: 1 e: \n\tffffffffff600000 [unknown] ([vsyscall])\n"
		 "\t            1000 [unknown] ([ext4])\n\n"),
	    "1.4 e 1 - x -/1\n  nameless [unknown] ()\n"
	    "1.5 e 1 - x -/1\n  nameless-kernel [unknown] ()\n"
	    "  nameless [unknown] ()\n  nameless-user [unknown] ()\n"
	    "1.6 e 1 - x -/1\n  nameless-kernel [unknown] ()\n"
	    "  nameless-user [unknown] ()\n"
	    "1.7 e 1 - x -/1\n  kernel __schedule ()\n  kernel f ()\n  user f ()\n"
	    "1.8 e 1 - x -/1\n  nameless-user [vsyscall] ([vsyscall])\n"
	    "  nameless-kernel [ext4] ([ext4])\n");
}

/*
 * A value that is not a frame pointer may be anything; text has no marker between the kernel and
 * user space.
 */
TEST(whoever_calls_user_space_is_there_whatever_its_address)
{
	assert_samples(
	    TEXT("x 1 1.5: 1 e: \n\tffffffff81001000 [unknown] ([unknown])\n"
		 "\t    7f0012345678 aes (/lib/libcrypto.so)\n"
		 "\te57ac9135f2ddd6a [unknown] ([unknown])\n"
		 "\t               0 [unknown] ([unknown])\n\n"
		 "x 1 1.6: 1 e: \n\t    7f0012345678 [unknown] ([unknown])\n"
		 "\te57ac9135f2ddd6a \n\n"
		 "x 1 1.7: 1 e: \n\te57ac9135f2ddd6a [unknown] ([unknown])\n\n"),
	    "1.5 e 1 - x -/1\n  nameless-kernel [unknown] ()\n"
	    "  user aes (/lib/libcrypto.so)\n  nameless-user [unknown] ()\n"
	    "  nameless-user [unknown] ()\n"
	    "1.6 e 1 - x -/1\n  nameless-user [unknown] ()\n"
	    "  nameless-user 0xe57ac9135f2ddd6a ()\n"
	    "1.7 e 1 - x -/1\n  nameless-kernel [unknown] ()\n");
}

TEST(another_address_is_another_name)
{
	assert_samples(TEXT("x 1 [000] 1.5: 1 e: \n\t            1000 (/a/long/name/)\n\n"
			    "x 1 [000] 1.6: 1 e: \n\t            2000 (/a/long/name/)\n\n"
			    "x 1 [000] 1.7: 1 e: \n\t            3000 ()\n\n"
			    "x 1 [000] 1.8: 1 e: \n\t            4000 ()\n\n"),
		       "1.5 e 1 0 x -/1\n  nameless-user 0x1000 (/a/long/name/)\n"
		       "1.6 e 1 0 x -/1\n  nameless-user 0x2000 (/a/long/name/)\n"
		       "1.7 e 1 0 x -/1\n  nameless-user 0x3000 ()\n"
		       "1.8 e 1 0 x -/1\n  nameless-user 0x4000 ()\n");
}
