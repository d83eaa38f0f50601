#include "analysis/compare/variation.h"

#include "analysis/compare/variation_state.h"
#include "base/mem.h"

uint64_t sampled_count_stretch(const struct sampled *side, struct timed_rows s)
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

static bool sums_open(struct block_sums *s, uint32_t keys, struct error *err)
{
	s->k = mem_array(keys, sizeof *s->k, "rows", err);
	s->kk = s->k ? mem_array(keys, sizeof *s->kk, "rows", err) : NULL;
	s->kn = s->kk ? mem_array(keys, sizeof *s->kn, "rows", err) : NULL;
	return s->kn != NULL;
}

static bool recordings_open(struct recording_sums *s, uint32_t keys, struct error *err)
{
	s->share = mem_array(keys, sizeof *s->share, "rows", err);
	s->share2 = s->share ? mem_array(keys, sizeof *s->share2, "rows", err) : NULL;
	s->rate = s->share2 ? mem_array(keys, sizeof *s->rate, "rows", err) : NULL;
	s->rate2 = s->rate ? mem_array(keys, sizeof *s->rate2, "rows", err) : NULL;
	return s->rate2 != NULL;
}

static bool begin_result(struct variation *v, uint32_t keys,
			 const struct sampled *const of[2], struct error *err)
{
	bool ok = true;

	for (int i = 0; i < 2; i++) {
		v->between[i] =
		    (struct recording_sums){.samples = 1, .seconds = 1, .count = 1};
		if (ok && of[i]->recordings)
			ok = recordings_open(&v->between[i], keys, err);
	}
	for (int side = 0; side < 2; side++)
		for (int length = 0; ok && length < BLOCK_LENGTHS; length++)
			ok = sums_open(&v->sums[side][length], keys, err);
	v->run = ok ? mem_array(keys, sizeof *v->run, "rows", err) : NULL;
	v->seen_in = v->run ? mem_array(keys, sizeof *v->seen_in, "rows", err) : NULL;
	for (uint32_t i = 0; v->seen_in && i < keys; i++)
		v->run[i] = 1;
	return v->seen_in != NULL;
}

static bool tally_open(struct key_tally *t, size_t keys, struct error *err)
{
	t->with = mem_array(keys, sizeof *t->with, "rows", err);
	t->met = t->with ? mem_array(keys, sizeof *t->met, "rows", err) : NULL;
	return t->met != NULL;
}

static bool begin(struct measured *m, struct error *err)
{
	size_t keys = m->keys->count;

	if (!tally_open(&m->block, keys, err) || !tally_open(&m->pair, keys, err))
		return false;
	m->since = mem_array(keys, sizeof *m->since, "rows", err);
	m->mark = m->since ? mem_array(keys, sizeof *m->mark, "rows", err) : NULL;
	m->length = m->mark ? mem_array(keys, sizeof *m->length, "rows", err) : NULL;
	return m->length != NULL;
}

static void end(struct measured *m)
{
	mem_free(m->block.with);
	mem_free(m->block.met);
	mem_free(m->pair.with);
	mem_free(m->pair.met);
	mem_free(m->since);
	mem_free(m->mark);
	mem_free(m->length);
	mem_free(m->closing.keys);
	mem_free(m->opening.keys);
}

/* Runs are asked for where the subject has no blocks of its own. */
static bool measure(struct measuring *m, const struct sampled *const side[2],
		    struct error *err)
{
	const struct sampled *subject = side[SUBJECT], *baseline = side[BASELINE];
	bool ok = true;

	for (size_t i = 0; ok && i < m->count; i++) {
		m->stacks |= m->each[i].keys->of_node != NULL;
		ok = begin(&m->each[i], err);
	}
	return ok && recording_sums_find(m, side, err) &&
	       block_sums_find(m, subject, baseline, err) &&
	       (m->each[0].result->own || run_factors_find(m, subject, baseline, err));
}

/* Counts of an engine do not tell when each of them was. */
static bool has_moments(const struct sampled *s)
{
	return s->tree->profile->has_times && !s->tree->profile->elsewhere;
}

bool variation_build(struct variation *each, const struct keying *keyings, size_t count,
		     const struct sampled *subject, const struct sampled *baseline,
		     struct time_limit *limit, struct error *err)
{
	const struct sampled *const side[2] = {subject, baseline};
	struct measuring m = {.tree = keyings[0].tree, .limit = limit, .count = count};
	bool ok = true;

	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++)
		ok = begin_result(&each[i], keyings[i].count, side, err);
	m.each = ok ? mem_array(count, sizeof *m.each, "tables", err) : NULL;
	ok = m.each != NULL;
	for (size_t i = 0; ok && i < count; i++)
		m.each[i] = (struct measured){.keys = &keyings[i], .result = &each[i]};
	if (ok && has_moments(subject) && has_moments(baseline))
		ok = measure(&m, side, err);
	for (size_t i = 0; m.each && i < count; i++)
		end(&m.each[i]);
	mem_free(m.each);
	for (size_t i = 0; !ok && i < count; i++)
		variation_release(&each[i]);
	return ok;
}

void variation_release(struct variation *v)
{
	for (int side = 0; side < 2; side++) {
		for (int length = 0; length < BLOCK_LENGTHS; length++) {
			mem_free(v->sums[side][length].k);
			mem_free(v->sums[side][length].kk);
			mem_free(v->sums[side][length].kn);
		}
		mem_free(v->between[side].share);
		mem_free(v->between[side].share2);
		mem_free(v->between[side].rate);
		mem_free(v->between[side].rate2);
	}
	mem_free(v->run);
	mem_free(v->seen_in);
	*v = (struct variation){0};
}
