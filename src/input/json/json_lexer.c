#include "input/json/json_lexer.h"

#include <strings.h>

#include "base/fill.h"
#include "input/scan.h"

/* ---- bytes ---- */

enum {
	IS_BLANK = 1,
	ENDS_RUN = 2, /* of a string: a quote, a backslash, or what no string may have */
	IS_DIGIT = 4,
};

/* Blanks are those of yajl, which has two more than JSON. */
static const uint8_t classes[256] = {
    [0] = 2,   [1] = 2,	  [2] = 2,    [3] = 2,	  [4] = 2,    [5] = 2,	  [6] = 2,
    [7] = 2,   [8] = 2,	  ['\t'] = 3, ['\n'] = 3, ['\v'] = 3, ['\f'] = 3, ['\r'] = 3,
    [14] = 2,  [15] = 2,  [16] = 2,   [17] = 2,	  [18] = 2,   [19] = 2,	  [20] = 2,
    [21] = 2,  [22] = 2,  [23] = 2,   [24] = 2,	  [25] = 2,   [26] = 2,	  [27] = 2,
    [28] = 2,  [29] = 2,  [30] = 2,   [31] = 2,	  [' '] = 1,  ['"'] = 2,  ['\\'] = 2,
    ['0'] = 4, ['1'] = 4, ['2'] = 4,  ['3'] = 4,  ['4'] = 4,  ['5'] = 4,  ['6'] = 4,
    ['7'] = 4, ['8'] = 4, ['9'] = 4,
};

static bool is(char c, int class)
{
	return classes[(unsigned char)c] & class;
}

/* The NUL behind the piece ends all of these. */
static const char *pass(const char *at, int class)
{
	while (is(*at, class))
		at++;
	return at;
}

/* ---- a token ---- */

/* A piece being gone through. */
struct lexing {
	struct json_lexer *lexer; /* borrowed, as all */
	struct json_piece *piece;
	const char *begin, *at, *end;
	size_t mark;
	bool hungry; /* there was no memory */
};

/* How it went with one token: none, as it may go on behind the piece, or is odd. */
enum step { STEP_DONE, STEP_UNENDED, STEP_ODD };

static enum step put(struct lexing *x, const struct json_queued *q)
{
	struct json_piece *p = x->piece;

	if (APPEND(p->queue, p->count, p->capacity, "JSON tokens", &p->why, *q))
		return STEP_DONE;
	x->hungry = true;
	return STEP_ODD;
}

static enum step put_text(struct lexing *x, enum json_kind kind, const char *from,
			  size_t len, const char *behind)
{
	struct json_queued q = {.from = (uint32_t)(from - x->begin),
				.len = (uint32_t)len,
				.end = (uint32_t)((size_t)(behind - x->begin) - x->mark),
				.kind = (uint8_t)kind};

	x->at = behind;
	return put(x, &q);
}

static enum step put_bare(struct lexing *x, enum json_kind kind, size_t len)
{
	return put_text(x, kind, x->begin, 0, x->at + len);
}

/* What follows a value. */
static void expect_next(struct json_lexer *l)
{
	l->expected = l->depth ? JSON_EXPECT_COMMA : JSON_EXPECT_END;
}

static bool wants_value(const struct json_lexer *l)
{
	return l->expected <= JSON_EXPECT_ELEMENT;
}

/* ---- strings ---- */

static uint32_t hex_of(const char *at)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++) {
		uint32_t c = (unsigned char)at[i];

		value = value << 4 | ((c & 15) + (c > '9' ? 9 : 0));
	}
	return value;
}

static void fill_utf8(struct fill *f, uint32_t c)
{
	if (c < 0x80) {
		fill_char(f, (char)c);
		return;
	}
	if (c < 0x800) {
		fill_char(f, (char)(0xc0 | c >> 6));
	} else if (c < 0x10000) {
		fill_char(f, (char)(0xe0 | c >> 12));
		fill_char(f, (char)(0x80 | (c >> 6 & 0x3f)));
	} else {
		fill_char(f, (char)(0xf0 | c >> 18));
		fill_char(f, (char)(0x80 | (c >> 12 & 0x3f)));
		fill_char(f, (char)(0x80 | (c >> 6 & 0x3f)));
	}
	fill_char(f, (char)(0x80 | (c & 0x3f)));
}

/*
 * "\ud83d\ude00" is one character. What makes no pair is yajl's business: it has its own idea of it.
 * False: it is such.
 */
static bool unescape_hex(struct fill *f, const char **at, const char *quote)
{
	uint32_t c = hex_of(*at + 2), low;

	*at += 6;
	if (c - 0xd800 < 0x400) {
		if (quote - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u')
			return false;
		low = hex_of(*at + 2);
		if (low - 0xdc00 >= 0x400)
			return false;
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		*at += 6;
	} else if (c - 0xdc00 < 0x400) {
		return false;
	}
	fill_utf8(f, c);
	return true;
}

static char unescaped(char c)
{
	static const char of[] = "b\bf\fn\nr\rt\t";

	for (size_t i = 0; of[i]; i += 2)
		if (of[i] == c)
			return of[i + 1];
	return c;
}

/* What stands between the quotes, whose escapes are right: no longer than it is written. */
static bool unescape(struct fill *f, const char *at, const char *quote)
{
	while (at < quote) {
		const char *run = at;

		while (at < quote && *at != '\\')
			at++;
		fill_text(f, (struct text){run, (size_t)(at - run)});
		if (at == quote)
			break;
		if (at[1] == 'u') {
			if (!unescape_hex(f, &at, quote))
				return false;
		} else {
			fill_char(f, unescaped(at[1]));
			at += 2;
		}
	}
	return true;
}

/* Go behind an escape. False: it is none, from where `*at` is then. */
static bool pass_escape(const char **at)
{
	const char *c = *at + 1;
	bool ok = *c && strchr("\"\\/bfnrtu", *c);

	if (ok && *c++ == 'u')
		for (int i = 0; i < 4 && ok; i++, c += ok)
			ok = scan_is_hex(*c);
	*at = c;
	return ok;
}

/* Go to the quote that ends a string. False: there is none, and it cannot go on where `*at` is then. */
static bool find_quote(const char **at)
{
	while (true) {
		while (!is(**at, ENDS_RUN))
			++*at;
		if (**at == '"')
			return true;
		if (**at != '\\' || !pass_escape(at))
			return false;
	}
}

static enum step take_escaped(struct lexing *x, enum json_kind kind, const char *from,
			      const char *quote)
{
	struct json_piece *p = x->piece;
	size_t most = (size_t)(quote - from);
	struct json_queued q = {
	    .from = (uint32_t)p->kept_len, .kind = (uint8_t)kind, .is_kept = true};
	struct fill f;

	if (!mem_reserve(&p->kept, &p->kept_room, p->kept_len + most, 1, "JSON texts",
			 &p->why)) {
		x->hungry = true;
		return STEP_ODD;
	}
	f = fill_of(p->kept + p->kept_len, most);
	if (!unescape(&f, from, quote) || f.short_room)
		return STEP_ODD;
	q.len = (uint32_t)fill_written(&f).len;
	q.end = (uint32_t)((size_t)(quote + 1 - x->begin) - x->mark);
	p->kept_len += q.len;
	x->at = quote + 1;
	return put(x, &q);
}

/* The NUL behind the piece is nothing that may be there, and anything may follow. */
static enum step stopped(const struct lexing *x, const char *at)
{
	return at == x->end ? STEP_UNENDED : STEP_ODD;
}

static enum step take_string(struct lexing *x)
{
	struct json_lexer *l = x->lexer;
	bool is_key = l->expected == JSON_EXPECT_KEY || l->expected == JSON_EXPECT_MEMBER;
	enum json_kind kind = is_key ? JSON_KEY : JSON_STRING;
	const char *from = x->at + 1, *quote = from;
	enum step step;

	if (!is_key && !wants_value(l))
		return STEP_ODD;
	while (!is(*quote, ENDS_RUN))
		quote++;
	if (*quote == '"')
		step = put_text(x, kind, from, (size_t)(quote - from), quote + 1);
	else if (find_quote(&quote))
		step = take_escaped(x, kind, from, quote);
	else
		step = stopped(x, quote);
	if (step != STEP_DONE)
		return step;
	if (is_key)
		l->expected = JSON_EXPECT_COLON;
	else
		expect_next(l);
	return STEP_DONE;
}

/* ---- numbers and names ---- */

/* Go behind digits. False: there are none. */
static bool pass_digits(const char **at)
{
	if (!is(**at, IS_DIGIT))
		return false;
	*at = pass(*at, IS_DIGIT);
	return true;
}

/* Go behind a number. False: it cannot go on where `*at` is then. */
static bool pass_number(const char **at)
{
	*at += **at == '-';
	if (**at == '0')
		++*at;
	else if (!pass_digits(at))
		return false;
	if (**at == '.') {
		++*at;
		if (!pass_digits(at))
			return false;
	}
	if (**at == 'e' || **at == 'E') {
		++*at;
		*at += **at == '+' || **at == '-';
		return pass_digits(at);
	}
	return true;
}

/* What printf() and Python write of a double that is no number, which JSON has no word for: "nan", "-Infinity". */
static enum step pass_no_number(const struct lexing *x, const char **at)
{
	static const char *const words[] = {"nan", "inf", "infinity"};
	const char *from = *at + (**at == '-' || **at == '+'), *behind = from;

	while ((*behind | 32) >= 'a' && (*behind | 32) <= 'z' && behind - from < 9)
		behind++;
	if (behind == x->end)
		return STEP_UNENDED;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == (size_t)(behind - from) &&
		    strncasecmp(from, words[i], (size_t)(behind - from)) == 0) {
			*at = behind;
			return STEP_DONE;
		}
	return STEP_ODD;
}

static enum step take_number(struct lexing *x)
{
	const char *from = x->at, *behind = from;

	if (!wants_value(x->lexer))
		return STEP_ODD;
	if (!pass_number(&behind)) {
		enum step step = stopped(x, behind);

		if (step == STEP_ODD)
			step = pass_no_number(x, &from);
		if (step != STEP_DONE)
			return step;
		behind = from;
		from = x->at;
	}
	if (behind == x->end)
		return STEP_UNENDED;
	expect_next(x->lexer);
	return put_text(x, JSON_NUMBER, from, (size_t)(behind - from), behind);
}

static enum step take_name(struct lexing *x, struct text name, enum json_kind kind)
{
	size_t left = (size_t)(x->end - x->at);

	if (!wants_value(x->lexer))
		return STEP_ODD;
	if (left < name.len)
		return memcmp(x->at, name.at, left) == 0 ? STEP_UNENDED : STEP_ODD;
	if (memcmp(x->at, name.at, name.len) != 0)
		return STEP_ODD;
	expect_next(x->lexer);
	return put_bare(x, kind, name.len);
}

/* ---- brackets and what is between values ---- */

static enum step take_begin(struct lexing *x, bool object)
{
	struct json_lexer *l = x->lexer;

	if (!wants_value(l) || !APPEND_FIXED(l->in_object, l->depth, object))
		return STEP_ODD;
	l->expected = object ? JSON_EXPECT_MEMBER : JSON_EXPECT_ELEMENT;
	return put_bare(x, object ? JSON_OBJECT : JSON_ARRAY, 1);
}

/* Is it where an element or a member may begin? A comma too many may stand there, and the end. */
static bool wants_more(const struct json_lexer *l)
{
	switch (l->expected) {
	case JSON_EXPECT_ELEMENT:
	case JSON_EXPECT_MEMBER:
	case JSON_EXPECT_KEY:
		return true;
	case JSON_EXPECT_VALUE:
		return l->depth && !l->in_object[l->depth - 1];
	default:
		return false;
	}
}

static enum step take_end(struct lexing *x, bool object)
{
	struct json_lexer *l = x->lexer;

	if ((l->expected != JSON_EXPECT_COMMA && !wants_more(l)) || !l->depth ||
	    l->in_object[l->depth - 1] != object)
		return STEP_ODD;
	l->depth--;
	expect_next(l);
	return put_bare(x, object ? JSON_OBJECT_END : JSON_ARRAY_END, 1);
}

static enum step take_comma(struct lexing *x)
{
	struct json_lexer *l = x->lexer;

	if (l->expected != JSON_EXPECT_COMMA && !wants_more(l))
		return STEP_ODD;
	l->expected = l->in_object[l->depth - 1] ? JSON_EXPECT_KEY : JSON_EXPECT_VALUE;
	x->at++;
	return STEP_DONE;
}

static enum step take_colon(struct lexing *x)
{
	if (x->lexer->expected != JSON_EXPECT_COLON)
		return STEP_ODD;
	x->lexer->expected = JSON_EXPECT_VALUE;
	x->at++;
	return STEP_DONE;
}

static enum step take_one(struct lexing *x)
{
	enum step step;

	switch (*x->at) {
	case '"':
		return take_string(x);
	case ',':
		return take_comma(x);
	case ':':
		return take_colon(x);
	case '{':
	case '[':
		return take_begin(x, *x->at == '{');
	case '}':
	case ']':
		return take_end(x, *x->at == '}');
	case 't':
		return take_name(x, TEXT("true"), JSON_TRUE);
	case 'f':
		return take_name(x, TEXT("false"), JSON_FALSE);
	case 'n':
		step = take_name(x, TEXT("null"), JSON_NULL);
		return step == STEP_ODD ? take_number(x) : step;
	default:
		return take_number(x);
	}
}

enum json_lexed json_lexer_take(struct json_lexer *l, struct json_piece *p, size_t *at,
				size_t mark)
{
	struct lexing x = {.lexer = l,
			   .piece = p,
			   .begin = p->bytes,
			   .at = p->bytes + *at,
			   .end = p->bytes + p->len,
			   .mark = mark};
	enum step step = STEP_DONE;

	while (step == STEP_DONE) {
		x.at = pass(x.at, IS_BLANK);
		if (x.at == x.end)
			break;
		step = take_one(&x);
	}
	*at = (size_t)(x.at - x.begin);
	if (x.hungry)
		return JSON_FAILED;
	return step == STEP_ODD ? JSON_ODD : JSON_LEXED;
}
