/* question_line.h - what is asked of a session, as the options of a command that asks the same. */

#ifndef SESSION_QUESTION_LINE_H
#define SESSION_QUESTION_LINE_H

#include <stdio.h>

#include "session/session.h"

/* " --NAME VALUE". `ascii` as in shell_line_word(). */
void question_line_option(const char *name, struct text value, bool ascii, FILE *out);

/*
 * What is read: the file at `path`, or, of several recordings together, how they are aligned and what
 * the user has named. Nothing before it.
 */
void question_line_write_input(const struct reading_options *reading, const char *path,
			       bool ascii, FILE *out);

/* When the file at `path`, or those together, began, if somebody has said so: " --started FILE=TIME". */
void question_line_write_started(const struct reading_options *reading, const char *path,
				 bool ascii, FILE *out);

/*
 * Of the session's choice what is not the default: range, or several, event, idle mode, filter, search, root
 * frames, leaf first, transformations, weight. Each with a blank before it; nothing for the default choice.
 */
void question_line_write(const struct session *s, bool ascii, FILE *out);

/* The same without the range. */
void question_line_write_but_range(const struct session *s, bool ascii, FILE *out);

/* Which samples are asked about, and nothing of how they are shown. */
void question_line_write_samples(const struct session *s, bool ascii, FILE *out);

/* All but root frames and leaf first: of functions, which have neither. */
void question_line_write_functions(const struct session *s, bool ascii, FILE *out);

/* Samples (those of `of`, where that is another file), search and transformations, of another range. */
void question_line_write_window(const struct session *s, const struct session *of,
				struct range range, bool ascii, FILE *out);

/* Of a second file what it calls otherwise, as far as somebody has said it: " --compare-as OLD=NEW". */
void question_line_write_renamed(const struct session *s, bool ascii, FILE *out);

/* What the range is held against, and how that is drawn; nothing where nothing is compared. */
void question_line_write_baseline(const struct session *s, bool ascii, FILE *out);

#endif
