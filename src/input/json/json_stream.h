/* json_stream.h - a JSON text of any size as tokens, one after the other. */

#ifndef INPUT_JSON_STREAM_H
#define INPUT_JSON_STREAM_H

#include <stdint.h>

#include "base/append.h"
#include "base/error.h"
#include "base/text.h"
#include "input/reading.h"

/*
 * Readers pull tokens, so they are plain loops over members and elements. Of files, the
 * next pieces are made by another thread. What a number means may be told behind it
 * (units, frames), so readers keep `struct decimal`.
 */

/*
 * Tokens are queued for one piece of input and handed out when they are asked for. As long as all
 * is plain they are those of json_lexer.h; from the first place on that is not yajl makes them,
 * and checks the grammar. Memory does not grow with the text, and what would make it grow is an
 * error (ERROR_LIMIT): values inside each other deeper than JSON_DEEPEST, and a string or number
 * (or a run of blanks) longer than JSON_LONGEST. Strings may hold invalid UTF-8 and NUL bytes. A
 * byte order mark is passed over. So are superfluous commas in arrays and objects, up to the
 * first half of a surrogate pair that stands alone.
 */
#define JSON_DEEPEST 4096
#define JSON_LONGEST (UINT64_C(16) << 20)

enum json_kind {
	JSON_END, /* of the text: from then on there is nothing else */
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* as it is written: see number_decimal(); "NaN", "-inf" are here, too */
	JSON_STRING, /* unescaped */
	JSON_KEY,    /* of an object's member, whose value follows */
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
};

struct json_token {
	enum json_kind kind;
	struct text
	    text;    /* NUMBER, STRING, KEY: borrowed until the next token is asked for */
	uint64_t at; /* the byte of the input behind it, for losses */
};

struct json_stream;

/*
 * `r`, if not NULL, is asked at every piece of input whether the reading goes on. Both are
 * borrowed. NULL and an error when memory runs out. Release with json_stream_close().
 */
struct json_stream *json_stream_open(struct source *source, struct reading *r,
				     struct error *err);
void json_stream_close(struct json_stream *s);

/*
 * The next token; JSON_END at the end of the input, also when that is in the middle. False
 * and an error (ERROR_FORMAT) where the text is not JSON, after all tokens before that place:
 * a reader may still use these. When
 * `err` holds an error already nothing is done, so loops need not look at it in between.
 */
bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err);

/* After JSON_END: did the input end in the middle? A number cut there is left out. */
bool json_stream_is_cut(const struct json_stream *s);

/* Where that was, or where the text is no JSON: the byte of the input. */
uint64_t json_stream_stop(const struct json_stream *s);

/* When the outermost value has been read: count what is missing of it, or follows it. */
bool json_stream_finish(struct json_stream *s, struct losses *losses, struct error *err);

/* How many objects and arrays the token handed out last is in; those that it opens count,
 * those that it closes do not. */
unsigned json_stream_depth(const struct json_stream *s);

/* Pass over the rest of the value that begins with `t`, the token handed out last. */
bool json_stream_skip(struct json_stream *s, const struct json_token *t,
		      struct error *err);

/*
 * In an object: its next key. In an array: the first token of its next value, of which the
 * rest has to be taken or skipped. False at the end of the object or array, at the end of
 * the input, and on an error (then `err` is set).
 */
bool json_stream_member(struct json_stream *s, struct json_token *key, struct error *err);
bool json_stream_element(struct json_stream *s, struct json_token *t, struct error *err);

/*
 * As mem_reserve(), for the lists that readers keep: ERROR_LIMIT for one of more than
 * JSON_LIST_MOST bytes, or two bytes of text could ask for many of memory.
 */
#define JSON_LIST_MOST (UINT64_C(512) << 20)
bool json_stream_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			 const char *what, struct error *err);
#define JSON_APPEND(...) APPEND_BY(json_stream_reserve, __VA_ARGS__)

/* Both at once: the next key of an object and the first token of its value. The key's place
 * in `keys` (of `count`) goes to `*key`; members with other keys are passed over. */
bool json_stream_known(struct json_stream *s, const struct text *keys, int count,
		       int *key, struct json_token *value, struct error *err);

#endif
