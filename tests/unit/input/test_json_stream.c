#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/json/json_stream.h"
#include "lib/hunger.h"

struct opened {
	struct source *source;
	struct json_stream *stream;
	struct error err;
};

static void begin(struct opened *o, const char *at, size_t len)
{
	o->err = (struct error)ERROR_INIT;
	o->source = source_of_bytes(at, len, &o->err);
	assert_non_null(o->source);
	o->stream = json_stream_open(o->source, NULL, &o->err);
	assert_non_null(o->stream);
}

static void end(struct opened *o)
{
	json_stream_close(o->stream);
	source_close(o->source);
}

/* All tokens as a text: a letter for each kind, and its value. */
static char *spell(struct opened *o)
{
	static const char letters[] = ".nft#'k{}[]";
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	struct json_token t;

	while (json_stream_next(o->stream, &t, &o->err) && t.kind != JSON_END) {
		fputc(letters[t.kind], out);
		fwrite(t.text.at, 1, t.text.len, out);
		fputc(' ', out);
	}
	fclose(out);
	return text;
}

static void assert_spelled(struct text json, const char *expected, enum error_kind kind)
{
	struct opened o;
	char *spelled;

	begin(&o, json.at, json.len);
	spelled = spell(&o);
	assert_string_equal(spelled, expected);
	assert_int_equal(o.err.kind, kind);
	free(spelled);
	end(&o);
}

TEST(every_kind_of_value_is_a_token)
{
	assert_spelled(
	    TEXT("{\"a\": [1, -2.5e3, true, false, null, \"x\"], \"b\": {}}\n"),
	    "{ ka [ #1 #-2.5e3 t f n 'x ] kb { } } ", ERROR_NONE);
	assert_spelled(TEXT("\xef\xbb\xbf[]"), "[ ] ", ERROR_NONE);
	assert_spelled(TEXT("7"), "#7 ", ERROR_NONE);
}

TEST(strings_are_unescaped_and_may_be_no_utf8)
{
	assert_spelled(TEXT("[\"a\\n\\u00e9\\\"\", \"\xff\", \"\", \"\\ud83d\\ude00\"]"),
		       "[ 'a\n\xc3\xa9\" '\xff ' '\xf0\x9f\x98\x80 ] ", ERROR_NONE);
}

TEST(what_is_no_json_is_an_error_behind_the_last_good_token)
{
	assert_spelled(TEXT("[1, 2, }"), "[ #1 #2 ", ERROR_FORMAT);
	assert_spelled(TEXT("{\"a\" 1}"), "{ ka ", ERROR_FORMAT);
	assert_spelled(TEXT("hello"), "", ERROR_FORMAT);
	assert_spelled(TEXT("[1]]"), "[ #1 ] ", ERROR_FORMAT);
}

TEST(the_message_names_the_byte)
{
	struct opened o;

	begin(&o, "[1, 2, }", 8);
	free(spell(&o));
	assert_non_null(strstr(o.err.message, "invalid JSON at byte 8"));
	end(&o);
}

TEST(a_cut_text_ends_after_its_last_whole_value)
{
	static const char *const cut[] = {"[1, 23", "[1, \"abc", "[1, tr", "[1,", "[1"};
	struct opened o;

	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		char *spelled;

		begin(&o, cut[i], strlen(cut[i]));
		spelled = spell(&o);
		assert_string_equal(spelled, i < 4 ? "[ #1 " : "[ ");
		assert_int_equal(o.err.kind, ERROR_NONE);
		assert_true(json_stream_is_truncated(o.stream));
		free(spelled);
		end(&o);
	}
	begin(&o, "[1]", 3);
	free(spell(&o));
	assert_false(json_stream_is_truncated(o.stream));
	end(&o);
}

/* Texts of every length from a few bytes before to a few bytes after the end of a piece. */
TEST(strings_and_numbers_may_lie_across_pieces)
{
	struct opened o;
	struct json_token t;
	size_t room = 70000;
	char *json = malloc(room);

	assert_non_null(json);
	for (size_t blanks = 65500; blanks < 65540; blanks++) {
		size_t len;

		memset(json, ' ', room);
		json[0] = '[';
		len = blanks + (size_t)sprintf(json + blanks,
					       "\"begin\\tend\",123456789,\"plain\"]");
		begin(&o, json, len);
		assert_true(json_stream_next(o.stream, &t, &o.err));
		assert_true(json_stream_next(o.stream, &t, &o.err));
		assert_true(text_equal(t.text, TEXT("begin\tend")));
		assert_int_equal(t.at, blanks + 12);
		assert_true(json_stream_next(o.stream, &t, &o.err));
		assert_true(text_equal(t.text, TEXT("123456789")));
		assert_true(json_stream_next(o.stream, &t, &o.err));
		assert_true(text_equal(t.text, TEXT("plain")));
		assert_true(json_stream_next(o.stream, &t, &o.err));
		assert_int_equal(t.kind, JSON_ARRAY_END);
		end(&o);
	}
	free(json);
}

TEST(a_value_can_be_passed_over_whole)
{
	struct opened o;
	struct json_token t;
	int key;
	const struct text wanted = {"b", 1};

	begin(&o, "{\"a\": [{\"b\": 1}, []], \"b\": {\"x\": [2]}, \"c\": 3}", 46);
	assert_true(json_stream_next(o.stream, &t, &o.err));
	assert_true(
	    json_stream_next_known_member(o.stream, &wanted, 1, &key, &t, &o.err));
	assert_int_equal(t.kind, JSON_OBJECT);
	assert_int_equal(json_stream_depth(o.stream), 2);
	assert_true(json_stream_skip(o.stream, &t, &o.err));
	assert_int_equal(json_stream_depth(o.stream), 1);
	assert_false(
	    json_stream_next_known_member(o.stream, &wanted, 1, &key, &t, &o.err));
	assert_int_equal(o.err.kind, ERROR_NONE);
	end(&o);
}

TEST(a_nesting_bomb_is_refused)
{
	size_t n = 1000000;
	char *json = malloc(n);
	struct opened o;

	assert_non_null(json);
	memset(json, '[', n);
	begin(&o, json, n);
	free(spell(&o));
	assert_int_equal(o.err.kind, ERROR_LIMIT);
	assert_non_null(strstr(o.err.message, "4096 levels"));
	end(&o);
	free(json);
}

TEST(a_string_without_an_end_is_refused)
{
	size_t n = 40 << 20;
	char *json = malloc(n);
	struct opened o;

	assert_non_null(json);
	memset(json, 'x', n);
	memcpy(json, "[7,\"", 4);
	begin(&o, json, n);
	free(spell(&o));
	assert_int_equal(o.err.kind, ERROR_LIMIT);
	assert_non_null(strstr(o.err.message, "longer than 16 MiB, at byte 2"));
	end(&o);
	free(json);
}

TEST(no_memory_is_an_error_wherever_it_is_missing)
{
	static char json[200000];
	size_t len = (size_t)sprintf(json, "[\"a\\n\",[[[[{\"k\":\"");
	struct error err;
	bool ok = false;

	memset(json + len, 'y', 150000);
	memcpy(json + len + 150000, "\\n\"}]]]],1]", 12);
	for (unsigned n = 1; !ok; n++) {
		struct source *source;
		struct json_stream *s = NULL;
		struct json_token t = {.kind = JSON_NULL};

		err = (struct error)ERROR_INIT;
		source = source_of_bytes(json, len + 150011, &err);
		assert_non_null(source);
		hunger_due = n;
		s = json_stream_open(source, NULL, &err);
		while (s && json_stream_next(s, &t, &err) && t.kind != JSON_END)
			;
		ok = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, ok ? ERROR_NONE : ERROR_MEMORY);
		assert_true(ok == (t.kind == JSON_END));
		json_stream_close(s);
		source_close(source);
	}
}

/* ---- files ---- */

/* A list of many pieces, cut after `len` bytes. */
static void make_file(char *path, size_t len)
{
	char *text = malloc(len + 64);
	size_t at = 1;
	int fd = mkstemp(path);

	assert_non_null(text);
	assert_true(fd >= 0);
	text[0] = '[';
	for (unsigned i = 0; at < len; i++)
		at +=
		    (size_t)snprintf(text + at, 64, i % 2 ? "\"text %u\",\n" : "%u, ", i);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
	free(text);
}

/* The first `most` tokens of a file, read by this many threads; returns how many there were. */
static size_t read_file(const char *path, unsigned threads, size_t most, uint64_t *sum)
{
	const struct reading_options options = {.threads = threads};
	struct error err = ERROR_INIT;
	struct progress progress = {0};
	struct reading r = {.progress = &progress, .options = &options};
	struct json_stream *s;
	struct json_token t;
	size_t count = 0;

	r.source = source_open(path, &err);
	r.builder = builder_new(&err);
	assert_true(r.source && r.builder);
	s = json_stream_open(r.source, &r, &err);
	assert_non_null(s);
	*sum = 0;
	while (count < most && json_stream_next(s, &t, &err) && t.kind != JSON_END) {
		for (size_t i = 0; i < t.text.len; i++)
			*sum = *sum * 31 + (unsigned char)t.text.at[i];
		*sum = *sum * 31 + t.at * 11 + (uint64_t)t.kind;
		count++;
	}
	assert_int_equal(err.kind, ERROR_NONE);
	json_stream_close(s);
	source_close(r.source);
	builder_free(r.builder);
	return count;
}

TEST(a_file_has_the_same_tokens_when_it_is_read_ahead)
{
	char path[] = "/tmp/flarescope-json-XXXXXX";
	uint64_t alone, ahead;
	size_t count;

	make_file(path, 3000000);
	count = read_file(path, 1, SIZE_MAX, &alone);
	assert_true(count > 200000);
	assert_int_equal(read_file(path, 2, SIZE_MAX, &ahead), count);
	assert_int_equal(alone, ahead);
	unlink(path);
}

TEST(nobody_has_to_take_what_was_read_ahead)
{
	static const size_t most[] = {0, 1, 7, 9000, 20000, 100000};
	char path[] = "/tmp/flarescope-json-XXXXXX";
	uint64_t alone, ahead;

	make_file(path, 2000000);
	for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
		assert_int_equal(read_file(path, 1, most[i], &alone), most[i]);
		assert_int_equal(read_file(path, 2, most[i], &ahead), most[i]);
		assert_int_equal(alone, ahead);
	}
	unlink(path);
}
