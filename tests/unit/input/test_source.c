#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/source.h"
#include "lib/packed.h"

/* All bytes of a source, read at most 7 at a time into `buf`, which is large enough. */
static struct text drain(struct source *s, char *buf, size_t room)
{
	struct error err = ERROR_INIT;
	size_t len = 0, got;

	do {
		size_t max = room - len < 7 ? room - len : 7;

		assert_true(source_read(s, buf + len, max, &got, &err));
		len += got;
	} while (got);
	return (struct text){buf, len};
}

static void assert_holds(struct text stored, struct text plain, const char *damage)
{
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(stored.at, stored.len, &err);
	char buf[4096];
	struct text found;

	assert_non_null(s);
	found = drain(s, buf, sizeof buf);
	assert_int_equal(found.len, plain.len);
	assert_memory_equal(found.at, plain.at, plain.len);
	if (damage)
		assert_string_equal(source_damage(s), damage);
	else
		assert_null(source_damage(s));
	assert_int_equal(source_size(s), stored.len);
	source_close(s);
}

TEST(bytes_come_out_as_they_are)
{
	assert_holds(TEXT("some\0bytes\n"), TEXT("some\0bytes\n"), NULL);
	assert_holds(TEXT(""), TEXT(""), NULL);
	assert_holds(TEXT("\x1f"), TEXT("\x1f"), NULL);
	assert_holds(TEXT("\x1f\x8b"), TEXT("\x1f\x8b"), NULL);
}

TEST(utf_16_comes_out_as_utf_8)
{
	/* "a", e with an accent, the euro, U+10FFFF, and lone surrogates */
	struct text plain = TEXT("a\xc3\xa9\xe2\x82\xac\xf4\x8f\xbf\xbf"
				 "\xef\xbf\xbd;\xef\xbf\xbd\xef\xbf\xbd");
	struct text little = TEXT("\xff\xfe"
				  "a\0\xe9\0\xac\x20\xff\xdb\xff\xdf"
				  "\0\xdc;\0\x00\xd8\x01");
	struct text big = TEXT("\xfe\xff"
			       "\0a\0\xe9\x20\xac\xdb\xff\xdf\xff"
			       "\xdc\0\0;\xd8\x00\x01");
	struct text packed;

	assert_holds(little, plain, NULL);
	assert_holds(big, plain, NULL);
	for (unsigned pieces = 1; pieces < 9; pieces++) {
		packed = packed_of(little, pieces);
		assert_holds(packed, plain, NULL);
		free((void *)(uintptr_t)packed.at);
	}
	assert_holds(TEXT("\xff\xfe"), TEXT(""), NULL);
	assert_holds(TEXT("\xff"), TEXT("\xff"), NULL);
	assert_holds(TEXT("\xfe\xfe"
			  "ab"),
		     TEXT("\xfe\xfe"
			  "ab"),
		     NULL);
}

TEST(long_utf_16_comes_out_whole)
{
	/* of one character each, the first of which has three bytes */
	enum { UNITS = 100001 };
	char *wide = malloc(2 + 4 * UNITS), *buf = malloc(8 * UNITS);
	struct error err = ERROR_INIT;
	struct source *s;
	struct text found, head;
	size_t n = 2;

	assert_non_null(wide);
	assert_non_null(buf);
	memcpy(wide, "\xff\xfe", 2);
	memcpy(wide + n, "\xac\x20", 2);
	n += 2;
	for (size_t i = 1; i < UNITS; i++, n += 4)
		memcpy(wide + n, "\x3d\xd8\x00\xde", 4); /* U+1F600 */
	s = source_of_bytes(wide, n, &err);
	assert_non_null(s);
	assert_true(source_head(s, &head, &err));
	assert_int_equal(head.len, SOURCE_HEAD);
	assert_false(source_is_plain(s));
	found = drain(s, buf, 8 * UNITS);
	assert_int_equal(found.len, 3 + 4 * (UNITS - 1));
	assert_memory_equal(found.at, "\xe2\x82\xac", 3);
	for (size_t i = 3; i < found.len; i += 4)
		assert_memory_equal(found.at + i, "\xf0\x9f\x98\x80", 4);
	source_close(s);
	free(wide);
	free(buf);
}

TEST(gzip_is_unpacked_all_members_of_it)
{
	struct text plain = TEXT("one two three four five six seven"), packed;

	for (size_t each = 1; each <= plain.len; each++) {
		packed = packed_of(plain, each);
		assert_holds(packed, plain, NULL);
		free((void *)(uintptr_t)packed.at);
	}
}

/* `packed` followed by `more`. Release with free(). */
static struct text joined(struct text packed, struct text more)
{
	char *both = malloc(packed.len + more.len);

	assert_non_null(both);
	memcpy(both, packed.at, packed.len);
	memcpy(both + packed.len, more.at, more.len);
	return (struct text){both, packed.len + more.len};
}

TEST(what_follows_gzip_is_told_unless_it_is_padding)
{
	struct text plain = TEXT("text"), packed = packed_of(plain, 4);
	struct text padded = joined(packed, TEXT("\0\0\0\0")),
		    more = joined(packed, TEXT("more"));

	assert_holds(padded, plain, NULL);
	assert_holds(more, plain, "there is other data after the gzip stream");
	free((void *)(uintptr_t)packed.at);
	free((void *)(uintptr_t)padded.at);
	free((void *)(uintptr_t)more.at);
}

TEST(gzip_that_ends_in_the_middle_gives_what_there_is)
{
	char plain[3000], buf[4096];
	struct text packed;
	size_t before = 0;

	for (size_t i = 0; i < sizeof plain; i++)
		plain[i] = (char)('a' + i * i * i % 7919 % 26);
	packed = packed_of((struct text){plain, sizeof plain}, sizeof plain);
	for (size_t len = 3; len < packed.len; len++) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(packed.at, len, &err);
		struct text found = drain(s, buf, sizeof buf);

		assert_true(found.len >= before);
		assert_memory_equal(found.at, plain, found.len);
		assert_string_equal(source_damage(s),
				    "the gzip stream ends in the middle");
		before = found.len;
		source_close(s);
	}
	assert_int_equal(before, sizeof plain);
	free((void *)(uintptr_t)packed.at);
}

TEST(a_damaged_gzip_stream_is_told)
{
	struct text packed = packed_of(TEXT("some text, some text"), 99);
	char *bytes = (char *)(uintptr_t)packed.at;

	bytes[packed.len - 5] ^= 1; /* the checksum */
	assert_holds(packed, TEXT("some text, some text"), "the gzip stream is damaged");
	free(bytes);
}

#ifdef WITH_ZSTD

TEST(zstd_is_unpacked_all_frames_of_it)
{
	struct text plain = TEXT("one two three four five six seven"), packed;

	for (size_t each = 1; each <= plain.len; each++) {
		packed = packed_zstd_of(plain, each);
		assert_holds(packed, plain, NULL);
		free((void *)(uintptr_t)packed.at);
	}
}

/* Of a frame that is cut, all complete blocks of 128 KiB are read. */
TEST(zstd_that_ends_in_the_middle_gives_its_whole_blocks)
{
	enum { SIZE = 500000, BLOCK = 128 * 1024 };
	char *plain = malloc(SIZE), *buf = malloc(SIZE);
	struct text packed;
	size_t before = 0;

	assert_non_null(plain);
	assert_non_null(buf);
	for (size_t i = 0; i < SIZE; i++)
		plain[i] = (char)('a' + i * i * i % 7919 % 26);
	packed = packed_zstd_of((struct text){plain, SIZE}, SIZE);
	for (size_t len = 4; len < packed.len; len += 4 + packed.len / 400) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(packed.at, len, &err);
		struct text found = drain(s, buf, SIZE);

		assert_true(found.len >= before);
		assert_true(found.len % BLOCK == 0 || found.len == SIZE);
		assert_memory_equal(found.at, plain, found.len);
		assert_string_equal(source_damage(s),
				    "the zstd stream ends in the middle");
		before = found.len;
		source_close(s);
	}
	assert_true(before >= SIZE / BLOCK * BLOCK);
	free((void *)(uintptr_t)packed.at);
	free(plain);
	free(buf);
}

TEST(utf_16_in_zstd_comes_out_as_utf_8)
{
	struct text packed = packed_zstd_of(TEXT("\xff\xfe"
						 "a\0;\0b\0"),
					    3);

	assert_holds(packed, TEXT("a;b"), NULL);
	free((void *)(uintptr_t)packed.at);
}

#endif

TEST(the_head_is_seen_without_being_taken)
{
	struct text packed = packed_of(TEXT("head and tail"), 5), head, found;
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(packed.at, packed.len, &err);
	char buf[64];

	for (int i = 0; i < 2; i++) {
		assert_true(source_head(s, &head, &err));
		assert_int_equal(head.len, 13);
		assert_memory_equal(head.at, "head and tail", 13);
	}
	assert_int_equal(source_packing(s), PACKING_GZIP);
	found = drain(s, buf, sizeof buf);
	assert_int_equal(found.len, 13);
	assert_memory_equal(found.at, "head and tail", 13);
	assert_int_equal(source_position(s), packed.len);
	source_close(s);
	free((void *)(uintptr_t)packed.at);
}

static void assert_refused(const char *path, enum error_kind kind, const char *why)
{
	struct error err = ERROR_INIT;

	assert_null(source_open(path, &err));
	assert_int_equal(err.kind, kind);
	assert_string_equal(err.message, why);
}

TEST(what_cannot_be_opened_says_why)
{
	assert_refused("/dev/null/no", ERROR_SYSTEM, "cannot be opened: Not a directory");
	assert_refused("/no/such/file", ERROR_SYSTEM,
		       "cannot be opened: No such file or directory");
	assert_refused("/", ERROR_FORMAT, "is a directory; name a file in it");
}

/* Address 0 of this process: it can be opened, but not read. */
TEST(a_failing_read_is_an_error_and_no_end)
{
	assert_refused("/proc/self/mem", ERROR_SYSTEM,
		       "cannot be read: Input/output error");
}

/* What source_open() reads from a file with these bytes, in pieces of `max`. */
static void assert_file_holds(struct text stored, struct text plain, size_t max)
{
	struct error err = ERROR_INIT;
	FILE *file = tmpfile();
	char path[64], *buf = malloc(max);
	struct source *s;
	size_t got, len = 0;

	assert_non_null(file);
	assert_non_null(buf);
	assert_int_equal(fwrite(stored.at, 1, stored.len, file), stored.len);
	assert_int_equal(fflush(file), 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
	s = source_open(path, &err);
	assert_non_null(s);
	for (;; len += got) {
		assert_true(source_read(s, buf, max, &got, &err));
		if (!got)
			break;
		assert_true(len + got <= plain.len);
		assert_memory_equal(buf, plain.at + len, got);
	}
	assert_int_equal(len, plain.len);
	assert_null(source_damage(s));
	assert_int_equal(source_position(s), stored.len);
	assert_int_equal(source_size(s), stored.len);
	source_close(s);
	free(buf);
	fclose(file);
}

/*
 * n different characters compress to n + 20 bytes: the second 256 KiB end after the first byte of a
 * member, the first ones in the middle of one, so the byte has to be kept.
 */
TEST(members_may_begin_where_a_read_ends)
{
	static char plain[7 + 60000] = "abcdefg";
	struct text first = packed_of(TEXT("abcdefg"), 7), rest, packed;

	for (size_t i = 7; i < sizeof plain; i++)
		plain[i] = i % 2 ? 'x' : 'y';
	rest = packed_of((struct text){plain + 7, sizeof plain - 7}, 2);
	packed = joined(first, rest);
	assert_int_equal(packed.len, 27 + 22 * (sizeof plain - 7) / 2);
	assert_memory_equal(packed.at + 2 * 256 * 1024 - 1, "\x1f\x8b", 2);
	assert_file_holds(packed, (struct text){plain, sizeof plain}, 1 << 16);
	free((void *)(uintptr_t)first.at);
	free((void *)(uintptr_t)rest.at);
	free((void *)(uintptr_t)packed.at);
}

/* Noise, which gzip cannot compress. */
TEST(a_large_file_comes_out_whole)
{
	enum { SIZE = 3000000 };
	char *noise = malloc(SIZE);
	uint32_t seed = 1;
	struct text plain = {noise, SIZE}, packed;

	assert_non_null(noise);
	for (size_t i = 0; i < SIZE; i++) {
		seed = seed * 1664525 + 1013904223;
		noise[i] = (char)(seed >> 24);
	}
	packed = packed_of(plain, 7001);
	assert_true(packed.len > SIZE / 10 * 9);
	for (size_t max = 1 << 14; max <= 1 << 22; max <<= 4) {
		assert_file_holds(plain, plain, max);
		assert_file_holds(packed, plain, max);
	}
	free((void *)(uintptr_t)packed.at);
#ifdef WITH_ZSTD
	packed = packed_zstd_of(plain, 700001);
	for (size_t max = 1 << 14; max <= 1 << 22; max <<= 4)
		assert_file_holds(packed, plain, max);
	free((void *)(uintptr_t)packed.at);
#endif
	free(noise);
}

TEST(a_file_that_grows_is_read_as_far_as_it_went_when_it_was_opened)
{
	char path[] = "/tmp/flarescope-grows.XXXXXX", buf[64];
	int fd = mkstemp(path);
	struct error err = ERROR_INIT;
	struct source *s;
	struct text head;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "a;b 1\na;c 2\n", 12), 12);
	s = source_open(path, &err);
	assert_non_null(s);
	assert_int_equal(write(fd, "a;d 3\n", 6), 6);
	assert_true(source_head(s, &head, &err));
	assert_int_equal(head.len, 12);
	assert_int_equal(write(fd, "a;e 4\n", 6), 6);
	assert_int_equal(drain(s, buf, sizeof buf).len, 12);
	source_close(s);
	close(fd);
	unlink(path);
}

TEST(a_part_behind_the_end_is_empty_wherever_that_is)
{
	const uint64_t places[] = {5, UINT64_C(1) << 62, (uint64_t)INT64_MAX,
				   UINT64_C(1) << 63, UINT64_MAX - 1};
	struct error err = ERROR_INIT;
	FILE *file = tmpfile();
	char path[64], byte;
	struct source *whole;
	size_t got;

	assert_non_null(file);
	fputs("some", file);
	assert_int_equal(fflush(file), 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
	whole = source_open(path, &err);
	assert_non_null(whole);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		struct source *s = source_part(whole, places[i], UINT64_MAX, &err);

		assert_non_null(s);
		assert_true(source_read(s, &byte, 1, &got, &err));
		assert_int_equal(got, 0);
		source_close(s);
	}
	source_close(whole);
	fclose(file);
}

/* Supplies a text in small pieces, and ends with the error `failure`. */
struct giving {
	struct text left;
	const char *failure; /* NULL: the text is complete */
};

static bool give(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct giving *g = arg;

	*got = g->left.len < 3 ? g->left.len : 3;
	*got = *got < max ? *got : max;
	memcpy(buf, g->left.at, *got);
	g->left = text_from(g->left, *got);
	return *got || !g->failure || error_set(err, ERROR_SYSTEM, "%s", g->failure);
}

TEST(who_gives_the_bytes_may_say_at_their_end_that_they_are_not_all)
{
	struct giving whole = {TEXT("some bytes that come"), NULL};
	struct giving cut = {TEXT("some bytes that come"), "lost"};
	struct error err = ERROR_INIT;
	struct source *s = source_of_giver((struct source_giver){give, &whole}, &err);
	struct text head;
	char buf[64];
	size_t got;

	assert_non_null(s);
	assert_false(source_is_plain(s));
	assert_int_equal(source_file(s), -1);
	assert_true(source_head(s, &head, &err));
	assert_int_equal(head.len, 20);
	assert_memory_equal(drain(s, buf, sizeof buf).at, "some bytes that come", 20);
	source_close(s);
	s = source_of_giver((struct source_giver){give, &cut}, &err);
	assert_non_null(s);
	while (source_read(s, buf, sizeof buf, &got, &err))
		assert_true(got);
	assert_string_equal(err.message, "lost");
	source_close(s);
}
