/* heat_clock.h - the time of day below the map, its time zone and its source. */

#ifndef VIEW_HEAT_CLOCK_H
#define VIEW_HEAT_CLOCK_H

#include "profile/wall_clock.h"
#include "view/label.h"

struct heat_clock {
	bool known;
	/* use this machine's time zone, if the zone of the clock is known */
	bool local;
	enum wall_source source;
	int64_t origin; /* ns since 1970 at the origin of the map */
};

/* The clock of a profile; `local` is false. */
struct heat_clock heat_clock_of(const struct profile *p);

/* Is the zone of the clock known? Then the time can be shown in another zone. */
bool heat_clock_has_zone(const struct heat_clock *c);

/*
 * The time `later` ns after the origin, "12:34:56"; with `fraction` also ".789", unless the clock
 * is only approximate.
 */
const char *heat_clock_time(const struct heat_clock *c, uint64_t later, bool fraction,
			    char *buf);

/* The zone, for the five columns before the axis: " UTC", "CEST", "about", "local". */
const char *heat_clock_axis(const struct heat_clock *c, char *buf);

/* The time in full: "12:34:56.789 UTC", "about 12:34:56 CET by the file's date". */
const char *heat_clock_words(const struct heat_clock *c, uint64_t later, char *buf);

/* The current zone in words, or why it is unknown. */
const char *heat_clock_zone_words(const struct heat_clock *c, char *buf);

#endif
