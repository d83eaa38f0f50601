#include "input/time_unit.h"

#include <stdio.h>

#include "base/number.h"

#define FEW 16 /* samples are no recording: they may be the begin of one */

static const struct {
	const char *name;
	uint64_t ns;
} units[] = {
    [TIME_UNIT_NS] = {"nanoseconds", 1},
    [TIME_UNIT_US] = {"microseconds", 1000},
    [TIME_UNIT_MS] = {"milliseconds", 1000000},
    [TIME_UNIT_S] = {"seconds", NS_PER_SECOND},
};

uint64_t time_unit_ns(enum time_unit unit)
{
	return units[unit].ns;
}

/* "microseconds" */
static const char *time_unit_name(enum time_unit unit)
{
	return units[unit].name;
}

/* What is wrong is measured in powers of two, squared: 0 at the likeliest. */
static double distance(double value, double likeliest)
{
	double powers = 0;

	if (value <= 0)
		value = 1e-12;
	for (; value > likeliest; value /= 2)
		powers++;
	for (; value * 2 <= likeliest; value *= 2)
		powers++;
	return powers * powers;
}

/* The clock began when the machine did, perhaps a day ago, or in 1970. */
static double odd_clock(double seconds)
{
	bool since_1970 = seconds > 1.2e9 && seconds < 2.5e9;

	return since_1970 ? -10 : distance(seconds, 1e5) / 4;
}

static double oddity(const struct time_spread *t, enum time_unit unit)
{
	double second = (double)NS_PER_SECOND / (double)units[unit].ns;
	double length = (double)(t->last - t->first) / second;
	double odd = odd_clock((double)t->last / second);

	if (unit == t->usual)
		odd -= 40; /* against a recording some ten times longer or shorter */
	if (length <= 0 || (t->spans && odd < 0)) /* since 1970: that is enough */
		return odd;
	/* so many that some are left come from many CPUs */
	odd += distance((double)t->samples / length, t->complete ? 300 : 2000);
	if (t->complete && t->samples >= FEW)
		odd += distance(length, 60);
	return odd;
}

enum time_unit time_unit_guess(const struct time_spread *spread)
{
	enum time_unit best = TIME_UNIT_NS;

	for (enum time_unit u = TIME_UNIT_US;
	     u <= TIME_UNIT_S && spread->last <= UINT64_MAX / units[u].ns; u++)
		if (oddity(spread, u) < oddity(spread, best))
			best = u;
	return best;
}

void time_unit_note(struct builder *b, enum time_unit unit, bool guessed)
{
	char buf[80];

	snprintf(buf, sizeof buf, "%s%s", time_unit_name(unit),
		 guessed ? ", guessed; --time-unit sets it" : "");
	builder_note(b, TEXT("time unit"), text_of(buf));
}
