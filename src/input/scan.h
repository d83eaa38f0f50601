/* scan.h - scans a line of text: blanks, words, digits. */

#ifndef INPUT_SCAN_H
#define INPUT_SCAN_H

#include "base/text.h"

static inline bool scan_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool scan_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool scan_is_hex(char c)
{
	return scan_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* The number of characters of one kind (blanks, hex digits, a word, digits) at the start of `t`. */
static inline size_t scan_blanks(struct text t)
{
	size_t n = 0;

	while (n < t.len && scan_is_blank(t.at[n]))
		n++;
	return n;
}

static inline size_t scan_hex(struct text t)
{
	size_t n = 0;

	while (n < t.len && scan_is_hex(t.at[n]))
		n++;
	return n;
}

static inline size_t scan_word(struct text t)
{
	size_t n = 0;

	while (n < t.len && !scan_is_blank(t.at[n]))
		n++;
	return n;
}

static inline size_t scan_digits(struct text t)
{
	size_t n = 0;

	while (n < t.len && scan_is_digit(t.at[n]))
		n++;
	return n;
}

/* The part before the first `c`, or all of it. */
static inline struct text scan_until(struct text t, char c)
{
	const char *at = t.len ? memchr(t.at, c, t.len) : NULL;

	return at ? text_upto(t, (size_t)(at - t.at)) : t;
}

/* Remove the first line from `t`; returns it without "\n" or "\r\n". `*ended`: it had a "\n". */
static inline struct text scan_line(struct text *t, bool *ended)
{
	struct text line = scan_until(*t, '\n');

	*ended = line.len < t->len;
	*t = text_from(*t, line.len + 1);
	if (line.len && line.at[line.len - 1] == '\r')
		line.len--;
	return line;
}

/* Is `t` one or more digits, and no other characters? */
static inline bool scan_all_digits(struct text t)
{
	return t.len > 0 && scan_digits(t) == t.len;
}

/* `t` without the byte order mark of UTF-8. */
static inline struct text scan_skip_mark(struct text t)
{
	return text_starts(t, TEXT("\xef\xbb\xbf")) ? text_from(t, 3) : t;
}

static inline struct text scan_skip_blanks(struct text t)
{
	return text_from(t, scan_blanks(t));
}

/* Remove the last word from `t`, and the blanks around it; returns the word. */
static inline struct text scan_last_word(struct text *t)
{
	size_t end, from;

	while (t->len && scan_is_blank(t->at[t->len - 1]))
		t->len--;
	end = from = t->len;
	while (from && !scan_is_blank(t->at[from - 1]))
		from--;
	t->len = from;
	while (t->len && scan_is_blank(t->at[t->len - 1]))
		t->len--;
	return (struct text){t->at + from, end - from};
}

#endif
