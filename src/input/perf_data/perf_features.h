/* perf_features.h - what a recording tells of itself: features, and records of perf's own. */

#ifndef INPUT_PERF_FEATURES_H
#define INPUT_PERF_FEATURES_H

#include "input/losses.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_modules.h"
#include "input/perf_data/perf_stream.h"
#include "symbols/module.h"

struct source;

/* Numbers of features: bits of the file's header, ids of FEATURE records. */
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

/* What features are told to: all that is pointed to is borrowed. */
struct perf_features {
	struct builder *builder; /* notes, with the keys of perf script --header */
	struct perf_events *events;
	struct perf_modules *modules;
	char host[65], release[65]; /* as uname has them; "": not told */
	bool is_directory; /* of perf record --threads: records are in files beside it */
};

/*
 * Take the content of one. `*whole` is false when it is shorter than it says; those that are
 * of no use here are passed over.
 */
bool perf_features_take(struct perf_features *f, uint64_t feature, struct text content,
			bool *whole, struct error *err);

/*
 * The note "captured on", as perf script --header has it: when the source was last written,
 * if that is known and can be (none is of tomorrow); and beside it WALL_FILE_NOTE, for here it
 * is UTC, and not what the recording says.
 */
void perf_features_written(struct builder *b, const struct source *source);

/* What they are told to: all of it is borrowed. */
struct perf_user_records {
	struct perf_stream *stream; /* some have more bytes behind them */
	struct perf_events *events;
	struct perf_features *features;
	struct losses *losses;
	struct kept_records
	    *kept; /* TRACING_DATA with all behind it goes there; NULL: nowhere */
};

/* Take one: from PERF_RECORD_HEADER_ATTR on. What is of no use here is counted. */
bool perf_user_record_take(struct perf_user_records *o, const struct perf_record *r,
			   struct error *err);

/* Does this EVENT_UPDATE tell a name? Other ones tell what is of no use here. */
bool perf_user_record_names_event(const struct perf_record *r);

/* The kernel that ran, as the head and the maps so far tell it; texts are borrowed. */
struct module_kernel perf_features_kernel(const struct perf_features *f,
					  const struct perf_modules *modules);

#endif
