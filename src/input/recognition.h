/* recognition.h - which format an open input is in. */

#ifndef INPUT_RECOGNITION_H
#define INPUT_RECOGNITION_H

#include "input/formats.h"

/*
 * The members of a JSON object have no order, so what tells the format may be the last of
 * them. Where the head of a JSON text (SOURCE_HEAD) does not tell, it is looked into further: a
 * plain file to its end, a packed one for so many bytes of what is in it, and a pipe for so many
 * as are kept in memory until they are read.
 */
#define RECOGNITION_PACKED (UINT64_C(256) << 20)
#define RECOGNITION_PIPE   (UINT64_C(16) << 20)

/*
 * `*format` is NULL where none claims it. `*head` is for the message that says so. False and an
 * error when the input cannot be read, or `progress` (NULL: nobody's) is told to stop.
 */
bool recognition_run(struct source *source, const struct progress *progress,
		     const struct format **format, struct text *head, struct error *err);

#endif
