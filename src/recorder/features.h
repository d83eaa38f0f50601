/* features.h - writes the features of a recording: facts about the machine and the recording. */

#ifndef RECORDER_FEATURES_H
#define RECORDER_FEATURES_H

#include "base/fill.h"
#include "recorder/stream.h"

/* Numbers of features (HEADER_... in perf). */
#define FEATURES_NUMBERS 64 /* larger than any number of a feature */

/* The source of the features. Everything is borrowed. */
struct features {
	const struct events *events;
	const struct stream_origin *origin;
	const struct stream_span *span; /* NULL: not known yet */
};

/*
 * Write the content of the feature `number`; false when it is not supported or unknown on this
 * machine. Sets short_room when it does not fit.
 */
bool features_write(const struct features *f, unsigned number, struct fill *to);

#endif
