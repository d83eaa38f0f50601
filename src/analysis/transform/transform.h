/* transform.h - the transformations of call paths: their kinds, names and parser. */

#ifndef ANALYSIS_TRANSFORM_TRANSFORM_H
#define ANALYSIS_TRANSFORM_TRANSFORM_H

#include "base/error.h"
#include "base/text.h"

/*
 * The names are from Firefox Profiler, except TRANSFORM_CUT, which is --skip-after in inferno.
 * Focus and cut use the outermost call of a function in a path, so that recursion stays visible.
 */
enum transform_kind {
	TRANSFORM_FOCUS_SUBTREE, /* keep only the subtree of this call path */
	TRANSFORM_FOCUS,	 /* keep only the subtrees of this function */
	TRANSFORM_DROP,		 /* remove the paths with this function */
	/* merge adjacent frames of this module into one frame, named after the module */
	TRANSFORM_COLLAPSE_MODULE,
	/* merge the calls of this function in a path; remove the frames between them */
	TRANSFORM_COLLAPSE_RECURSION,
	TRANSFORM_MERGE, /* remove this function: its callers call its callees */
	TRANSFORM_CUT,	 /* remove the callers of this function; keep other paths */
	TRANSFORM_KINDS
};

struct transform_words {
	const char *name; /* as in --transform: "focus" */
	const char *does; /* in a menu: "only this function, without its callers" */
};

extern const struct transform_words transform_words[TRANSFORM_KINDS];

/*
 * One transformation. `of` (borrowed) is the name of a function or a module, or a call path in the
 * form of tree_find(), with or without its group.
 */
struct transform {
	enum transform_kind kind;
	struct text of;
};

/*
 * Parse "focus=main". The name is the text after the first '='. Fails with ERROR_USAGE if the kind
 * is unknown or the name is missing.
 */
bool transform_parse(struct text said, struct transform *t, struct error *err);

#endif
