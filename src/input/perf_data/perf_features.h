/* perf_features.h - facts about a recording: its features, and records that perf itself writes. */

#ifndef INPUT_PERF_FEATURES_H
#define INPUT_PERF_FEATURES_H

#include "input/losses.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_modules.h"
#include "input/perf_data/perf_stream.h"
#include "symbols/module.h"

struct source;

/* Features: bits of the file's header, ids of FEATURE records. */
enum perf_feature {
	PERF_FEATURE_TRACING_DATA = 1,
	PERF_FEATURE_BUILD_ID = 2,
	PERF_FEATURE_HOSTNAME = 3,
	PERF_FEATURE_OS_RELEASE = 4,
	PERF_FEATURE_VERSION = 5,
	PERF_FEATURE_ARCH = 6,
	PERF_FEATURE_CPUS = 7,
	PERF_FEATURE_CPU_DESC = 8,
	PERF_FEATURE_CPU_ID = 9,
	PERF_FEATURE_MEMORY = 10,
	PERF_FEATURE_COMMAND = 11,
	PERF_FEATURE_EVENT_DESC = 12,
	PERF_FEATURE_SAMPLE_TIME = 21,
	PERF_FEATURE_CLOCK_ID = 23,
	PERF_FEATURE_DIRECTORY = 24,
	PERF_FEATURE_CLOCK_DATA = 29,
	PERF_FEATURES = 256
};

/* Where features are stored. All pointers are borrowed. */
struct perf_features {
	struct builder *builder; /* notes, with the keys of perf script --header */
	struct perf_events *events;
	struct perf_modules *modules;
	char host[65], release[65]; /* as from uname(); "": unknown */
	bool is_directory; /* perf record --threads: records are in other files */
};

/* Take a feature. `*whole` is false when the content is too short. Other features are ignored. */
bool perf_features_take(struct perf_features *f, uint64_t feature, struct text content,
			bool *whole, struct error *err);

/*
 * Write the note "captured on", as of perf script --header: the source's time of modification, if
 * known and not after tomorrow. Also writes WALL_FILE_NOTE: that the time is UTC, and not from the
 * recording.
 */
void perf_features_written(struct builder *b, const struct source *source);

/* Where the records of perf itself are stored. All pointers are borrowed. */
struct perf_user_records {
	struct perf_stream *stream; /* for the bytes after some records */
	struct perf_events *events;
	struct perf_features *features;
	struct losses *losses;
	struct record_history
	    *kept; /* gets TRACING_DATA with the bytes after it; NULL: not kept */
};

/* Take a record, from PERF_RECORD_HEADER_ATTR on. Unused ones are counted. */
bool perf_user_record_take(struct perf_user_records *o, const struct perf_record *r,
			   struct error *err);

/* Does this EVENT_UPDATE name an event? Others are not used. */
bool perf_user_record_names_event(const struct perf_record *r);

/* The recorded kernel, as described by the features and maps so far; borrows the texts. */
struct module_kernel perf_features_kernel(const struct perf_features *f,
					  const struct perf_modules *modules);

#endif
