#include "analysis/transform/transform.h"

#include <stdio.h>

const struct transform_words transform_words[TRANSFORM_KINDS] = {
    [TRANSFORM_FOCUS_SUBTREE] = {"focus-subtree",
				 "only this call path, without its callers"},
    [TRANSFORM_FOCUS] = {"focus", "only this function, without its callers"},
    [TRANSFORM_DROP] = {"drop", "without the stacks that have this function"},
    [TRANSFORM_COLLAPSE_MODULE] = {"collapse-module",
				   "all frames of its module become one"},
    [TRANSFORM_COLLAPSE_RECURSION] = {"collapse-recursion",
				      "recursive calls become one call"},
    [TRANSFORM_MERGE] = {"merge", "this function is part of its callers"},
    [TRANSFORM_CUT] = {"cut", "this function has no callers"},
};

static bool refuse_transform(struct text said, struct error *err)
{
	char kinds[200] = "";
	size_t used = 0;

	for (int i = 0; i < TRANSFORM_KINDS; i++)
		used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s",
					 i ? ", " : "", transform_words[i].name);
	said = text_upto(said, 40);
	return error_set(err, ERROR_USAGE, "'%.*s' is not KIND=NAME, with one of %s",
			 (int)said.len, said.at, kinds);
}

bool transform_parse(struct text said, struct transform *t, struct error *err)
{
	const char *equals = said.len ? memchr(said.at, '=', said.len) : NULL;
	struct text kind = text_upto(said, equals ? (size_t)(equals - said.at) : 0);

	t->of = text_from(said, kind.len + 1);
	for (int i = 0; i < TRANSFORM_KINDS; i++) {
		if (!text_equal(kind, text_of(transform_words[i].name)) || !t->of.len)
			continue;
		t->kind = (enum transform_kind)i;
		return true;
	}
	return refuse_transform(said, err);
}

bool transform_next(struct text *rest, struct text *line)
{
	const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;

	if (!rest->len)
		return false;
	*line = text_upto(*rest, end ? (size_t)(end - rest->at) : rest->len);
	*rest = text_from(*rest, line->len + 1);
	return true;
}
