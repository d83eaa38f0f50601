#include "analysis/compare/time_blocks.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/overdispersion_state.h"
#include "base/bisect.h"
#include "base/mem.h"

/* ---- where they are ---- */

/* Those that lie wholly in a stretch, at whole lengths from the subject. */
struct places {
	uint64_t begin, count; /* ns; how many */
};

static struct places places_in(const struct sampled *side, struct stretch s,
			       uint64_t from, uint64_t length)
{
	const uint64_t *time = side->tree->profile->samples.time;
	uint64_t begin, behind, ahead, wait;

	if (s.first >= s.last)
		return (struct places){0};
	begin = time[s.first];
	behind = begin % length;
	ahead = from % length;
	wait = ahead >= behind ? ahead - behind : length - (behind - ahead);
	if (wait > time[s.last - 1] - begin)
		return (struct places){0};
	begin += wait;
	return (struct places){begin, (time[s.last - 1] - begin) / length};
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
static uint64_t row_at(const struct sampled *side, struct stretch s, uint64_t at)
{
	struct moment m = {side->tree->profile->samples.time, s.first, at};

	return s.first + bisect_first((size_t)(s.last - s.first), is_earlier, &m);
}

/* 0 ... BLOCKS_MOST - 1 so that the first few of them are spread evenly. */
static uint32_t spread(uint32_t i)
{
	uint32_t mirrored = 0;

	for (uint32_t bit = 1; bit < BLOCKS_MOST; bit <<= 1)
		mirrored = mirrored << 1 | ((i & bit) != 0);
	return mirrored;
}

static uint64_t samples_between(const struct sampled *side, struct stretch s,
				uint64_t from, uint64_t to)
{
	return sampled_count_stretch(
	    side, (struct stretch){row_at(side, s, from), row_at(side, s, to)});
}

/* What stands beside it, where that lies in the stretch, too. */
static void look_beside(struct time_block *b, const struct sampled *side,
			struct stretch s, uint64_t begin, uint64_t length)
{
	const uint64_t *time = side->tree->profile->samples.time;
	uint64_t end = begin + length, beside[2] = {b->samples, b->samples};

	if (begin - time[s.first] >= length)
		beside[0] = samples_between(side, s, begin - length, begin);
	if (time[s.last - 1] - end >= length)
		beside[1] = samples_between(side, s, end, end + length);
	b->least = fmin((double)b->samples, fmin((double)beside[0], (double)beside[1]));
	b->most = fmax((double)b->samples, fmax((double)beside[0], (double)beside[1]));
}

/* The stretch that has a place, of all of them; `*place` becomes that of its own. */
static uint32_t find_place(const struct sampled *side, uint64_t from, uint64_t length,
			   uint64_t *place, struct places *at)
{
	uint32_t i = 0;

	for (;; i++) {
		*at = places_in(side, side->stretches[i], from, length);
		if (*place < at->count || i + 1 >= side->count)
			return i;
		*place -= at->count;
	}
}

static void find_places(struct time_blocks *b, const struct sampled *side, uint64_t from)
{
	const struct stretch *s = side->stretches;
	uint64_t all = 0, wanted;

	for (uint32_t i = 0; i < side->count; i++)
		all += places_in(side, s[i], from, b->length).count;
	wanted = all < BLOCKS_MOST ? all : BLOCKS_MOST;

	for (uint32_t i = 0; i < BLOCKS_MOST; i++) {
		struct time_block *block = &b->each[b->count];
		uint64_t place = spread(i), begin;
		struct places at;
		uint32_t which;

		if (place >= wanted)
			continue;
		place = place * (all / wanted) + place * (all % wanted) / wanted;
		which = find_place(side, from, b->length, &place, &at);
		begin = at.begin + place * b->length;
		block->rows = (struct stretch){row_at(side, s[which], begin),
					       row_at(side, s[which], begin + b->length)};
		block->samples = sampled_count_stretch(side, block->rows);
		look_beside(block, side, s[which], begin, b->length);
		b->count++; /* room: one of BLOCKS_MOST a round */
	}
}

static uint64_t time_of(const struct sampled *side, struct stretch s)
{
	const uint64_t *time = side->tree->profile->samples.time;

	return s.first < s.last ? time[s.last - 1] - time[s.first] : 0;
}

/* As long as the subject; shorter where fewer than BLOCKS_WANTED would fit. */
static uint64_t block_length(const struct sampled *side, uint64_t length)
{
	uint64_t covered = 0;

	for (uint32_t i = 0; i < side->count; i++)
		covered += time_of(side, side->stretches[i]);
	if (length > covered / BLOCKS_WANTED)
		length = covered / BLOCKS_WANTED;
	return length ? length : 1;
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

bool time_blocks_find(struct time_blocks *b, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err)
{
	uint64_t length = subject->length ? subject->length : 1;
	double deviation;

	*b = (struct time_blocks){.length =
				      block_length(baseline, length / subject->ranges)};
	b->subject = (double)sampled_count(subject) / (double)length * (double)b->length;
	b->each = mem_array(BLOCKS_MOST, sizeof *b->each, "stretches of time", err);
	if (!b->each)
		return false;
	find_places(b, baseline, subject->from);
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
