#include "analysis/compare/time_blocks.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/variation_state.h"
#include "analysis/compare/significance.h"
#include "base/bisect.h"
#include "base/mem.h"

/* ---- places ---- */

/*
 * The possible positions of blocks in a stretch, at multiples of their length from a given moment
 * or from the start of the stretch.
 */
struct block_places {
	uint64_t begin, count; /* ns; the number of positions */
};

static struct block_places places_in(struct timed_rows s, const uint64_t *from,
				     uint64_t length)
{
	uint64_t begin = s.from, behind = begin % length;
	uint64_t ahead = (from ? *from : begin) % length;
	uint64_t wait = ahead >= behind ? ahead - behind : length - (behind - ahead);

	if (s.first >= s.last || s.to - begin < wait)
		return (struct block_places){0};
	begin += wait;
	return (struct block_places){begin, (s.to - begin) / length};
}

struct time_search {
	const uint64_t *times; /* borrowed */
	uint64_t first, at;
};

static bool is_earlier(const void *arg, size_t i)
{
	const struct time_search *m = arg;

	return m->times[m->first + i] < m->at;
}

/* The first row of a stretch at or after a time. */
static uint64_t row_at(const struct sampled *side, struct timed_rows s, uint64_t at)
{
	struct time_search m = {side->tree->profile->samples.time, s.first, at};

	return s.first + bisect_first((size_t)(s.last - s.first), is_earlier, &m);
}

/* Map 0 ... most - 1 (a power of two) to itself so that the first few are spread evenly. */
static uint32_t spread_index(uint32_t i, uint32_t most)
{
	uint32_t mirrored = 0;

	for (uint32_t bit = 1; bit < most; bit <<= 1)
		mirrored = mirrored << 1 | ((i & bit) != 0);
	return mirrored;
}

static uint64_t samples_between(const struct sampled *side, struct timed_rows s,
				uint64_t from, uint64_t to)
{
	return sampled_count_stretch(
	    side,
	    (struct timed_rows){row_at(side, s, from), row_at(side, s, to), from, to});
}

/*
 * Find the stretch that contains a position, counted over all stretches, and the start time of the
 * position.
 */
static struct timed_rows find_place(const struct sampled *side, const uint64_t *from,
				    uint64_t length, uint64_t place, uint64_t *begin)
{
	struct block_places at;
	uint32_t i = 0;

	for (;; i++) {
		at = places_in(side->stretches[i], from, length);
		if (place < at.count || i + 1 >= side->count)
			break;
		place -= at.count;
	}
	*begin = at.begin + place * length;
	return side->stretches[i];
}

static struct time_block block_at(const struct sampled *side, struct timed_rows s,
				  uint64_t begin, uint64_t length)
{
	struct time_block b = {.rows = {row_at(side, s, begin),
					row_at(side, s, begin + length), begin,
					begin + length}};

	b.samples = sampled_count_stretch(side, b.rows);
	return b;
}

/* All positions for blocks of this length, but at most `most`, a power of two. */
struct spreading {
	const struct sampled *side;
	const uint64_t *from; /* borrowed */
	uint64_t length, all, wanted;
	uint32_t most;
};

static struct spreading spreading_of(const struct sampled *side, const uint64_t *from,
				     uint64_t length, uint32_t most)
{
	struct spreading s = {side, from, length, 0, 0, most};

	for (uint32_t i = 0; i < side->count; i++)
		s.all += places_in(side->stretches[i], from, length).count;
	s.wanted = s.all < most ? s.all : most;
	return s;
}

/* The i-th position; false if there are not that many. */
static bool place_at(const struct spreading *s, uint32_t i, struct timed_rows *in,
		     uint64_t *begin)
{
	uint64_t place = spread_index(i, s->most);

	if (place >= s->wanted)
		return false;
	place = place * (s->all / s->wanted) + place * (s->all % s->wanted) / s->wanted;
	*in = find_place(s->side, s->from, s->length, place, begin);
	return true;
}

bool time_blocks_pairs(struct time_blocks *b, const struct sampled *side, uint64_t length,
		       struct error *err)
{
	struct spreading s = spreading_of(side, NULL, 2 * length, BLOCK_PAIRS_MOST);
	struct timed_rows in;
	uint64_t begin;

	*b = (struct time_blocks){.length = length};
	b->each = mem_array((size_t)s.wanted * 2 + side->count, sizeof *b->each,
			    "blocks of time", err);
	for (uint32_t i = 0; b->each && i < BLOCK_PAIRS_MOST; i++) {
		if (!place_at(&s, i, &in, &begin))
			continue;
		for (unsigned k = 0; k < 2; k++) {
			b->each[b->count] =
			    block_at(side, in, begin + k * length, length);
			b->each[b->count++].pair = k ? PAIR_SECOND : PAIR_FIRST;
		} /* room: two per wanted position */
	}
	/* the remainder of a stretch is a block, too: it may contain a long run */
	for (uint32_t i = 0; b->each && i < side->count; i++) {
		uint64_t rest;

		in = side->stretches[i];
		rest = (in.to - in.from) % (2 * length);
		if (!rest || in.first >= in.last)
			continue;
		b->each[b->count] = block_at(side, in, in.to - rest, rest);
		b->each[b->count++].pair = PAIR_SECOND; /* room: one per stretch */
	}
	return b->each != NULL;
}

/* ---- blocks like an unusual subject ---- */

/* Find the median number of samples of blocks, and return the usual deviation from it. */
static double find_middle(struct time_blocks *b)
{
	double numbers[BLOCKS_MOST], deviation;

	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = (double)b->each[i].samples; /* room: at most BLOCKS_MOST */
	b->middle = significance_median(numbers, b->count);
	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = fabs((double)b->each[i].samples - b->middle);
	/* the factor for a normal distribution */
	deviation = 1.4826 * significance_median(numbers, b->count);
	return fmax(deviation, sqrt(b->middle + 1));
}

static bool is_like(const struct time_blocks *b, uint32_t i, double far)
{
	return b->subject > b->middle ? b->each[i].most > b->middle + far
				      : b->each[i].least < b->middle - far;
}

static void leave_out_like(struct time_blocks *b, double deviation)
{
	double far = LIKE_DEVIATIONS * deviation;
	uint64_t staying = 0; /* samples */

	if (fabs(b->subject - b->middle) <= OUTLIER_DEVIATIONS * deviation)
		return;
	for (uint32_t i = 0; i < b->count; i++) {
		b->left_out += is_like(b, i, far);
		staying += is_like(b, i, far) ? 0 : b->each[i].samples;
	}
	if (b->left_out > b->count / 2 || b->count - b->left_out < BLOCKS_WANTED ||
	    !staying)
		b->left_out = 0;
	for (uint32_t i = 0; b->left_out && i < b->count; i++)
		b->each[i].is_left_out = is_like(b, i, far);
}

bool time_blocks_like(struct time_blocks *b, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err)
{
	uint64_t length = subject->length ? subject->length : 1, covered = 0, begin;
	uint64_t wanted = length / subject->ranges;
	struct spreading s;
	struct timed_rows in;

	for (uint32_t i = 0; i < baseline->count; i++)
		covered += baseline->stretches[i].to - baseline->stretches[i].from;
	if (wanted > covered / BLOCKS_WANTED)
		wanted = covered / BLOCKS_WANTED;
	*b = (struct time_blocks){.length = wanted ? wanted : 1};
	b->subject = (double)sampled_count(subject) / (double)length * (double)b->length;
	b->each = mem_array(BLOCKS_MOST, sizeof *b->each, "blocks of time", err);
	if (!b->each)
		return false;
	s = spreading_of(baseline, &subject->stretches[0].from, b->length, BLOCKS_MOST);
	for (uint32_t i = 0; i < BLOCKS_MOST; i++) {
		struct time_block *block = &b->each[b->count];
		uint64_t end, before, after;

		if (!place_at(&s, i, &in, &begin))
			continue;
		end = begin + b->length;
		*block = block_at(baseline, in, begin, b->length);
		before = after = block->samples;
		if (begin - in.from >= b->length)
			before = samples_between(baseline, in, begin - b->length, begin);
		if (in.to - end >= b->length)
			after = samples_between(baseline, in, end, end + b->length);
		block->least =
		    fmin((double)block->samples, fmin((double)before, (double)after));
		block->most =
		    fmax((double)block->samples, fmax((double)before, (double)after));
		b->count++; /* room: one of BLOCKS_MOST a round */
	}
	if (b->count && baseline->is_rest)
		leave_out_like(b, find_middle(b));
	else if (b->count)
		find_middle(b);
	return true;
}

void time_blocks_release(struct time_blocks *b)
{
	mem_free(b->each);
	*b = (struct time_blocks){0};
}
