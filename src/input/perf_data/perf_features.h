/* perf_features.h - the header and features of a perf.data file, and the records of perf itself. */

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
	struct builder *builder; /* gets notes, with the keys of perf script --header */
	struct perf_events *events;
	struct perf_modules *modules;
	struct losses *losses;
	/* gets TRACING_DATA and the bytes that follow it; NULL: not kept */
	struct record_history *kept;
	char host[65], release[65]; /* nodename and release of uname(); "": unknown */
	bool is_directory; /* perf record --threads: records are in other files */
};

/*
 * Write the note "captured on" as perf script --header does: the modification time of the source.
 * Also writes WALL_FILE_NOTE: the time is in UTC, and not from the recording. Writes nothing if
 * the time is unknown or more than a day in the future.
 */
void perf_features_written(struct builder *b, const struct source *source);

/* ---- the file ---- */

struct perf_section {
	uint64_t offset, size;
};

struct perf_file {
	bool piped; /* perf record -o -: the events and features are records */
	uint64_t attr_size;
	struct perf_section attrs, data;
	uint64_t features[4]; /* bits: see enum perf_feature */
};

/* Does `head` begin with the magic number of perf.data? */
bool perf_file_begins(struct text head);

/*
 * Read the header and the events. Leaves the stream at the first record, with its limit set. False
 * and an error if the header is damaged or was never written, reading fails, or memory runs out.
 */
bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_features *features, struct error *err);

/* Can the records be read in any order and twice? True for a plain file that perf has finished. */
bool perf_file_is_seekable(const struct perf_file *f, const struct source *source);

/* Read the features after the records. Missing or damaged features are counted as losses. */
bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct error *err);

/* ---- records of perf itself ---- */

/*
 * Take a record of type PERF_RECORD_HEADER_ATTR or higher, with the bytes that follow it in
 * `stream`. Unused records are counted.
 */
bool perf_user_record_take(struct perf_features *f, struct perf_stream *stream,
			   const struct perf_record *r, struct error *err);

/* Does this EVENT_UPDATE record name an event? Only these are used. */
bool perf_user_record_names_event(const struct perf_record *r);

/* Describe the recorded kernel from the features and maps so far. Borrows the texts. */
struct module_kernel perf_features_kernel(const struct perf_features *f,
					  const struct perf_modules *modules);

#endif
