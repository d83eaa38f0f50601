#include "input/stacks/stamped.h"

#include "base/append.h"
#include "base/mem.h"
#include "input/time_unit.h"

#define HELD_MOST 65536 /* samples before the unit is decided */
#define COPIES	  65536 /* samples of one line beyond the first; more the longer the file */

static void count(struct stamped *t, enum loss_reason why, uint64_t line)
{
	losses_count(t->reading->losses, why, line);
}

/* The heat map counts samples: one of 3 is three of them. A file may lie about that. */
static void hand_over(struct stamped *t, struct sample s, uint64_t line)
{
	uint64_t times = s.timed ? s.weight : 1;
	uint64_t room = COPIES + source_position(t->reading->source) - t->copies;

	if (s.timed && s.time > UINT64_MAX / t->scale) {
		count(t, LOSS_NUMBER, line);
		return;
	}
	if (s.timed) {
		s.time *= t->scale;
		s.weight = 1;
	}
	if (times > 1 && times - 1 > room) {
		count(t, LOSS_NUMBER, line);
		times = 1;
	}
	t->copies += times ? times - 1 : 0;
	while (times--)
		builder_sample(t->reading->builder, &s);
}

static struct time_spread spread_of(const struct stamped *t, bool complete)
{
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
	return spread;
}

static void decide(struct stamped *t, bool complete)
{
	enum time_unit unit = t->reading->options->time_unit;

	if (unit == TIME_UNIT_AUTO) {
		struct time_spread spread = spread_of(t, complete);

		unit = time_unit_guess(&spread);
	}
	time_unit_note(t->reading->builder, unit,
		       t->reading->options->time_unit == TIME_UNIT_AUTO);
	t->scale = time_unit_ns(unit);
}

static void hand_over_held(struct stamped *t)
{
	for (size_t i = 0; i < t->count; i++)
		hand_over(t, t->held[i].s, t->held[i].line);
	t->count = 0;
}

bool stamped_add(struct stamped *t, const struct sample *s, uint64_t line,
		 struct error *err)
{
	t->timed += s->timed;
	if (t->scale || !t->timed) {
		hand_over(t, *s, line);
		return true;
	}
	if (!APPEND(t->held, t->count, t->capacity, "samples", err,
		    (struct stamped_sample){*s, line}))
		return false;
	if (t->count == HELD_MOST) {
		decide(t, false);
		hand_over_held(t);
	}
	return true;
}

void stamped_end(struct stamped *t)
{
	if (!t->timed)
		builder_weights_are_counts(t->reading->builder);
	else if (!t->scale)
		decide(t, true);
	hand_over_held(t);
}

void stamped_release(struct stamped *t)
{
	mem_free(t->held);
	*t = (struct stamped){0};
}
