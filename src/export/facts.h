/* facts.h - what is known of a recording and what of it was lost, for `info`. */

#ifndef EXPORT_FACTS_H
#define EXPORT_FACTS_H

#include <stdio.h>

#include "analysis/summary.h"

/* All borrowed. */
struct facts {
	const char *path;
	const char *format; /* name of the format it was read as */
	bool gzip;
	const struct profile *profile;
	const struct summary *summary;
};

bool facts_text(const struct facts *f, FILE *out, struct error *err);

/*
 * {"file", "format", "gzip", "samples", "idle_samples", "first_ns", "last_ns",
 * "duration_ns", "wall_clock", "threads", "processes", "cpus", "cpus_online", "events",
 * "header", "losses"}. Times are null when the input has none; a header fact that occurs
 * more than once is an array.
 */
bool facts_json(const struct facts *f, FILE *out, struct error *err);

/* "2026-11-21 03:07:34 UTC" of ns since 1970. Returns `buf`. */
#define FACTS_DATE_MAX 48
const char *facts_date(int64_t ns, char *buf);

#endif
