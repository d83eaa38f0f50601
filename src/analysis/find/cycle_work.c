#include "analysis/find/cycle_work.h"

#include <math.h>
#include <stdlib.h>

#define PARTS 64 /* of a cycle, at most: fewer if it has fewer steps */

/* Levels of a cycle, part by part. */
struct average {
	double level[PARTS];
	uint32_t parts;
};

static struct average average_of(const struct activity *a, double mean, double length)
{
	struct average v = {.parts = length < PARTS ? (uint32_t)length : PARTS};
	double steps[PARTS] = {0}, cycles = floor(a->count / length);
	double level = 0, n = 0; /* of the part that steps are in */
	uint32_t now = 0;

	for (uint32_t i = 0; i + 0.5 < cycles * length; i++) {
		double cycle = (i + 0.5) / length;
		uint32_t part = (uint32_t)((cycle - (uint32_t)cycle) * v.parts);

		part = part < v.parts ? part : 0;
		if (part != now) {
			v.level[now] = level;
			steps[now] = n;
			now = part;
			level = v.level[now];
			n = steps[now];
		}
		level += a->level[i] + mean;
		n++;
	}
	v.level[now] = level;
	steps[now] = n;
	for (uint32_t k = 0; k < v.parts; k++)
		v.level[k] /= fmax(steps[k], 1);
	return v;
}

static int by_level(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* The level that three quarters of the cycle exceed. */
static double floor_of(struct average v)
{
	qsort(v.level, v.parts, sizeof *v.level, by_level);
	return v.level[v.parts / 4];
}

#define RAISED                                                                           \
	0.25 /* of the way from the floor to the top: what is lower is not the work */

struct cycle_work cycle_work_of(const struct activity *a, double mean, double length)
{
	struct average v = average_of(a, mean, length);
	struct cycle_work w = {0};
	double low = floor_of(v), top = low, best = 0;
	uint32_t begin = 0, end = 0;

	for (uint32_t k = 0; k < v.parts; k++)
		top = fmax(top, v.level[k]);
	/* the stretch with the largest sum; it may go on at the cycle's beginning */
	for (uint32_t from = 0; from < v.parts; from++) {
		double sum = 0;

		for (uint32_t k = from; k < from + v.parts; k++) {
			sum += v.level[k % v.parts] - low - RAISED * (top - low);
			if (sum <= best)
				continue;
			best = sum;
			begin = from;
			end = k + 1;
		}
	}
	for (uint32_t k = begin; k < end; k++)
		w.amount += (v.level[k % v.parts] - low) * length / v.parts;
	w.steps = (end - begin) * length / v.parts;
	w.from = begin * length / v.parts;
	return w;
}
