#include "analysis/compare/overdispersion.h"

#include "analysis/compare/overdispersion_state.h"
#include "base/mem.h"

/* ---- the outermost node of each key on the way down ---- */

static uint32_t next_node(const struct tree *t, uint32_t node, uint32_t *open,
			  const uint32_t *of_node)
{
	while (node && !t->next_sibling[node]) {
		node = t->parent[node];
		if (of_node[node] != NO_KEY)
			open[of_node[node]]--;
	}
	return node ? t->next_sibling[node] : 0;
}

static void mark_outermost(struct measured *m, uint32_t *open)
{
	const struct tree *t = m->keys->tree;
	const uint32_t *of_node = m->keys->of_node;
	uint32_t node = t->first_child[0];

	while (node) {
		uint32_t key = of_node[node];

		if (key != NO_KEY && !open[key])
			bits_add(&m->outermost, node);
		if (t->first_child[node]) {
			if (key != NO_KEY)
				open[key]++;
			node = t->first_child[node];
			continue;
		}
		node = next_node(t, node, open, of_node);
	}
}

static bool find_outermost(struct measured *m, struct error *err)
{
	uint32_t *open;

	if (!m->keys->of_node || !m->keys->whole_stack)
		return true;
	if (!bits_build(&m->outermost, m->keys->tree->count, err))
		return false;
	open = mem_array(m->keys->count, sizeof *open, "rows", err);
	if (!open)
		return false;
	mark_outermost(m, open);
	mem_free(open);
	return true;
}

uint64_t sampled_count_stretch(const struct sampled *side, struct stretch s)
{
	uint64_t n = 0;

	for (; s.first < s.last && s.first % 64; s.first++)
		n += bits_has(side->which, s.first);
	for (; s.first < s.last && s.last - s.first >= 64; s.first += 64)
		n += (unsigned)__builtin_popcountll(side->which->words[s.first / 64]);
	for (; s.first < s.last; s.first++)
		n += bits_has(side->which, s.first);
	return n;
}

uint64_t sampled_count(const struct sampled *side)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < side->count; i++)
		n += sampled_count_stretch(side, side->stretches[i]);
	return n;
}

/* ---- both ---- */

static bool begin_result(struct overdispersion *o, uint32_t keys, struct error *err)
{
	*o = (struct overdispersion){.floor = 1};
	o->block = mem_array(keys, sizeof *o->block, "rows", err);
	o->run = o->block ? mem_array(keys, sizeof *o->run, "rows", err) : NULL;
	o->rate = o->run ? mem_array(keys, sizeof *o->rate, "rows", err) : NULL;
	o->usual = o->rate ? mem_array(keys, sizeof *o->usual, "rows", err) : NULL;
	o->seen_in = o->usual ? mem_array(keys, sizeof *o->seen_in, "rows", err) : NULL;
	for (uint32_t i = 0; o->seen_in && i < keys; i++)
		o->block[i] = o->run[i] = o->rate[i] = 1;
	return o->seen_in != NULL;
}

static bool begin(struct measured *m, struct error *err)
{
	size_t keys = m->keys->count;

	m->with = mem_array(keys, sizeof *m->with, "rows", err);
	m->met = m->with ? mem_array(keys, sizeof *m->met, "rows", err) : NULL;
	m->sum = m->met ? mem_array(keys, sizeof *m->sum, "rows", err) : NULL;
	m->square = m->sum ? mem_array(keys, sizeof *m->square, "rows", err) : NULL;
	m->seen = m->square ? mem_array(keys, sizeof *m->seen, "rows", err) : NULL;
	m->seen_square =
	    m->seen ? mem_array(keys, sizeof *m->seen_square, "rows", err) : NULL;
	m->since = m->seen_square ? mem_array(keys, sizeof *m->since, "rows", err) : NULL;
	m->mark = m->since ? mem_array(keys, sizeof *m->mark, "rows", err) : NULL;
	m->length = m->mark ? mem_array(keys, sizeof *m->length, "rows", err) : NULL;
	return m->length && find_outermost(m, err);
}

static void end(struct measured *m)
{
	bits_release(&m->outermost);
	mem_free(m->with);
	mem_free(m->met);
	mem_free(m->sum);
	mem_free(m->square);
	mem_free(m->seen);
	mem_free(m->seen_square);
	mem_free(m->since);
	mem_free(m->mark);
	mem_free(m->length);
	mem_free(m->closing.keys);
	mem_free(m->opening.keys);
}

static bool measure(struct measuring *m, const struct sampled *subject,
		    const struct sampled *baseline, struct error *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < m->count; i++) {
		m->stacks |= m->each[i].keys->of_node != NULL;
		ok = begin(&m->each[i], err);
	}
	return ok && block_factors_find(m, subject, baseline, err) &&
	       run_factors_find(m, subject, baseline, err);
}

/* Counts of an engine do not tell when each of them was. */
static bool has_moments(const struct sampled *s)
{
	return s->tree->profile->has_times && !s->tree->profile->elsewhere;
}

bool overdispersion_build(struct overdispersion *each, const struct keying *keyings,
			  size_t count, const struct sampled *subject,
			  const struct sampled *baseline, struct error *err)
{
	struct measuring m = {.tree = keyings[0].tree, .count = count};
	bool ok = true;

	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++)
		ok = begin_result(&each[i], keyings[i].count, err);
	m.each = ok ? mem_array(count, sizeof *m.each, "tables", err) : NULL;
	ok = m.each != NULL;
	for (size_t i = 0; ok && i < count; i++)
		m.each[i] = (struct measured){.keys = &keyings[i], .result = &each[i]};
	if (ok && has_moments(subject) && has_moments(baseline))
		ok = measure(&m, subject, baseline, err);
	for (size_t i = 0; m.each && i < count; i++)
		end(&m.each[i]);
	mem_free(m.each);
	for (size_t i = 0; !ok && i < count; i++)
		overdispersion_release(&each[i]);
	return ok;
}

void overdispersion_release(struct overdispersion *o)
{
	mem_free(o->block);
	mem_free(o->run);
	mem_free(o->rate);
	mem_free(o->usual);
	mem_free(o->seen_in);
	*o = (struct overdispersion){0};
}
