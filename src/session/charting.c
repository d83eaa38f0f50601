#include "session/charting.h"

#include "base/mem.h"

static void forget_own(struct charting *c)
{
	derived_tree_free(c->own);
	search_release(&c->found);
	mem_free((void *)c->transform.at);
	mem_free((void *)c->pattern.at);
	c->own = NULL;
	c->tree = NULL;
	c->transform = c->pattern = (struct text){0};
}

/* Build the chart's own derived tree and search, unless they are up to date. */
static bool build_own(struct charting *c, const struct choice *by, struct error *err)
{
	struct time_limit limit = {.wanted = c->of->wanted, .arg = c->of->wanted_arg};
	struct regex *re;
	bool ok;

	if (c->own && c->tree == c->of->tree && text_equal(c->transform, by->transform) &&
	    text_equal(c->pattern, by->search))
		return true;
	forget_own(c);
	c->transform.at = mem_text(by->transform.at, by->transform.len, err);
	c->pattern.at =
	    c->transform.at ? mem_text(by->search.at, by->search.len, err) : NULL;
	if (c->pattern.at)
		c->own = derived_tree_new(c->of->tree, by->transform, TREE_ROOT_FIRST,
					  NULL, err);
	c->transform.len = by->transform.len;
	c->pattern.len = by->search.len;
	c->tree = c->of->tree;
	if (!c->own || !by->search.len)
		return c->own != NULL;
	re = regex_new(by->search, err);
	if (re)
		regex_share(re, &limit);
	ok = re && search_build(&c->found, c->own->tree, re, NULL, err);
	regex_free(re);
	return ok;
}

bool charting_is_second(const struct session *s)
{
	return s->against.joint && s->other && s->choice.baseline.swapped;
}

bool charting_follow(struct charting *c, const struct session *s, struct error *err)
{
	bool has_two = s->against.joint && s->other;
	bool shaped = s->choice.transform.len && !s->profile->times_only;

	c->is_second = charting_is_second(s);
	c->of = c->is_second ? s->other : s;
	c->derived = NULL;
	c->search = session_searches(c->of) ? &c->of->search : NULL;
	if (!has_two || !shaped)
		forget_own(c);
	if (!shaped)
		return true;
	if (!has_two) {
		c->derived = session_table(s).derived;
		c->search = session_table(s).search;
		return true;
	}
	if (!build_own(c, &s->choice, err)) {
		charting_release(c);
		return false;
	}
	c->derived = c->own;
	c->search = c->search ? &c->found : NULL;
	return true;
}

void charting_release(struct charting *c)
{
	forget_own(c);
	*c = (struct charting){.of = NULL};
}

const struct tree *charting_tree(const struct charting *c)
{
	return c->derived ? c->derived->tree : c->of->tree;
}

struct range charting_range(const struct charting *c)
{
	return c->of->choice.range;
}

struct selection charting_several(const struct charting *c)
{
	/*
	 * the second file has a selection aligned with the first file's, but no gathered ranges of
	 * its own
	 */
	if (c->is_second && c->of->selection.count > 1)
		return c->of->selection;
	return session_several(c->of);
}
