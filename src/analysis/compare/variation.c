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

/* ---- blocks and runs ---- */

static double *column_open(uint32_t keys, struct error *err)
{
	return mem_array(keys, sizeof(double), "rows", err);
}

static bool begin_result(struct variation *v, uint32_t keys,
			 const struct sampled *const of[2], struct error *err)
{
	for (int i = 0; i < 2; i++) {
		struct recording_sums *r = &v->between[i];

		*r = (struct recording_sums){.samples = 1, .seconds = 1, .count = 1};
		if (of[i]->recordings && (!(r->share = column_open(keys, err)) ||
					  !(r->share2 = column_open(keys, err)) ||
					  !(r->rate = column_open(keys, err)) ||
					  !(r->rate2 = column_open(keys, err))))
			return false;
		for (int length = 0; length < BLOCK_LENGTHS; length++) {
			struct block_sums *s = &v->sums[i][length];

			if (!(s->k = column_open(keys, err)) ||
			    !(s->kk = column_open(keys, err)) ||
			    !(s->kn = column_open(keys, err)))
				return false;
		}
	}
	v->run = column_open(keys, err);
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

/* Runs are needed only if the subject has no blocks of its own. */
static bool measure_variation(struct measuring *m, const struct sampled *const side[2],
			      struct error *err)
{
	const struct sampled *subject = side[SUBJECT], *baseline = side[BASELINE];
	bool ok = true;

	for (size_t i = 0; ok && i < m->count; i++) {
		struct measured *each = &m->each[i];
		size_t keys = each->keys->count;

		m->stacks |= each->keys->of_node != NULL;
		ok = tally_open(&each->block, keys, err) &&
		     tally_open(&each->pair, keys, err) &&
		     (each->since = mem_array(keys, sizeof *each->since, "rows", err)) &&
		     (each->mark = mem_array(keys, sizeof *each->mark, "rows", err)) &&
		     (each->length = mem_array(keys, sizeof *each->length, "rows", err));
	}
	return ok && recording_sums_find(m, side, err) &&
	       block_sums_find(m, subject, baseline, err) &&
	       (m->each[0].result->own || run_factors_find(m, subject, baseline, err));
}

/* A database only returns counts, not the time of each sample. */
static bool has_moments(const struct sampled *s)
{
	return s->tree->profile->has_times && !s->tree->profile->server;
}

bool variation_build(struct variation *each, const struct sample_keying *keyings,
		     size_t count, const struct sampled *subject,
		     const struct sampled *baseline, struct time_limit *limit,
		     struct error *err)
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
		ok = measure_variation(&m, side, err);
	for (size_t i = 0; m.each && i < count; i++) {
		struct measured *done = &m.each[i];

		mem_free(done->block.with);
		mem_free(done->block.met);
		mem_free(done->pair.with);
		mem_free(done->pair.met);
		mem_free(done->since);
		mem_free(done->mark);
		mem_free(done->length);
		mem_free(done->closing.keys);
		mem_free(done->opening.keys);
	}
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
