/* json_lexer.h - the tokens in a piece of JSON, as long as it is plain. */

#ifndef INPUT_JSON_LEXER_H
#define INPUT_JSON_LEXER_H

#include "input/json/json_stream.h"

/*
 * yajl takes 10 ns for a byte of lists of numbers, and nearly all JSON is valid. This lexer reads
 * valid JSON in half that time, and two errors that are common: superfluous commas, and words
 * such as NaN in the place of numbers. It does not judge other errors, nor text that ends in the
 * middle: it stops in front of them, and json_stream has yajl go on from there, which reports
 * what is wrong.
 */

/* A token in the queue of a piece. */
struct json_queued {
	uint32_t from, len; /* of its text, in the piece or in `kept` */
	uint32_t end;	    /* where it ends in the piece */
	uint8_t kind;
	bool is_kept;
};

/* Zero it to begin. */
struct json_piece {
	char *bytes; /* owned; behind `len` of them there is a NUL */
	size_t room, len;
	uint64_t begin; /* of the piece in the input */

	struct json_queued *queue; /* owned */
	size_t capacity, count;
	char *kept; /* owned: texts that are not in the piece as they are */
	size_t kept_room, kept_len;

	bool ended;	  /* there is nothing behind it */
	bool cut;	  /* ... and there should be */
	struct error why; /* there is nothing more, because of this */
	uint64_t wrong;	  /* and this is the byte of the input where it is no JSON */
};

/* What may come next. */
enum json_expected {
	JSON_EXPECT_VALUE,
	JSON_EXPECT_ELEMENT, /* the first, or the end of an empty array */
	JSON_EXPECT_MEMBER,  /* the same of an object */
	JSON_EXPECT_KEY,
	JSON_EXPECT_COLON,
	JSON_EXPECT_COMMA, /* or the end of the array or object */
	JSON_EXPECT_END,   /* of the text */
};

/* Where it is between two tokens. Zero it to begin. */
struct json_lexer {
	enum json_expected expected;
	unsigned depth;
	bool in_object[JSON_DEEPEST]; /* by depth: or else in an array */
};

/*
 * Queue the tokens of a piece from `*at` on. Then `*at` is the end of the piece, or the beginning
 * of a token that goes on behind it (JSON_LEXED), or of something that is left to yajl
 * (JSON_ODD). JSON_FAILED: no memory, as the piece says. Bytes before `mark` do not count in
 * places of tokens.
 */
enum json_lexed { JSON_LEXED, JSON_ODD, JSON_FAILED };
enum json_lexed json_lexer_take(struct json_lexer *l, struct json_piece *p, size_t *at,
				size_t mark);

#endif
