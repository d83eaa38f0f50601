/* transform.h - what is to be changed of all call paths, one after the other. */

#ifndef ANALYSIS_SHAPE_TRANSFORM_H
#define ANALYSIS_SHAPE_TRANSFORM_H

#include "base/error.h"
#include "base/text.h"

/*
 * As Firefox Profiler names them, but for the last, which is inferno's --skip-after. Of a function
 * that a path has several times the outermost one counts, so that recursion stays to be seen.
 */
enum transform_kind {
	TRANSFORM_FOCUS_SUBTREE, /* the paths through this call path, without what is above it */
	TRANSFORM_FOCUS,	 /* those through this function, without its callers */
	TRANSFORM_DROP,		 /* without those through this function */
	TRANSFORM_COLLAPSE_MODULE, /* each run of frames of this module is one, named by it */
	TRANSFORM_COLLAPSE_RECURSION, /* what lies between two calls of this function is left out */
	TRANSFORM_MERGE, /* this function is left out: its callers call what it calls */
	TRANSFORM_CUT,	 /* the callers of this function are left out; other paths stay */
	TRANSFORM_KINDS
};

struct transform_words {
	const char *name; /* as --transform has it: "focus" */
	const char *does; /* in a menu: "only this function, whoever calls it" */
};

extern const struct transform_words transform_words[TRANSFORM_KINDS];

/*
 * One of them: a function's name, a module's, or labels of a call path joined by ';', which begin
 * with that of a root frame or below all of those. Borrowed.
 */
struct transform {
	enum transform_kind kind;
	struct text of;
};

/*
 * "focus=main". What follows the first '=' is the name, whatever it has. ERROR_USAGE when it is none of these, or without a
 * name.
 */
bool transform_parse(struct text said, struct transform *t, struct error *err);

/*
 * Several are a text with a line for each, in the order in which they apply. The next of them, and
 * what is left; false at the end.
 */
bool transform_next(struct text *rest, struct text *line);

#endif
