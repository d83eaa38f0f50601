/* Tokens of JSON, right or wrong, wherever pieces end: those that yajl alone would tell. */

#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "input/json/json_stream.h"
#include "lib/made_profile.h"

#define TEXT_MOST 4000

/* A line, in which NUL bytes are seen. */
static void spell(FILE *out, const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fputc(at[i] ? at[i] : '@', out);
	fputc('\n', out);
}

/* ---- what yajl tells of all of it at once ---- */

struct told {
	FILE *out;
	yajl_handle yajl;
	size_t before, end; /* of what yajl is told now, and of all bytes */
};

static int tell(struct told *t, enum json_kind kind, const void *at, size_t len)
{
	size_t behind = t->before + yajl_get_bytes_consumed(t->yajl);

	fprintf(t->out, "%d %zu ", (int)kind, behind < t->end ? behind : t->end);
	spell(t->out, at, len);
	return 1;
}

static int on_null(void *t)
{
	return tell(t, JSON_NULL, "", 0);
}

static int on_boolean(void *t, int value)
{
	return tell(t, value ? JSON_TRUE : JSON_FALSE, "", 0);
}

static int on_number(void *t, const char *at, size_t len)
{
	return tell(t, JSON_NUMBER, at, len);
}

static int on_string(void *t, const unsigned char *at, size_t len)
{
	return tell(t, JSON_STRING, at, len);
}

static int on_key(void *t, const unsigned char *at, size_t len)
{
	return tell(t, JSON_KEY, at, len);
}

static int on_object(void *t)
{
	return tell(t, JSON_OBJECT, "", 0);
}

static int on_object_end(void *t)
{
	return tell(t, JSON_OBJECT_END, "", 0);
}

static int on_array(void *t)
{
	return tell(t, JSON_ARRAY, "", 0);
}

static int on_array_end(void *t)
{
	return tell(t, JSON_ARRAY_END, "", 0);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_object_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_array_end,
};

static void tell_error(struct told *t)
{
	unsigned char *message = yajl_get_error(t->yajl, 0, NULL, 0);

	fprintf(t->out, "invalid JSON at byte %zu: %.*s\n",
		yajl_get_bytes_consumed(t->yajl), (int)strcspn((char *)message, "\n"),
		(char *)message);
	yajl_free_error(t->yajl, message);
}

/* A number is left out where the text ends behind it, and should not. */
static void drop_number(char *text, size_t before)
{
	if (strlen(text) > before && text[before] == '0' + JSON_NUMBER)
		text[before] = '\0';
}

static char *expected_of(const char *at, size_t len)
{
	struct told t = {.end = len};
	char *text = NULL;
	size_t size, before;
	bool cut = false;

	t.out = open_memstream(&text, &size);
	t.yajl = yajl_alloc(&callbacks, NULL, &t);
	yajl_config(t.yajl, yajl_dont_validate_strings, 1);
	if (yajl_parse(t.yajl, (const unsigned char *)at, len) != yajl_status_ok) {
		tell_error(&t);
		fclose(t.out);
	} else {
		fflush(t.out);
		before = size;
		t.before = len;
		cut = yajl_complete_parse(t.yajl) != yajl_status_ok;
		fclose(t.out);
		if (cut)
			drop_number(text, before);
	}
	yajl_free(t.yajl);
	if (cut)
		strcat(text = realloc(text, strlen(text) + 8), "cut\n");
	return text;
}

/* ---- what the stream tells ---- */

static char *found_of(const char *at, size_t len, size_t blanks)
{
	struct error err = ERROR_INIT;
	struct source *source = source_of_bytes(at, len, &err);
	struct json_stream *s = source ? json_stream_open(source, NULL, &err) : NULL;
	struct json_token t;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(s);
	while (json_stream_next(s, &t, &err) && t.kind != JSON_END) {
		fprintf(out, "%d %" PRIu64 " ", (int)t.kind, t.at - blanks);
		spell(out, t.text.at, t.text.len);
	}
	if (err.kind != ERROR_NONE)
		fprintf(out, "%s\n", err.message);
	else if (json_stream_is_cut(s))
		fprintf(out, "cut\n");
	fclose(out);
	json_stream_close(s);
	source_close(source);
	return text;
}

/* ---- JSON by dice ---- */

struct making {
	struct dice dice;
	char *at; /* TEXT_MOST bytes, and room for one more value */
	size_t len;
};

static void add(struct making *m, const char *text)
{
	size_t len = strlen(text);

	if (m->len + len <= TEXT_MOST)
		memcpy(m->at + m->len, text, len);
	m->len += m->len + len <= TEXT_MOST ? len : 0;
}

static void add_one_of(struct making *m, const char *const *of, uint32_t count)
{
	add(m, of[dice_below(&m->dice, count)]);
}

static void add_blanks(struct making *m)
{
	static const char *const of[] = {"",   "",     "",     "",    " ",
					 "\n", "\t  ", "\r\n", "\v\f"};

	add_one_of(m, of, sizeof of / sizeof *of);
}

static void add_string(struct making *m)
{
	static const char *const of[] = {"a",
					 "name",
					 "ts",
					 "\xc3\xa9",
					 "\xff",
					 "\\\"",
					 "\\\\",
					 "\\n",
					 "\\/",
					 "\\u0041",
					 "\\u00e9",
					 "\\u20AC",
					 "\\u0000",
					 "\\b",
					 "{[,:]}",
					 "\\ud83d\\ude00",
					 "\\ud83d",
					 "\\ude00x",
					 "\\ud83d\\u0041",
					 "\x7f",
					 "//",
					 "\\t\\r\\f",
					 "longer text of words"};

	add(m, "\"");
	for (uint32_t n = dice_below(&m->dice, 4); n; n--)
		add_one_of(m, of, dice_below(&m->dice, 5) ? 3 : sizeof of / sizeof *of);
	add(m, "\"");
}

static void add_value(struct making *m, unsigned depth);

static void add_members(struct making *m, unsigned depth, bool object)
{
	uint32_t n = dice_below(&m->dice, depth ? 4 : 12);

	for (uint32_t i = 0; i < n; i++) {
		add_blanks(m);
		if (object) {
			add_string(m);
			add_blanks(m);
			add(m, ":");
			add_blanks(m);
		}
		add_value(m, depth + 1);
		add_blanks(m);
		if (i + 1 < n)
			add(m, ",");
	}
}

static void add_value(struct making *m, unsigned depth)
{
	static const char *const plain[] = {"0",
					    "1",
					    "-1",
					    "123456789",
					    "-0",
					    "0.5",
					    "1e9",
					    "2E-3",
					    "-1.5e+2",
					    "true",
					    "false",
					    "null",
					    "336962964016.127"};
	uint32_t what = dice_below(&m->dice, depth > 8 ? 4 : 7);

	if (what < 3) {
		add_one_of(m, plain, sizeof plain / sizeof *plain);
	} else if (what == 3) {
		add_string(m);
	} else {
		bool object = what > 4;

		add(m, object ? "{" : "[");
		add_members(m, depth, object);
		add(m, object ? "}" : "]");
	}
}

/* Some are changed at a place, cut, or end in something else. */
static void spoil(struct making *m)
{
	static const char odd[] = "{}[]:,\"\\0-.eE+tfnu \n\x01/x9\xff";
	uint32_t how = dice_below(&m->dice, 6);
	size_t half = m->len / 2;

	if (how == 0 || m->len == 0)
		return;
	if (how == 1)
		m->len = dice_below(&m->dice, (uint32_t)m->len + 1);
	else if (how < 4)
		m->at[dice_below(&m->dice, (uint32_t)m->len)] =
		    odd[dice_below(&m->dice, sizeof odd)];
	else if (how == 4)
		memmove(m->at + half, m->at + half + 1, m->len - half - 1);
	m->len -= how == 4;
}

/* Which yajl does not let pass. */
static bool has_comma_too_many(const struct making *m)
{
	bool in_string = false;
	char before = '\0';

	for (size_t i = 0; i < m->len; i++) {
		char c = m->at[i];

		if (in_string && c == '\\')
			i++;
		else if (c == '"')
			in_string = !in_string;
		if (in_string || strchr(" \t\r\n\v\f", c))
			continue;
		if ((c == ',' && strchr("[{,", before)) ||
		    (before == ',' && strchr("]}", c)))
			return true;
		before = c;
	}
	return false;
}

static void assert_same(uint64_t seed, const struct making *m, const char *expected,
			size_t blanks)
{
	char *text = malloc(blanks + m->len + 1), *found;

	assert_non_null(text);
	memset(text, ' ', blanks);
	memcpy(text + blanks, m->at, m->len);
	found = found_of(text, blanks + m->len, blanks);
	if (blanks && strstr(expected, "invalid JSON")) {
		/* the place in the message is that of all bytes */
		*strstr(found, "invalid JSON") = '\0';
		assert_true(strncmp(found, expected, strlen(found)) == 0);
	} else if (strcmp(found, expected) != 0) {
		fail_msg("seed %" PRIu64 ", %zu blanks, of %.*s\nexpected %s\nfound %s",
			 seed, blanks, (int)m->len, m->at, expected, found);
	}
	free(found);
	free(text);
}

TEST(tokens_and_errors_are_those_of_yajl)
{
	struct making m = {.at = malloc(TEXT_MOST)};

	assert_non_null(m.at);
	for (uint64_t seed = 1; seed <= 6000; seed++) {
		char *expected;

		m.dice.state = seed * 7919;
		m.len = 0;
		add_blanks(&m);
		add_value(&m, 0);
		add_blanks(&m);
		spoil(&m);
		if (has_comma_too_many(&m))
			continue;
		expected = expected_of(m.at, m.len);
		assert_same(seed, &m, expected, 0);
		/* the first piece ends somewhere in it */
		if (seed % 8 == 0)
			assert_same(seed, &m, expected,
				    (64 << 10) -
					dice_below(&m.dice, (uint32_t)m.len + 1));
		free(expected);
	}
	free(m.at);
}

/* ---- what is no JSON, but passes ---- */

static void assert_tokens(const char *text, const char *tokens)
{
	size_t len = strlen(text), piece = 64 << 10;

	/* also where a piece ends anywhere in it */
	for (size_t behind = 0; behind <= len; behind++) {
		size_t blanks = behind ? piece - behind : 0;
		char *all = malloc(blanks + len), *found;

		assert_non_null(all);
		memset(all, ' ', blanks);
		memcpy(all + blanks, text, len);
		found = found_of(all, blanks + len, blanks);
		for (char *c = found; *c; c++) /* kinds and places are those of others */
			if (*c >= '0' && *c <= '9')
				*c = '#';
		assert_string_equal(found, tokens);
		free(found);
		free(all);
	}
}

TEST(commas_too_many_are_passed_over)
{
	assert_tokens("[\"a\",]", "# # \n# # a\n## # \n");
	assert_tokens("{\"a\":[],\n}", "# # \n# # a\n# # \n## # \n# ## \n");
	assert_tokens("[,,\"a\" , ,\"b\"]", "# # \n# # a\n# ## b\n## ## \n");
	assert_tokens("{,\"a\":{,}}", "# # \n# # a\n# # \n# # \n# ## \n");
	assert_tokens("[\"a\",", "# # \n# # a\ncut\n");
}

TEST(numbers_that_are_none_are_tokens)
{
	assert_tokens("[nan,-NaN , Infinity,-inf,+inf]",
		      "# # \n# # nan\n# # -NaN\n# ## Infinity\n# ## -inf\n# ## +inf\n"
		      "## ## \n");
	assert_tokens("{\"a\":nan}", "# # \n# # a\n# # nan\n# # \n");
}

TEST(other_words_are_no_tokens)
{
	static const char *const words[] = {"[nano]", "[NULL]", "[-infinit]",	  "[na]",
					    "[x]",    "[+1]",	"[infinityyyyyy]"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char *found = found_of(words[i], strlen(words[i]), 0);

		assert_non_null(strstr(found, "invalid JSON at byte "));
		free(found);
	}
}
