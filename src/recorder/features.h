/* features.h - what a recording tells of the machine and of itself, as perf writes it. */

#ifndef RECORDER_FEATURES_H
#define RECORDER_FEATURES_H

#include "base/fill.h"
#include "recorder/stream.h"

/* The number of a feature, and what is written for it. */
#define FEATURES_NUMBERS 64 /* all are below */

/* What they are told of. All is borrowed. */
struct features {
	const struct events *events;
	const struct stream_origin *origin;
	const struct stream_span *span; /* NULL: not known yet */
};

/*
 * Write the content of the feature `number`; false when there is none: this is not written, or not
 * known here. What does not fit sets short_room.
 */
bool features_write(const struct features *f, unsigned number, struct fill *to);

#endif
