/* perf_features.h - the header and features of a recording, and records that perf itself writes. */

#ifndef INPUT_PERF_FEATURES_H
#define INPUT_PERF_FEATURES_H

#include "input/losses.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_modules.h"
#include "input/perf_data/perf_stream.h"
#include "symbols/module.h"

struct source;

/* Where features are stored. All pointers are borrowed. */
struct perf_features {
	struct builder *builder; /* notes, with the keys of perf script --header */
	struct perf_events *events;
	struct perf_modules *modules;
	struct losses *losses;
	/* gets TRACING_DATA with the bytes after it; NULL: not kept */
	struct record_history *kept;
	char host[65], release[65]; /* as from uname(); "": unknown */
	bool is_directory; /* perf record --threads: records are in other files */
};

/*
 * Write the note "captured on", as of perf script --header: the source's time of modification, if
 * known and not after tomorrow. Also writes WALL_FILE_NOTE: that the time is UTC, and not from the
 * recording.
 */
void perf_features_written(struct builder *b, const struct source *source);

/* ---- the file ---- */

/* A section of the file. */
struct perf_section {
	uint64_t offset, size;
};

struct perf_file {
	bool piped; /* perf record -o -: records replace the header's contents */
	uint64_t attr_size;
	struct perf_section attrs, data;
	uint64_t features[4]; /* bits: see enum perf_feature */
};

/* Does this look like the beginning of a perf.data? */
bool perf_file_begins(struct text head);

/*
 * Read everything before the records: the header and the events. Afterwards the stream is at the
 * records, and knows where they end. False and an error for a file that perf cannot have written.
 */
bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_features *features, struct error *err);

/*
 * Can its sections be read in any order, and twice? True if it is plain, and perf has finished it.
 */
bool perf_file_is_seekable(const struct perf_file *f, const struct source *source);

/* Read the features after the records. Missing or damaged ones are counted. */
bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct error *err);

/* ---- records of perf itself ---- */

/*
 * Take a record, from PERF_RECORD_HEADER_ATTR on, with the bytes after it in `stream`. Unused ones
 * are counted.
 */
bool perf_user_record_take(struct perf_features *f, struct perf_stream *stream,
			   const struct perf_record *r, struct error *err);

/* Does this EVENT_UPDATE name an event? Others are not used. */
bool perf_user_record_names_event(const struct perf_record *r);

/* The recorded kernel, as described by the features and maps so far; borrows the texts. */
struct module_kernel perf_features_kernel(const struct perf_features *f,
					  const struct perf_modules *modules);

#endif
