/* json_head.h - detects JSON formats by the keys at the beginning of a text. */

#ifndef INPUT_JSON_HEAD_H
#define INPUT_JSON_HEAD_H

#include "input/json/json_stream.h"

/*
 * A JSON format is recognised by the members in the head: each format has a `witness`. If the head
 * is not enough, formats.c lets all of them examine more of the text.
 */

/* A member of an object. */
struct json_head_member {
	struct text key;     /* borrowed until `see` returns, like `value` */
	unsigned depth;	     /* objects and arrays around it; 1 in the outermost */
	bool in_array;	     /* the outermost one is an array */
	enum json_kind kind; /* of its value */
	struct text value;   /* for JSON_STRING and JSON_NUMBER */
};

/*
 * Call `see` for every member of every object in the head of a file, in order, until it returns
 * false. Does nothing if the text does not begin like an object or an array; stops at errors, so a
 * head may end anywhere.
 */
void json_head_walk(struct text head,
		    bool (*see)(void *arg, const struct json_head_member *m), void *arg);

/*
 * How a format detects itself: a `see` as above that collects evidence. Its state has at most
 * JSON_SEEN_MOST bytes, which are 0 at first, and begins with an unsigned: how certain it is, like
 * the result of a probe.
 */
typedef bool json_detector(void *seen, const struct json_head_member *m);
#define JSON_SEEN_MOST 64

unsigned json_head_sure(struct text head, json_detector *see);

/* Does it begin like an object or an array? */
bool json_head_may_be(struct text head);

/*
 * Run `n` (at most JSON_WITNESSES_MOST) detectors, NULL for formats that are not JSON, over a text
 * from its beginning, until one reaches JSON_SURE or the text ends. `sure` gets their results.
 */
#define JSON_WITNESSES_MOST 32
#define JSON_SURE	    90
void json_head_recognise(struct source *source, json_detector *const *witnesses, size_t n,
			 unsigned *sure);

#endif
