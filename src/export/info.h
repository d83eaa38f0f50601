/* info.h - what is known of a recording and what of it was lost, for `info`. */

#ifndef EXPORT_INFO_H
#define EXPORT_INFO_H

#include <stdio.h>

#include "analysis/summary.h"
#include "analysis/waiting/time_kinds.h"
#include "sandbox/confinement.h"

/* All borrowed. */
struct info {
	const char *path;
	const char *format;  /* name of the format it was read as */
	const char *packing; /* "gzip", "zstd"; NULL: the file is not packed */
	const struct profile *profile;
	const struct summary *summary;
	const struct summary_unnamed *unnamed;
	const struct time_kinds *kinds;
	const struct profile
	    *switches; /* read for these, for what only that has lost; NULL: it was not */
	bool local;    /* as text, dates are of the time zone of this machine, not UTC */
	const struct confinement *confinement; /* of whoever reads it; NULL: not told */
};

#define INFO_WALL_MAX 240

/*
 * "2026-11-21 03:07:34 UTC to 2026-11-21 03:09:04 UTC", and how exactly; false when it is not
 * known. Of `f` only profile, summary and local are looked at.
 */
bool info_wall_clock(const struct info *f, char buf[static INFO_WALL_MAX]);

bool info_text(const struct info *f, FILE *out, struct error *err);

/*
 * {"file", "format", "gzip", "packing", "samples", "idle_samples", "first_ns", "last_ns",
 * "duration_ns", "wall_clock", "threads", "processes", "cpus", "cpus_online", "aligned", "hosts", "events",
 * "shows", "missing", "header", "losses", "samples_lost", "frames", "frames_without_name", "confinement"}. "gzip" is true or false, "packing" null for a file that is not packed.
 * "shows" is by what
 * it tells of which states of threads (time_kinds.h), "missing" what else could be recorded, or printed, and how.
 * Times are null when the input has none; a header fact that occurs more than once is an array.
 */
bool info_json(const struct info *f, FILE *out, struct error *err);

#endif
