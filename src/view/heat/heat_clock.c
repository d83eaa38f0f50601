#include "view/heat/heat_clock.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/number.h"

#define SECOND	   ((int64_t)NS_PER_SECOND)
#define AXIS_WIDTH 5

struct heat_clock heat_clock_of(const struct profile *p)
{
	struct heat_clock c = {.local = false};
	struct wall_clock wall;

	c.known = wall_clock_of(p, &wall);
	if (!c.known)
		return c;
	c.source = wall.source;
	c.origin = wall.offset + (int64_t)profile_origin(p);
	return c;
}

bool heat_clock_has_zone(const struct heat_clock *c)
{
	return c->known && c->source != WALL_HEADER;
}

/* The name of the zone, and how many ns it is ahead of UTC at that time. */
static int64_t zone_of(const struct heat_clock *c, uint64_t later,
		       char name[static CLOCK_ZONE_MAX])
{
	int64_t at = c->origin;

	snprintf(name, CLOCK_ZONE_MAX, "%s", heat_clock_has_zone(c) ? "UTC" : "");
	if (!c->local || !heat_clock_has_zone(c) || later > INT64_MAX ||
	    __builtin_add_overflow(at, (int64_t)later, &at))
		return 0;
	return clock_zone(at / SECOND - (at % SECOND < 0), name) * SECOND;
}

const char *heat_clock_time(const struct heat_clock *c, uint64_t later, bool fraction,
			    char *buf)
{
	char name[CLOCK_ZONE_MAX];
	int64_t at = c->origin, ahead = zone_of(c, later, name);
	int64_t day = 86400 * SECOND, in_day, s;
	int used;

	if (__builtin_add_overflow(at, ahead, &at))
		at = c->origin;
	/* the sum of `at` and `later` may overflow, so it is not formed */
	in_day = (at % day + day + (int64_t)(later % (uint64_t)day)) % day;
	s = in_day / SECOND;
	used = snprintf(buf, LABEL_MAX, "%02" PRId64 ":%02" PRId64 ":%02" PRId64,
			s / 3600, s / 60 % 60, s % 60);
	if (fraction && !wall_source_is_date(c->source))
		snprintf(buf + used, LABEL_MAX - (size_t)used, ".%03" PRId64,
			 in_day % SECOND / 1000000);
	return buf;
}

const char *heat_clock_axis(const struct heat_clock *c, char *buf)
{
	char name[CLOCK_ZONE_MAX];

	zone_of(c, 0, name);
	if (wall_source_is_date(c->source) || strlen(name) > AXIS_WIDTH)
		snprintf(buf, LABEL_MAX, "%s",
			 wall_source_is_date(c->source) ? "about" : "local");
	else
		snprintf(buf, LABEL_MAX, "%4s", name);
	return buf;
}

const char *heat_clock_words(const struct heat_clock *c, uint64_t later, char *buf)
{
	char name[CLOCK_ZONE_MAX], time[LABEL_MAX];

	zone_of(c, later, name);
	snprintf(buf, LABEL_MAX, "%s%.40s%s%s%s",
		 wall_source_is_date(c->source) ? "about " : "",
		 heat_clock_time(c, later, true, time), *name ? " " : "", name,
		 c->source == WALL_FILE ? " by the file's date" : "");
	return buf;
}

const char *heat_clock_zone_words(const struct heat_clock *c, char *buf)
{
	char name[CLOCK_ZONE_MAX];

	zone_of(c, 0, name);
	if (!c->known)
		snprintf(buf, LABEL_MAX, "the time of day is not known");
	else if (!*name)
		snprintf(buf, LABEL_MAX,
			 "the header does not have the time zone of the recording");
	else
		snprintf(buf, LABEL_MAX, "%s: %s%s",
			 c->local ? "local time" : "the clock", name,
			 c->source == WALL_FILE
			     ? ", by the file's date: wrong if it was copied"
			 : c->source == WALL_STARTED ? ", as --started says"
						     : "");
	return buf;
}
