#include "input/time_unit.h"

#include <stdio.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- guessing the unit ---- */

#define FEW 16 /* samples: fewer may be only the beginning of a recording */

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

/* The squared distance from the likeliest value in powers of two; 0 at the likeliest. */
static double square_distance(double value, double likeliest)
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

static double oddity(const struct time_spread *t, enum time_unit unit)
{
	double second = (double)NS_PER_SECOND / (double)units[unit].ns;
	double length = (double)(t->last - t->first) / second;
	double clock = (double)t->last / second;
	/* clocks start at boot, typically a day ago, or in 1970 */
	double odd =
	    clock > 1.2e9 && clock < 2.5e9 ? -10 : square_distance(clock, 1e5) / 4;

	if (unit == t->usual)
		odd -= 40; /* outweighs a length that is wrong by about a factor of ten */
	/* a clock that starts in 1970 is enough evidence */
	if (length <= 0 || (t->spans && odd < 0))
		return odd;
	/* if these are not all samples, assume many CPUs, and thus a higher rate */
	odd += square_distance((double)t->samples / length, t->complete ? 300 : 2000);
	if (t->complete && t->samples >= FEW)
		odd += square_distance(length, 60);
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

	snprintf(buf, sizeof buf, "%s%s", units[unit].name,
		 guessed ? ", guessed; --time-unit sets it" : "");
	builder_note(b, TEXT("time unit"), text_of(buf));
}

/* ---- samples held until the unit is known ---- */

#define HELD_MOST 65536 /* samples that are held before the unit is decided */
/* extra samples that lines with counts may make; longer files may have more */
#define COPIES 65536

/*
 * The heat map counts samples, so a sample with weight 3 becomes three samples. Their number is
 * limited, as a file may claim any count.
 */
static void hand_over(struct held_samples *t, struct sample s, uint64_t line)
{
	uint64_t times = s.timed ? s.weight : 1;
	uint64_t room = COPIES + source_position(t->reading->source) - t->copies;

	if (s.timed && s.time > UINT64_MAX / t->scale) {
		losses_count(t->reading->losses, LOSS_NUMBER, line);
		return;
	}
	if (s.timed) {
		s.time *= t->scale;
		s.weight = 1;
	}
	if (times > 1 && times - 1 > room) {
		losses_count(t->reading->losses, LOSS_NUMBER, line);
		times = 1;
	}
	t->copies += times ? times - 1 : 0;
	while (times--)
		builder_add_sample(t->reading->builder, &s);
}

static void decide_unit(struct held_samples *t, bool complete)
{
	enum time_unit unit = t->reading->options->time_unit;
	struct time_spread spread = {
	    .first = UINT64_MAX, .complete = complete, .usual = t->usual};

	for (size_t i = 0; i < t->count; i++) {
		const struct sample *s = &t->held[i].s;

		if (!s->timed)
			continue;
		spread.first = s->time < spread.first ? s->time : spread.first;
		spread.last = s->time > spread.last ? s->time : spread.last;
		spread.samples += s->weight < HELD_MOST ? s->weight : HELD_MOST;
	}
	if (unit == TIME_UNIT_AUTO)
		unit = time_unit_guess(&spread);
	time_unit_note(t->reading->builder, unit,
		       t->reading->options->time_unit == TIME_UNIT_AUTO);
	t->scale = time_unit_ns(unit);
}

static void hand_over_held(struct held_samples *t)
{
	for (size_t i = 0; i < t->count; i++)
		hand_over(t, t->held[i].s, t->held[i].line);
	t->count = 0;
}

bool held_samples_add(struct held_samples *t, const struct sample *s, uint64_t line,
		      struct error *err)
{
	t->timed += s->timed;
	if (t->scale || !t->timed) {
		hand_over(t, *s, line);
		return true;
	}
	if (!APPEND(t->held, t->count, t->capacity, "samples", err,
		    (struct held_sample){*s, line}))
		return false;
	if (t->count == HELD_MOST) {
		decide_unit(t, false);
		hand_over_held(t);
	}
	return true;
}

void held_samples_end(struct held_samples *t)
{
	if (!t->timed)
		builder_weights_are_counts(t->reading->builder);
	else if (!t->scale)
		decide_unit(t, true);
	hand_over_held(t);
}

void held_samples_release(struct held_samples *t)
{
	mem_free(t->held);
	*t = (struct held_samples){0};
}
