/* input_line.h - what is read, as the words of a command that reads the same. */

#ifndef SESSION_INPUT_LINE_H
#define SESSION_INPUT_LINE_H

#include <stdio.h>

#include "input/reading.h"

/*
 * The file at `path`, or, of several recordings together, how they are aligned and what the user has
 * named. Nothing before it. `ascii` as in shell_line_word().
 */
void input_line_write(const struct reading_options *reading, const char *path, bool ascii,
		      FILE *out);

/* When the file at `path`, or those together, began, if somebody has said so: " --started FILE=TIME". */
void input_line_write_started(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out);

#endif
