/* json_pieces.h - a JSON text piece by piece, each with the tokens in it, made ahead by another thread. */

#ifndef INPUT_JSON_PIECES_H
#define INPUT_JSON_PIECES_H

#include "input/json/json_stream.h"

/* A token in the queue of a piece. */
struct json_queued {
	uint32_t from, len; /* of its text, in the piece or in `kept` */
	uint32_t end;	    /* where it ends in the piece */
	uint8_t kind;
	bool is_kept;
};

/* Zero it to begin. */
struct json_piece {
	char *bytes; /* owned */
	size_t room, len;
	uint64_t begin; /* of the piece in the input */

	struct json_queued *queue; /* owned */
	size_t capacity, count;
	char *kept; /* owned: texts that are not in the piece as they are */
	size_t kept_room, kept_len;

	bool ended;	  /* there is nothing behind it */
	bool cut;	  /* ... and there should be */
	struct error why; /* there is nothing more, because of this */
};

void json_piece_release(struct json_piece *p);

/* `source` is borrowed. NULL and an error when memory runs out. */
struct json_pieces;
struct json_pieces *json_pieces_open(struct source *source, struct error *err);
void json_pieces_close(struct json_pieces *s);

/* Make the next piece of it, in the place of an older one. Not after an end or an error. */
void json_pieces_next(struct json_pieces *s, struct json_piece *p);

/*
 * `pieces` is borrowed, and the other thread's until json_ahead_free(), which waits for it: the
 * source must be one that answers at once, as files do. NULL when there is no thread or no
 * memory for it: then do without.
 */
struct json_ahead;
struct json_ahead *json_ahead_new(struct json_pieces *pieces);
void json_ahead_free(struct json_ahead *a);

/* The next piece; borrowed until this is called again. Not after an end or an error. */
const struct json_piece *json_ahead_next(struct json_ahead *a);

#endif
