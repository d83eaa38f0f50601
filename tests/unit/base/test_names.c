#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
#include <wchar.h>

#include "base/idmap.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "base/regex.h"

TEST(each_text_is_kept_once)
{
	struct error err = ERROR_INIT;
	struct intern *in = intern_new(&err);
	char name[16], *bytes;
	uint64_t *ends;
	uint32_t id, count;

	assert_non_null(in);
	for (uint32_t round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 5000; i++) {
			snprintf(name, sizeof name, "name %u", i);
			assert_true(intern_put(in, text_of(name), &id, &err));
			assert_int_equal(id, i + 1);
			assert_true(text_equal(intern_get(in, id), text_of(name)));
		}
	}
	assert_true(intern_put(in, TEXT(""), &id, &err));
	assert_int_equal(id, 0);
	assert_true(intern_put(in, (struct text){"a\0b", 3}, &id, &err));
	assert_true(intern_put(in, (struct text){"a\0c", 3}, &count, &err));
	assert_int_not_equal(id, count);
	intern_take(in, &bytes, &ends, &count);
	assert_int_equal(count, 5003);
	assert_int_equal(ends[0], 0);
	assert_memory_equal(bytes, "name 0name 1", 12);
	free(bytes);
	free(ends);
	intern_free(in);
}

#define MANY 3000

/* Texts of few letters, so that many are equal, both within a call and across calls. */
static void throw_texts(uint32_t seed, char (*bytes)[8], struct text *texts)
{
	uint32_t random = seed;

	for (size_t i = 0; i < MANY; i++) {
		size_t len = (random >> 16) % 8;

		for (size_t at = 0; at < len; at++) {
			random = random * 1103515245u + 12345u;
			bytes[i][at] = (char)("ab\0"[(random >> 16) % 3]);
		}
		random = random * 1103515245u + 12345u;
		texts[i] = (struct text){bytes[i], len};
	}
}

TEST(many_texts_at_once_get_the_ids_of_one_by_one)
{
	static char bytes[MANY][8];
	static struct text texts[MANY];
	static uint32_t ids[MANY];

	/* the first hash table grows along the way, in the middle of a call */
	for (uint32_t most = 1; most <= 200; most += most < 70 ? 1 : 43) {
		struct error err = ERROR_INIT;
		struct intern *single = intern_new(&err), *together = intern_new(&err);

		assert_true(single && together);
		throw_texts(most, bytes, texts);
		for (size_t from = 0; from < MANY; from += most) {
			size_t n = MANY - from < most ? MANY - from : most;

			assert_true(
			    intern_put_all(together, texts + from, n, ids + from, &err));
		}
		assert_true(intern_put_all(together, texts, 0, ids, &err));
		for (size_t i = 0; i < MANY; i++) {
			uint32_t id;

			assert_true(intern_put(single, texts[i], &id, &err));
			assert_int_equal(ids[i], id);
			assert_true(text_equal(intern_get(together, id), texts[i]));
		}
		assert_true(intern_count(single) > 400);
		assert_int_equal(intern_count(together), intern_count(single));
		intern_free(single);
		intern_free(together);
	}
}

/* Each of those below occurs once. */
static void check_all_pairs(const struct idmap *map)
{
	uint32_t value, n = 0, sum = 0;
	uint64_t key;
	size_t at = 0;

	for (; idmap_next(map, &at, &key, &value); n++, sum += value)
		assert_int_equal(key, idmap_pair(value % 70, value));
	assert_int_equal(n, 5000);
	assert_int_equal(sum, 5000 * 4999 / 2);
}

TEST(a_pair_of_ids_leads_to_its_own_id)
{
	struct error err = ERROR_INIT;
	struct idmap map = {0};
	uint32_t value;

	assert_false(idmap_get(&map, 0, &value));
	for (uint32_t i = 0; i < 5000; i++) {
		assert_true(idmap_put(&map, idmap_pair(i % 70, i), i, &value, &err));
		assert_int_equal(value, i);
	}
	for (uint32_t i = 0; i < 5000; i++) {
		assert_true(idmap_put(&map, idmap_pair(i % 70, i), 9999, &value, &err));
		assert_int_equal(value, i);
	}
	for (uint32_t i = 0; i < 5000; i++) {
		assert_true(idmap_get(&map, idmap_pair(i % 70, i), &value));
		assert_int_equal(value, i);
		assert_false(idmap_get(&map, idmap_pair(70, i), &value));
	}
	check_all_pairs(&map);
	assert_true(idmap_put(&map, 0, 1, &value, &err));
	assert_int_equal(map.count, 5000);
	assert_int_equal(value, 0);
	idmap_release(&map);
}

static bool matches(const char *pattern, struct text name)
{
	struct error err = ERROR_INIT;
	struct regex *re = regex_new(text_of(pattern), &err);
	bool yes;

	assert_non_null(re);
	yes = regex_matches(re, name);
	regex_free(re);
	return yes;
}

TEST(a_pattern_minds_case_when_it_has_upper_case)
{
	assert_true(matches("alloc", TEXT("MALLOC")));
	assert_false(matches("Alloc", TEXT("malloc")));
	assert_true(matches("\\Sx", TEXT("aX")));
	assert_true(matches("", TEXT("")));
	assert_true(matches("x$", TEXT("\xff\xfex")));
}

TEST(a_bad_pattern_is_pointed_at)
{
	struct error err = ERROR_INIT;

	assert_null(regex_new(TEXT("a(b"), &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_non_null(strstr(err.message, "'a(b'"));
	assert_non_null(strstr(err.message, "character 4"));
}

/* ---- slow patterns ---- */

#define SLOW "a.*a.*a.*a.*1$" /* some 10^6 steps for 100 letters */

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
 * Asks about the same name, of `len` bytes, this many times; returns the result of regex_check().
 */
static enum error_kind ask(const char *pattern, struct time_limit *p, size_t len,
			   int times, struct error *err)
{
	struct regex *re = regex_new(text_of(pattern), err);
	char *name = malloc(len);

	assert_non_null(re);
	assert_non_null(name);
	memset(name, 'a', len);
	name[len - 2] = '1'; /* else it would be obvious at once that the end differs */
	regex_share(re, p);
	for (int i = 0; i < times; i++)
		assert_false(regex_matches(re, (struct text){name, len}));
	regex_check(re, err);
	regex_free(re);
	free(name);
	return err->kind;
}

TEST(a_pattern_has_one_time_limit_for_all_names)
{
	struct time_limit p = {.most_ms = 100};
	struct error err = ERROR_INIT;
	double before = cpu_seconds();

	assert_int_equal(ask(SLOW, &p, 100, 10000, &err), ERROR_USAGE);
	assert_non_null(strstr(err.message, "the pattern takes too long for"));
	assert_non_null(strstr(err.message, "0.1 s"));
	assert_int_equal(p.end, TIME_LIMIT_OVER);
	assert_true(cpu_seconds() - before < 2);
}

TEST(a_pattern_ends_in_the_middle_of_a_name_of_a_megabyte)
{
	static const char *const patterns[] = {".*.*2", "(.*)*(.*)*$x", "(a|aa)+$y",
					       "[a-z]{60000}2", "(?:a{1,60000}){2}b?c"};
	double before = cpu_seconds();

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		struct time_limit p = {.most_ms = 100};
		struct error err = ERROR_INIT;

		ask(patterns[i], &p, 1000000, 1, &err);
	}
	assert_true(cpu_seconds() - before < 5);
}

static bool twice_more(void *arg)
{
	int *asked = arg;

	return ++*asked < 3;
}

TEST(who_waits_no_more_ends_a_pattern)
{
	int asked = 0;
	struct time_limit p = {.most_ms = 60000, .wanted = twice_more, .arg = &asked};
	struct error err = ERROR_INIT;
	double before = cpu_seconds();

	assert_int_equal(ask(SLOW, &p, 100, 100000, &err), ERROR_CANCELLED);
	assert_int_equal(asked, 3);
	assert_true(cpu_seconds() - before < 2);
}

TEST(every_character_survives_utf8)
{
	char buf[UTF8_MAX];
	char32_t rune;

	for (char32_t r = 0; r <= 0x10ffff; r++) {
		size_t len;

		if (r >= 0xd800 && r < 0xe000)
			continue;
		len = utf8_encode(r, buf);
		assert_int_equal(utf8_decode((struct text){buf, len}, &rune), len);
		assert_int_equal(rune, r);
	}
}

TEST(bytes_that_are_no_characters_are_read_as_such)
{
	static const char *const bad[] = {
	    "\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	    "\xff", "\xe4\xb8", "\xc3(",
	};
	char32_t rune;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(utf8_decode(text_of(bad[i]), &rune), 1);
		assert_int_equal(rune, UTF8_BAD);
	}
}

TEST(nothing_a_terminal_obeys_is_harmless)
{
	static const char32_t bad[] = {
	    0, 0x1b, 0x7f, 0x9b, 0x200e, 0x202e, 0x2066, 0xfeff, 0xe0041, 0x61c, 0xad,
	    0x34f, 0xfe00, 0xfe0f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f,
	    0x2800, 0x3164, 0xffa0, 0x200b, 0xe0100, 0xe01ef, 0x206f, 0xfdd0, 0xffff,
	    0x1d173, 0x1bca0,
	    /* between hieroglyphs, a filler; and one that covers the character after it */
	    0x13430, 0x1343f, 0x13441, 0x16fe4, 0xfdfd, 0x12219};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(utf8_harmless(bad[i]), UTF8_BAD);
	assert_int_equal(utf8_harmless('a'), 'a');
	assert_int_equal(utf8_harmless(0x4e2d), 0x4e2d);
}

/* "e" and this many acute accents as U+FFFD or unchanged, in bytes. */
static void expect_marks(unsigned written, unsigned kept)
{
	char text[1 + 2 * 50] = "e", shown[sizeof text * 2];
	struct printable p;
	size_t len = 0;
	unsigned accents = 0, bad = 0;

	for (unsigned i = 0; i < written; i++)
		memcpy(text + 1 + (size_t)2 * i, "\xcc\x81", 2);
	p = printable_of((struct text){text, 1 + (size_t)2 * written});
	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		len += utf8_encode(rune, shown + len);
		accents += rune == 0x301;
		bad += rune == UTF8_BAD;
	}
	assert_int_equal(accents, kept);
	assert_int_equal(bad, written - kept);
}

TEST(marks_do_not_pile_up)
{
	struct printable p = printable_of(TEXT("\xcc\x81z\xcc\x81"));
	bool changed;

	expect_marks(1, 1);
	expect_marks(4, 4);
	expect_marks(5, 4);
	expect_marks(50, 4);
	/* at the beginning it would combine with whatever precedes the name */
	assert_int_equal(printable_next_checked(&p, &changed), UTF8_BAD);
	assert_true(changed);
	assert_int_equal(printable_next_checked(&p, &changed), 'z');
	assert_int_equal(printable_next_checked(&p, &changed), 0x301);
	assert_false(changed);
	p = printable_of(TEXT("\xef\xbf\xbd"));
	assert_int_equal(printable_next_checked(&p, &changed), UTF8_BAD);
	assert_false(changed);
}

TEST(names_in_any_language_stay_as_they_are)
{
	static const char *const names[] = {
	    "Vie\xcc\x82\xcc\xa3t",
	    "\xd7\xa9\xd6\xbc\xd6\xb8\xd7\x81",
	    "\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88",
	    "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab",
	    "\xf0\x9f\x98\x80!",
	    "\xce\xbb::\xe4\xb8\xad",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct printable p = printable_of(text_of(names[i]));
		bool changed = false;

		while (p.rest.len && !changed)
			printable_next_checked(&p, &changed);
		assert_false(changed);
	}
}

/*
 * A character that takes no column according to the C library is a mark or refused. Newer versions
 * know some more, and Unicode 15.1 changed one: U+1171E takes a column in glibc 2.41.
 */
TEST(what_takes_no_column_is_a_mark)
{
	int unknown = 0, marks = 0, wide = 0;

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		skip();
	for (char32_t r = 0x20; r <= 0x10ffff; r++) {
		if (utf8_harmless(r) != r)
			continue;
		marks += utf8_is_mark(r);
		unknown += wcwidth((wchar_t)r) == 0 && !utf8_is_mark(r);
		wide += utf8_is_mark(r) && wcwidth((wchar_t)r) > 0;
	}
	assert_in_range(marks, 2000, 2500);
	assert_in_range(wide, 0, 3);
	assert_in_range(unknown, 0, 200);
}

TEST(wide_characters_take_two_columns)
{
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		skip();
	assert_int_equal(utf8_columns(TEXT("a\xe4\xb8\xad")), 3);
	assert_int_equal(utf8_columns(TEXT("e\xcc\x81")), 1);
	assert_int_equal(utf8_columns(TEXT("\x1b[m")), 3);
}

TEST(a_pattern_is_found_in_a_long_name)
{
	struct error err = ERROR_INIT;
	struct regex *re = regex_new(TEXT("^(?:a|b)+z$"), &err);
	static char name[30000];

	assert_non_null(re);
	for (size_t i = 0; i + 1 < sizeof name; i++)
		name[i] = i % 2 ? 'b' : 'a';
	name[sizeof name - 1] = 'z';
	assert_true(regex_matches(re, (struct text){name, sizeof name}));
	regex_free(re);
}

TEST(a_text_is_cut_between_characters)
{
	const struct text t = TEXT("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80!");
	static const size_t ends[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};

	for (size_t most = 0; most < sizeof ends / sizeof *ends; most++)
		assert_int_equal(utf8_upto(t, most).len, ends[most]);
	/* bytes that are not characters are cut anywhere */
	assert_int_equal(utf8_upto(TEXT("\x80\x80\x80\x80\x80\x80"), 5).len, 5);
}
