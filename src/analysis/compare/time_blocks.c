#include "analysis/compare/time_blocks.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/variation_state.h"
#include "base/bisect.h"
#include "base/mem.h"

/* ---- where they are ---- */

/* Those that lie wholly in a stretch, at whole lengths from a moment, or where the stretch begins. */
struct places {
	uint64_t begin, count; /* ns; how many */
};

static struct places places_in(struct timed_rows s, const uint64_t *from, uint64_t length)
{
	uint64_t begin = s.from, behind = begin % length;
	uint64_t ahead = (from ? *from : begin) % length;
	uint64_t wait = ahead >= behind ? ahead - behind : length - (behind - ahead);

	if (s.first >= s.last || s.to - begin < wait)
		return (struct places){0};
	begin += wait;
	return (struct places){begin, (s.to - begin) / length};
}

struct moment {
	const uint64_t *times; /* borrowed */
	uint64_t first, at;
};

static bool is_earlier(const void *arg, size_t i)
{
	const struct moment *m = arg;

	return m->times[m->first + i] < m->at;
}

/* The first row of a stretch at or after a moment. */
static uint64_t row_at(const struct sampled *side, struct timed_rows s, uint64_t at)
{
	struct moment m = {side->tree->profile->samples.time, s.first, at};

	return s.first + bisect_first((size_t)(s.last - s.first), is_earlier, &m);
}

/* 0 ... most - 1, of a power of two, so that the first few of them are spread evenly. */
static uint32_t spread(uint32_t i, uint32_t most)
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

/* What stands beside it, where that lies in the stretch, too. */
static void look_beside(struct time_block *b, const struct sampled *side,
			struct timed_rows s, uint64_t begin, uint64_t length)
{
	uint64_t end = begin + length, beside[2] = {b->samples, b->samples};

	if (begin - s.from >= length)
		beside[0] = samples_between(side, s, begin - length, begin);
	if (s.to - end >= length)
		beside[1] = samples_between(side, s, end, end + length);
	b->least = fmin((double)b->samples, fmin((double)beside[0], (double)beside[1]));
	b->most = fmax((double)b->samples, fmax((double)beside[0], (double)beside[1]));
}

/* The stretch that has a place, of all of them, and where that begins. */
static struct timed_rows find_place(const struct sampled *side, const uint64_t *from,
				    uint64_t length, uint64_t place, uint64_t *begin)
{
	struct places at;
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

/* All places of this length, but at most so many: a power of two. */
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

/* The i-th of them; false: there are not so many. */
static bool place_at(const struct spreading *s, uint32_t i, struct timed_rows *in,
		     uint64_t *begin)
{
	uint64_t place = spread(i, s->most);

	if (place >= s->wanted)
		return false;
	place = place * (s->all / s->wanted) + place * (s->all % s->wanted) / s->wanted;
	*in = find_place(s->side, s->from, s->length, place, begin);
	return true;
}

/* As long as the subject; shorter where fewer than BLOCKS_WANTED would fit. */
static uint64_t block_length(const struct sampled *side, uint64_t length)
{
	uint64_t covered = 0;

	for (uint32_t i = 0; i < side->count; i++)
		covered += side->stretches[i].to - side->stretches[i].from;
	if (length > covered / BLOCKS_WANTED)
		length = covered / BLOCKS_WANTED;
	return length ? length : 1;
}

/* What remains of a stretch behind its pairs is a block, too: a long run may lie there. */
static void add_remainder(struct time_blocks *b, const struct sampled *side,
			  struct timed_rows s)
{
	uint64_t rest = (s.to - s.from) % (2 * b->length);

	if (!rest || s.first >= s.last)
		return;
	b->each[b->count] = block_at(side, s, s.to - rest, rest);
	b->each[b->count++].pair = PAIR_SECOND; /* room: one of each stretch */
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
		} /* room: two of each place that is wanted */
	}
	for (uint32_t i = 0; b->each && i < side->count; i++)
		add_remainder(b, side, side->stretches[i]);
	return b->each != NULL;
}

/* ---- which are like the subject, where that is not usual ---- */

static int compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static double median(double *numbers, uint32_t count)
{
	qsort(numbers, count, sizeof *numbers, compare_numbers);
	return numbers[count / 2];
}

/* What the samples of blocks usually are: the middle, and how far from it others are. */
static double find_usual(struct time_blocks *b)
{
	double numbers[BLOCKS_MOST], deviation;

	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = (double)b->each[i].samples; /* room: at most BLOCKS_MOST */
	b->middle = median(numbers, b->count);
	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = fabs((double)b->each[i].samples - b->middle);
	deviation = 1.4826 * median(numbers, b->count); /* of a normal distribution */
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

	if (fabs(b->subject - b->middle) <= ODD_DEVIATIONS * deviation)
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
	uint64_t length = subject->length ? subject->length : 1, begin;
	struct spreading s;
	struct timed_rows in;
	double deviation;

	*b = (struct time_blocks){.length =
				      block_length(baseline, length / subject->ranges)};
	b->subject = (double)sampled_count(subject) / (double)length * (double)b->length;
	b->each = mem_array(BLOCKS_MOST, sizeof *b->each, "blocks of time", err);
	if (!b->each)
		return false;
	s = spreading_of(baseline, &subject->stretches[0].from, b->length, BLOCKS_MOST);
	for (uint32_t i = 0; i < BLOCKS_MOST; i++) {
		struct time_block *block = &b->each[b->count];

		if (!place_at(&s, i, &in, &begin))
			continue;
		*block = block_at(baseline, in, begin, b->length);
		look_beside(block, baseline, in, begin, b->length);
		b->count++; /* room: one of BLOCKS_MOST a round */
	}
	if (!b->count)
		return true;
	deviation = find_usual(b);
	if (baseline->is_rest)
		leave_out_like(b, deviation);
	return true;
}

void time_blocks_release(struct time_blocks *b)
{
	mem_free(b->each);
	*b = (struct time_blocks){0};
}
