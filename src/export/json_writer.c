#include "export/json_writer.h"

#include <string.h>

#include "base/fill.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/profile.h"

/* Deeper levels are not broken into lines. */
#define LINES_DEPTH 2

void emit_flush(struct json_writer *e)
{
	fwrite(e->waiting, 1, e->used, e->out);
	e->used = 0;
}

static void put_byte(struct json_writer *e, char c)
{
	if (e->used >= sizeof e->waiting)
		emit_flush(e);
	e->waiting[e->used++] = c; /* room: ensured above */
}

static void put_bytes(struct json_writer *e, const char *at, size_t n)
{
	if (n > sizeof e->waiting - e->used)
		emit_flush(e);
	if (n > sizeof e->waiting) {
		fwrite(at, 1, n, e->out);
		return;
	}
	if (n == 0) /* the pointer of an empty text may be NULL */
		return;
	memcpy(e->waiting + e->used, at, n); /* room: ensured above */
	e->used += n;
}

static void put_text(struct json_writer *e, struct text t)
{
	put_bytes(e, t.at, t.len);
}

static void put_digits(struct json_writer *e, uint64_t n)
{
	char digits[20]; /* of UINT64_MAX */
	struct fill f = fill_of(digits, sizeof digits);

	if (n < 10) { /* the usual case */
		put_byte(e, (char)('0' + n));
		return;
	}
	fill_number(&f, n);
	put_text(e, fill_written(&f));
}

static void put_new_line(struct json_writer *e)
{
	put_byte(e, '\n');
	for (uint32_t i = 0; i < e->depth; i++)
		put_text(e, TEXT("  "));
}

/* Write the separator before a value or a key: nothing after a key, else a comma and a newline. */
static void separate(struct json_writer *e)
{
	if (e->keyed) {
		e->keyed = false;
		e->comma = true;
		return;
	}
	if (e->comma)
		put_byte(e, ',');
	if (e->lines && e->depth > 0 && e->depth <= LINES_DEPTH)
		put_new_line(e);
	else if (e->lines && e->comma)
		put_byte(e, ' ');
	e->comma = true;
}

void emit_open(struct json_writer *e, char bracket)
{
	separate(e);
	put_byte(e, bracket);
	e->depth++;
	e->comma = false;
}

void emit_close(struct json_writer *e, char bracket)
{
	e->depth--;
	if (e->lines && e->comma && e->depth < LINES_DEPTH)
		put_new_line(e);
	put_byte(e, bracket);
	e->comma = true;
}

/* Does an ASCII character need no escape (RFC 8259, section 7)? DEL is escaped, too. */
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* The number of plain characters at the beginning. */
static size_t count_plain_characters(struct text t)
{
	size_t n = 0;

	while (n < t.len && is_plain(t.at[n]))
		n++;
	return n;
}

/* \uXXXX */
static void put_unit(struct json_writer *e, unsigned unit)
{
	static const char hex[] = "0123456789ABCDEF";

	put_text(e, TEXT("\\u"));
	for (int shift = 12; shift >= 0; shift -= 4)
		put_byte(e, hex[unit >> shift & 0xf]);
}

static void put_escape(struct json_writer *e, char32_t rune)
{
	static const char shorts[] =
	    "\"\"\\\\\bb\ff\nn\rr\tt"; /* characters and letters */
	const char *found = rune && rune < 0x80 ? strchr(shorts, (int)rune) : NULL;

	if (found && (found - shorts) % 2 == 0) {
		put_byte(e, '\\');
		put_byte(e, found[1]);
	} else if (rune > 0xffff) {
		put_unit(e, 0xd7c0 + (unsigned)(rune >> 10));
		put_unit(e, 0xdc00 + (unsigned)(rune & 0x3ff));
	} else {
		put_unit(e, (unsigned)rune);
	}
}

/* Is the text valid UTF-8, without characters that a terminal could take as control sequences? */
static bool is_printable(struct text t)
{
	struct printable p = printable_of(t);
	bool changed = false;

	while (p.rest.len && !changed)
		printable_next_checked(&p, &changed);
	return !changed;
}

/* Write a text that needs escapes or has characters outside ASCII. */
static void put_escaped(struct json_writer *e, struct text t)
{
	bool ascii = !is_printable(t);
	char bytes[UTF8_MAX];

	for (size_t n; t.len > 0; t = text_from(t, n)) {
		char32_t rune;

		n = count_plain_characters(t);
		if (n) {
			put_bytes(e, t.at, n);
			continue;
		}
		n = utf8_decode(t, &rune);
		if (ascii || rune < 0x80)
			put_escape(e, rune);
		else
			put_bytes(e, bytes, utf8_encode(rune, bytes));
	}
}

/* Copy a string that fits into the buffer and needs no escapes; else return false. */
static bool put_plain_string(struct json_writer *e, struct text t)
{
	char *to = e->waiting + e->used;

	if (sizeof e->waiting - e->used < 2 || sizeof e->waiting - e->used - 2 < t.len)
		return false;
	*to++ = '"';
	for (size_t i = 0; i < t.len; i++) { /* room: checked above */
		if (!is_plain(t.at[i]))
			return false;
		*to++ = t.at[i];
	}
	*to++ = '"';
	e->used = (size_t)(to - e->waiting);
	return true;
}

static void put_string(struct json_writer *e, struct text t)
{
	if (put_plain_string(e, t))
		return;
	put_byte(e, '"');
	if (count_plain_characters(t) == t.len)
		put_text(e, t);
	else
		put_escaped(e, t);
	put_byte(e, '"');
}

void emit_key_text(struct json_writer *e, struct text key)
{
	separate(e);
	put_string(e, key);
	put_text(e, e->lines ? TEXT(": ") : TEXT(":"));
	e->keyed = true;
}

void emit_text(struct json_writer *e, struct text t)
{
	separate(e);
	put_string(e, t);
}

void emit_value(struct json_writer *e, struct text json)
{
	separate(e);
	put_text(e, json);
}

void emit_number(struct json_writer *e, uint64_t n)
{
	separate(e);
	put_digits(e, n);
}

void emit_signed(struct json_writer *e, int64_t n)
{
	separate(e);
	if (n < 0)
		put_byte(e, '-');
	put_digits(e, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

/* Has room for the largest double, which has 309 digits before the point. */
static void put_places(struct json_writer *e, int places, double n)
{
	char number[400];

	snprintf(number, sizeof number, "%.*f", places, n);
	separate(e);
	put_text(e, text_of(number));
}

void emit_significant(struct json_writer *e, double n)
{
	char buf[32];

	snprintf(buf, sizeof buf, "%.15g", n);
	emit_value(e, text_of(buf));
}

void emit_decimal(struct json_writer *e, double n)
{
	put_places(e, 6, n < 0 && n > -0.0000005 ? 0.0 : n);
}

void emit_bool(struct json_writer *e, bool b)
{
	separate(e);
	put_text(e, b ? TEXT("true") : TEXT("false"));
}

void emit_null(struct json_writer *e)
{
	separate(e);
	put_text(e, TEXT("null"));
}

void emit_id(struct json_writer *e, const char *key, int32_t id)
{
	emit_key(e, key);
	if (id == PROFILE_NO_ID)
		emit_null(e);
	else
		emit_signed(e, id);
}

void emit_seconds(struct json_writer *e, uint64_t ns)
{
	char buf[NUMBER_SECONDS_MAX];

	if (ns % NS_PER_SECOND == 0) {
		emit_number(e, ns / NS_PER_SECOND);
		return;
	}
	separate(e);
	put_text(e, text_of(number_plain_seconds(ns, buf)));
}

void emit_range(struct json_writer *e, struct range r)
{
	emit_open(e, '[');
	emit_seconds(e, r.from);
	emit_seconds(e, r.to);
	emit_close(e, ']');
}

void emit_ranges(struct json_writer *e, struct selection several)
{
	if (!several.count)
		return;
	emit_open(emit_key(e, "ranges"), '[');
	for (uint32_t i = 0; i < several.count; i++)
		emit_range(e, several.list[i]);
	emit_close(e, ']');
}

bool emit_end(struct json_writer *e, struct error *err)
{
	put_byte(e, '\n');
	emit_flush(e);
	if (ferror(e->out))
		return error_sys(err, "cannot write");
	return true;
}

void emit_host(struct json_writer *e, struct text host)
{
	if (!host.len)
		return;
	emit_text(emit_key(e, "host"), host);
}
