/* emit.h - JSON written piece by piece, however large and deep. */

#ifndef EXPORT_EMIT_H
#define EXPORT_EMIT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "analysis/flame.h"
#include "base/error.h"
#include "base/text.h"

/*
 * No tree is built in memory and nothing recurses: a heat map has millions of numbers and a
 * hostile stack 65,000 levels. Zero but for `out` to begin; emit_end() to finish. What was
 * written waits here until there is enough of it, for a stream takes a lock each time.
 */
struct emit {
	FILE *out;  /* borrowed */
	bool lines; /* each member of an outer object on a line of its own */
	bool comma; /* something stands before in this array or object */
	bool keyed; /* a key stands before: its value comes next */
	uint32_t depth;
	size_t used; /* of: */
	char waiting[4096];
};

/* Brackets must match; that is the caller's business. */
void emit_open(struct emit *e, char bracket);
void emit_close(struct emit *e, char bracket);

/* A word without anything to escape. Returns `e`, for its value: emit_number(emit_key(e, "count"), 3). */
static inline struct emit *emit_key(struct emit *e, const char *key);

/*
 * A string. It is made valid UTF-8 (U+FFFD for invalid bytes), and when it holds
 * characters that a terminal could take as orders, all but ASCII is written as \uXXXX:
 * the reader gets the exact name, the terminal does not.
 */
void emit_text(struct emit *e, struct text t);
void emit_key_text(struct emit *e, struct text key);

/* A value that is JSON already: where the same is written millions of times. */
void emit_value(struct emit *e, struct text json);

void emit_number(struct emit *e, uint64_t n);
void emit_signed(struct emit *e, int64_t n);
void emit_decimal(struct emit *e, double n); /* with six digits behind the point */
void emit_bool(struct emit *e, bool b);
void emit_null(struct emit *e);
void emit_id(struct emit *e, const char *key, int32_t id); /* null: PROFILE_NO_ID */
void emit_host(struct emit *e, struct text host); /* "host"; nothing where it is empty */
void emit_seconds(struct emit *e, uint64_t ns);	  /* whole if it is: 1, else 0.25 */
void emit_nanoseconds(struct emit *e, uint64_t ns); /* the same with nine decimals */
void emit_range(struct emit *e, struct range r);    /* [from, to], in seconds */

/* "ranges", of a flame that shows several; nothing of one. */
void emit_ranges(struct emit *e, struct selection several);
void emit_ranges_of(struct emit *e, const struct flame *f);
void emit_percent(struct emit *e, double percent);		/* with three decimals */
void emit_share(struct emit *e, uint64_t part, uint64_t whole); /* the same of a part */

/* Before somebody else writes to `out`. */
void emit_flush(struct emit *e);

/* A final newline; false when something could not be written. */
bool emit_end(struct emit *e, struct error *err);

/* ---- within: there are six in each of millions of nodes, and their lengths are known ---- */

static inline struct emit *emit_key(struct emit *e, const char *key)
{
	size_t len = strlen(key);
	char *to = e->waiting + e->used;

	if (e->lines || e->keyed || sizeof e->waiting - e->used < len + sizeof ",\"\":") {
		emit_key_text(e, text_of(key));
		return e;
	}
	if (e->comma)
		*to++ = ','; /* room: seen above, as for all of it */
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
