/* input_options.h - the input as the words of a command line that reads it again. */

#ifndef SESSION_INPUT_OPTIONS_H
#define SESSION_INPUT_OPTIONS_H

#include <stdio.h>

#include "session/session.h"

/*
 * The file at `path`; for several recordings, their alignment and the names that the user gave.
 * Without a leading blank. `ascii` as in shell_line_word().
 */
void input_options_write(const struct reading_options *reading, const char *path,
			 bool ascii, FILE *out);

/* The same, but with a placeholder for standard input, which cannot be read again. */
#define INPUT_OPTIONS_PIPED "FILE"
void input_options_write_path(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out);

/* The given start times of the file at `path`, or of all files together: " --started FILE=TIME". */
void input_options_write_started(const struct reading_options *reading, const char *path,
				 bool ascii, FILE *out);

/* The options for names and values: " --inline --lines --field NAME". */
void input_options_write_reading(const struct settings *settings, const struct session *s,
				 bool inlined, bool ascii, FILE *out);

/*
 * The time range of database samples, the format, the start times of the file and of a second one
 * (or NULL); then a blank.
 */
void input_options_write_source(const struct settings *settings, const struct session *s,
				const char *path, const char *other, bool ascii,
				FILE *out);

#endif
