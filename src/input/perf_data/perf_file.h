/* perf_file.h - the head of a perf.data, and what stands around its records. */

#ifndef INPUT_PERF_FILE_H
#define INPUT_PERF_FILE_H

#include "input/losses.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_stream.h"

/* A part of the file. */
struct perf_section {
	uint64_t offset, size;
};

struct perf_file {
	bool piped; /* perf record -o -: records tell what is told here otherwise */
	uint64_t attr_size;
	struct perf_section attrs, data;
	uint64_t features[4]; /* bits: enum perf_feature */
};

/* Does a file begin so? */
bool perf_file_begins(struct text head);

/*
 * Read everything before the records: the head and the events. Records are next in the
 * stream then, which knows where they end. False and an error for what no perf writes.
 */
bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_events *events, struct losses *losses,
		     struct error *err);

/*
 * May its parts be read in any order, and more than once? It is plain, and perf has finished
 * it.
 */
bool perf_file_is_at_hand(const struct perf_file *f, const struct source *source);

/* Behind the records: the features. What is missing or damaged is counted. */
bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct losses *losses,
		   struct error *err);

#endif
