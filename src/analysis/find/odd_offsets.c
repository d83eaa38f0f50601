#include "analysis/find/odd_offsets.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"

#define MORE	  1.5
#define TICKS	  2
#define TOLERANCE UINT64_C(60000000) /* ns between offsets that are the same */

/* ---- seconds over each other ---- */

struct fold {
	uint32_t phases; /* slices of a second */
	double seconds;
	uint64_t *samples,
	    *clipped;	  /* owned: by phase, twice, so that windows need not wrap */
	uint64_t *sorted; /* owned: room for one number a phase */
};

static void fold_release(struct fold *f)
{
	mem_free(f->samples);
	mem_free(f->clipped);
	mem_free(f->sorted);
}

static bool fold_open(struct fold *f, const struct timeline *t, struct error *err)
{
	*f = (struct fold){.phases = (uint32_t)(NS_PER_SECOND / t->slice),
			   .seconds = (double)t->slices * (double)t->slice / 1e9};
	f->samples = mem_array(2 * f->phases, sizeof *f->samples, "a second", err);
	f->clipped = f->samples
			 ? mem_array(2 * f->phases, sizeof *f->clipped, "a second", err)
			 : NULL;
	f->sorted =
	    f->clipped ? mem_array(f->phases, sizeof *f->sorted, "a second", err) : NULL;
	if (f->sorted)
		return true;
	fold_release(f);
	return false;
}

static void fold_fill(struct fold *f, const struct odd_measure *m,
		      const struct timeline *t)
{
	uint64_t first = t->from / t->slice;

	for (size_t i = 0; i < t->filled; i++) {
		uint64_t n = t->before[i + 1] - t->before[i];
		uint32_t phase = (uint32_t)((first + t->at[i]) % f->phases);

		f->samples[phase] += n;
		f->clipped[phase] += n < m->by[0].odd ? n : m->by[0].odd;
	}
	for (uint32_t i = 0; i < f->phases; i++) {
		f->samples[f->phases + i] = f->samples[i];
		f->clipped[f->phases + i] = f->clipped[i];
	}
}

static uint64_t sum(const uint64_t *counts, uint32_t from, uint64_t length)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < length; i++)
		n += counts[from + i];
	return n;
}

static int compare_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* ---- windows ---- */

/* Of those that overlap only the one with the highest score. */
static void insert(struct odd_offsets *s, const struct odd_offset *new)
{
	uint32_t kept = 0, at;

	for (uint32_t i = 0; i < s->count; i++)
		if (odd_offset_touches(&s->offset[i],
				       (struct range){new->from, new->to}) &&
		    s->offset[i].score >= new->score)
			return;
	for (uint32_t i = 0; i < s->count; i++)
		if (!odd_offset_touches(&s->offset[i],
					(struct range){new->from, new->to}))
			s->offset[kept++] = s->offset[i]; /* room: kept <= i */
	s->count = kept;
	if (s->count == ODD_OFFSETS_MAX)
		return;
	for (at = s->count++; at > 0 && s->offset[at - 1].score < new->score; at--)
		s->offset[at] = s->offset[at - 1];
	s->offset[at] = *new;
}

/* The windows of one length, about the median of them all. */
static void try_length(struct odd_offsets *s, struct fold *f, const struct odd_measure *m,
		       uint32_t length, const struct timeline *t)
{
	const struct odd_length *l = &m->by[length];
	double usual, scale = f->seconds;

	for (uint32_t i = 0; i < f->phases; i++)
		f->sorted[i] = sum(f->clipped, i, l->slices);
	qsort(f->sorted, f->phases, sizeof *f->sorted, compare_numbers);
	usual = (double)f->sorted[f->phases / 2];
	usual = usual > l->expected * scale ? usual : l->expected * scale;
	for (uint32_t i = 0; i < f->phases; i++) {
		uint64_t n = sum(f->clipped, i, l->slices);
		struct odd_offset new = {.from = i * t->slice, .expected = usual};

		if ((double)n < MORE * usual)
			continue;
		new.score = odd_score_of((double)n, usual, l->spread);
		new.to = new.from + l->slices * t->slice;
		new.samples = sum(f->samples, i, l->slices);
		if (new.score >= l->needed)
			insert(s, &new);
	}
}

bool odd_offsets_find(struct odd_offsets *s, const struct odd_measure *m,
		      const struct timeline *t, uint64_t tick, struct error *err)
{
	struct fold f;

	*s = (struct odd_offsets){0};
	if (m->lengths == 0 || NS_PER_SECOND % t->slice ||
	    t->slices / ODD_OFFSET_SECONDS < NS_PER_SECOND / t->slice)
		return true;
	if (!fold_open(&f, t, err))
		return false;
	fold_fill(&f, m, t);
	for (uint32_t i = 0; i < m->lengths; i++) {
		uint64_t length = m->by[i].slices * t->slice;

		if (length >= TICKS * tick && length <= ODD_OFFSET_LONGEST)
			try_length(s, &f, m, i, t);
	}
	fold_release(&f);
	return true;
}

/* ---- bursts ---- */

static uint64_t middle_of(struct range r)
{
	return (r.from + (r.to - r.from) / 2) % NS_PER_SECOND;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	uint64_t d = a < b ? b - a : a - b;

	return d < NS_PER_SECOND - d ? d : NS_PER_SECOND - d;
}

bool odd_offset_touches(const struct odd_offset *s, struct range range)
{
	uint64_t middle = middle_of((struct range){s->from, s->to});
	uint64_t reach = (s->to - s->from + range.to - range.from) / 2;

	return apart(middle_of(range), middle) < reach;
}

static bool is_short(const struct odd_moment *m)
{
	return m->kind == ODD_BURST && m->range.to - m->range.from < ODD_BURST_LONG;
}

static bool is_alike(const struct odd_moment *a, const struct odd_moment *b)
{
	return is_short(b) &&
	       apart(middle_of(a->range), middle_of(b->range)) <= TOLERANCE;
}

/* So many in as many seconds: two in one second are one. */
static uint32_t count_alike(const struct odd_moment *m, uint32_t count, uint32_t of)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		bool again = false;

		if (!is_alike(&m[of], &m[i]))
			continue;
		for (uint32_t k = 0; k < i && !again; k++)
			again = is_alike(&m[of], &m[k]) &&
				m[k].range.from / NS_PER_SECOND ==
				    m[i].range.from / NS_PER_SECOND;
		n += !again;
	}
	return n;
}

#define CHANCE 0.01

/* Are `alike` of so many short bursts hardly at one offset by chance? By the mean of a binomial. */
static bool is_no_chance(uint32_t alike, uint32_t bursts)
{
	double p = 2 * (double)TOLERANCE / NS_PER_SECOND;

	return log(bursts) + lgamma(bursts) - lgamma(alike) -
		   lgamma(bursts - alike + 1.0) + (alike - 1) * log(p) <
	       log(CHANCE);
}

/* All that are like one of them become it. */
static void join(struct odd_moment *m, uint32_t *count, uint32_t of)
{
	const struct odd_moment one = m[of];
	struct odd_moment all = {.kind = ODD_EACH_SECOND,
				 .range = one.range,
				 .one = one.range,
				 .score = one.score,
				 .process = ODD_NOBODY,
				 .frame = ODD_NOBODY,
				 .thread = ODD_NOBODY};
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *count; i++) {
		const struct odd_moment burst = m[i];

		if (!is_alike(&one, &burst)) {
			m[kept++] = burst; /* room: kept <= i */
			continue;
		}
		all.times++;
		all.samples += burst.samples;
		all.expected += burst.expected;
		all.score = burst.score > all.score ? burst.score : all.score;
		if (burst.range.from < all.range.from)
			all.range.from = burst.range.from;
		if (burst.range.to > all.range.to)
			all.range.to = burst.range.to;
	}
	m[kept++] = all; /* room: it was one of them */
	*count = kept;
}

#define ROUNDS_MOST 16

void odd_offsets_gather(struct odd_moment *m, uint32_t *count)
{
	for (int round = 0; round < ROUNDS_MOST; round++) {
		uint32_t best = 0, most = 0, bursts = 0;

		for (uint32_t i = 0; i < *count; i++) {
			uint32_t n = is_short(&m[i]) ? count_alike(m, *count, i) : 0;

			bursts += is_short(&m[i]);
			if (n > most) {
				most = n;
				best = i;
			}
		}
		if (most < ODD_OFFSET_BURSTS || !is_no_chance(most, bursts))
			return;
		join(m, count, best);
	}
}
