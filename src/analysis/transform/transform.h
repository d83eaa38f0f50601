/* transform.h - transformations of all call paths, applied one after another. */

#ifndef ANALYSIS_TRANSFORM_TRANSFORM_H
#define ANALYSIS_TRANSFORM_TRANSFORM_H

#include "base/error.h"
#include "base/text.h"

/*
 * Named as in Firefox Profiler, except the last, which is inferno's --skip-after. If a path has
 * several calls of a function, the outermost one counts, so that recursion stays visible.
 */
enum transform_kind {
	TRANSFORM_FOCUS_SUBTREE, /* only paths through this call path, without its callers */
	TRANSFORM_FOCUS, /* only paths through this function, without its callers */
	TRANSFORM_DROP,	 /* only paths without this function */
	/* each run of frames of this module becomes one frame, named after the module */
	TRANSFORM_COLLAPSE_MODULE,
	/* leave out the frames between two calls of this function */
	TRANSFORM_COLLAPSE_RECURSION,
	TRANSFORM_MERGE, /* leave out this function: its callers call its callees */
	TRANSFORM_CUT,	 /* leave out the callers of this function; other paths stay */
	TRANSFORM_KINDS
};

struct transform_words {
	const char *name; /* as in --transform: "focus" */
	const char *does; /* in a menu: "only this function, whoever calls it" */
};

extern const struct transform_words transform_words[TRANSFORM_KINDS];

/*
 * One transformation. `of` is the name of a function or a module, or a call path: labels joined by
 * ';', beginning with a root frame or below the root frames. Borrowed.
 */
struct transform {
	enum transform_kind kind;
	struct text of;
};

/*
 * Parse "focus=main". The name is all that follows the first '='. ERROR_USAGE when the kind is
 * unknown or the name is missing.
 */
bool transform_parse(struct text said, struct transform *t, struct error *err);

#endif
