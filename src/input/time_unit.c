#include "input/time_unit.h"

#include "base/number.h"

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

const char *time_unit_name(enum time_unit unit)
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

/* The clock began when the machine did, or in 1970. */
static double odd_clock(double seconds)
{
	bool since_1970 = seconds > 1.2e9 && seconds < 2.5e9;

	if (since_1970)
		return -10;
	return seconds < 30 || seconds > 1e8 ? 15 : 0;
}

static double oddity(const struct time_spread *t, enum time_unit unit)
{
	double second = (double)NS_PER_SECOND / (double)units[unit].ns;
	double length = (double)(t->last - t->first) / second;
	double odd = odd_clock((double)t->last / second);

	if (length <= 0)
		length = 1 / second;
	if (unit == t->usual)
		odd -= 40; /* against a recording six times longer or shorter */
	odd += distance((double)t->samples / length, 300);
	if (t->complete) /* else we know nothing of its length */
		odd += distance(length, 30);
	return odd;
}

enum time_unit time_unit_guess(const struct time_spread *spread)
{
	enum time_unit best = TIME_UNIT_NS;

	for (enum time_unit u = TIME_UNIT_NS; u <= TIME_UNIT_S; u++)
		if (oddity(spread, u) < oddity(spread, best))
			best = u;
	return best;
}
