/* Tokens and errors of JSON, wherever the pieces end. */

#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "input/json/json_stream.h"
#include "lib/made_profile.h"

#define TEXT_MOST 4000

/* A line in which NUL bytes are visible. */
static void spell(FILE *out, const char *at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fputc(at[i] ? at[i] : '@', out);
	fputc('\n', out);
}

/* ---- tokens of the stream ---- */

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
	else if (json_stream_is_truncated(s))
		fprintf(out, "cut\n");
	fclose(out);
	json_stream_close(s);
	source_close(source);
	return text;
}

/* ---- random JSON ---- */

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

/* Some are changed somewhere, cut, or end differently. */
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

/* The position in the message counts all bytes. */
static void drop_place(char *told)
{
	char *message = strstr(told, "invalid JSON"), *why;

	if (!message)
		return;
	why = strchr(message, ':');
	memmove(message, why, strlen(why) + 1);
}

static void assert_same(uint64_t seed, const struct making *m, size_t blanks)
{
	char *text = malloc(blanks + m->len + 1), *expected = found_of(m->at, m->len, 0),
	     *found;

	assert_non_null(text);
	memset(text, ' ', blanks);
	memcpy(text + blanks, m->at, m->len);
	found = found_of(text, blanks + m->len, blanks);
	drop_place(expected);
	drop_place(found);
	if (strcmp(found, expected) != 0)
		fail_msg("seed %" PRIu64 ", %zu blanks, of %.*s\nexpected %s\nfound %s",
			 seed, blanks, (int)m->len, m->at, expected, found);
	free(expected);
	free(found);
	free(text);
}

TEST(tokens_and_errors_are_the_same_wherever_a_piece_ends)
{
	struct making m = {.at = malloc(TEXT_MOST)};

	assert_non_null(m.at);
	for (uint64_t seed = 1; seed <= 2000; seed++) {
		m.dice.state = seed * 7919;
		m.len = 0;
		add_blanks(&m);
		add_value(&m, 0);
		add_blanks(&m);
		spoil(&m);
		assert_same(seed, &m,
			    (64 << 10) - dice_below(&m.dice, (uint32_t)m.len + 1));
	}
	free(m.at);
}

/* ---- errors and their positions ---- */

static const struct {
	const char *text;
	const char *tokens; /* kind, end and text of each; then the error, or "cut" */
} told[] = {
    {"[1, 2, }", "9 1 \n4 2 1\n4 5 2\ninvalid JSON at byte 8: unexpected token\n"},
    {"{\"a\" 1}", "7 1 \n6 4 a\ninvalid JSON at byte 6: expected ':' after the key\n"},
    {"{\"a\": 1 2}",
     "7 1 \n6 4 a\n4 7 1\ninvalid JSON at byte 8: expected ',' or '}' after the value\n"},
    {"{\"a\": 1 \"bc\"}", "7 1 \n6 4 a\n4 7 1\ninvalid JSON at byte 10: expected ',' or "
			  "'}' after the value\n"},
    {"{\"a\": 1, 2: 3}",
     "7 1 \n6 4 a\n4 7 1\ninvalid JSON at byte 10: expected a string as key\n"},
    {"{]", "7 1 \ninvalid JSON at byte 2: expected a string as key\n"},
    {"[1 2]",
     "9 1 \n4 2 1\ninvalid JSON at byte 4: expected ',' or ']' after the element\n"},
    {"[1 {}]",
     "9 1 \n4 2 1\ninvalid JSON at byte 4: expected ',' or ']' after the element\n"},
    {"[:]", "9 1 \ninvalid JSON at byte 2: unexpected token\n"},
    {"{\"a\":,}", "7 1 \n6 4 a\ninvalid JSON at byte 6: unexpected token\n"},
    {"[1]]", "9 1 \n4 2 1\n10 3 \ninvalid JSON at byte 4: text after the end\n"},
    {"[1] \"x\"", "9 1 \n4 2 1\n10 3 \ninvalid JSON at byte 7: text after the end\n"},
    {"[1] tru", "9 1 \n4 2 1\n10 3 \ncut\n"},
    {"[1] x", "9 1 \n4 2 1\n10 3 \ninvalid JSON at byte 5: text after the end\n"},
    {"hello", "invalid JSON at byte 1: unexpected character\n"},
    {"[nulx]", "9 1 \ninvalid JSON at byte 4: expected true, false or null\n"},
    {"[truE]", "9 1 \ninvalid JSON at byte 4: expected true, false or null\n"},
    {"[-]", "9 1 \ninvalid JSON at byte 2: expected a digit after '-'\n"},
    {"[-x]", "9 1 \ninvalid JSON at byte 2: expected a digit after '-'\n"},
    {"[1.]", "9 1 \ninvalid JSON at byte 3: expected a digit after the decimal point\n"},
    {"[1.x]", "9 1 \ninvalid JSON at byte 3: expected a digit after the decimal point\n"},
    {"[1e]", "9 1 \ninvalid JSON at byte 3: expected a digit in the exponent\n"},
    {"[1e+x]", "9 1 \ninvalid JSON at byte 4: expected a digit in the exponent\n"},
    {"[01]",
     "9 1 \n4 2 0\ninvalid JSON at byte 3: expected ',' or ']' after the element\n"},
    {"[/* no */ 1]", "9 1 \ninvalid JSON at byte 1: comments are not allowed\n"},
    {"[\"a\\x\"]", "9 1 \ninvalid JSON at byte 4: invalid escape in a string\n"},
    {"[\"a\\u12g4\"]",
     "9 1 \ninvalid JSON at byte 7: expected four hexadecimal digits after '\\u'\n"},
    {"[\"a\tb\"]", "9 1 \ninvalid JSON at byte 3: control character in a string\n"},
    {"[+1]", "9 1 \ninvalid JSON at byte 2: unexpected character\n"},
    {"7", "4 1 7\n"},
    {"7.", "cut\n"},
    {"7 7", "4 1 7\ncut\n"},
    {"", "cut\n"},
    {"[1, 23", "9 1 \n4 2 1\ncut\n"},
    {"[1, \"abc", "9 1 \n4 2 1\ncut\n"},
    {"[1, tr", "9 1 \n4 2 1\ncut\n"},
    {"{\"a\": -", "7 1 \n6 4 a\ncut\n"},
    {"[nan", "9 1 \ninvalid JSON at byte 2: expected true, false or null\n"},
    {"[-inf", "9 1 \ninvalid JSON at byte 2: expected a digit after '-'\n"},
    {"[\"\\ud83d\"]", "9 1 \n5 9 ?\n10 10 \n"},
    {"[\"\\ud83dxyz\"]", "9 1 \n5 12 ?xyz\n10 13 \n"},
    {"[\"\\ud83d\\n\"]", "9 1 \n5 11 ?\n\n10 12 \n"},
    {"[\"\\ud83d\\u0041\"]", "9 1 \n5 15 \360\237\221\201\n10 16 \n"},
    {"[\"\\ude00\"]", "9 1 \n5 9 \355\270\200\n10 10 \n"},
    {"[\"\\ud83d\\ude00\", 1,]", "9 1 \n5 15 \360\237\230\200\n4 18 1\n10 20 \n"},
};

TEST(what_is_wrong_is_told_with_its_place)
{
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		char *found = found_of(told[i].text, strlen(told[i].text), 0);

		assert_string_equal(found, told[i].tokens);
		free(found);
	}
}

/* ---- invalid JSON that is accepted ---- */

static void assert_tokens(const char *text, const char *tokens)
{
	size_t len = strlen(text), piece = 64 << 10;

	/* also if a piece ends anywhere in it */
	for (size_t behind = 0; behind <= len; behind++) {
		size_t blanks = behind ? piece - behind : 0;
		char *all = malloc(blanks + len), *found;

		assert_non_null(all);
		memset(all, ' ', blanks);
		memcpy(all + blanks, text, len);
		found = found_of(all, blanks + len, blanks);
		/* kinds and positions are not compared here */
		for (char *c = found; *c; c++)
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
