/* json_stream.h - reads a JSON text of any size, token by token. */

#ifndef INPUT_JSON_STREAM_H
#define INPUT_JSON_STREAM_H

#include <stdint.h>

#include "base/append.h"
#include "base/error.h"
#include "base/text.h"
#include "input/reading.h"

/*
 * The stream checks the grammar of JSON, and readers pull tokens in plain loops over members and
 * elements. The unit of a number may come later in the file, so readers keep numbers as `struct
 * decimal`.
 *
 * The input is read in pieces, whose tokens are queued. If there are several threads, another one
 * prepares the next pieces of a file. Memory use does not grow with the size of the text. Texts
 * that would make it grow are refused (ERROR_LIMIT): values nested deeper than JSON_DEPTH_MAX, and
 * strings, numbers and runs of blanks longer than JSON_VALUE_MAX.
 *
 * Some deviations from JSON are accepted: a byte order mark, superfluous commas in arrays and
 * objects, names of doubles that are not finite (NaN, -inf), \v and \f as blanks, and, in strings,
 * invalid UTF-8 and halves of surrogate pairs.
 */
#define JSON_DEPTH_MAX 4096
#define JSON_VALUE_MAX (UINT64_C(16) << 20)

enum json_kind {
	JSON_END, /* the end of the text; all further tokens are the same */
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* as written, for number_decimal(); may be "NaN" or "-inf" */
	JSON_STRING, /* unescaped */
	JSON_KEY,    /* the key of a member of an object; the value follows */
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
};

struct json_token {
	enum json_kind kind;
	/* for NUMBER, STRING and KEY: borrowed until the next token is taken */
	struct text text;
	uint64_t at; /* the offset of the token's end, to report losses */
};

struct json_stream;

/*
 * `source` and `r` are borrowed. `r` may be NULL; otherwise reading_goes_on() is called for every
 * piece. Returns NULL and an error when memory runs out. Release with json_stream_close().
 */
struct json_stream *json_stream_open(struct source *source, struct reading *r,
				     struct error *err);
void json_stream_close(struct json_stream *s);

/*
 * Take the next token; it is JSON_END at the end of the input, even if the text is incomplete. If
 * the text is not JSON, all tokens before the error are returned first, and a reader may use them;
 * then the function returns false with ERROR_FORMAT. If `err` is already set, it does nothing and
 * returns false, so loops need not check `err`.
 */
bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err);

/* After JSON_END: is the text truncated? A number at its end is then omitted. */
bool json_stream_is_truncated(const struct json_stream *s);

/* The offset in the input where the text is truncated or not JSON. */
uint64_t json_stream_error_offset(const struct json_stream *s);

/*
 * Call this after the outermost value. Counts a loss if the text is truncated, or if more text
 * follows the value. Returns false on errors other than ERROR_FORMAT.
 */
bool json_stream_finish(struct json_stream *s, struct losses *losses, struct error *err);

/*
 * The number of objects and arrays that are open after the last token: one that the token opens is
 * included, one that it closes is not.
 */
unsigned json_stream_depth(const struct json_stream *s);

/* Skip the rest of the value that begins with `t`, the last token. */
bool json_stream_skip(struct json_stream *s, const struct json_token *t,
		      struct error *err);

/* Skip a value that the reader does not understand, and count it as a LOSS_RECORD. */
bool json_stream_lose(struct json_stream *s, const struct json_token *t,
		      struct losses *losses, struct error *err);

/*
 * In an object, take the next key; in an array, take the first token of the next element. The
 * caller takes or skips the rest of the value. Returns false at the end of the object or array, at
 * the end of the input, and on an error (then `err` is set).
 */
bool json_stream_member(struct json_stream *s, struct json_token *key, struct error *err);
bool json_stream_element(struct json_stream *s, struct json_token *t, struct error *err);

/*
 * In an array, take the first token of the next object; other elements are counted as losses.
 * Returns false in the same cases as json_stream_element().
 */
bool json_stream_next_object(struct json_stream *s, struct json_token *t,
			     struct losses *losses, struct error *err);

/*
 * mem_reserve() for the lists that readers keep in memory. Fails with ERROR_LIMIT if a list would
 * exceed JSON_LIST_MOST bytes, because an element of two bytes in the text may need many in memory.
 */
#define JSON_LIST_MOST (UINT64_C(512) << 20)
bool json_stream_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			 const char *what, struct error *err);
#define JSON_APPEND(...) APPEND_BY(json_stream_reserve, __VA_ARGS__)

/*
 * In an object, skip members until the key is one of the `count` `keys`, and take the first token
 * of its value. `*key` is the index of the key. Returns false in the same cases as
 * json_stream_member().
 */
bool json_stream_next_known_member(struct json_stream *s, const struct text *keys,
				   int count, int *key, struct json_token *value,
				   struct error *err);

#endif
