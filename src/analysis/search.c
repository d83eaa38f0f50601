#include "analysis/search.h"

#include <string.h>

#include "base/mem.h"

static bool matches_pattern(void *re, struct text name)
{
	return regex_matches(re, name);
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
	uint32_t i;
	bool ok;

	*s = (struct search){0};
	ok = bits_build(&s->frames, tree->profile->frame_count, err) &&
	     bits_build(&s->nodes, tree->count, err) &&
	     bits_build(&s->within, tree->count, err) &&
	     (frames ||
	      profile_find_frames(tree->profile, &s->frames, matches_pattern, re, err));
	if (ok) {
		if (frames)
			memcpy(s->frames.words, frames->words,
			       (s->frames.count / 64 + 1) * sizeof *frames->words);
		/* skip node 0: its label "all" is ours; groups come before frames */
		for (i = 1; i < tree->count && !tree->frame[i]; i++)
			match_node(s, tree, i, regex_matches(re, tree_label(tree, i)));
		for (; i < tree->count; i++)
			match_node(s, tree, i, bits_has(&s->frames, tree->frame[i]));
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
		if (!hit && f->total[node] && t->first_child[node]) {
			node = t->first_child[node];
			continue;
		}
		/* the next node that is not below this one */
		while (node != zoom && !t->next_sibling[node])
			node = t->parent[node];
		node = node == zoom ? 0 : t->next_sibling[node];
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
