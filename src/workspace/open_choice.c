/* open_choice.c - one thing chosen anew of an open profile: event, root, filter, search, ranges. */

#include "workspace/open_profile.h"

#include <string.h>

#include "analysis/filter.h"
#include "base/mem.h"

/*
 * What a search finds is all that it changes of the maps: their cells, hues and lanes stay, which is
 * half of the work or more, and felt at each key of a pattern.
 */
static bool find_in_maps(struct open_profile *o)
{
	struct error ignored = ERROR_INIT; /* all of it is built anew, or that fails */
	struct heat_cells cells;

	if (!o->heat.map || !picture_map_search(&o->map, o->session, 0, &ignored))
		return false;
	cells = picture_map_cells(&o->map);
	heat_view_show_found(&o->heat, &cells);
	if (open_profile_has_other_map(o) &&
	    !other_map_search(&o->other, o->session->other, &ignored))
		return false;
	return !open_profile_has_lanes(o) ||
	       lanes_map_search(&o->lanes, o->session, &ignored);
}

static bool follow(struct open_profile *o, const struct choice *before, struct error *err)
{
	unsigned changes = choice_changes(before, &o->session->choice);

	if (!(changes & ~(unsigned)CHANGES_DRAWING))
		return true;
	if (changes == CHANGES_SEARCH && find_in_maps(o))
		return open_profile_recount(o, err);
	if (changes & (CHANGES_SAMPLES | CHANGES_SEARCH | CHANGES_SIDES | CHANGES_MAP))
		return open_profile_refresh(o, err);
	return open_profile_recount(o, err);
}

bool open_profile_choose(struct open_profile *o, const struct choice *wanted,
			 struct error *err)
{
	struct choice before;
	struct error none = ERROR_INIT;
	bool ok = choice_copy(&before, &o->session->choice, err);

	if (ok && !open_profile_ask(o, wanted, err)) {
		ok = false;
	} else if (ok && !follow(o, &before, err)) {
		ok = false; /* what was asked before can be shown */
		if (open_profile_ask(o, &before, &none))
			open_profile_refresh(o, &none);
	}
	choice_release(&before);
	return ok;
}

/* ---- several ranges ---- */

bool open_profile_set_ranges(struct open_profile *o, struct range r,
			     const struct ranges *also, struct error *err)
{
	struct choice c = o->session->choice;
	bool ok;

	c.range = r;
	c.also = *also;
	ok = open_profile_ask(o, &c, err) && open_profile_recount(o, err);
	if (ok)
		open_profile_note(o);
	return ok;
}

static bool is_within(const struct ranges *all, struct range r)
{
	const struct selection s = {all->list, all->count};
	uint32_t i = selection_find(s, r.from);

	return i < s.count && s.list[i].from <= r.from && r.to <= s.list[i].to;
}

static bool take_out(struct open_profile *o, struct ranges *also, uint64_t at,
		     const char **words, struct error *err)
{
	uint32_t i = selection_find((struct selection){also->list, also->count}, at);
	struct range r = o->session->choice.range, out;

	if (i == also->count || also->list[i].from > at) {
		*words = range_is_all(r)
			     ? "select a range first: {select} or {range} or the mouse"
			     : "this range is one of them: {select} begins one more";
		return true;
	}
	out = also->list[i];
	ranges_drop(also, i);
	if (r.from >= out.from && r.to <= out.to)
		r = RANGE_ALL;
	*words = "taken out; {undo} undoes";
	return open_profile_set_ranges(o, r, also, err);
}

bool open_profile_gather(struct open_profile *o, const char **words, struct error *err)
{
	const struct choice *c = &o->session->choice;
	struct range r = c->range;
	struct ranges also;
	bool ok;

	if (!ranges_copy(&also, &c->also, err))
		return false;
	if (range_is_all(r) || r.from == r.to || is_within(&also, r)) {
		ok = take_out(o, &also, o->heat.cursor, words, err);
	} else {
		*words = "it stays: what is selected next is one more; {all} forgets all";
		ok = ranges_add(&also, r, err) &&
		     open_profile_set_ranges(o, r, &also, err);
	}
	ranges_release(&also);
	return ok;
}

bool open_profile_settle(struct open_profile *o, const struct choice *wanted,
			 struct error *err)
{
	if (!open_profile_choose(o, wanted, err))
		return false;
	open_profile_note(o);
	return true;
}

/* Root frames that were chosen since stay. */
bool open_profile_turn_over(struct open_profile *o, struct error *err)
{
	struct choice c = o->session->choice;
	enum root_mode root = c.root;

	c.reversed = !c.reversed;
	if (c.reversed)
		c.root = ROOT_NONE;
	else if (root == ROOT_NONE)
		c.root = o->root_before;
	if (!open_profile_settle(o, &c, err))
		return false;
	if (c.reversed)
		o->root_before = root;
	return true;
}

bool open_profile_set_filter(struct open_profile *o, struct text expression,
			     struct error *err)
{
	struct choice c = o->session->choice;

	c.filter = expression;
	if (!open_profile_settle(o, &c, err))
		return false;
	if (!o->coming)
		session_has_match(o->session, err);
	return true;
}

bool open_profile_add_filter(struct open_profile *o, struct text term, struct error *err)
{
	struct text now = o->session->choice.filter;
	char *all = mem_format(err, "%.*s%s%.*s", (int)now.len, now.at,
			       now.len ? " & " : "", (int)term.len, term.at);
	bool ok = all && open_profile_set_filter(o, text_of(all), err);

	mem_free(all);
	return ok;
}

bool open_profile_keep_hue(struct open_profile *o, uint32_t hue, bool drop,
			   struct error *err)
{
	char *term = o->hues ? name_hues_term(o->hues, hue, drop, err) : NULL;
	bool ok = !o->hues || (term && open_profile_add_filter(o, text_of(term), err));

	mem_free(term);
	return ok;
}

bool open_profile_set_search(struct open_profile *o, struct text pattern,
			     struct error *err)
{
	struct choice c = o->session->choice;

	c.search = pattern;
	return open_profile_choose(o, &c, err);
}

/* The pattern that only this name fits, after `before`. Release with mem_free(). */
static char *quoted(const char *before, struct text name, struct error *err)
{
	size_t len = strlen(before), room = filter_quote(name, NULL, 0) + 1;
	char *pattern = mem_array(len + room, 1, "characters", err);

	if (!pattern)
		return NULL;
	memcpy(pattern, before, len);
	filter_quote(name, pattern + len, room);
	return pattern;
}

bool open_profile_search_name(struct open_profile *o, struct text name, struct error *err)
{
	char *pattern = quoted("", name, err);
	bool ok = pattern && open_profile_set_search(o, text_of(pattern), err);

	mem_free(pattern);
	return ok;
}

bool open_profile_drop_name(struct open_profile *o, struct text name, struct error *err)
{
	char *term = quoted("!", name, err);
	bool ok = term && open_profile_add_filter(o, text_of(term), err);

	mem_free(term);
	return ok;
}
