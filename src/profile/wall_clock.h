/* wall_clock.h - what time it was when a sample was taken, and how we know. */

#ifndef PROFILE_WALL_CLOCK_H
#define PROFILE_WALL_CLOCK_H

#include "profile/profile.h"

enum wall_source {
	/*
	 * The recording: its samples have times since 1970, or it tells both clocks at one
	 * moment (perf record -k). Exact, and UTC.
	 */
	WALL_RECORDED,

	/*
	 * "captured on" in the header of perf script: when its perf.data was last
	 * written, which is with the last sample, about, unless somebody has touched or
	 * copied it since. In the time zone of the machine that printed it, which is not
	 * recorded.
	 */
	WALL_HEADER,

	/* The date of the file that is read: the same, in UTC. */
	WALL_FILE,

	/* --started: who asks says when the first sample was taken, whatever the input says. */
	WALL_STARTED,
	WALL_SOURCES
};

struct wall_clock {
	int64_t
	    offset; /* ns since 1970 (in UTC, if that is known) at time 0 of the samples */
	enum wall_source source;
};

/*
 * A recording read from a file has this note beside "captured on", which is the file's
 * date then.
 */
#define WALL_FILE_NOTE	"captured on comes from"
#define WALL_FILE_VALUE "the date of the file, in UTC"

/*
 * Of --started: the moment that was given, and the time of the first sample then, as the "reference
 * time" that perf record -k leaves:
 *   2026-11-21 03:02:01.123456 = 1795230121.123456000 (TOD) = 890.123456789 (first sample)
 */
#define WALL_STARTED_NOTE "started"

/* Say that the first sample was taken at `at`, ns since 1970. False when memory runs out. */
bool wall_clock_set_start(struct profile *p, uint64_t at, struct error *err);

/*
 * False when the input does not say, when a sample's time would not fit, and when it
 * cannot be true: no recording of perf is older than perf, whatever date its file has.
 */
bool wall_clock_of(const struct profile *p, struct wall_clock *clock);

static inline bool wall_clock_is_exact(const struct wall_clock *c)
{
	return c->source == WALL_RECORDED;
}

/* The date of a file: to a second, and wrong if the file was copied. */
static inline bool wall_source_is_date(enum wall_source source)
{
	return source == WALL_HEADER || source == WALL_FILE;
}

/* A time without a zone cannot be converted to another zone. */
static inline bool wall_clock_has_zone(const struct wall_clock *c)
{
	return c->source != WALL_HEADER;
}

#endif
