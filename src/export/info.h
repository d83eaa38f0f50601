/* info.h - output of `info`: the properties of a recording, and lost records. */

#ifndef EXPORT_INFO_H
#define EXPORT_INFO_H

#include <stdio.h>

#include "analysis/summary.h"
#include "analysis/waiting/time_kinds.h"
#include "export/document.h"
#include "profile/profile.h"
#include "sandbox/confinement.h"

/* All pointers are borrowed. */
struct info {
	const char *path;
	const char *const *files; /* `file_count` files that are read together */
	uint32_t file_count;
	const char *format;  /* the detected format */
	const char *packing; /* "gzip", "zstd"; NULL: not compressed */
	const struct profile *profile;
	const struct summary *summary;
	const struct summary_unnamed *unnamed;
	const struct time_kinds *kinds;
	/* the same file read with its context switches, for their losses; NULL: not read */
	const struct profile *switches;
	bool local; /* text shows dates in the time zone of this machine, not in UTC */
	/* of the reading process; NULL: not shown */
	const struct confinement *confinement;
};

#define INFO_WALL_MAX 240

/*
 * "2026-11-21 03:07:34 UTC to 2026-11-21 03:09:04 UTC"; unless the dates were recorded, also where
 * they are from. Returns false if the time of day is unknown. Reads only `profile`, `summary` and
 * `local`.
 */
bool info_wall_clock(const struct info *f, char buf[static INFO_WALL_MAX]);

bool info_text(const struct info *f, FILE *out, struct error *err);
bool info_json(const struct info *f, FILE *out, struct error *err);

extern const struct document_kind info_document; /* for schemas */

/*
 * Write "12 samples lost, first at line 5; 3 lines not understood, first at line 70": one sum for
 * each of `kinds`, a set of LOSS_OF(). Returns false, and writes nothing, if there are none.
 */
bool loss_line_write(const struct profile *p, unsigned kinds, FILE *out);

#endif
