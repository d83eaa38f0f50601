/* perf_file.h - the header of a perf.data, and the sections before and after its records. */

#ifndef INPUT_PERF_FILE_H
#define INPUT_PERF_FILE_H

#include "input/losses.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_stream.h"

/* A section of the file. */
struct perf_section {
	uint64_t offset, size;
};

struct perf_file {
	bool piped; /* perf record -o -: records replace the header's contents */
	uint64_t attr_size;
	struct perf_section attrs, data;
	uint64_t features[4]; /* bits: enum perf_feature */
};

/* Does this look like the beginning of a perf.data? */
bool perf_file_begins(struct text head);

/*
 * Read everything before the records: the header and the events. Afterwards the stream is at the
 * records, and knows where they end. False and an error for a file that perf cannot have written.
 */
bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_events *events, struct losses *losses,
		     struct error *err);

/*
 * Can its sections be read in any order, and twice? True if it is plain, and perf has finished it.
 */
bool perf_file_is_seekable(const struct perf_file *f, const struct source *source);

/* Read the features after the records. Missing or damaged ones are counted. */
bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct losses *losses,
		   struct error *err);

#endif
