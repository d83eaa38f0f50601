#include "analysis/compare/change_hue.h"

#include <math.h>

const double change_step_from[CHANGE_STEPS + 1] = {0, 0.5, 2, 5, 20};

double change_points(const struct comparison *c, struct change change)
{
	double here = (double)c->subject.value;
	double there = (double)c->baseline.value * c->factor;
	double larger = here > there ? here : there;

	return larger > 0 ? 100 * change.delta / larger : change.vanished ? -100 : 0;
}

int change_step(double points)
{
	int step = 0;

	while (step < CHANGE_STEPS && fabs(points) >= change_step_from[step + 1])
		step++;
	return points < 0 ? -step : step;
}

uint32_t change_hue_of_step(int step)
{
	static const uint32_t less[] = {0xdadada, 0xd7d7ff, 0xafd7ff, 0x87afff, 0x5f87ff};
	static const uint32_t more[] = {0xdadada, 0xffd7d7, 0xffafaf, 0xff8787, 0xff5f5f};

	return step < 0 ? less[-step] : more[step];
}

double change_mixture(struct change change)
{
	double here = (double)change.value, there = (double)change.baseline;

	return here + there > 0 ? 100 * (here - there) / (here + there) : 0;
}

int change_mixture_step(double percent)
{
	return (int)round(percent / 100 * CHANGE_STEPS);
}

uint32_t change_hue(const struct comparison *c, struct change change)
{
	if (c->parts[0].len)
		return change_hue_of_step(change_mixture_step(change_mixture(change)));
	if (change.is_new)
		return CHANGE_HUE_NEW;
	if (change.vanished)
		return CHANGE_HUE_GONE;
	return change_hue_of_step(change_step(change_points(c, change)));
}
