/* input_line.h - what is read, as the words of a command that reads the same. */

#ifndef SESSION_INPUT_LINE_H
#define SESSION_INPUT_LINE_H

#include <stdio.h>

#include "session/session.h"

/*
 * The file at `path`, or, of several recordings together, how they are aligned and what the user has
 * named. Nothing before it. `ascii` as in shell_line_word().
 */
void input_line_write(const struct reading_options *reading, const char *path, bool ascii,
		      FILE *out);

/* The same, but standard input, which nobody can read again, is a file that has yet to be named. */
#define INPUT_LINE_PIPED "FILE"
void input_line_write_path(const struct reading_options *reading, const char *path,
			   bool ascii, FILE *out);

/* When the file at `path`, or those together, began, if somebody has said so: " --started FILE=TIME". */
void input_line_write_started(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out);

/* How names and values are read: " --inline --lines --field NAME". */
void input_line_write_reading(const struct settings *settings, const struct session *s,
			      bool inlined, bool ascii, FILE *out);

/*
 * The time range asked of a server, the format, and when the file and a second one (or NULL) began;
 * then a blank.
 */
void input_line_write_source(const struct settings *settings, const struct session *s,
			     const char *path, const char *other, bool ascii, FILE *out);

#endif
