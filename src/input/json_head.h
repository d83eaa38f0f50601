/* json_head.h - the keys that a JSON text begins with: what formats of JSON are known by. */

#ifndef INPUT_JSON_HEAD_H
#define INPUT_JSON_HEAD_H

#include "input/json_stream.h"

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

#endif
