/* question_line.h - what is asked of a session, as the options of a command that asks the same. */

#ifndef SESSION_QUESTION_LINE_H
#define SESSION_QUESTION_LINE_H

#include <stdio.h>

#include "session/session.h"

/* " --NAME VALUE". `ascii` as in shell_line_word(). */
void question_line_option(const char *name, struct text value, bool ascii, FILE *out);

/*
 * Of the session's choice what is not the default: range, event, idle mode, filter, search, root
 * frames, leaf first, transformations, weight. Each with a blank before it; nothing for the default choice.
 */
void question_line_write(const struct session *s, bool ascii, FILE *out);

/* The same with another range, which RANGE_ALL leaves out. */
void question_line_write_range(const struct session *s, struct range range, bool ascii,
			       FILE *out);

/* What the range is held against, and how that is drawn; nothing where nothing is compared. */
void question_line_write_baseline(const struct session *s, bool ascii, FILE *out);

#endif
