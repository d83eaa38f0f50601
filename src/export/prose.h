/* prose.h - a short report in sentences, as plain text or Markdown, with names made harmless. */

#ifndef EXPORT_PROSE_H
#define EXPORT_PROSE_H

#include <stdio.h>

#include "base/text.h"

/*
 * A page has a title and headings with sentences, each followed by the commands that show the
 * details:
 *
 * 	Report on x.gz
 * 	Busy: 0.5 of 2 CPUs
 * 	  flarescope heatmap x.gz
 *
 * Names come from files: control sequences in them are replaced, and names with Markdown syntax are
 * put into a code span. Our own words, which sometimes quote a name, are escaped.
 */
struct prose {
	FILE *out; /* borrowed */
	bool markdown;
	size_t name_most; /* maximal length of a name in bytes: see prose_cut() */
	bool begun;	  /* a sentence has begun */
};

void prose_title(struct prose *p, const char *words, struct text name);

/* Begin a sentence: "Busy: ..."; NULL continues under the same heading. */
void prose_begin(struct prose *p, const char *heading);
void prose_say(struct prose *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void prose_text(struct prose *p,
		struct text words); /* like prose_say(), for text that may quote a name */
void prose_name(struct prose *p, struct text name);

/* Write a command on its own line below the sentence, quoted for a shell and never truncated. */
void prose_command(struct prose *p, struct text line);
void prose_end(struct prose *p);

/*
 * Truncate a name to `most` bytes (at least 8) and whole characters: "begin...end". Borrowed
 * from the name or from `buf`, which has room for `most`.
 */
struct text prose_cut(struct text name, size_t most, char *buf);

#endif
