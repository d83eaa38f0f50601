/* heat_clock.h - the time of day beside the map: when it was, in which zone, and who says so. */

#ifndef VIEW_HEAT_CLOCK_H
#define VIEW_HEAT_CLOCK_H

#include "profile/wall_clock.h"
#include "view/label.h"

struct heat_clock {
	bool known;
	bool
	    local; /* shown in the zone of this machine, where that of the times is known */
	enum wall_source source;
	int64_t origin; /* ns since 1970 at the map's origin */
};

/* Of a profile that begins at its origin, in UTC. */
struct heat_clock heat_clock_of(const struct profile *p);

/* Can it be shown in another zone? */
bool heat_clock_has_zone(const struct heat_clock *c);

/* "12:34:56" so many ns after the origin; with ".789" when that is asked for and exact. */
const char *heat_clock_time(const struct heat_clock *c, uint64_t later, bool fraction,
			    char *buf);

/* What fits in front of an axis, in five columns: " UTC", "  CET", "about". */
const char *heat_clock_axis(const struct heat_clock *c, char *buf);

/* The same time in full: "12:34:56.789 UTC", "about 12:34:56", "... CET by the file's date". */
const char *heat_clock_words(const struct heat_clock *c, uint64_t later, char *buf);

/* Which zone it is now, as a sentence, or why there is none. */
const char *heat_clock_zone_words(const struct heat_clock *c, char *buf);

#endif
