/* json_head.h - detects JSON formats by members of objects at the beginning of a text. */

#ifndef INPUT_JSON_HEAD_H
#define INPUT_JSON_HEAD_H

#include "input/json/json_stream.h"

/* A member of an object. */
struct json_head_member {
	struct text key;     /* borrowed until `see` returns, like `value` */
	unsigned depth;	     /* the number of objects and arrays around the member */
	bool in_array;	     /* the outermost value of the text is an array */
	enum json_kind kind; /* the type of the value */
	struct text value;   /* only for JSON_STRING and JSON_NUMBER */
};

/*
 * Call `see` for every member of every object in the head of a file, in order, until `see` returns
 * false. Skips keys of more than 64 bytes. Does nothing unless json_head_may_be(head). Stops at the
 * first error, so the head may end anywhere.
 */
void json_head_walk(struct text head,
		    bool (*see)(void *arg, const struct json_head_member *m), void *arg);

/*
 * The detector of a format: a `see` function that collects evidence in its state `seen`. The state
 * has at most JSON_SEEN_MOST bytes, initially 0. Its first member is an unsigned: the certainty, 0
 * to 100, like the result of format.probe().
 */
typedef bool json_detector(void *seen, const struct json_head_member *m);
#define JSON_SEEN_MOST 64

unsigned json_head_sure(struct text head, json_detector *see);

/* Does the text begin like a JSON object or array? */
bool json_head_may_be(struct text head);

/*
 * Run `n` (at most JSON_WITNESSES_MOST) detectors over a text from its beginning. A detector is
 * done when it returns false. Stops when all are done, when one is done with a certainty of at
 * least JSON_SURE, at the end of the text, or at an error. `sure[i]` becomes the certainty of
 * `witnesses[i]`, which is NULL for a format other than JSON.
 */
#define JSON_WITNESSES_MOST 32
#define JSON_SURE	    90
void json_head_recognise(struct source *source, json_detector *const *witnesses, size_t n,
			 unsigned *sure);

#endif
