/* json_head.h - the keys that a JSON text begins with: what formats of JSON are known by. */

#ifndef INPUT_JSON_HEAD_H
#define INPUT_JSON_HEAD_H

#include "input/json/json_stream.h"

/*
 * JSON formats know their own by the members of the head: each has a `json_witness`.
 * Where the head does not tell, formats.c lets all of them look further.
 */

/* A member of some object, seen on the way. */
struct json_head_member {
	struct text key;     /* borrowed until `see` returns, as `value` */
	unsigned depth;	     /* objects and arrays around it; in the outermost it is 1 */
	bool in_array;	     /* the outermost of these is an array */
	enum json_kind kind; /* of its value */
	struct text value;   /* of JSON_STRING and JSON_NUMBER */
};

/*
 * Call `see` for every member of every object in the head of a file, in order, until it
 * returns false. Nothing happens for what does not begin as an object or an array does;
 * errors end it, so a head may end anywhere.
 */
void json_head_walk(struct text head,
		    bool (*see)(void *arg, const struct json_head_member *m), void *arg);

/*
 * How a format knows its own: `see` as above, `sure` says how sure it is of what was seen (as
 * a probe does). What was seen is `size` bytes, at most JSON_SEEN_MOST, all 0 at first.
 */
struct json_detector {
	bool (*see)(void *seen, const struct json_head_member *m);
	unsigned (*sure)(const void *seen);
	size_t size;
};
#define JSON_SEEN_MOST 64

unsigned json_head_sure(struct text head, const struct json_detector *w);

/* Does it begin as an object or an array does? */
bool json_head_may_be(struct text head);

/*
 * Ask all of `n` at most JSON_WITNESSES_MOST witnesses, NULL for those that know no JSON, of a
 * text from its beginning: until one is JSON_SURE, or to its end. `sure` is what each says.
 */
#define JSON_WITNESSES_MOST 32
#define JSON_SURE	    90
void json_head_recognise(struct source *source,
			 const struct json_detector *const *witnesses, size_t n,
			 unsigned *sure);

#endif
