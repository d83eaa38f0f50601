#include "analysis/compare/change_hue.h"

#include <math.h>

#define STEPS 4

/* From so many points on: the steps. */
static const double from_points[STEPS + 1] = {0, 0.5, 2, 5, 20};
static const uint32_t less[STEPS + 1] = {0xdadada, 0xd7d7ff, 0xafd7ff, 0x87afff,
					 0x5f87ff};
static const uint32_t more[STEPS + 1] = {0xdadada, 0xffd7d7, 0xffafaf, 0xff8787,
					 0xff5f5f};
#define NEW 0xffd700

double change_points(const struct comparison *c, struct change change)
{
	double here = (double)c->subject.value;
	double there = (double)c->baseline.value * c->factor;
	double larger = here > there ? here : there;

	return larger > 0 ? 100 * change.delta / larger : change.vanished ? -100 : 0;
}

uint32_t change_hue(const struct comparison *c, struct change change)
{
	double points = change_points(c, change);
	int step = 0;

	if (change.is_new)
		return NEW;
	if (change.vanished)
		return less[STEPS];
	while (step < STEPS && fabs(points) >= from_points[step + 1])
		step++;
	return points < 0 ? less[step] : more[step];
}
