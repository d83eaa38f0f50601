#include "tui/replies.h"

#include <string.h>

#include "base/number.h"

#define ESCAPE '\033'
#define BELL   '\a'

#define REST_MS	 1000 /* the rest of what may be an answer, while one is awaited */
#define STUCK_MS 2000 /* the rest of what is one */

enum match {
	MATCH_NOT,    /* keys */
	MATCH_MAYBE,  /* keys, or the beginning of an answer */
	MATCH_PART,   /* the beginning of an answer */
	MATCH_WHOLE,  /* an answer */
	MATCH_BROKEN, /* the last byte is none of it any more */
};

static bool is_within(char c, char first, char last)
{
	return c >= first && c <= last;
}

/* "\033[?62;22c", "\033[?2026;2$y": parameters, what stands between, and the end. */
static enum match match_csi(struct text t)
{
	size_t i = 3;

	if (t.len < 3 || t.at[2] != '?')
		return t.len < 3 ? MATCH_MAYBE : MATCH_NOT;
	while (i < t.len && is_within(t.at[i], '0', ';'))
		i++;
	while (i < t.len && is_within(t.at[i], ' ', '/'))
		i++;
	if (i == t.len)
		return MATCH_PART;
	return is_within(t.at[i], '@', '~') ? MATCH_WHOLE : MATCH_BROKEN;
}

/* "\033]11;rgb:ffff/ffff/dddd" and BEL, or "\033\\". */
static enum match match_osc(struct text t)
{
	static const struct text head = {"\033]11;", 5};
	size_t i = head.len;

	if (t.len < head.len)
		return text_starts(head, t) ? MATCH_MAYBE : MATCH_NOT;
	if (!text_starts(t, head))
		return MATCH_NOT;
	while (i < t.len && (is_within(t.at[i], '/', ';') ||
			     (t.at[i] && strchr("abcdefrgABCDEF", t.at[i]))))
		i++;
	if (i == t.len)
		return MATCH_PART;
	if (t.at[i] == BELL)
		return MATCH_WHOLE;
	if (t.at[i] != ESCAPE)
		return MATCH_BROKEN;
	if (i + 1 == t.len)
		return MATCH_PART;
	return t.at[i + 1] == '\\' ? MATCH_WHOLE : MATCH_BROKEN;
}

static enum match match(struct text t)
{
	if (t.len == 0 || t.at[0] != ESCAPE)
		return MATCH_NOT;
	if (t.len == 1)
		return MATCH_MAYBE;
	return t.at[1] == '[' ? match_csi(t) : t.at[1] == ']' ? match_osc(t) : MATCH_NOT;
}

/* ---- what it says ---- */

/* "ffff", "ff" or "f", up to what `*t` is cut at: how much of the most it can be, of 255. */
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

/* "rgb:ffff/ffff/dddd", or "rgba:" and a fourth, how opaque it is. */
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
	char last = t.at[t.len - 1];

	if (t.at[1] == ']') {
		t = text_upto(t, t.len - (last == BELL ? 1 : 2));
		read_background(text_from(t, 5), f);
	} else if (text_equal(t, TEXT("\033[?2026;1$y")) ||
		   text_equal(t, TEXT("\033[?2026;2$y"))) {
		f->synchronises = true;
	} else if (last == 'c') {
		f->answered = true;
	}
}

/* ---- byte by byte ---- */

static struct text held(const struct replies *r)
{
	return (struct text){r->held, r->count};
}

/* The first `count` of what is held were keys. */
static size_t tell(struct replies *r, size_t count, char *keys)
{
	size_t n = count > r->told ? count - r->told : 0;

	memcpy(keys, r->held + (count - n), n);
	return n;
}

/* Begin anew with the last `count` bytes, of which an answer may be made. */
static void keep_last(struct replies *r, size_t count)
{
	memmove(r->held, r->held + r->count - count, count);
	r->count = count;
	r->told = 0;
}

/* Returns how many bytes were keys. */
static size_t take_byte(struct replies *r, char byte, char *keys)
{
	size_t n;

	r->held[r->count++] = byte;
	switch (match(held(r))) {
	case MATCH_MAYBE:
	case MATCH_PART:
		if (r->count == sizeof r->held)
			keep_last(r, 0);
		return 0;
	case MATCH_WHOLE:
		read_answer(held(r), &r->facts);
		keep_last(r, 0);
		return 0;
	case MATCH_BROKEN:
		/* half an answer is no key; "\033" before may begin another one */
		keep_last(r, r->held[r->count - 2] == ESCAPE ? 2 : 1);
		break;
	case MATCH_NOT:
		break;
	}
	if (r->count > 1 && byte == ESCAPE) {
		n = tell(r, r->count - 1, keys);
		keep_last(r, 1);
		return n;
	}
	if (match(held(r)) != MATCH_NOT) /* what a broken one leaves */
		return 0;
	n = tell(r, r->count, keys);
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
	if (match(held(r)) == MATCH_PART)
		return STUCK_MS;
	return is_awaited(r) && r->count > 1 && r->told == 0 && escape_ms < REST_MS
		   ? REST_MS
		   : escape_ms;
}

size_t replies_give_up(struct replies *r, char *keys)
{
	size_t n = 0;

	if (match(held(r)) == MATCH_MAYBE) {
		n = tell(r, r->count, keys);
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
	return r->told < r->count && match(held(r)) == MATCH_MAYBE;
}
