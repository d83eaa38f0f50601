/* json_writer.h - writes JSON in constant memory, at any size and depth. */

#ifndef EXPORT_JSON_WRITER_H
#define EXPORT_JSON_WRITER_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "analysis/flame.h"
#include "base/error.h"
#include "base/text.h"

/*
 * The writer builds no tree and does not recurse: a heat map can have millions of numbers, and a
 * hostile stack can have 65,000 levels. Set `out` and, optionally, `lines`; zero everything else.
 * Finish with emit_end(). Output is buffered here, because each call of a stdio function takes a
 * lock.
 */
struct json_writer {
	FILE *out; /* borrowed */
	/* put each member and element of the two outer levels on its own line */
	bool lines;
	bool comma; /* a comma is needed: the current array or object is not empty */
	bool keyed; /* a key has been written, but not yet its value */
	uint32_t depth;
	size_t used; /* bytes in `waiting` */
	char waiting[4096];
};

/* The caller must match the brackets. */
void emit_open(struct json_writer *e, char bracket);
void emit_close(struct json_writer *e, char bracket);

/* `key` must not need escapes. Returns `e`, to nest calls: emit_number(emit_key(e, "count"), 3). */
static inline struct json_writer *emit_key(struct json_writer *e, const char *key);

/*
 * Write a string as valid UTF-8, with U+FFFD for invalid bytes. If it has invalid bytes, or
 * characters that could control a terminal, all characters outside ASCII are written as \uXXXX,
 * which is safe to print.
 */
void emit_text(struct json_writer *e, struct text t);
void emit_key_text(struct json_writer *e, struct text key);

/* Append text that is already JSON, for values that are written millions of times. */
void emit_value(struct json_writer *e, struct text json);

void emit_number(struct json_writer *e, uint64_t n);
void emit_signed(struct json_writer *e, int64_t n);
/* with six decimals */
void emit_decimal(struct json_writer *e, double n);
/* with fifteen significant digits */
void emit_significant(struct json_writer *e, double n);
void emit_bool(struct json_writer *e, bool b);
void emit_null(struct json_writer *e);

/* null for PROFILE_NO_ID */
void emit_id(struct json_writer *e, const char *key, int32_t id);

/* Write "host"; nothing if it is empty. */
void emit_host(struct json_writer *e, struct text host);
void emit_seconds(struct json_writer *e, uint64_t ns);	/* 1 or 0.25 */
void emit_range(struct json_writer *e, struct range r); /* [from, to], in seconds */

/* Write "ranges"; nothing if the selection is empty. */
void emit_ranges(struct json_writer *e, struct selection several);

/* Must be called before other code writes to `out`. */
void emit_flush(struct json_writer *e);

/* Write a final newline. Returns false and sets an error if any write failed. */
bool emit_end(struct json_writer *e, struct error *err);

/* ---- inline, for speed: millions of nodes have six keys each, of constant length ---- */

static inline struct json_writer *emit_key(struct json_writer *e, const char *key)
{
	size_t len = strlen(key);
	char *to = e->waiting + e->used;

	if (e->lines || e->keyed || sizeof e->waiting - e->used < len + sizeof ",\"\":") {
		emit_key_text(e, text_of(key));
		return e;
	}
	if (e->comma)
		*to++ = ','; /* room: checked above, for the whole key */
	*to++ = '"';
	memcpy(to, key, len);
	to += len;
	*to++ = '"';
	*to++ = ':';
	e->used = (size_t)(to - e->waiting);
	e->keyed = true;
	return e;
}

#endif
