/* input_options.h - writes the arguments of a command line that reads the same input again. */

#ifndef SESSION_INPUT_OPTIONS_H
#define SESSION_INPUT_OPTIONS_H

#include <stdio.h>

#include "session/session.h"

/*
 * Write `path`; for several recordings, write --together, --align unless it is the default, and the
 * file names. The output does not begin with a blank. `ascii` is as in shell_line_word().
 */
void input_options_write(const struct reading_options *reading, const char *path,
			 bool ascii, FILE *out);

/* Like input_options_write(), but write a placeholder for standard input. */
#define INPUT_OPTIONS_PIPED "FILE"
void input_options_write_path(const struct reading_options *reading, const char *path,
			      bool ascii, FILE *out);

/*
 * Write the start times that the user gave for the file at `path` or, if there are several
 * recordings, for all of them: " --started FILE=TIME".
 */
void input_options_write_started(const struct reading_options *reading, const char *path,
				 bool ascii, FILE *out);

/* Write the options for names and values: " --inline --lines --field NAME". */
void input_options_write_reading(const struct settings *settings, const struct session *s,
				 bool inlined, bool ascii, FILE *out);

/*
 * Write the options for the condition and the time range of samples in a database, for the input
 * format, and for the start times of the file and of a second file, `other` (or NULL); then write a
 * blank.
 */
void input_options_write_source(const struct settings *settings, const struct session *s,
				const char *path, const char *other, bool ascii,
				FILE *out);

#endif
