#include "analysis/code/samples_by_address.h"

#include "base/bisect.h"
#include "base/mem.h"

bool samples_by_address_build(struct samples_by_address *s, const struct code *code,
			      const uint32_t *site, uint64_t samples, struct error *err)
{
	uint64_t n = 0;

	*s = (struct samples_by_address){.code = code, .site = site};
	for (uint64_t row = 0; site && row < samples; row++)
		s->count += site[row] != 0;
	s->rows = mem_array(s->count + 1, sizeof *s->rows, "samples", err);
	if (!s->rows)
		return false;
	for (uint64_t row = 0; site && row < samples; row++)
		if (site[row])
			s->rows[n++] = row; /* room: counted above */
	return true;
}

void samples_by_address_release(struct samples_by_address *s)
{
	mem_free(s->rows);
	*s = (struct samples_by_address){0};
}

static void tally_stretch(const struct samples_by_address *s, const struct bits *which,
			  struct flame_stretch in, uint64_t *counts)
{
	size_t i =
	    in.first ? bisect_upto(s->rows, sizeof *s->rows, s->count, in.first - 1) : 0;

	for (; i < s->count && s->rows[i] < in.last; i++)
		counts[s->site[s->rows[i]]] += bits_has(which, s->rows[i]);
}

void samples_by_address_tally(const struct samples_by_address *s, const struct flame *f,
			      uint64_t *counts)
{
	if (f->spans) { /* spans that extend into the range begin before it */
		for (uint64_t row = flame_next(f, 0); s->count && row < f->last;
		     row = flame_next(f, row + 1))
			counts[s->site[row]]++;
		return;
	}
	for (uint32_t i = 0; i < flame_stretches(f); i++)
		tally_stretch(s, f->which, flame_stretch_at(f, i), counts);
}
