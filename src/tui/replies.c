#include "tui/replies.h"

#include <string.h>

#include "base/number.h"

#define ESCAPE '\033'
#define ST     '\x9c' /* the 8-bit form of "\033\\" */

#define REST_MS	 1000 /* wait for the rest of a possible answer, while one is expected */
#define STUCK_MS 2000 /* wait for the rest of a certain answer */

#define HEAD_MAX   16 /* bytes: more than match() examines before the body */
#define DIGITS_MAX 5  /* of the number at the beginning of a string */

enum match {
	MATCH_NOT,    /* these are keys */
	MATCH_MAYBE,  /* keys, or the beginning of an answer */
	MATCH_PART,   /* certainly the beginning of an answer */
	MATCH_WHOLE,  /* a complete answer */
	MATCH_BROKEN, /* the last byte does not belong to the answer any more */
};

static bool is_within(char c, char first, char last)
{
	return c >= first && c <= last;
}

static bool is_control(char c)
{
	return is_within(c, '\0', ' ' - 1) || c == '\177';
}

/* An 8-bit control, as a single byte, or in UTF-8 after c2: 9b is "\033[". */
static bool is_c1(char c)
{
	return ((unsigned char)c & 0xe0) == 0x80;
}

static bool is_c1_lead(char c)
{
	return (unsigned char)c == 0xc2;
}

static bool may_begin(char c)
{
	return c == ESCAPE || is_c1(c) || is_c1_lead(c);
}

/* Cut "\033[" or similar: `*kind` is the second byte in 7-bit form, `*rest` the text after it. */
static enum match cut_introducer(struct text t, char *kind, struct text *rest)
{
	size_t n = is_c1(t.at[0]) ? 1 : 2;

	if (!may_begin(t.at[0]))
		return MATCH_NOT;
	if (t.len < n)
		return MATCH_MAYBE;
	if (is_c1_lead(t.at[0]) && !is_c1(t.at[1]))
		return MATCH_NOT;
	*kind = t.at[n - 1];
	if (is_c1(*kind))
		*kind = (char)(*kind & 0x1f) + '@';
	*rest = text_from(t, n);
	return MATCH_PART;
}

/* Match "?62;22c" or "?2026;2$y": no key begins like this. */
static enum match match_sequence(struct text t)
{
	size_t i = 1;

	if (t.len == 0)
		return MATCH_MAYBE;
	if (!is_within(t.at[0], '=', '?'))
		return MATCH_NOT;
	while (i < t.len && is_within(t.at[i], ' ', '?'))
		i++;
	if (i == t.len)
		return MATCH_PART;
	return may_begin(t.at[i]) ? MATCH_BROKEN : MATCH_WHOLE;
}

/* The length of "11;" in "11;rgb:ffff/ffff/dddd". */
static enum match match_number(struct text t, size_t *head)
{
	size_t i = 0;

	while (i < t.len && i < DIGITS_MAX && is_within(t.at[i], '0', '9'))
		i++;
	*head = i + 1;
	if (i == t.len)
		return MATCH_MAYBE;
	return i > 0 && t.at[i] == ';' ? MATCH_PART : MATCH_NOT;
}

/* Match answers to questions of other programs, which may have ended meanwhile. */
static enum match match_head(char kind, struct text t, size_t *head)
{
	static const char *const heads[] = {"P1$r", "P0$r", "P1+r", "P0+r",
					    "P>|",  "P!|",  "_G"};

	if (kind == ']')
		return match_number(t, head);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct text wanted = text_of(heads[i] + 1);

		*head = wanted.len;
		if (kind != heads[i][0])
			continue;
		if (text_starts(t, wanted))
			return MATCH_PART;
		if (text_starts(wanted, t))
			return MATCH_MAYBE;
	}
	return MATCH_NOT;
}

/* The text before a control; of 8-bit controls: DCS, CSI, ST, OSC, APC. */
static struct text find_plain_text(struct text t)
{
	size_t i = 0;

	while (i < t.len && !is_control(t.at[i]) &&
	       !memchr("\x90\x9b\x9c\x9d\x9f", t.at[i], 5))
		i++;
	return text_upto(t, i);
}

/* A string ends with BEL or "\033\\"; any other control is an error and ends it too. */
static enum match match_string(char kind, struct text t)
{
	size_t i;
	enum match m = match_head(kind, t, &i);

	if (m != MATCH_PART)
		return m;
	i += find_plain_text(text_from(t, i)).len;
	if (i == t.len)
		return MATCH_PART;
	if (t.at[i] != ESCAPE)
		return is_control(t.at[i]) || t.at[i] == ST ? MATCH_WHOLE : MATCH_BROKEN;
	if (i + 1 == t.len)
		return MATCH_PART;
	return t.at[i + 1] == '\\' ? MATCH_WHOLE : MATCH_BROKEN;
}

static enum match match(struct text t)
{
	struct text rest = {0};
	char kind = '\0';
	enum match m = t.len ? cut_introducer(t, &kind, &rest) : MATCH_NOT;

	if (m != MATCH_PART)
		return m;
	if (kind == '\\') /* the end of a string that was given up */
		return MATCH_WHOLE;
	return kind == '[' ? match_sequence(rest) : match_string(kind, rest);
}

/* ---- reading an answer ---- */

/* Read "ffff", "ff" or "f", up to `end`, scaled to 255. */
static bool read_colour(struct text *t, char end, uint8_t *value)
{
	const char *cut = t->len ? memchr(t->at, end, t->len) : NULL;
	struct text part = cut ? text_upto(*t, (size_t)(cut - t->at)) : *t;
	uint64_t v;

	if (part.len == 0 || part.len > 4 || !number_hex(part, &v))
		return false;
	*t = text_from(*t, part.len + (cut != NULL));
	*value = (uint8_t)(v * 255 / ((UINT64_C(1) << (4 * part.len)) - 1));
	return true;
}

/* Read "rgb:ffff/ffff/dddd", or "rgba:" with a fourth number, the opacity. */
static void read_background(struct text t, struct terminal_facts *f)
{
	uint8_t red, green, blue;

	if (text_starts(t, TEXT("rgb:")))
		t = text_from(t, 4);
	else if (text_starts(t, TEXT("rgba:")))
		t = text_from(t, 5);
	else
		return;
	if (!read_colour(&t, '/', &red) || !read_colour(&t, '/', &green) ||
	    !read_colour(&t, '/', &blue))
		return;
	f->has_background = true;
	f->background[0] = red;
	f->background[1] = green;
	f->background[2] = blue;
}

static void read_answer(struct text t, struct terminal_facts *f)
{
	char kind = 0;

	cut_introducer(t, &kind, &t);
	if (kind == ']' && text_starts(t, TEXT("11;"))) {
		t = find_plain_text(text_from(t, 3));
		if (t.len && is_c1_lead(t.at[t.len - 1]))
			t.len--;
		read_background(t, f);
	} else if (kind != '[') {
		return;
	} else if (text_equal(t, TEXT("?2026;1$y")) || text_equal(t, TEXT("?2026;2$y"))) {
		f->synchronises = true;
	} else if (t.at[0] == '?' && t.at[t.len - 1] == 'c') {
		f->answered = true;
	}
}

/* ---- bytes ---- */

static struct text get_held_text(const struct replies *r)
{
	return (struct text){r->held, r->count};
}

/* The number of bytes that follow the first byte of a character. */
static unsigned tails_after(char byte)
{
	unsigned char c = (unsigned char)byte;

	return c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf8 ? 3 : 0;
}

/* Return the first `count` held bytes as keys. */
static size_t tell_held_keys(struct replies *r, size_t count, char *keys)
{
	size_t n = count > r->told ? count - r->told : 0;

	memcpy(keys, r->held + (count - n), n);
	r->tails = tails_after(r->held[count - 1]);
	return n;
}

/* Start again with the last `count` bytes, which may begin an answer. */
static void keep_last(struct replies *r, size_t count)
{
	memmove(r->held, r->held + r->count - count, count);
	r->count = count;
	r->told = 0;
	r->is_cut = false;
}

/* Returns the number of bytes that were keys. */
static size_t take_byte(struct replies *r, char byte, char *keys)
{
	enum match m;
	size_t n = 0;

	if (r->count == 0 && r->tails && ((unsigned char)byte & 0xc0) == 0x80) {
		r->tails--;
		*keys = byte;
		return 1;
	}
	r->held[r->count++] = byte;
	m = match(get_held_text(r));
	if (m == MATCH_BROKEN) {
		/* half an answer is not a key; a preceding "\033" may begin another answer */
		keep_last(r, r->held[r->count - 2] == ESCAPE && byte != ESCAPE ? 2 : 1);
		m = match(get_held_text(r));
	} else if (m == MATCH_NOT && r->count > 1 && may_begin(byte)) {
		n = tell_held_keys(r, r->count - 1, keys);
		keep_last(r, 1);
		m = match(get_held_text(r));
	}
	if (m == MATCH_MAYBE || m == MATCH_PART) {
		if (r->count == sizeof r->held) {
			/* too long to be one of ours; only its end matters */
			r->held[HEAD_MAX] = r->held[r->count - 1];
			r->count = HEAD_MAX + 1;
			r->is_cut = true;
		}
		return n;
	}
	if (m == MATCH_NOT)
		n += tell_held_keys(r, r->count, keys + n);
	else if (!r->is_cut)
		read_answer(get_held_text(r), &r->facts);
	keep_last(r, 0);
	return n;
}

size_t replies_take(struct replies *r, struct text bytes, char *keys)
{
	size_t n = 0;

	for (size_t i = 0; i < bytes.len; i++)
		n += take_byte(r, bytes.at[i], keys + n);
	return n;
}

static bool is_awaited(const struct replies *r)
{
	return r->asked && !r->facts.answered;
}

int replies_patience(const struct replies *r, int escape_ms)
{
	if (r->count == 0 || r->told == r->count)
		return -1;
	if (match(get_held_text(r)) == MATCH_PART)
		return STUCK_MS;
	return is_awaited(r) && r->count > 1 && r->told == 0 && escape_ms < REST_MS
		   ? REST_MS
		   : escape_ms;
}

size_t replies_give_up(struct replies *r, char *keys)
{
	size_t n = 0;

	if (match(get_held_text(r)) == MATCH_MAYBE) {
		n = tell_held_keys(r, r->count, keys);
		r->told = r->count;
	}
	if (!n || !is_awaited(r))
		keep_last(r, 0);
	return n;
}

void replies_forget(struct replies *r)
{
	if (r->told == r->count)
		keep_last(r, 0);
}

bool replies_hold_key(const struct replies *r)
{
	return r->told < r->count && match(get_held_text(r)) == MATCH_MAYBE;
}

/* ---- the background ---- */

/* The perceived lightness, up to 255. */
static unsigned lightness(const uint8_t rgb[3])
{
	return (299U * rgb[0] + 587U * rgb[1] + 114U * rgb[2]) / 1000;
}

/*
 * For COLORFGBG of rxvt and konsole: "15;0", "0;default;15". The last number is the background
 * among 16 colours; white is light, and so are the bright colours except dark grey.
 */
static bool is_light_number(const char *colorfgbg)
{
	const char *last = strrchr(colorfgbg, ';');
	uint64_t n;

	return last && number_u64(text_of(last + 1), &n) && n <= 15 && n >= 7 && n != 8;
}

bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg)
{
	if (wish != BACKGROUND_AUTO)
		return wish == BACKGROUND_LIGHT;
	if (facts && facts->has_background)
		return lightness(facts->background) >= 128;
	return colorfgbg && is_light_number(colorfgbg);
}
