/* json_stream.h - reads a JSON text of any size, one token after the other. */

#ifndef INPUT_JSON_STREAM_H
#define INPUT_JSON_STREAM_H

#include <stdint.h>

#include "base/append.h"
#include "base/error.h"
#include "base/text.h"
#include "input/reading.h"

/*
 * The stream checks the grammar of JSON, and readers pull tokens in plain loops over members and
 * elements. The unit of a number may follow it, so readers keep numbers as `struct decimal`.
 *
 * The input is read in pieces, whose tokens are queued. If it is a file, another thread makes the
 * next pieces. Memory does not grow with the text. A text that would make it grow is an error
 * (ERROR_LIMIT): values nested deeper than JSON_DEPTH_MAX, and a string or number, or a run of
 * blanks, longer than JSON_VALUE_MAX.
 *
 * More is accepted than JSON allows: a byte order mark, superfluous commas in arrays and objects,
 * words for doubles that are not numbers (NaN, -inf), \v and \f as blanks, and in strings invalid
 * UTF-8, NUL bytes and halves of surrogate pairs.
 */
#define JSON_DEPTH_MAX 4096
#define JSON_VALUE_MAX (UINT64_C(16) << 20)

enum json_kind {
	JSON_END, /* the end of the text; repeated from then on */
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* as written, for number_decimal(); also "NaN" and "-inf" */
	JSON_STRING, /* unescaped */
	JSON_KEY,    /* of an object's member; its value follows */
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
};

struct json_token {
	enum json_kind kind;
	/* for NUMBER, STRING and KEY: borrowed until the next token is taken */
	struct text text;
	uint64_t at; /* the offset in the input after the token, for losses */
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
 * Take the next token; JSON_END at the end of the input, even if the text is incomplete. False with
 * ERROR_FORMAT if the text is not JSON, but only after all tokens before that place, which a reader
 * may use. Also false, without any effect, if `err` is already set, so loops need not check it.
 */
bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err);

/* After JSON_END: is the text truncated? A number at the place of the cut is left out. */
bool json_stream_is_truncated(const struct json_stream *s);

/* The offset in the input where the text is truncated or not JSON. */
uint64_t json_stream_error_offset(const struct json_stream *s);

/*
 * After the outermost value: read to the end of the text, and count a loss if it is truncated or
 * other text follows. False on errors other than ERROR_FORMAT.
 */
bool json_stream_finish(struct json_stream *s, struct losses *losses, struct error *err);

/*
 * The number of objects and arrays around the last token, including one that the token opens, but
 * not one that it closes.
 */
unsigned json_stream_depth(const struct json_stream *s);

/* Skip the rest of the value that begins with `t`, the last token. */
bool json_stream_skip(struct json_stream *s, const struct json_token *t,
		      struct error *err);

/* The same for a value that is not understood: counts it as a LOSS_RECORD at its place. */
bool json_stream_lose(struct json_stream *s, const struct json_token *t,
		      struct losses *losses, struct error *err);

/*
 * In an object, take the next key; in an array, take the first token of the next value, the rest of
 * which the caller takes or skips. False at the end of the object or array, at the end of the
 * input, and on an error (then `err` is set).
 */
bool json_stream_member(struct json_stream *s, struct json_token *key, struct error *err);
bool json_stream_element(struct json_stream *s, struct json_token *t, struct error *err);

/* In an array, take the first token of the next object; other elements are lost. False as above. */
bool json_stream_next_object(struct json_stream *s, struct json_token *t,
			     struct losses *losses, struct error *err);

/*
 * mem_reserve() for the lists that readers keep. A list of more than JSON_LIST_MOST bytes is
 * refused with ERROR_LIMIT, as two bytes of text may become many of memory.
 */
#define JSON_LIST_MOST (UINT64_C(512) << 20)
bool json_stream_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			 const char *what, struct error *err);
#define JSON_APPEND(...) APPEND_BY(json_stream_reserve, __VA_ARGS__)

/*
 * Take the next key of an object that is one of the `count` `keys`, and the first token of its
 * value; other members are skipped. `*key` is the index of the key. False as above.
 */
bool json_stream_next_known_member(struct json_stream *s, const struct text *keys,
				   int count, int *key, struct json_token *value,
				   struct error *err);

#endif
