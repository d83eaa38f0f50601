#include "analysis/time_of_day.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/number.h"

#define SECOND	 ((int64_t)NS_PER_SECOND)
#define FURTHEST (INT64_MAX / 2) /* leaves room to add days */

static int64_t whole_below(int64_t value, int64_t unit)
{
	return value - ((value % unit) + unit) % unit;
}

/* How many ns the clock is ahead of UTC at that moment. */
static int64_t ahead(const struct time_of_day *t, int64_t at, char name[CLOCK_ZONE_MAX])
{
	return t->local ? clock_zone(whole_below(at, SECOND) / SECOND, name) * SECOND : 0;
}

struct time_of_day time_of_day_of(const struct profile *p, uint64_t length, bool local)
{
	struct time_of_day t = {.known = false};
	struct wall_clock wall;

	if (!wall_clock_of(p, &wall))
		return t;
	t.begin = wall.offset + (int64_t)profile_origin(p);
	if (t.begin < -FURTHEST || t.begin > FURTHEST || length > (uint64_t)FURTHEST / 2)
		return t;
	t.end = t.begin + (int64_t)length;
	t.has_zone = wall_clock_has_zone(&wall);
	t.local = local && t.has_zone;
	t.known = true;
	return t;
}

/*
 * The first moment at or after `at` when a clock that is `zone` ahead of UTC shows `ns` after
 * midnight. If the clock is put forward past that time, it is the moment at which the clock would
 * have shown it.
 */
static int64_t next_in_zone(uint64_t ns, int64_t at, int64_t zone)
{
	int64_t next = whole_below(at + zone, NS_PER_DAY) + (int64_t)ns - zone;

	return next < at ? next + NS_PER_DAY : next;
}

int64_t time_of_day_next(const struct time_of_day *t, uint64_t ns, int64_t at)
{
	char name[CLOCK_ZONE_MAX];
	int64_t now = ahead(t, at, name), then = ahead(t, at + NS_PER_DAY, name);
	int64_t before = next_in_zone(ns, at, now), after = next_in_zone(ns, at, then);
	bool is_before = ahead(t, before, name) == now;
	bool is_after = ahead(t, after, name) == then;

	if (is_before && is_after)
		return before < after ? before : after;
	return is_after ? after : before;
}

int64_t time_of_day_nearest(const struct time_of_day *t, uint64_t ns)
{
	int64_t next = time_of_day_next(t, ns, t->begin), last;

	if (next <= t->end)
		return next;
	last = time_of_day_next(t, ns, t->begin - NS_PER_DAY);
	return t->begin - last < next - t->end ? last : next;
}

/* Parse a number of exactly `digits` digits; with 0, of one or two digits. */
static bool read_part(struct text t, size_t digits, uint64_t below, uint64_t *value)
{
	return (t.len == digits || (!digits && t.len && t.len <= 2)) &&
	       number_u64(t, value) && *value < below;
}

/* Split `t` at the first colon. */
static bool cut_at_colon(struct text *t, struct text *part)
{
	const char *colon = t->len ? memchr(t->at, ':', t->len) : NULL;

	if (!colon)
		return false;
	*part = text_upto(*t, (size_t)(colon - t->at));
	*t = text_from(*t, part->len + 1);
	return true;
}

bool time_of_day_read(struct text words, uint64_t *ns)
{
	struct text hour, minute;
	uint64_t h, m, s = 0;

	if (!cut_at_colon(&words, &hour) || !read_part(hour, 0, 24, &h))
		return false;
	if (cut_at_colon(&words, &minute)) {
		if (!read_part(text_upto(words, 2), 2, 60, &s) ||
		    (words.len > 2 && words.at[2] != '.') || !number_seconds(words, &s))
			return false;
	} else {
		minute = words;
	}
	if (!read_part(minute, 2, 60, &m))
		return false;
	*ns = (h * 60 + m) * 60 * NS_PER_SECOND + s;
	return true;
}

const char *time_of_day_text(const struct time_of_day *t, int64_t at,
			     char buf[static TIME_OF_DAY_MAX])
{
	char name[CLOCK_ZONE_MAX] = "UTC";
	int64_t shown = at + ahead(t, at, name);
	int64_t s = (shown - whole_below(shown, NS_PER_DAY)) / SECOND;

	snprintf(buf, TIME_OF_DAY_MAX, "%02" PRId64 ":%02" PRId64 ":%02" PRId64 "%s%s",
		 s / 3600, s / 60 % 60, s % 60, t->has_zone ? " " : "",
		 t->has_zone ? name : "");
	return buf;
}
