/*
 * test_json_writer.c - pieces of JSON against a naive reference, across the limits of the buffer.
 */

#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "export/json_writer.h"

#define LONGEST 20000 /* more than the buffer */

static uint64_t thrown(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Character by character, as json_writer.h defines it. */
static void write_naively(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	bool ascii = false;
	char bytes[UTF8_MAX];

	while (p.rest.len) {
		bool changed;

		printable_next_checked(&p, &changed);
		ascii = ascii || changed;
	}
	putc('"', out);
	while (t.len) {
		char32_t rune;

		t = text_from(t, utf8_decode(t, &rune));
		if (rune == '"' || rune == '\\')
			fprintf(out, "\\%c", (int)rune);
		else if (rune >= 8 && rune <= 13 && rune != 11)
			fprintf(out, "\\%c", "btn.fr"[rune - 8]);
		else if (rune < ' ' || rune == 0x7f ||
			 (ascii && rune > 0x7f && rune <= 0xffff))
			fprintf(out, "\\u%04X", (unsigned)rune);
		else if (ascii && rune > 0xffff)
			fprintf(out, "\\u%04X\\u%04X",
				0xd800 + (unsigned)((rune - 0x10000) >> 10),
				0xdc00 + (unsigned)((rune - 0x10000) & 0x3ff));
		else
			fwrite(bytes, 1, utf8_encode(rune, bytes), out);
	}
	putc('"', out);
}

/* Mostly plain characters; else any bytes, or any character. */
static size_t throw_text(char *at, uint64_t *seed)
{
	size_t length = thrown(seed) % 50 ? thrown(seed) % 60 : thrown(seed) % LONGEST;
	unsigned kind = thrown(seed) % 4;
	size_t n = 0;

	while (n + UTF8_MAX <= length) {
		if (kind == 0 || thrown(seed) % 8)
			at[n++] = (char)(' ' + thrown(seed) % 95);
		else if (kind == 1)
			at[n++] = (char)thrown(seed);
		else if (kind == 2)
			n += utf8_encode((char32_t)(0xa1 + thrown(seed) % 0x200), at + n);
		else
			n += utf8_encode((char32_t)(0x10000 + thrown(seed) % 0x10000),
					 at + n);
	}
	return n;
}

TEST(test_values)
{
	static char text[LONGEST];

	for (uint64_t round = 1; round <= 20; round++) {
		uint64_t seed = round * 0x9e3779b97f4a7c15;
		struct error err = ERROR_INIT;
		char *got, *expected;
		size_t got_length, expected_length;
		FILE *out = open_memstream(&got, &got_length);
		FILE *naive = open_memstream(&expected, &expected_length);
		struct json_writer e = {.out = out};

		emit_open(&e, '[');
		putc('[', naive);
		for (int i = 0; i < 2000; i++) {
			struct text t = {text, throw_text(text, &seed)};
			uint64_t n = thrown(&seed) >> thrown(&seed) % 64;
			double d = ((double)n - 1e9) * (thrown(&seed) % 9 ? 1e-6 : 1e280);

			emit_text(&e, t);
			emit_number(&e, n);
			emit_signed(&e, (int64_t)-n);
			emit_decimal(&e, d);
			fputs(i ? "," : "", naive);
			write_naively(t, naive);
			fprintf(naive, ",%" PRIu64 ",%" PRId64 ",%.6f", n, (int64_t)-n,
				d < 0 && d > -0.0000005 ? 0.0 : d);
		}
		emit_number(&e, 0);
		emit_number(&e, UINT64_MAX);
		emit_signed(&e, INT64_MIN);
		emit_text(&e, (struct text){NULL, 0});
		emit_close(&e, ']');
		assert_true(emit_end(&e, &err));
		fprintf(naive, ",0,%" PRIu64 ",%" PRId64 ",\"\"]\n", UINT64_MAX,
			INT64_MIN);
		fclose(out);
		fclose(naive);
		assert_int_equal(got_length, expected_length);
		assert_memory_equal(got, expected, expected_length);
		free(got);
		free(expected);
	}
}

/* Wherever the buffer is full: after a text of this many bytes, two members and a value. */
static void write_members(struct json_writer *e, const char *text)
{
	emit_open(e, '{');
	emit_key(e, "text");
	emit_text(e, text_of(text));
	emit_key(e, "k");
	emit_number(e, 7);
	emit_key(e, "values");
	emit_open(e, '[');
	emit_text(e, TEXT("a"));
	emit_text(e, TEXT(""));
	emit_close(e, ']');
	emit_close(e, '}');
}

TEST(test_members)
{
	enum { WAITS = sizeof(((struct json_writer *)NULL)->waiting) };
	char *text = calloc(WAITS + 1, 1), *expected = calloc(WAITS + 200, 1);

	assert_true(text && expected);
	memset(text, 'x', WAITS);
	for (int len = WAITS; len >= WAITS - 80; len--) {
		for (int lines = 0; lines < 2; lines++) {
			struct error err = ERROR_INIT;
			char *got;
			size_t length;
			FILE *out = open_memstream(&got, &length);
			struct json_writer e = {.out = out, .lines = lines};

			text[len] = 0;
			write_members(&e, text);
			assert_true(emit_end(&e, &err));
			fclose(out);
			snprintf(
			    expected, WAITS + 200,
			    lines ? "{\n  \"text\": \"%s\",\n  \"k\": 7,\n  "
				    "\"values\": [\n    \"a\",\n    \"\"\n  ]\n}\n"
				  : "{\"text\":\"%s\",\"k\":7,\"values\":[\"a\",\"\"]}\n",
			    text);
			assert_string_equal(got, expected);
			free(got);
		}
	}
	free(text);
	free(expected);
}

/* The buffer is flushed before something else writes, and a full disk is reported. */
TEST(test_stream)
{
	struct error err = ERROR_INIT;
	char *got;
	size_t length;
	FILE *out = open_memstream(&got, &length), *full = fopen("/dev/full", "w");
	struct json_writer e = {.out = out}, f = {.out = full};

	emit_open(&e, '[');
	emit_flush(&e);
	fputs("1", out);
	emit_close(&e, ']');
	assert_true(emit_end(&e, &err));
	fclose(out);
	assert_string_equal(got, "[1]\n");
	free(got);
	if (!full)
		skip();
	for (int i = 0; i < 100000; i++)
		emit_number(&f, 1);
	assert_false(emit_end(&f, &err));
	assert_non_null(strstr(err.message, "No space left"));
	fclose(full);
}
