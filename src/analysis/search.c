#include "analysis/search.h"

#include <string.h>

#include "base/mem.h"

static bool matches_pattern(void *re, struct text name)
{
	return regex_matches(re, name);
}

/* Find the frames with a matching name. `known` is the result of an earlier search, or NULL. */
static bool match_frames(struct bits *frames, const struct profile *p, struct regex *re,
			 const struct bits *known, struct error *err)
{
	if (!known)
		return profile_find_frames(p, frames, matches_pattern, re, err);
	memcpy(frames->words, known->words,
	       (frames->count / 64 + 1) * sizeof *frames->words);
	return true;
}

static void match_node(struct search *s, const struct tree *t, uint32_t node, bool hit)
{
	bool above = bits_has(&s->within, t->parent[node]);

	/* without branches: matches are unpredictable, and there may be millions of nodes */
	s->nodes.words[node >> 6] |= (uint64_t)hit << (node & 63);
	s->within.words[node >> 6] |= (uint64_t)(hit | above) << (node & 63);
	s->matches += hit;
	s->first_count += hit & !above;
}

/* Skip node 0: its label "all" is ours, not part of the profile. Groups come before frames. */
static void match_nodes(struct search *s, const struct tree *t, struct regex *re)
{
	uint32_t i;

	for (i = 1; i < t->count && !t->frame[i]; i++)
		match_node(s, t, i, regex_matches(re, tree_label(t, i)));
	for (; i < t->count; i++)
		match_node(s, t, i, bits_has(&s->frames, t->frame[i]));
}

static bool list_first(struct search *s, const struct tree *t, struct error *err)
{
	uint32_t n = 0;

	s->first = mem_array(s->first_count, sizeof *s->first, "matches", err);
	for (uint64_t w = 0; s->first && w <= s->nodes.count / 64; w++)
		for (uint64_t word = s->nodes.words[w]; word; word &= word - 1) {
			uint32_t i = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(word);

			if (!bits_has(&s->within, t->parent[i]))
				s->first[n++] = i; /* room: counted before */
		}
	return s->first != NULL;
}

bool search_build(struct search *s, const struct tree *tree, struct regex *re,
		  const struct bits *frames, struct error *err)
{
	bool ok;

	*s = (struct search){0};
	ok = bits_build(&s->frames, tree->profile->frame_count, err) &&
	     bits_build(&s->nodes, tree->count, err) &&
	     bits_build(&s->within, tree->count, err) &&
	     match_frames(&s->frames, tree->profile, re, frames, err);
	if (ok) {
		match_nodes(s, tree, re);
		ok = regex_check(re, err) && list_first(s, tree, err);
	}
	if (!ok)
		search_release(s);
	return ok;
}

void search_release(struct search *s)
{
	bits_release(&s->frames);
	bits_release(&s->nodes);
	bits_release(&s->within);
	mem_free(s->first);
	*s = (struct search){0};
}

/* The next node in the subtree of `top` that is not below `node`; 0 at the end. */
static uint32_t pass_over(const struct tree *t, uint32_t node, uint32_t top)
{
	while (node != top && !t->next_sibling[node])
		node = t->parent[node];
	return node == top ? 0 : t->next_sibling[node];
}

uint64_t search_value(const struct search *s, const struct flame *f, uint32_t zoom)
{
	const struct tree *t = f->tree;
	uint32_t node = t->first_child[zoom];
	uint64_t value = 0;

	if (bits_has(&s->within, zoom))
		return f->total[zoom];
	for (uint32_t i = 0; zoom == 0 && i < s->first_count; i++)
		value += f->total[s->first[i]];
	if (zoom == 0)
		return value;
	while (node) {
		bool hit = bits_has(&s->nodes, node);

		value += hit ? f->total[node] : 0;
		if (hit || !f->total[node] || !t->first_child[node])
			node = pass_over(t, node, zoom);
		else
			node = t->first_child[node];
	}
	return value;
}

bool search_samples(const struct search *s, const struct tree *tree,
		    const struct bits *which, struct bits *matched, struct error *err)
{
	if (!bits_build(matched, which->count, err))
		return false;
	for (uint64_t from = 0; from < which->count; from += 64) {
		uint64_t to = which->count - from < 64 ? which->count : from + 64;
		uint64_t word = 0;

		for (uint64_t i = from; which->words[from / 64] && i < to; i++)
			word |= (uint64_t)bits_has(&s->within, tree->leaf[i])
				<< (i - from);
		matched->words[from / 64] = word & which->words[from / 64];
	}
	return true;
}
