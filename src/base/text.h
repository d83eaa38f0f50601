/* text.h - a borrowed string: its address and its length. Not NUL-terminated. */

#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"

/* Passed and returned by value; the owner of the bytes keeps them alive. */
struct text {
	const char *at; /* borrowed; any bytes, not necessarily UTF-8 */
	size_t len;
};

/*
 * A growable text. Zero it first. The caller may reduce `len`, and releases `at` with mem_free().
 */
struct text_buffer {
	char *at; /* owned */
	size_t len, room;
};

/* A string literal as text. */
#define TEXT(literal) ((struct text){(literal), sizeof(literal) - 1})

static inline struct text text_of(const char *s)
{
	return (struct text){s, strlen(s)};
}

static inline bool text_equal(struct text a, struct text b)
{
	return a.len == b.len &&
	       (a.len == 0 || a.at == b.at || memcmp(a.at, b.at, a.len) == 0);
}

static inline bool text_starts(struct text t, struct text prefix)
{
	return t.len >= prefix.len &&
	       (prefix.len == 0 || memcmp(t.at, prefix.at, prefix.len) == 0);
}

static inline bool text_ends(struct text t, struct text suffix)
{
	return t.len >= suffix.len &&
	       (suffix.len == 0 ||
		memcmp(t.at + t.len - suffix.len, suffix.at, suffix.len) == 0);
}

/*
 * The part from `from` on, or up to `upto`; both are clipped to the text. `at` may be NULL in an
 * empty text, and in C not even 0 may be added to NULL.
 */
static inline struct text text_from(struct text t, size_t from)
{
	if (from > t.len)
		from = t.len;
	return from ? (struct text){t.at + from, t.len - from} : t;
}

static inline struct text text_upto(struct text t, size_t upto)
{
	return (struct text){t.at, upto < t.len ? upto : t.len};
}

bool text_has(struct text t, struct text part);

/*
 * Find the string `words`, as typed by the user, in a text, from byte `from` on. Case is ignored
 * unless `words` contains an upper-case ASCII letter. Returns the position of the first match, or
 * t.len if there is no match or `words` is empty.
 */
size_t text_search(struct text t, size_t from, struct text words);

/* Remove blanks and tabs at both ends. */
struct text text_trim(struct text t);

/* Remove the next line from `*rest`; `*line` does not include its '\n'. False at the end. */
bool text_next_line(struct text *rest, struct text *line);

/* The part after the last '/', or all of it. */
struct text text_basename(struct text path);

/* Compare two texts byte by byte, in the order of strcmp(). Returns -1, 0 or 1. */
int text_compare(struct text a, struct text b);

/* Append `t`. */
bool text_buffer_add(struct text_buffer *to, struct text t, struct error *err);

static inline struct text text_buffer_text(const struct text_buffer *b)
{
	return (struct text){b->at, b->len};
}

/*
 * Finds the word with the smallest edit distance to `given`. Words are ignored if the distance
 * exceeds a third of the length of the longer text. A step inserts, deletes or replaces a
 * character, or swaps two adjacent ones (Damerau-Levenshtein distance; no part of a word is changed
 * twice). Zero it, set `given`, offer words one by one, then read `word`.
 */
struct text_nearest {
	struct text given;
	struct text word; /* borrowed: the nearest word so far; empty: none */
	unsigned steps;
};

void text_nearest_offer(struct text_nearest *n, struct text word);

#endif
