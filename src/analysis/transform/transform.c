#include "analysis/transform/transform.h"

#include <stdio.h>

const struct transform_words transform_words[TRANSFORM_KINDS] = {
    [TRANSFORM_FOCUS_SUBTREE] = {"focus-subtree",
				 "only this call path, without its callers"},
    [TRANSFORM_FOCUS] = {"focus", "only this function, without its callers"},
    [TRANSFORM_DROP] = {"drop", "without the stacks that have this function"},
    [TRANSFORM_COLLAPSE_MODULE] = {"collapse-module",
				   "adjacent frames of this module become one"},
    [TRANSFORM_COLLAPSE_RECURSION] = {"collapse-recursion",
				      "recursive calls become one call"},
    [TRANSFORM_MERGE] = {"merge", "this function is merged into its callers"},
    [TRANSFORM_CUT] = {"cut", "this function has no callers"},
};

bool transform_parse(struct text said, struct transform *t, struct error *err)
{
	const char *equals = said.len ? memchr(said.at, '=', said.len) : NULL;
	struct text kind = text_upto(said, equals ? (size_t)(equals - said.at) : 0);
	char kinds[200] = "";
	size_t used = 0;

	t->of = text_from(said, kind.len + 1);
	for (int i = 0; i < TRANSFORM_KINDS; i++) {
		if (!text_equal(kind, text_of(transform_words[i].name)) || !t->of.len)
			continue;
		t->kind = (enum transform_kind)i;
		return true;
	}
	for (int i = 0; i < TRANSFORM_KINDS; i++)
		used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s",
					 i ? ", " : "", transform_words[i].name);
	said = text_upto(said, 40);
	return error_set(err, ERROR_USAGE, "'%.*s' is not KIND=NAME, with one of %s",
			 (int)said.len, said.at, kinds);
}
