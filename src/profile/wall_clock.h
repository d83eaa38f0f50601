/* wall_clock.h - the date and time of samples, and its source. */

#ifndef PROFILE_WALL_CLOCK_H
#define PROFILE_WALL_CLOCK_H

#include "profile/profile.h"

enum wall_source {
	/*
	 * The recording: the times of its samples count from 1970, or it has the times of its own
	 * clock and of the wall clock at one moment (perf record -k). Exact, and in UTC.
	 */
	WALL_RECORDED,

	/*
	 * "captured on" in the header of perf script: the time when its perf.data was last written.
	 * This is about the time of the last sample, unless the file was touched or copied later.
	 * The date is in the time zone of the machine that ran perf script; the zone is not
	 * recorded.
	 */
	WALL_HEADER,

	/* The date of the input file, in UTC; wrong if the file was touched or copied. */
	WALL_FILE,

	/*
	 * --started: the time of the first sample as given by the user, which overrides the input's
	 * clock.
	 */
	WALL_STARTED,
	WALL_SOURCES
};

/* "recording", "header", "file", "started" */
extern const char *const wall_source_names[WALL_SOURCES];

struct wall_clock {
	/* ns since 1970 (UTC if the zone is known) at time 0 of the samples */
	int64_t offset;
	enum wall_source source;
};

/* This note is present if the value of the note "captured on" is the date of the file. */
#define WALL_FILE_NOTE	"captured on comes from"
#define WALL_FILE_VALUE "the date of the file, in UTC"

/*
 * The key of the note for --started. The value is the given time and the time of the first sample,
 * in the format of the note "reference time", which recordings of perf record -k have:
 *
 *   2026-11-21T03:02:01.123456 = 1795230121.123456000 (TOD) = 890.123456789 (first sample)
 */
#define WALL_STARTED_NOTE "started"

/*
 * Add the note of --started: the first sample was taken at `at`, in ns since 1970. False and an
 * error when memory runs out.
 */
bool wall_clock_set_start(struct profile *p, uint64_t at, struct error *err);

/*
 * Find the wall clock of the samples. False if the input has none, if a sample's time would not
 * fit, or if the date of a header or file cannot be right because it is older than perf.
 */
bool wall_clock_of(const struct profile *p, struct wall_clock *clock);

static inline bool wall_clock_is_exact(const struct wall_clock *c)
{
	return c->source == WALL_RECORDED;
}

/* Is the source the date of a file, precise to a second, and wrong if the file was copied? */
static inline bool wall_source_is_date(enum wall_source source)
{
	return source == WALL_HEADER || source == WALL_FILE;
}

static inline bool wall_clock_has_zone(const struct wall_clock *c)
{
	return c->source != WALL_HEADER;
}

#endif
