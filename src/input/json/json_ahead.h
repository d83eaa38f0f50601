/* json_ahead.h - the next pieces of a JSON text are made by another thread. */

#ifndef INPUT_JSON_AHEAD_H
#define INPUT_JSON_AHEAD_H

#include "input/json/json_pieces.h"

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
