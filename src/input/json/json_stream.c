#include "input/json/json_stream.h"

#include <inttypes.h>
#include <pthread.h>
#include <strings.h>

#include "base/append.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/threads.h"
#include "input/scan.h"

/* ---- bytes ---- */

enum {
	IS_BLANK = 1,
	/*
	 * ends a run of plain characters of a string: a quote, a backslash, or a control character
	 */
	ENDS_RUN = 2,
	IS_DIGIT = 4,
};

/* \v and \f are blanks too, although JSON has only the other four. */
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

/* The NUL after the piece has only the class ENDS_RUN, so it ends every run. */
static const char *skip_class(const char *at, int class)
{
	while (is(*at, class))
		at++;
	return at;
}

/* ---- the lexer ---- */

/* The token that may come next. */
enum json_expected {
	JSON_EXPECT_VALUE,
	JSON_EXPECT_ELEMENT, /* the first element, or the end of an empty array */
	JSON_EXPECT_MEMBER,  /* the first member, or the end of an empty object */
	JSON_EXPECT_KEY,
	JSON_EXPECT_COLON,
	JSON_EXPECT_COMMA, /* or the end of the array or object */
	JSON_EXPECT_END,   /* the end of the text */
};

/* A token in the queue of a piece. */
struct json_queued {
	uint32_t from, len; /* its text, in the piece or in `kept` */
	uint32_t end;	    /* the offset of its end in the piece */
	uint8_t kind;
	bool is_kept;
};

/* A part of the input and the tokens in it. Zero it to begin. */
struct json_piece {
	char *bytes; /* owned; a NUL follows the `len` bytes */
	size_t room, len;
	uint64_t begin; /* the offset of the piece in the input */

	struct json_queued *queue; /* owned */
	size_t capacity, count;
	char *kept; /* owned: unescaped texts */
	size_t kept_room, kept_len;

	bool ended;	  /* this is the last piece */
	bool cut;	  /* ... and the text is incomplete */
	struct error why; /* if set, the reason why there are no more tokens */
	uint64_t wrong;	  /* with ERROR_FORMAT: the offset in the input */
};

/* The state between two tokens. Zero it to begin. */
struct json_lexer {
	enum json_expected expected;
	unsigned depth;
	bool in_object[JSON_DEPTH_MAX]; /* by depth; false: in an array */
};

/* The position in a piece while its tokens are queued. */
struct lexing {
	struct json_lexer *lexer; /* borrowed, like all pointers here */
	struct json_piece *piece;
	const char *begin, *at, *end;
	size_t mark; /* bytes of a byte order mark, which offsets do not count */
};

enum lexing_step {
	STEP_DONE,
	STEP_UNENDED, /* the token may go on in the next piece */
	STEP_FAILED,  /* `why` of the piece is set */
};

static uint64_t input_offset(const struct lexing *x, const char *at)
{
	return x->piece->begin + (uint64_t)(at - x->begin) - x->mark;
}

/* Any token after the end of the text is reported as trailing garbage. */
static enum lexing_step fail_lexing(const struct lexing *x, const char *at,
				    const char *message)
{
	struct json_piece *p = x->piece;

	if (x->lexer->expected == JSON_EXPECT_END)
		message = "text after the end";
	p->wrong = input_offset(x, at);
	error_set(&p->why, ERROR_FORMAT, "invalid JSON at byte %" PRIu64 ": %s", p->wrong,
		  message);
	return STEP_FAILED;
}

/* A valid token, from `from` to `behind`, that is not allowed here. */
static enum lexing_step fail_token(const struct lexing *x, const char *from,
				   const char *behind)
{
	const struct json_lexer *l = x->lexer;

	switch (l->expected) {
	case JSON_EXPECT_MEMBER:
	case JSON_EXPECT_KEY:
		return fail_lexing(x, behind, "expected a string as key");
	case JSON_EXPECT_COLON:
		return fail_lexing(x, behind, "expected ':' after the key");
	case JSON_EXPECT_COMMA:
		if (!l->in_object[l->depth - 1])
			return fail_lexing(x, behind,
					   "expected ',' or ']' after the element");
		/* the error is at the token, or at the second character of a string */
		return fail_lexing(x, *from == '"' ? from + 2 : from,
				   "expected ',' or '}' after the value");
	default:
		return fail_lexing(x, behind, "unexpected token");
	}
}

static enum lexing_step put_queued(struct lexing *x, const struct json_queued *q)
{
	struct json_piece *p = x->piece;

	return APPEND(p->queue, p->count, p->capacity, "JSON tokens", &p->why, *q)
		   ? STEP_DONE
		   : STEP_FAILED;
}

static inline enum lexing_step put_text(struct lexing *x, enum json_kind kind,
					const char *from, size_t len, const char *behind)
{
	struct json_queued q = {.from = (uint32_t)(from - x->begin),
				.len = (uint32_t)len,
				.end = (uint32_t)((size_t)(behind - x->begin) - x->mark),
				.kind = (uint8_t)kind};

	x->at = behind;
	return put_queued(x, &q);
}

static enum lexing_step put_bare(struct lexing *x, enum json_kind kind, size_t len)
{
	return put_text(x, kind, x->begin, 0, x->at + len);
}

/* Called after a value. */
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
 * Unescape "\u0041" or a pair such as "\ud83d\ude00", which is one character. After the first half
 * of a pair, any \u counts as the second half; without one, the first half becomes "?". A second
 * half alone becomes three bytes that are not valid UTF-8. Returns the end of the escape.
 */
static const char *unescape_hex(struct fill *f, const char *at)
{
	uint32_t c = hex_of(at + 2);

	at += 6;
	if (c - 0xd800 >= 0x400) {
		fill_utf8(f, c);
	} else if (at[0] == '\\' && at[1] == 'u') {
		fill_utf8(f, 0x10000 + ((c - 0xd800) << 10) + (hex_of(at + 2) & 0x3ff));
		at += 6;
	} else {
		fill_char(f, '?');
	}
	return at;
}

static char unescaped(char c)
{
	static const char of[] = "b\bf\fn\nr\rt\t";

	for (size_t i = 0; of[i]; i += 2)
		if (of[i] == c)
			return of[i + 1];
	return c;
}

/* Unescape the text up to its quote; all escapes are valid. The result is not longer. */
static void unescape_text(struct fill *f, const char *at, const char *quote)
{
	while (at < quote) {
		const char *run = at;

		while (at < quote && *at != '\\')
			at++;
		fill_text(f, (struct text){run, (size_t)(at - run)});
		if (at == quote)
			break;
		if (at[1] == 'u') {
			at = unescape_hex(f, at);
		} else {
			fill_char(f, unescaped(at[1]));
			at += 2;
		}
	}
}

/*
 * Advance to the quote that ends a string. Returns NULL, or the error message if the string is
 * invalid or incomplete at `*at`; the piece may end there.
 */
static const char *find_quote(const char **at)
{
	const char *c = *at, *why = NULL;

	while (!why) {
		while (!is(*c, ENDS_RUN))
			c++;
		if (*c == '"')
			break;
		if (*c != '\\') {
			why = "control character in a string";
		} else if (!*++c || !strchr("\"\\/bfnrtu", *c)) {
			why = "invalid escape in a string";
		} else if (*c++ == 'u') {
			int digits = 0;

			for (; digits < 4 && scan_is_hex(*c); digits++)
				c++;
			if (digits < 4)
				why = "expected four hexadecimal digits after '\\u'";
		}
	}
	*at = c;
	return why;
}

static enum lexing_step take_string(struct lexing *x)
{
	struct json_lexer *l = x->lexer;
	struct json_piece *p = x->piece;
	bool is_key = l->expected == JSON_EXPECT_KEY || l->expected == JSON_EXPECT_MEMBER;
	enum json_kind kind = is_key ? JSON_KEY : JSON_STRING;
	const char *from = x->at + 1, *quote = from, *why;
	enum lexing_step step;

	while (!is(*quote, ENDS_RUN))
		quote++;
	if (*quote == '"' && (is_key || wants_value(l))) {
		step = put_text(x, kind, from, (size_t)(quote - from), quote + 1);
	} else {
		struct json_queued q = {.kind = (uint8_t)kind, .is_kept = true};
		struct fill f;

		why = find_quote(&quote);
		if (why)
			return quote == x->end ? STEP_UNENDED
					       : fail_lexing(x, quote, why);
		if (!is_key && !wants_value(l))
			return fail_token(x, x->at, quote + 1);
		if (!mem_reserve(&p->kept, &p->kept_room,
				 p->kept_len + (size_t)(quote - from), 1, "JSON texts",
				 &p->why))
			return STEP_FAILED;
		f = fill_of(p->kept + p->kept_len, (size_t)(quote - from));
		unescape_text(&f, from, quote);
		q.from = (uint32_t)p->kept_len;
		q.len = (uint32_t)fill_written(&f).len;
		q.end = (uint32_t)((size_t)(quote + 1 - x->begin) - x->mark);
		p->kept_len += q.len;
		x->at = quote + 1;
		step = put_queued(x, &q);
	}
	if (is_key)
		l->expected = JSON_EXPECT_COLON;
	else
		expect_next(l);
	return step;
}

/* ---- numbers and names ---- */

/*
 * Advance past a number. Returns NULL, or the error message if the number is invalid or incomplete
 * at `*at`; the piece may end there.
 */
static inline const char *skip_number(const char **at)
{
	const char *c = *at + (**at == '-'), *digits = c, *why = NULL;

	c = *c == '0' ? c + 1 : skip_class(c, IS_DIGIT);
	if (c == digits) {
		why = "expected a digit after '-'";
	} else if (*c == '.') {
		digits = ++c;
		c = skip_class(c, IS_DIGIT);
		if (c == digits)
			why = "expected a digit after the decimal point";
	}
	if (!why && (*c | 32) == 'e') {
		c++;
		c += *c == '+' || *c == '-';
		digits = c;
		c = skip_class(c, IS_DIGIT);
		if (c == digits)
			why = "expected a digit in the exponent";
	}
	*at = c;
	return why;
}

/*
 * Take a word that printf() or Python writes for a double that is not finite, which JSON lacks:
 * "nan", "-Infinity". For other words, fail with `message` at `wrong`.
 */
static enum lexing_step take_not_a_number(struct lexing *x, const char *wrong,
					  const char *message)
{
	static const char *const words[] = {"nan", "inf", "infinity"};
	const char *from = x->at + (*x->at == '-' || *x->at == '+'), *behind = from;

	if (!wants_value(x->lexer))
		return fail_lexing(x, wrong, message);
	while ((*behind | 32) >= 'a' && (*behind | 32) <= 'z' && behind - from < 9)
		behind++;
	if (behind == x->end)
		return x->piece->ended ? fail_lexing(x, wrong, message) : STEP_UNENDED;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strlen(words[i]) == (size_t)(behind - from) &&
		    strncasecmp(from, words[i], (size_t)(behind - from)) == 0) {
			expect_next(x->lexer);
			return put_text(x, JSON_NUMBER, x->at, (size_t)(behind - x->at),
					behind);
		}
	}
	return fail_lexing(x, wrong, message);
}

static enum lexing_step take_number(struct lexing *x)
{
	const char *behind = x->at, *why = skip_number(&behind);

	if (behind == x->end)
		return STEP_UNENDED;
	if (why)
		return take_not_a_number(x, behind, why);
	if (!wants_value(x->lexer))
		return fail_token(x, x->at, behind);
	expect_next(x->lexer);
	return put_text(x, JSON_NUMBER, x->at, (size_t)(behind - x->at), behind);
}

static enum lexing_step take_name(struct lexing *x, struct text name, enum json_kind kind)
{
	size_t len = 1;

	while (len < name.len && x->at[len] == name.at[len])
		len++;
	if (len < name.len && x->at + len == x->end)
		return STEP_UNENDED;
	if (len < name.len)
		return take_not_a_number(x, x->at + len, "expected true, false or null");
	if (!wants_value(x->lexer))
		return fail_token(x, x->at, x->at + len);
	expect_next(x->lexer);
	return put_bare(x, kind, len);
}

/* ---- punctuation ---- */

static enum lexing_step take_begin(struct lexing *x, bool object)
{
	struct json_lexer *l = x->lexer;

	if (!wants_value(l))
		return fail_token(x, x->at, x->at + 1);
	if (!APPEND_FIXED(l->in_object, l->depth, object)) {
		error_set(&x->piece->why, ERROR_LIMIT,
			  "JSON nested more than %d levels deep, at byte %" PRIu64,
			  JSON_DEPTH_MAX, input_offset(x, x->at + 1));
		return STEP_FAILED;
	}
	l->expected = object ? JSON_EXPECT_MEMBER : JSON_EXPECT_ELEMENT;
	return put_bare(x, object ? JSON_OBJECT : JSON_ARRAY, 1);
}

/* May a comma or the end of the array or object come next? One superfluous comma is allowed. */
static bool may_end(const struct json_lexer *l)
{
	switch (l->expected) {
	case JSON_EXPECT_COMMA:
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

static enum lexing_step take_end(struct lexing *x, bool object)
{
	struct json_lexer *l = x->lexer;

	if (!may_end(l) || l->in_object[l->depth - 1] != object)
		return fail_token(x, x->at, x->at + 1);
	l->depth--;
	expect_next(l);
	return put_bare(x, object ? JSON_OBJECT_END : JSON_ARRAY_END, 1);
}

static enum lexing_step take_one(struct lexing *x)
{
	struct json_lexer *l = x->lexer;

	switch (*x->at) {
	case '"':
		return take_string(x);
	case ',':
		if (!may_end(l))
			return fail_token(x, x->at, x->at + 1);
		l->expected =
		    l->in_object[l->depth - 1] ? JSON_EXPECT_KEY : JSON_EXPECT_VALUE;
		x->at++;
		return STEP_DONE;
	case ':':
		if (l->expected != JSON_EXPECT_COLON)
			return fail_token(x, x->at, x->at + 1);
		l->expected = JSON_EXPECT_VALUE;
		x->at++;
		return STEP_DONE;
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
		return take_name(x, TEXT("null"), JSON_NULL);
	case '/':
		return fail_lexing(x, x->at, "comments are not allowed");
	case '-':
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9':
		return take_number(x);
	default:
		return take_not_a_number(x, x->at + 1, "unexpected character");
	}
}

/*
 * The input ends at `x->at`, perhaps within a token: the text is complete only if it is a number
 * that stands alone. A number within an array or object may be truncated, so it is left out.
 */
static void finish_text(struct lexing *x)
{
	struct json_lexer *l = x->lexer;
	const char *behind = x->at;

	if (l->expected == JSON_EXPECT_VALUE && !l->depth && x->at < x->end &&
	    !skip_number(&behind) && behind == x->end) {
		expect_next(l);
		(void)put_text(x, JSON_NUMBER, x->at, (size_t)(behind - x->at), behind);
	}
	x->piece->cut = x->at < x->end || l->expected != JSON_EXPECT_END;
}

/*
 * Queue the tokens of a piece, starting at `from`. Returns where they end: after all of them, or at
 * a token that continues in the next piece.
 */
static size_t lex_piece(struct json_lexer *l, struct json_piece *p, size_t from,
			size_t mark)
{
	struct lexing x = {.lexer = l,
			   .piece = p,
			   .begin = p->bytes,
			   .at = p->bytes + from,
			   .end = p->bytes + p->len,
			   .mark = mark};
	enum lexing_step step = STEP_DONE;

	while (step == STEP_DONE) {
		x.at = skip_class(x.at, IS_BLANK);
		if (x.at == x.end)
			break;
		step = take_one(&x);
	}
	if (p->ended && step != STEP_FAILED)
		finish_text(&x);
	return (size_t)(x.at - x.begin);
}

/* ---- pieces ---- */

#define PIECE	  (64u << 10) /* bytes of a piece */
#define PIECE_MAX (4u << 20)  /* its maximum, within a very long string */

/* The input, and the state for making the next piece. */
struct json_pieces {
	struct source *source; /* borrowed */
	struct json_lexer lexer;
	char *rest; /* owned: the beginning of a token that ends in a later piece */
	size_t rest_room, rest_len;
	size_t room;	/* current size of pieces */
	uint64_t begin; /* the offset of the next piece in the input */
	uint64_t last;	/* the offset where the last token ended */
	bool quiet;	/* the previous piece had no token */
};

static void json_piece_release(struct json_piece *p)
{
	mem_free(p->bytes);
	mem_free(p->queue);
	mem_free(p->kept);
	*p = (struct json_piece){0};
}

/*
 * Reserve memory for the next piece. A token that does not end in its piece is read again from its
 * beginning with the next one, so pieces grow while they have no tokens. `*least` is the number of
 * bytes to wait for: a pipe may deliver single bytes, and a byte order mark has three.
 */
static bool reserve_piece(struct json_pieces *s, struct json_piece *p, size_t *least)
{
	*least = 3;
	if (s->begin - s->last > JSON_VALUE_MAX)
		return error_set(&p->why, ERROR_LIMIT,
				 "a JSON value longer than %" PRIu64
				 " MiB, at byte %" PRIu64,
				 JSON_VALUE_MAX >> 20, s->last);
	if (s->quiet && s->room < PIECE_MAX)
		s->room *= 2;
	if (s->quiet)
		*least = s->room;
	return mem_reserve(&p->bytes, &p->room, s->rest_len + s->room + 1, 1, "JSON text",
			   &p->why);
}

/* Fill the piece with the rest of the previous one, and `least` to `s->room` new bytes. */
static bool fill_piece(struct json_pieces *s, struct json_piece *p, size_t least)
{
	size_t most = s->rest_len + s->room, got = 1;

	/* room: see reserve_piece(); also below */
	if (s->rest_len)
		memcpy(p->bytes, s->rest, s->rest_len);
	p->len = s->rest_len;
	while (p->len < s->rest_len + least && got) {
		if (!source_read(s->source, p->bytes + p->len, most - p->len, &got,
				 &p->why))
			return false;
		p->len += got;
	}
	p->bytes[p->len] = '\0';
	return true;
}

/* Make the next piece, reusing an older one. Not after the last piece or an error. */
static void make_piece(struct json_pieces *s, struct json_piece *p)
{
	uint64_t behind;
	size_t least, mark = 0, from;

	p->begin = s->begin - s->rest_len;
	p->len = p->count = p->kept_len = 0;
	if (!reserve_piece(s, p, &least) || !fill_piece(s, p, least))
		return;
	behind = p->begin + p->len;
	p->ended = behind == s->begin;
	if (!s->begin)
		mark = p->len - scan_skip_mark((struct text){p->bytes, p->len}).len;
	from = lex_piece(&s->lexer, p, mark, mark);
	if (p->count)
		s->last = p->begin + p->queue[p->count - 1].end;
	s->begin = behind;
	s->quiet = p->count == 0;
	s->rest_len = p->len - from;
	if (p->ended || p->why.kind != ERROR_NONE ||
	    !mem_reserve(&s->rest, &s->rest_room, s->rest_len, 1, "JSON text", &p->why))
		return;
	if (s->rest_len)
		memcpy(s->rest, p->bytes + from, s->rest_len);
}

/* ---- pieces made in advance by another thread ---- */

#define PIECES                                                                           \
	4 /* one is read, one is made, the others even out the difference in speed */

struct json_ahead {
	struct json_pieces *pieces; /* borrowed */
	struct json_piece ring[PIECES];
	pthread_t thread;

	pthread_mutex_t lock; /* guards the rest; a full piece is the reader's */
	pthread_cond_t changed;
	uint64_t made, taken; /* pieces so far; those in between wait for the reader */
	bool reading;	      /* the last piece taken is being read */
	bool stopped;	      /* the reader needs no more */
};

/* The other thread: makes a piece whenever there is room for one. */
static void *make_pieces(void *arg)
{
	struct json_ahead *a = arg;
	bool more = true;

	pthread_mutex_lock(&a->lock);
	while (more) {
		struct json_piece *p = &a->ring[a->made % PIECES];

		while (!a->stopped && a->made - a->taken + a->reading == PIECES)
			pthread_cond_wait(&a->changed, &a->lock);
		if (a->stopped)
			break;
		pthread_mutex_unlock(&a->lock);
		make_piece(a->pieces, p);
		more = !p->ended && p->why.kind == ERROR_NONE;
		pthread_mutex_lock(&a->lock);
		a->made++;
		pthread_cond_signal(&a->changed);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

/*
 * Start the thread. It has `pieces`, which is borrowed, to itself until stop_ahead(), which waits
 * for it: so the source must not block for long, which files do not. Returns NULL without a thread
 * or memory; then the reader makes the pieces.
 */
static struct json_ahead *start_ahead(struct json_pieces *pieces)
{
	struct error err = ERROR_INIT;
	struct json_ahead *a = mem_array(1, sizeof *a, "JSON read ahead", &err);
	sigset_t old;
	bool there;

	if (!a)
		return NULL;
	a->pieces = pieces;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	threads_block_signals(&old);
	there = pthread_create(&a->thread, NULL, make_pieces, a) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (there)
		return a;
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	mem_free(a);
	return NULL;
}

static void stop_ahead(struct json_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stopped = true;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	for (int i = 0; i < PIECES; i++)
		json_piece_release(&a->ring[i]);
	mem_free(a);
}

/* Wait for the next piece; borrowed until the next call. Not after the last piece or an error. */
static const struct json_piece *next_ahead(struct json_ahead *a)
{
	const struct json_piece *p;

	pthread_mutex_lock(&a->lock);
	a->reading = false;
	pthread_cond_signal(&a->changed);
	while (a->made == a->taken)
		pthread_cond_wait(&a->changed, &a->lock);
	p = &a->ring[a->taken++ % PIECES];
	a->reading = true;
	pthread_mutex_unlock(&a->lock);
	return p;
}

/* ---- the stream ---- */

struct json_stream {
	struct reading *reading; /* borrowed; or NULL */
	struct json_pieces pieces;
	struct json_ahead *ahead; /* owned; NULL: pieces are made in `own` */
	struct json_piece own;

	const struct json_piece *piece; /* borrowed: the current piece */
	size_t next;			/* index of the next token in its queue */
	unsigned depth;
};

struct json_stream *json_stream_open(struct source *source, struct reading *r,
				     struct error *err)
{
	struct json_stream *s = mem_array(1, sizeof *s, "a JSON stream", err);

	if (!s)
		return NULL;
	s->reading = r;
	s->piece = &s->own;
	s->pieces.source = source;
	s->pieces.room = PIECE;
	/* only for files: a pipe may block, and stop_ahead() would wait for it */
	if (r && source_file(source) >= 0 && reading_threads(r->options) > 1)
		s->ahead = start_ahead(&s->pieces);
	return s;
}

void json_stream_close(struct json_stream *s)
{
	if (!s)
		return;
	stop_ahead(s->ahead);
	mem_free(s->pieces.rest);
	json_piece_release(&s->own);
	mem_free(s);
}

static bool refill_piece(struct json_stream *s, struct error *err)
{
	if (s->reading && !reading_goes_on(s->reading, err))
		return false;
	s->next = 0;
	if (s->ahead)
		s->piece = next_ahead(s->ahead);
	else
		make_piece(&s->pieces, &s->own);
	return true;
}

bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err)
{
	const struct json_piece *p = s->piece;
	const struct json_queued *q;

	if (err->kind != ERROR_NONE)
		return false;
	while (s->next == p->count) {
		if (p->why.kind != ERROR_NONE)
			return error_set(err, p->why.kind, "%s", p->why.message);
		if (p->ended) {
			*t = (struct json_token){.kind = JSON_END,
						 .at = p->begin + p->len};
			return true;
		}
		if (!refill_piece(s, err))
			return false;
		p = s->piece;
	}
	q = &p->queue[s->next++];
	t->kind = q->kind;
	t->text = (struct text){(q->is_kept ? p->kept : p->bytes) + q->from, q->len};
	t->at = p->begin + q->end;
	if (t->kind == JSON_OBJECT || t->kind == JSON_ARRAY)
		s->depth++;
	else if (t->kind == JSON_OBJECT_END || t->kind == JSON_ARRAY_END)
		s->depth--;
	return true;
}

bool json_stream_is_truncated(const struct json_stream *s)
{
	return s->piece->cut;
}

uint64_t json_stream_error_offset(const struct json_stream *s)
{
	const struct json_piece *p = s->piece;

	return p->why.kind == ERROR_FORMAT ? p->wrong : p->begin + p->len;
}

bool json_stream_finish(struct json_stream *s, struct losses *losses, struct error *err)
{
	struct json_token t;

	if (json_stream_next(s, &t, err)) {
		if (json_stream_is_truncated(s))
			losses_count(losses, LOSS_RECORDS_CUT,
				     json_stream_error_offset(s));
		return true;
	}
	if (err->kind != ERROR_FORMAT)
		return false;
	losses_count(losses, LOSS_NO_JSON, json_stream_error_offset(s));
	*err = (struct error)ERROR_INIT;
	return true;
}

unsigned json_stream_depth(const struct json_stream *s)
{
	return s->depth;
}

bool json_stream_skip(struct json_stream *s, const struct json_token *t,
		      struct error *err)
{
	unsigned depth = s->depth;
	struct json_token next;

	if (t->kind != JSON_OBJECT && t->kind != JSON_ARRAY)
		return true;
	/* skip within the queue, up to the token that ends the value, or the last one */
	for (; s->next + 1 < s->piece->count; s->next++) {
		uint8_t kind = s->piece->queue[s->next].kind;

		if (kind == JSON_OBJECT || kind == JSON_ARRAY)
			s->depth++;
		else if (kind != JSON_OBJECT_END && kind != JSON_ARRAY_END)
			continue;
		else if (s->depth == depth)
			break;
		else
			s->depth--;
	}
	do {
		if (!json_stream_next(s, &next, err))
			return false;
	} while (s->depth >= depth && next.kind != JSON_END);
	return true;
}

bool json_stream_lose(struct json_stream *s, const struct json_token *t,
		      struct losses *losses, struct error *err)
{
	losses_count(losses, LOSS_RECORD, t->at);
	return json_stream_skip(s, t, err);
}

bool json_stream_member(struct json_stream *s, struct json_token *key, struct error *err)
{
	return json_stream_next(s, key, err) && key->kind == JSON_KEY;
}

bool json_stream_element(struct json_stream *s, struct json_token *t, struct error *err)
{
	return json_stream_next(s, t, err) && t->kind != JSON_ARRAY_END &&
	       t->kind != JSON_END;
}

/* None of the keys is empty. */
static int key_index(struct text key, const struct text *keys, int count)
{
	char first = key.len ? key.at[0] : 0;

	for (int i = 0; i < count; i++)
		if (keys[i].at[0] == first && text_equal(key, keys[i]))
			return i;
	return -1;
}

bool json_stream_next_object(struct json_stream *s, struct json_token *t,
			     struct losses *losses, struct error *err)
{
	while (json_stream_element(s, t, err)) {
		if (t->kind == JSON_OBJECT)
			return true;
		if (!json_stream_lose(s, t, losses, err))
			return false;
	}
	return false;
}

bool json_stream_next_known_member(struct json_stream *s, const struct text *keys,
				   int count, int *key, struct json_token *value,
				   struct error *err)
{
	while (json_stream_member(s, value, err)) {
		*key = key_index(value->text, keys, count);
		if (!json_stream_next(s, value, err) || value->kind == JSON_END)
			return false;
		if (*key >= 0)
			return true;
		if (!json_stream_skip(s, value, err))
			return false;
	}
	return false;
}

bool json_stream_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			 const char *what, struct error *err)
{
	if (wanted > JSON_LIST_MOST / size)
		return error_set(err, ERROR_LIMIT,
				 "more than %" PRIu64 " MiB of %s in one list",
				 JSON_LIST_MOST >> 20, what);
	return mem_reserve(array, capacity, wanted, size, what, err);
}
